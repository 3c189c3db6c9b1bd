/** What an operator types to reach this program: in an installed package its command, in a clone its scripts. */
const isInstalled = import.meta.url.includes("/node_modules/");

/** Begins a line of the operator. */
export const DESK = isInstalled ? "npx desk" : "npm run desk --";

/** Starts the desk. */
export const START = isInstalled ? "npx desk serve" : "npm start";
