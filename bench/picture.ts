/** Draws how throughput and latency follow the number of connections, as an SVG that is legible on light and dark ground. */
import type { Run } from "./run-file.js";

const WIDTH = 860;
const HEIGHT = 330;
const PLOT = { top: 64, bottom: 272, width: 330 };
const LEFT = [70, 480] as const;
const GRID_LINES = 4;

interface Series {
  readonly name: string;
  /** Of the colours in the style. */
  readonly look: string;
  readonly values: readonly number[];
}

interface Chart {
  readonly title: string;
  readonly left: number;
  readonly series: readonly Series[];
}

/** Throws when the run has not measured the scenario "connections". */
export function drawConnections(run: Run): string {
  const points = run.figures.flatMap(({ connections, perSecond, p50Ms, p90Ms, p99Ms }) =>
    connections && perSecond && p50Ms && p90Ms && p99Ms
      ? [{ connections, perSecond, p50Ms, p90Ms, p99Ms }]
      : [],
  );
  if (points.length < 2) throw new Error('the run has no figures of the scenario "connections"');
  const labels = points.map(({ connections }) => String(connections));
  const { cpu, cores, node } = run.machine;
  const throughput: Chart = {
    title: "Orders created a second",
    left: LEFT[0],
    series: [{ name: "", look: "a", values: points.map(({ perSecond }) => perSecond) }],
  };
  const latency: Chart = {
    title: "Milliseconds to the answer",
    left: LEFT[1],
    series: [
      { name: "p99", look: "c", values: points.map(({ p99Ms }) => p99Ms) },
      { name: "p90", look: "b", values: points.map(({ p90Ms }) => p90Ms) },
      { name: "p50", look: "a", values: points.map(({ p50Ms }) => p50Ms) },
    ],
  };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Throughput and latency against connections">`,
    STYLE,
    `<rect class="ground" width="${WIDTH}" height="${HEIGHT}" rx="8"/>`,
    ...drawChart(throughput, labels),
    ...drawChart(latency, labels),
    text(WIDTH / 2, HEIGHT - 12, `${escaped(cpu)}, ${cores} cores, Node ${escaped(node)}`, "small"),
    "</svg>",
    "",
  ].join("\n");
}

const STYLE = `<style>
  text { font: 13px system-ui, sans-serif; fill: #24292f; text-anchor: middle }
  .title { font-size: 15px; font-weight: 600; text-anchor: start }
  .small, .axis { font-size: 12px; fill: #57606a }
  .side { text-anchor: end }
  .behind { text-anchor: start }
  .value { font-size: 12px }
  .ground { fill: #ffffff }
  .grid { stroke: #d0d7de; stroke-width: 1 }
  polyline { fill: none; stroke-width: 2.5; stroke-linejoin: round }
  .a { stroke: #0969da } .b { stroke: #9a6700 } .c { stroke: #cf222e }
  circle.a { fill: #0969da } circle.b { fill: #9a6700 } circle.c { fill: #cf222e }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3 }
    .small, .axis { fill: #9198a1 }
    .ground { fill: #0d1117 }
    .grid { stroke: #30363d }
    .a { stroke: #58a6ff } .b { stroke: #d29922 } .c { stroke: #ff7b72 }
    circle.a { fill: #58a6ff } circle.b { fill: #d29922 } circle.c { fill: #ff7b72 }
  }
</style>`;

function drawChart({ title, left, series }: Chart, labels: readonly string[]): string[] {
  const top = niceCeiling(Math.max(...series.flatMap(({ values }) => values)));
  const x = (at: number) => left + (PLOT.width * at) / (labels.length - 1);
  const y = (value: number) => PLOT.bottom - ((PLOT.bottom - PLOT.top) * value) / top;
  const grid = Array.from({ length: GRID_LINES + 1 }, (_, line) => (top * line) / GRID_LINES);
  return [
    text(left - 44, 32, title, "title"),
    ...grid.flatMap((value) => [
      `<line class="grid" x1="${left}" x2="${left + PLOT.width}" y1="${y(value)}" y2="${y(value)}"/>`,
      text(left - 10, y(value) + 4, shown(value), "axis side"),
    ]),
    ...labels.map((label, at) => text(x(at), PLOT.bottom + 20, label, "axis")),
    text(left + PLOT.width / 2, PLOT.bottom + 38, "connections", "small"),
    ...series.flatMap((one) => drawSeries(one, x, y)),
  ];
}

function drawSeries(
  { name, look, values }: Series,
  x: (at: number) => number,
  y: (value: number) => number,
): string[] {
  const points = values.map((value, at) => `${round(x(at))},${round(y(value))}`).join(" ");
  const last = values.length - 1;
  return [
    `<polyline class="${look}" points="${points}"/>`,
    ...values.map(
      (value, at) =>
        `<circle class="${look}" cx="${round(x(at))}" cy="${round(y(value))}" r="3.5"/>`,
    ),
    // To the right of the last point, or above each and off the line, which rises.
    ...(name
      ? [text(x(last) + 9, y(values[last] ?? 0) + 4, name, "value behind")]
      : values.map((value, at) => text(x(at) + 4, y(value) - 9, shown(value), "value side"))),
  ];
}

/** The next of 1, 2, 5, 10, 20 … that is not below. */
function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((step) => step * power >= value) ?? 10) * power;
}

function shown(value: number): string {
  const digits = value !== 0 && value < 10 ? 1 : 0;
  return value.toLocaleString("en-US", { maximumFractionDigits: digits });
}

function text(x: number, y: number, content: string, look: string): string {
  return `<text class="${look}" x="${round(x)}" y="${round(y)}">${content}</text>`;
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escaped(content: string): string {
  return content.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
