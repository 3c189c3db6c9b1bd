/** The figures of a run and their table. */
import type { Latency } from "./statistics.js";

export interface Figure extends Partial<Latency> {
  readonly name: string;
  /** Of a scenario that is measured with several numbers of them. */
  readonly connections?: number;
  /** Calls, or whatever the name counts. */
  readonly perSecond?: number;
  readonly ordersPerSecond?: number;
  /** Against the raw limit that was measured in the same run. */
  readonly ratio?: { readonly to: string; readonly value: number };
  readonly note?: string;
}

export interface Target {
  readonly name: string;
  readonly measured: string;
  readonly met: boolean;
}

const COLUMNS = ["", "calls/s", "orders/s", "p50 ms", "p99 ms", "ratio", "note"];

export function table(figures: readonly Figure[]): string {
  return alignedTable([COLUMNS, ...figures.map(cells)], 2);
}

/** The first column and so many of the last ones are text, the others numbers. */
export function alignedTable(rows: readonly (readonly string[])[], textColumns = 0): string {
  const columns = rows[0] ?? [];
  const widths = columns.map((_, at) => Math.max(...rows.map((row) => (row[at] ?? "").length)));
  const isText = (at: number) => at === 0 || at >= columns.length - textColumns;
  return rows
    .map((row) =>
      row
        .map((cell, at) =>
          isText(at) ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function cells({ name, perSecond, ordersPerSecond, p50Ms, p99Ms, ratio, note }: Figure): string[] {
  return [
    name,
    rate(perSecond),
    rate(ordersPerSecond),
    p50Ms?.toFixed(1) ?? "",
    p99Ms?.toFixed(1) ?? "",
    ratio ? `${ratio.value.toFixed(2)} of ${ratio.to}` : "",
    note ?? "",
  ];
}

function rate(value: number | undefined): string {
  return value === undefined ? "" : Math.round(value).toLocaleString("en-US");
}

export function targetLines(targets: readonly Target[]): string {
  return targets
    .map(({ name, measured, met }) => `${met ? "met    " : "not met"}  ${name}: ${measured}`)
    .join("\n");
}
