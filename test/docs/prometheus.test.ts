/**
 * What Prometheus says to the files made for it: rules and queries are well formed, the metrics keep to its customs, and each
 * alert fires on what it is for, no earlier than it says, and not on what looks like it.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { temporaryDirectory } from "../cli/desk-command.js";
import { startDesk } from "../http/desk.js";
import { CASES, type Case, type Series } from "./alert-cases.js";
import { blocksOf, ROOT, textOf } from "./blocks.js";
import { needed, run } from "./programs.js";

const RULES = join(ROOT, "docs/operations/alerts.yaml");
const NEEDS_PROMTOOL = needed("promtool");
const directory = temporaryDirectory();
afterAll(() => directory.remove());

/** promtool's answer to a file with this text; JSON is YAML. */
function promtool(words: readonly string[], text: string) {
  const path = join(directory.path, "asked.yaml");
  writeFileSync(path, text);
  return run("promtool", [...words, path]);
}

/** The alerts that fire, by name; promtool compares them in this minute. */
function look(minute: number, names: readonly string[]) {
  return {
    expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: `${minute}m`,
    exp_samples: names.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 })),
  };
}

function story(name: string, series: Series, promql_expr_test: object[]) {
  const input_series = Object.entries(series).map(([series, values]) => ({ series, values }));
  return { name, interval: "1m", input_series, promql_expr_test };
}

/** So long after an alert would have fired, what is not for it is looked at. */
const MORE_MINUTES = 10;
/** A day is not looked at minute by minute. */
const MOST_LOOKS = 40;

function storiesOf({ alert, at, fires, quiet }: Case) {
  const minutes = Array.from({ length: at + MORE_MINUTES }, (_, minute) => minute);
  const looks = minutes.slice(-MOST_LOOKS).map((minute) => look(minute, []));
  return [
    story(`${alert} fires`, fires, [look(at - 1, []), look(at, [alert])]),
    ...quiet.map((series, number) => story(`${alert} is quiet (${number})`, series, looks)),
  ];
}

describe.skipIf(NEEDS_PROMTOOL !== "")(`promtool${NEEDS_PROMTOOL}`, () => {
  test("reads the alert rules", () => {
    const { status, said } = run("promtool", ["check", "rules", "--lint-fatal", RULES]);
    expect(status, said).toBe(0);
  });

  test("reads the configuration that metrics.md shows, with the rules beside it", () => {
    const [block] = blocksOf("docs/operations/metrics.md").filter(
      ({ language }) => language === "yaml",
    );
    const text = `rule_files: [${JSON.stringify(RULES)}]\n${block?.text}`;
    const { status, said } = promtool(["check", "config"], text);
    expect(status, said).toBe(0);
  });

  test("reads every query of the dashboard", () => {
    const { panels } = JSON.parse(textOf("docs/operations/grafana-desk.json")) as {
      panels: { targets?: { expr: string }[] }[];
    };
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    expect(queries.length).toBeGreaterThan(20);
    const rules = queries.map((expr, at) => ({ record: `query:${at}`, expr }));
    const text = JSON.stringify({ groups: [{ name: "dashboard", rules }] });
    const { status, said } = promtool(["check", "rules"], text);
    expect(status, said).toBe(0);
  });

  test("finds nothing odd about the metrics that are the desk's own", async () => {
    const one = await startDesk({
      metrics: {
        token: undefined,
        nodeCalls: () => [],
        nodes: () => [],
        workers: () => [],
        cover: () => undefined,
      },
    });
    const metrics = await (await fetch(`${one.url}/metrics`)).text();
    await one.close();
    const { said } = run("promtool", ["check", "metrics"], metrics);
    expect(metrics).toContain("desk_halted 0");
    // Those of Node come from prom-client, which keeps their names as they have always been.
    expect(said.split("\n").filter((line) => line !== "" && !line.startsWith("nodejs_"))).toEqual(
      [],
    );
  });

  test("sees each alert fire when it should, and not before or otherwise", () => {
    const alerts = [...textOf("docs/operations/alerts.yaml").matchAll(/- alert: (\w+)/g)];
    expect([...new Set(CASES.map(({ alert }) => alert))]).toEqual(alerts.map(([, name]) => name));
    const tests = CASES.flatMap(storiesOf);
    const text = JSON.stringify({ rule_files: [RULES], evaluation_interval: "1m", tests });
    const { status, said } = promtool(["test", "rules"], text);
    expect(status, said).toBe(0);
  });
});
