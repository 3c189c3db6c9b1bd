/** `desk node check`: whether nodes have what the desk needs. */
import { z } from "zod";
import { NODE_URL, nodeUrl } from "../../config.js";
import { Refusal } from "../../control/refusal.js";
import { type Command, defineCommand } from "../command.js";
import { table } from "../table.js";

const MOST_URLS = 4;

const isNodeUrl = (url: string) => nodeUrl.safeParse(url).success && !url.includes(",");

const check = defineCommand({
  name: "node check",
  about:
    "Check whether nodes have what the desk needs. Only reads; takes up to 90 s a node. Exit status: 0 everything is there, 1 something is missing, 2 a node did not answer.",
  manyArguments: { name: "URL", about: "up to 4 nodes; default: those of the settings" },
  options: [
    {
      flags: "--api-key-file <path>",
      about: "file (mode 0600) with the API key for URLs that the settings do not name",
    },
    {
      flags: "--rate",
      about:
        "also measure how many calls a second each node allows, up to 30; uses up to 210 calls of its quota",
    },
  ],
  example: "node check --rate",
  needsNoDatabase: true,
  input: z.strictObject({
    url: z
      // The URL is not repeated: its path may be a key.
      .array(z.string().refine(isNodeUrl, `must be ${NODE_URL}, and hold no comma`))
      .max(MOST_URLS, `must be ${MOST_URLS} at most`)
      .default([]),
    apiKeyFile: z.string().min(1).optional(),
    rate: z.boolean().default(false),
  }),
  run() {
    throw new Refusal("USAGE", "`desk node check` runs in its own process, not in the desk.");
  },
  runHere: async ({ env, progress }, { url: urls, ...wanted }) => ({
    nodes: await (await import("../node-check.js")).checkNodes({ env, urls, ...wanted }, progress),
  }),
  print({ nodes }, width) {
    const blocks = nodes.map(({ node, exitStatus, findings }) => {
      const rows = findings.map(({ name, verdict, says }) => [name, verdict, says]);
      const found = table(["checked", "found", "what it says"], rows, "", width);
      return `${node}${exitStatus === 2 ? ": not reached" : ""}\n${found}`;
    });
    return blocks.join("\n\n");
  },
  exitStatus: ({ nodes }) => Math.max(...nodes.map(({ exitStatus }) => exitStatus)),
});

export const nodeCommands: readonly Command[] = [check];
