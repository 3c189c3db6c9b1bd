/** `desk node check`: whether nodes have what the desk needs. */
import { z } from "zod";
import { NODE_URL, nodeUrl } from "../../config.js";
import { Refusal } from "../../control/refusal.js";
import { type Command, defineCommand } from "../command.js";
import type { NodeCheck } from "../node-check.js";
import { table } from "../table.js";

const MOST_URLS = 4;

const isNodeUrl = (url: string) => nodeUrl.safeParse(url).success && !url.includes(",");

const check = defineCommand({
  name: "node check",
  about:
    "Ask a node all that the desk needs of it; only reads, for 90 s at most. Exit status: 0 all there, 1 something is not, 2 not reached.",
  manyArguments: { name: "URL", about: "nodes to ask; those of the settings unless given" },
  options: [
    {
      flags: "--api-key-file <path>",
      about: "holds the key for URLs that the settings do not name",
    },
    {
      flags: "--rate",
      about: "also find out how many questions a second it grants, up to 30; takes the quota",
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
    throw new Refusal("USAGE", "A desk does not check nodes: the command does that itself.");
  },
  runHere: async ({ env, progress }, { url: urls, ...wanted }): Promise<NodeCheck> =>
    (await import("../node-check.js")).checkNodes({ env, urls, ...wanted }, progress),
  print({ warning, nodes }, width) {
    const blocks = nodes.map(({ node, reached, findings }) => {
      const rows = findings.map(({ about, verdict, says, without }) => [
        about,
        verdict,
        without ? `${says}. ${without}` : says,
      ]);
      const found = table(["asked for", "found", "what it says"], rows, "", width);
      return `${node}${reached ? "" : ": not reached"}\n${found}`;
    });
    return [...(warning ? [warning] : []), ...blocks].join("\n\n");
  },
  exitStatus: ({ nodes }) => Math.max(...nodes.map(({ exitStatus }) => exitStatus)),
});

export const nodeCommands: readonly Command[] = [check];
