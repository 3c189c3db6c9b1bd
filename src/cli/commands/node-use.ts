/** `desk node ignore` and `desk node use`: which of several nodes the running desk may ask. */
import { z } from "zod";
import type { DeskControl, NodeChoice } from "../../control/desk-control.js";
import { Refusal } from "../../control/refusal.js";
import { type Command, defineCommand } from "../command.js";
import { wholeField } from "../inputs.js";

const argument = { name: "N", about: "the node's number, as `status` shows it" };
const input = z.strictObject({ n: wholeField(1, 99) });

function choiceOf({ nodes }: DeskControl): NodeChoice {
  if (!nodes) throw new Refusal("NOT_RUNNING", "This desk has no choice of nodes.");
  return nodes;
}

const ignore = defineCommand({
  name: "node ignore",
  about:
    "Stop using a node, until `node use`, through restarts too. The last usable node cannot be ignored.",
  argument,
  example: "node ignore 2",
  needsRunningDesk: true,
  input,
  run: (desk, { n }) => choiceOf(desk).ignore(n),
  logged: ({ node }) => ({ node }),
  print: ({ number, node }) =>
    `Node ${node} is asked nothing and sent nothing, also after a restart, until \`desk node use ${number}\`.`,
});

const use = defineCommand({
  name: "node use",
  about: "Use an ignored node again.",
  argument,
  example: "node use 2",
  needsRunningDesk: true,
  input,
  run: (desk, { n }) => choiceOf(desk).use(n),
  logged: ({ node }) => ({ node }),
  print: ({ node }) => `Node ${node} is used as soon as it is in step.`,
});

export const nodeUseCommands: readonly Command[] = [ignore, use];
