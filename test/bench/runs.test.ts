/** Runs of the bench as files: compared, drawn, and the committed one beside its picture. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { roundsTable, runInTurn } from "../../bench/against.js";
import { comparison } from "../../bench/compare.js";
import { drawConnections } from "../../bench/picture.js";
import { type Run, readRun } from "../../bench/run-file.js";

const committed = (name: string) =>
  fileURLToPath(new URL(`../../docs/bench/${name}`, import.meta.url));

const RUN: Run = {
  machine: {
    ...{ cpu: "Old & <slow>", cores: 2, memoryGib: 4, system: "Linux 6", node: "v20.19.0" },
    fsync: { p50Ms: 0.2, p90Ms: 0.25, p99Ms: 0.3 },
  },
  options: { seconds: 10 },
  figures: [
    { name: "start", p50Ms: 900, p90Ms: 900, p99Ms: 900 },
    { name: "one", connections: 1, perSecond: 200, p50Ms: 4, p90Ms: 5, p99Ms: 9 },
    { name: "many", connections: 64, perSecond: 1_600, p50Ms: 30, p90Ms: 40, p99Ms: 80 },
  ],
};

test("what both runs have is set side by side, with what makes them differ by itself", () => {
  const now: Run = {
    ...RUN,
    machine: { ...RUN.machine, node: "v24.0.0" },
    figures: [
      { name: "many", perSecond: 3_200, p50Ms: 15, p99Ms: 40 },
      { name: "new", perSecond: 1 },
    ],
  };
  const lines = comparison(RUN, now).split("\n");
  expect(lines[1]).toBe("Not alike: Node was v20.19.0 and is v24.0.0.");
  expect(lines.at(-1)?.split(/ {2,}/)).toEqual([
    ...["many", "1,600", "3,200", "2.00", "30.0", "15.0", "80.0", "40.0"],
  ]);
  expect(lines.join("\n")).not.toContain("new");
  const none = { ...now, figures: [{ name: "new" }] };
  expect(comparison(RUN, none)).toContain("no figure in common");
});

test("a picture has a point for each number of connections, at its height, and no markup of a name", () => {
  const svg = drawConnections(RUN);
  const [line = ""] = /<polyline class="a" points="([^"]+)"/.exec(svg)?.slice(1) ?? [];
  const heights = line.split(" ").map((point) => Number(point.split(",")[1]));
  // From 272 for none to 64 for 2,000 a second.
  expect(heights).toEqual([272 - 20.8, 272 - 166.4]);
  expect(svg).toContain("Old &amp; &lt;slow&gt;, 2 cores, Node v20.19.0");
  expect(() => drawConnections({ ...RUN, figures: [] })).toThrow(/scenario "connections"/);
});

test("a file that is no run is named", () => {
  expect(() => readRun(committed("throughput.svg"))).toThrow(/throughput\.svg is not a run/);
});

test("the picture of the documents is drawn from the committed run, which the page of the bench quotes", () => {
  const run = readRun(committed("run.json"));
  expect(readFileSync(committed("throughput.svg"), "utf8")).toBe(drawConnections(run));
  const page = readFileSync(committed("../bench.md"), "utf8");
  const [, table = ""] = /^Machine: .*\n\n.*\n([^`]+)/m.exec(page) ?? [];
  const quoted = [...table.matchAll(/^(.+?) {2,}([\d,]+) /gm)].map(([, name, told]) => [
    name,
    told,
  ]);
  const figures = run.figures.map(({ name, perSecond = 0 }) => [
    name,
    Math.round(perSecond).toLocaleString("en-US"),
  ]);
  expect(quoted.length).toBeGreaterThan(5);
  expect(figures).toEqual(expect.arrayContaining(quoted));
});

test("builds measured in turn: medians, ratios of each round, and from where to where", () => {
  const withRate = (perSecond: number): Run => ({
    ...RUN,
    figures: [{ name: "many", perSecond, p50Ms: 1_000 / perSecond }],
  });
  const rounds = [
    { before: withRate(100), now: withRate(300) },
    { before: withRate(200), now: withRate(400) },
    { before: withRate(50), now: withRate(200) },
  ];
  const [, many = "", p50 = ""] = roundsTable(rounds).split("\n");
  expect(many.split(/ {2,}/)).toEqual([
    ...["many, calls/s", "100", "50.0-200", "300", "200-400", "3.00", "2.00-4.00"],
  ]);
  expect(p50.split(/ {2,}/).slice(0, 2)).toEqual(["many, p50 ms", "10.0"]);
  expect(roundsTable([{ before: RUN, now: withRate(1) }])).not.toContain("start");
});

test("a directory without a built checkout is named, with what to do", async () => {
  await expect(runInTurn("/nowhere", 1, [])).rejects.toThrow(/\/nowhere has none .*npm ci/);
});
