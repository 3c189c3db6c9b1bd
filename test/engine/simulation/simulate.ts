/** Runs of random commands, each from a seed of its own, and what they find: told so that it can be seen again. */
import { problemsOf, told } from "./checks.js";
import { COMMANDS } from "./commands.js";
import { windDown } from "./ending.js";
import { Random } from "./random.js";
import { World } from "./world.js";

const SHORTEST_RUN = 20;
const LONGEST_RUN = 120;

export interface Finding {
  readonly seed: number;
  /** How many commands were done when it was seen. */
  readonly at: number;
  readonly problems: readonly string[];
  /** What was done until then, each with its number in the run. */
  readonly commands: readonly string[];
  /** Commands of the whole run. */
  readonly length: number;
}

const NAMES = Object.keys(COMMANDS);
const TOTAL = Object.values(COMMANDS).reduce((sum, { weight }) => sum + weight, 0);

function draw(random: Random): string {
  let left = (random.next() / 2 ** 32) * TOTAL;
  for (const name of NAMES) {
    left -= COMMANDS[name]?.weight ?? 0;
    if (left < 0) return name;
  }
  return NAMES[0] ?? "";
}

export interface RunOptions {
  readonly seed: number;
  /** At most so many commands. */
  readonly most: number;
  /** Only these of them, by their number. */
  readonly only?: ReadonlySet<number> | undefined;
  /** Names of commands that are left out. */
  readonly without?: readonly string[] | undefined;
  /** How many hosts the desk has; drawn from the seed unless given. */
  readonly hosts?: number | undefined;
  /** Beginnings of problems that are known and not to be told. */
  readonly overlook?: readonly string[] | undefined;
}

export interface RunResult {
  readonly commands: number;
  /** Deposits, withdrawals and orders. */
  readonly booked: number;
  /** What there was at the end: legs and payouts by how they ended, incidents by kind. */
  readonly reached: readonly string[];
  readonly finding: Finding | undefined;
}

/** One run: some commands, and the end of it all. */
export async function run(options: RunOptions): Promise<RunResult> {
  const { seed, most, only, without, hosts, overlook = [] } = options;
  const random = new Random(seed, 1);
  const length = SHORTEST_RUN + random.below(LONGEST_RUN - SHORTEST_RUN);
  const names = Array.from({ length }, () => draw(random)).slice(0, most);
  const world = new World(seed, overlook, hosts);
  const restore = world.clock.install();
  const done: string[] = [];
  const found = (problems: readonly string[]): RunResult => ({
    commands: done.length,
    booked: bookedBy(world),
    reached: reachedBy(world),
    finding: { seed, at: done.length, problems, commands: done, length: names.length },
  });
  try {
    await world.setUp();
    const atStart = await problemsOf(world);
    if (atStart.length > 0) return found(atStart);
    for (const [at, name] of names.entries()) {
      if ((only && !only.has(at)) || without?.includes(name)) continue;
      const problems = await perform(world, seed, at, name, done);
      if (world.isBeyondProof) return beyondProof(done.length);
      if (problems.length > 0) return found(problems);
    }
    world.random = new Random(seed, 2);
    world.hosts.random = world.random;
    done.push("the end");
    const problems = told(world, await windDown(world).catch(thrown));
    if (problems.length > 0) return found(problems);
    const [booked, reached] = [bookedBy(world), reachedBy(world)];
    return { commands: names.length, booked, reached, finding: undefined };
  } finally {
    restore();
    await world.close();
  }
}

/** What two hosts are there for: a run in which one was away ends with what the other made of that. */
function beyondProof(commands: number): RunResult {
  return { commands, booked: 0, reached: ["end by a host that denied alone"], finding: undefined };
}

/** One command; what is wrong after it. */
async function perform(
  world: World,
  seed: number,
  at: number,
  name: string,
  done: string[],
): Promise<string[]> {
  // Of its own, so that a run with fewer commands does the same with the rest.
  world.random = new Random(seed, 3, at);
  world.hosts.random = world.random;
  try {
    await COMMANDS[name]?.run(world);
    await world.workers.rest();
  } catch (error) {
    return told(world, thrown(error));
  } finally {
    const notes = world.notes.splice(0);
    done.push(`${at} ${name}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`);
    world.hosts.pass();
  }
  return problemsOf(world);
}

function reachedBy(world: World): string[] {
  const rows = world.rows(
    `SELECT 'leg ' || state || coalesce(': ' || death_reason, '') AS what FROM leg
     UNION ALL SELECT 'payout ' || state || coalesce(': ' || death_reason, '') FROM payout
     UNION ALL SELECT 'incident ' || kind FROM incident
     UNION ALL SELECT 'deposit ' || status || ' ' || source FROM deposit
     UNION ALL SELECT 'withdrawal ' || status FROM withdrawal
     UNION ALL SELECT 'order ' || type || ' ' || status FROM orders`,
  );
  return rows.map(({ what }) => String(what)).sort();
}

function bookedBy(world: World): number {
  const counts = world.rows(
    `SELECT count(*) AS count FROM deposit WHERE status <> 'seen'
     UNION ALL SELECT count(*) FROM withdrawal UNION ALL SELECT count(*) FROM orders`,
  );
  return counts.reduce((sum, { count }) => sum + Number(count), 0);
}

function thrown(error: unknown): string[] {
  return [`thrown: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
}

/** Leaves out commands as long as a run still finds something of the same kind; gives the fewest that do. */
export async function shorten(
  finding: Finding,
  how: Pick<RunOptions, "without" | "overlook" | "hosts">,
  runs: number,
) {
  const kind = kindOf(finding);
  let numbers = finding.commands
    .map((told) => Number.parseInt(told, 10))
    .filter((number) => !Number.isNaN(number));
  let best = finding;
  let left = runs;
  for (let size = Math.ceil(numbers.length / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < numbers.length && left > 0; left -= 1) {
      const fewer = [...numbers.slice(0, from), ...numbers.slice(from + size)];
      const result = await run({
        seed: finding.seed,
        most: Infinity,
        only: new Set(fewer),
        ...how,
      });
      if (result.finding && kindOf(result.finding) === kind) {
        numbers = fewer;
        best = result.finding;
      } else from += size;
    }
  }
  return { ...best, numbers };
}

/** What was found, without what differs from run to run. */
export function kindOf({ problems }: Finding): string {
  const [first = ""] = problems;
  return (first.split(/[\n;]/)[0] ?? "")
    .replace(/[0-9a-f]{64}/g, "#")
    .replace(/[0-9a-f]{24}(\.\d+)?/g, "#")
    .replace(/T[A-Za-z0-9]{33}/g, "T…")
    .replace(/\d+/g, "n");
}
