/** What `npm run bench` takes: all is bounded, in time by `--seconds`, in count by `--orders`. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";

export interface BenchOptions {
  /** How long each scenario is measured, after its warm-up. */
  readonly seconds: number;
  /** Orders of the memory scenario. */
  readonly orders: number;
  /** Orders of the large books in the scenario "growth". */
  readonly grownOrders: number;
  /** Most seconds the memory scenario waits for the chain after the last order. */
  readonly settleSeconds: number;
  /** Where the figures are written as JSON too. */
  readonly jsonPath: string | undefined;
  /** An earlier run, to be set beside this one. */
  readonly comparePath: string | undefined;
  /** A built checkout to be measured in turn with this one, and the arguments of each run. */
  readonly against: Against | undefined;
  /** Where the picture goes. */
  readonly drawPath: string | undefined;
  /** An earlier run to be taken instead of measuring one. */
  readonly fromPath: string | undefined;
  /** Where the desks write CPU profiles, which slows them down a little. */
  readonly profileDirectory: string | undefined;
  /** `main.js` of another build, whose desk the scenario "questions" runs. */
  readonly deskFile: string | undefined;
  /** The scenarios to run. */
  readonly only: readonly ScenarioName[];
}

export interface Against {
  readonly directory: string;
  readonly rounds: number;
  readonly args: readonly string[];
}

export type ScenarioName = (typeof SCENARIO_NAMES)[number];

const DEFAULTS = { seconds: 10, orders: 100_000, grownOrders: 1_000_000, settleSeconds: 90 };
const QUICK = { seconds: 2, orders: 5_000, grownOrders: 20_000, settleSeconds: 15 };
const ROUNDS = 5;
const MOST_ORDERS = 20_000_000;

export const USAGE = `npm run bench -- [options]
  --seconds N   seconds per scenario (default ${DEFAULTS.seconds})
  --orders N    orders of the memory scenario (default ${DEFAULTS.orders}), or of growth (default ${DEFAULTS.grownOrders})
  --settle N    most seconds it then waits for the chain (default ${DEFAULTS.settleSeconds})
  --quick       ${QUICK.seconds} seconds and ${QUICK.orders} orders: a look, not a figure
  --only A,B    only these of start, engine, book, http, connections, pipelining, completion, memory, telegram;
                or of those that take long: reclaim, overload, postgres (two minutes each), growth (some minutes),
                questions (twenty)
  --desk FILE   scenario "questions" of another build's dist/main.js
  --json FILE   the figures as JSON too
  --compare FILE  an earlier run (written with --json) beside this one
  --against DIR another built checkout and this build in turn, each by its own bench: medians, ratios, and from where to where
  --rounds N    how often (default ${ROUNDS})
  --draw SVG    a picture of the scenario "connections"
  --from FILE   measures nothing: an earlier run is told, compared or drawn
  --profile DIR CPU profiles of the desks; the figures are then a little worse
`;

const ARGUMENTS = {
  seconds: { type: "string" },
  orders: { type: "string" },
  settle: { type: "string" },
  quick: { type: "boolean" },
  only: { type: "string" },
  desk: { type: "string" },
  json: { type: "string" },
  compare: { type: "string" },
  against: { type: "string" },
  rounds: { type: "string" },
  draw: { type: "string" },
  from: { type: "string" },
  profile: { type: "string" },
  help: { type: "boolean" },
} as const;

const USUAL = [
  "start",
  "engine",
  "book",
  "http",
  "connections",
  "pipelining",
  "completion",
  "memory",
  "telegram",
] as const;
const SCENARIO_NAMES = [
  ...USUAL,
  "reclaim",
  "overload",
  "growth",
  "questions",
  "postgres",
] as const;

/** Undefined when only the usage is asked for. */
export function readOptions(): BenchOptions | undefined {
  const { values } = parseArgs({ options: ARGUMENTS });
  if (values.help) return undefined;
  const fallback = values.quick ? QUICK : DEFAULTS;
  const orders = whole("--orders", values.orders, 100, MOST_ORDERS);
  return {
    seconds: whole("--seconds", values.seconds, 1, 120) ?? fallback.seconds,
    orders: orders ?? fallback.orders,
    grownOrders: orders ?? fallback.grownOrders,
    settleSeconds: whole("--settle", values.settle, 0, 3_600) ?? fallback.settleSeconds,
    jsonPath: values.json,
    comparePath: values.compare,
    against: values.against === undefined ? undefined : againstOf(values.against, values.rounds),
    drawPath: values.draw,
    fromPath: values.from,
    profileDirectory: values.profile && resolve(values.profile),
    deskFile: values.desk && resolve(values.desk),
    only: values.only?.split(",").map(scenario) ?? USUAL,
  };
}

/** What a run of either build is asked for: the arguments, but for those of the two together. */
const OF_BOTH = new Set(["against", "rounds", "json", "compare", "draw", "from"]);

function againstOf(directory: string, rounds: string | undefined): Against {
  const { tokens } = parseArgs({ options: ARGUMENTS, tokens: true });
  const args = tokens.flatMap((token) => {
    if (token.kind !== "option" || OF_BOTH.has(token.name)) return [];
    return token.value === undefined ? [token.rawName] : [token.rawName, token.value];
  });
  const count = whole("--rounds", rounds, 1, 50) ?? ROUNDS;
  return { directory: resolve(directory), rounds: count, args };
}

function scenario(text: string): ScenarioName {
  const name = SCENARIO_NAMES.find((known) => known === text);
  if (name) return name;
  throw new Error(`--only takes ${SCENARIO_NAMES.join(", ")}, not ${text}.`);
}

function whole(name: string, text: string | undefined, least: number, most: number) {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new Error(`${name} takes a whole number from ${least} to ${most}, not ${text}.`);
}
