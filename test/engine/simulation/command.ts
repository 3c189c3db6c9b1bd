/** `npm run simulate`: run after run until so many commands are done; tells what they find, and how to see it again. */
import { test } from "vitest";
import { z } from "zod";
import { type Finding, kindOf, run, shorten } from "./simulate.js";

const list = (separator: string) =>
  z.string().transform((text) => text.split(separator).filter((part) => part !== ""));

const options = z
  .object({
    commands: z.coerce.number().int().positive(),
    seed: z.coerce.number().int().nonnegative(),
    only: list(",").optional(),
    without: list(",").optional(),
    hosts: z.coerce.number().int().min(1).max(2).optional(),
    overlook: z.array(z.string()).optional(),
  })
  .parse(JSON.parse(process.env.SIMULATION ?? "{}"));

const { without, overlook, hosts } = options;
const only = options.only && new Set(options.only.map(Number));
const TELL_EVERY_MS = 10_000;
/** Runs that finding the shortest may take. */
const SHORTENING_RUNS = 150;

function told(finding: Finding, numbers: readonly number[]): string {
  const again = ["npm run simulate --", `--seed ${finding.seed} --commands ${finding.length}`];
  if (without) again.push(`--without ${without.join(",")}`);
  if (hosts) again.push(`--hosts ${hosts}`);
  for (const known of overlook ?? []) again.push(`--overlook "${known}"`);
  return [
    `FOUND ${finding.problems.slice(0, 5).join("\n      ")}`,
    ...finding.commands.map((command) => `      ${command}`),
    `    ${[...again, `--only ${numbers.join(",")}`].join(" ")}`,
  ].join("\n");
}

test("the desk keeps what it promises", async () => {
  const kinds = new Map<string, number[]>();
  const reached = new Map<string, number>();
  let done = 0;
  let runs = 0;
  let booked = 0;
  let toldAtMs = Date.now();
  for (let seed = options.seed; done < options.commands; seed += 1) {
    const result = await run({
      seed,
      most: options.commands - done,
      only,
      without,
      overlook,
      hosts,
    });
    done += result.commands;
    runs += 1;
    booked += result.booked;
    for (const what of result.reached) reached.set(what, (reached.get(what) ?? 0) + 1);
    const { finding } = result;
    if (finding) {
      const kind = kindOf(finding);
      const seeds = kinds.get(kind) ?? [];
      kinds.set(kind, [...seeds, finding.seed]);
      console.log(`seed ${finding.seed}, command ${finding.at}: ${kind}`);
      if (seeds.length === 0) {
        const short = await shorten(finding, { without, overlook, hosts }, SHORTENING_RUNS);
        console.log(told(short, short.numbers));
      }
    }
    if (Date.now() - toldAtMs > TELL_EVERY_MS) {
      toldAtMs = Date.now();
      console.log(`${done} commands in ${runs} runs, ${kinds.size} kinds of findings`);
    }
    // What is left out is what a run was asked for: there is one.
    if (only) break;
  }
  const first = `seeds ${options.seed} to ${options.seed + runs - 1}`;
  console.log(`${done} commands in ${runs} runs (${first}):`);
  console.log(`  ${booked} deposits, withdrawals and orders`);
  for (const [kind, seeds] of kinds) {
    console.log(`  ${seeds.length} × ${kind} (seeds ${seeds.slice(0, 10).join(", ")})`);
  }
  const most = [...reached].sort(([, a], [, b]) => b - a);
  console.log(`  reached: ${most.map(([what, count]) => `${count} × ${what}`).join(", ")}`);
  if (kinds.size > 0) throw new Error(`${kinds.size} kinds of findings`);
  console.log("  nothing found");
});
