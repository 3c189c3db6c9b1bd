/** What an operator types to run this program: in an installed package its command, in a clone its scripts. */
const isInstalled = import.meta.url.includes("/node_modules/");

/** The beginning of an operator's command. */
export const DESK = isInstalled ? "npx desk" : "npm run desk --";

/** Starts the desk. */
export const START = isInstalled ? "npx desk serve" : "npm start";

/** Starts it where there is no database yet. */
export const START_NEW = isInstalled ? `${START} --new` : `${START} -- --new`;
