/**
 * Names that look like settings and are none. A mistyped name changes nothing and nobody notices, so the start warns. It does
 * not refuse, because a setting of another version must not keep a desk from starting. Values are never shown.
 */
import { didYouMean, nearestName } from "../common/nearest-name.js";
import { LONG_HEX } from "./variable.js";
import { VARIABLES } from "./variables.js";

const SETTINGS = Object.keys(VARIABLES);
const PLAIN_NAME = /^\w{1,64}$/;

export interface GivenNames {
  /** `.env` is the desk's own: every name in it is meant for it. */
  readonly dotEnv: readonly string[];
  /** The environment contains much else. */
  readonly environment: readonly string[];
}

/** A sentence for each name. */
export function unknownNames({ dotEnv, environment }: GivenNames): string[] {
  const inFile = dotEnv.filter(isUnknown).map((name) => {
    const meant = nearestName(name, SETTINGS);
    const advice = meant ? didYouMean(meant) : ".env.example lists them all.";
    return `${shown(name)} in .env is no setting; ${advice}`;
  });
  // Settings of one word, HOST and PORT, are too similar to other programs' variables.
  const settings = SETTINGS.filter((name) => name.includes("_"));
  const elsewhere = environment.filter((name) => isUnknown(name) && !dotEnv.includes(name));
  return [
    ...inFile,
    ...elsewhere.flatMap((name) => {
      const meant = nearestName(name, settings);
      return meant ? [`${shown(name)} is no setting; ${didYouMean(meant)}`] : [];
    }),
  ];
}

function isUnknown(name: string): boolean {
  return !SETTINGS.includes(name);
}

/** In a broken line a key may be in the place of a name. */
function shown(name: string): string {
  return PLAIN_NAME.test(name) && !LONG_HEX.test(name) ? name : "A name that is not shown";
}
