/** `desk node …`: whether nodes have what the desk needs, and which of several the running desk may ask. */
import { z } from "zod";
import { NODE_URL, nodeUrl } from "../../config.js";
import type { DeskControl, NodeChoice } from "../../control/desk-control.js";
import { Refusal } from "../../control/refusal.js";
import { type Command, defineCommand } from "../command.js";
import { flag, wholeField } from "../inputs.js";
import { tableOf } from "../print.js";

const MOST_URLS = 4;

const isNodeUrl = (url: string) => nodeUrl.safeParse(url).success && !url.includes(",");
const urls = z
  // The URL is not repeated: its path may be a key.
  .array(z.string().refine(isNodeUrl, `must be ${NODE_URL}, and hold no comma`))
  .max(MOST_URLS, `must be ${MOST_URLS} at most`)
  .default([]);

const check = defineCommand({
  name: "node check",
  about:
    "Check whether nodes have what the desk needs. Only reads; takes up to 90 s a node. Exit status: 0 everything is there, 1 something is missing, 2 a node did not answer.",
  args: { "URL...": ["up to 4 nodes; default: those of the settings", urls] },
  options: {
    apiKeyFile: [
      "<path>",
      "file (mode 0600) with the API key for URLs that the settings do not name",
      z.string().min(1).optional(),
    ],
    rate: flag(
      "also measure how many calls a second each node allows, up to 30; uses up to 210 calls of its quota",
    ),
  },
  example: "node check --rate",
  needsNoDatabase: true,
  run() {
    throw new Refusal("USAGE", "`desk node check` runs in its own process, not in the desk.");
  },
  runHere: async ({ env, progress }, { url: urls, ...wanted }) => ({
    nodes: await (await import("../node-check.js")).checkNodes({ env, urls, ...wanted }, progress),
  }),
  print({ nodes }, width) {
    const blocks = nodes.map(({ node, exitStatus, findings }) => {
      const columns = ["checked: name", "found: verdict", "what it says: says"] as const;
      const found = tableOf(findings, columns, "", width);
      return `${node}${exitStatus === 2 ? ": not reached" : ""}\n${found}`;
    });
    return blocks.join("\n\n");
  },
  exitStatus: ({ nodes }) => Math.max(...nodes.map(({ exitStatus }) => exitStatus)),
});

const args = { N: ["the node's number, as `status` shows it", wholeField(1, 99)] } as const;

function choiceOf({ nodes }: DeskControl): NodeChoice {
  if (!nodes) throw new Refusal("NOT_RUNNING", "This desk has no choice of nodes.");
  return nodes;
}

const ignore = defineCommand({
  name: "node ignore",
  about:
    "Stop using a node, until `node use`, through restarts too. The last usable node cannot be ignored.",
  args,
  example: "node ignore 2",
  needsRunningDesk: true,
  run: (desk, { n }) => choiceOf(desk).ignore(n),
  logged: ({ node }) => ({ node }),
  print: ({ number, node }) =>
    `Node ${node} is asked nothing and sent nothing, also after a restart, until \`desk node use ${number}\`.`,
});

const use = defineCommand({
  name: "node use",
  about: "Use an ignored node again.",
  args,
  example: "node use 2",
  needsRunningDesk: true,
  run: (desk, { n }) => choiceOf(desk).use(n),
  logged: ({ node }) => ({ node }),
  print: ({ node }) => `Node ${node} is used as soon as it is in step.`,
});

export const nodeCommands: readonly Command[] = [check, ignore, use];
