/** Two runs side by side: what became faster, what slower, and whether they can be compared at all. */
import { alignedTable } from "./figures.js";
import { machineLine } from "./machine.js";
import type { Run } from "./run-file.js";

type Figure = Run["figures"][number];

const COLUMNS = [
  "",
  "calls/s before",
  "now",
  "times",
  "p50 ms before",
  "now",
  "p99 ms before",
  "now",
];

/** The figures that both runs have, in the order of the newer one, and first what makes them differ by itself. */
export function comparison(before: Run, now: Run): string {
  const known = new Map(before.figures.map((figure) => [figure.name, figure]));
  const rows = now.figures.flatMap((figure) => {
    const earlier = known.get(figure.name);
    return earlier ? [row(earlier, figure)] : [];
  });
  const lines = [`Before: ${machineLine(before.machine)}`, ...cautions(before, now)];
  if (rows.length === 0) return [...lines, "The runs have no figure in common."].join("\n");
  return [...lines, "", alignedTable([COLUMNS, ...rows])].join("\n");
}

function row(before: Figure, now: Figure): string[] {
  return [
    now.name,
    ...[rate(before.perSecond), rate(now.perSecond), times(before.perSecond, now.perSecond)],
    ...[latency(before.p50Ms), latency(now.p50Ms), latency(before.p99Ms), latency(now.p99Ms)],
  ];
}

function cautions(before: Run, now: Run): string[] {
  const differs = (what: string, one: unknown, other: unknown) =>
    one === other ? [] : [`Not alike: ${what} was ${one} and is ${other}.`];
  return [
    ...differs("the CPU", before.machine.cpu, now.machine.cpu),
    ...differs("the number of cores", before.machine.cores, now.machine.cores),
    ...differs("Node", before.machine.node, now.machine.node),
    ...differs("seconds a scenario", before.options.seconds, now.options.seconds),
  ];
}

function rate(value: number | undefined): string {
  return value === undefined ? "" : Math.round(value).toLocaleString("en-US");
}

function times(before: number | undefined, now: number | undefined): string {
  return before && now !== undefined ? (now / before).toFixed(2) : "";
}

function latency(value: number | undefined): string {
  return value?.toFixed(1) ?? "";
}
