/** The table of nodes in the operator's document is the one that `desk status` prints. */
import { expect, test } from "vitest";
import { findCommand } from "../../src/cli/commands.js";
import type { NodeStatus } from "../../src/control/desk-control.js";
import { STOPPING } from "../cli/running-desk.js";
import { blocksOf } from "./blocks.js";

const IN_STEP = { reason: null, outOfStepSince: null, restsUntil: null, failuresLastHour: 0 };
const UNTOLD = { headBlock: null, behindBlocks: null, solidLagBlocks: null };

const NODES: readonly NodeStatus[] = [
  {
    ...IN_STEP,
    ...{ number: 1, node: "1 http://10.0.0.5:8090", use: "reading" },
    ...{ headBlock: 70_000_120, behindBlocks: 0, solidLagBlocks: 19 },
    ...{ answersLastHour: 3_010, failuresLastHour: 2, questionsADay: 72_288 },
  },
  {
    ...IN_STEP,
    ...{ number: 2, node: "2 https://api.trongrid.io", use: "stand-by" },
    ...{ headBlock: 70_000_118, behindBlocks: 0, solidLagBlocks: 20 },
    ...{ answersLastHour: 241, questionsADay: 5_784 },
  },
  {
    ...IN_STEP,
    ...{ number: 3, node: "3 https://nodes.example", use: "broadcasts" },
    ...{ headBlock: 70_000_020, behindBlocks: 100, solidLagBlocks: 20 },
    ...{ answersLastHour: 240, failuresLastHour: 1, questionsADay: 5_784 },
    ...{ reason: "it is 100 blocks behind", outOfStepSince: Date.UTC(2026, 7, 1, 11, 58, 20) },
  },
  {
    ...IN_STEP,
    ...UNTOLD,
    ...{ number: 4, node: "4 https://tron.example.org", use: "ignored" },
    ...{ answersLastHour: 0, questionsADay: 0, reason: "ignored by the operator" },
  },
];

test("docs/operating.md shows what is printed", () => {
  const printed = findCommand("status")?.print({ ...STOPPING, nodes: NODES }) ?? "";
  const [, table] = printed.split("\n\n");
  const shown = blocksOf("docs/operating.md").find(({ text }) => text.startsWith("node  "));
  expect(shown?.text).toBe(`${table}\n`);
});
