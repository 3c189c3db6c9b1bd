#!/usr/bin/env node
/**
 * The sandbox node as a process of its own: `tron-sandbox --directory D --port 0 --block-ms 3000`
 *
 * Prints one line of JSON with its URL when it is ready. SIGTERM and SIGINT end it with status 0,
 * and so does the end of the IPC channel to the process that forked it, lest it outlive its parent.
 */
import { parseArgs } from "node:util";
import { startTronNode, type TronNodeOptions } from "./index.js";
import { StartProblem } from "./options.js";

const ARGUMENTS = {
  directory: { type: "string" },
  port: { type: "string", default: "0" },
  host: { type: "string" },
  hosts: { type: "string" },
  "block-ms": { type: "string", default: "3000" },
  "solid-lag-blocks": { type: "string" },
  "pool-energy": { type: "string" },
  "pool-bandwidth": { type: "string" },
  help: { type: "boolean" },
} as const;

const USAGE = `tron-sandbox --directory PATH [options]
  --directory PATH      where the chain is kept
  --port N              default 0: any free one
  --host ADDRESS        default 127.0.0.1
  --hosts A,B           further names by which programs call it
  --block-ms N          default 3000; "manual": only POST /sandbox/mine makes blocks
  --solid-lag-blocks N  how far solidified blocks are behind the head
  --pool-energy N       Energy that the four owners of the pool can delegate together
  --pool-bandwidth N    the same of Bandwidth; both count at the first start only
Prints its address as a line of JSON. README.md has the API and the faults.`;

/** Undefined when only the usage is asked for. */
function readOptions(): TronNodeOptions | undefined {
  const { values } = parseArgs({ options: ARGUMENTS });
  if (values.help) return undefined;
  if (values.directory === undefined) {
    throw new StartProblem("Say where the sandbox node keeps its chain: --directory PATH.");
  }
  const optional = {
    host: values.host,
    hosts: values.hosts?.split(","),
    solidLagBlocks: number(values["solid-lag-blocks"]),
    poolEnergy: number(values["pool-energy"]),
    poolBandwidth: number(values["pool-bandwidth"]),
  };
  const given = Object.entries(optional).filter(([, value]) => value !== undefined);
  const blockMs = values["block-ms"];
  return {
    directory: values.directory,
    port: Number(values.port),
    blockMs: blockMs === "manual" ? "manual" : Number(blockMs),
    ...Object.fromEntries(given),
  };
}

function number(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) return console.log(USAGE);
  const node = await startTronNode(options);
  const stop = (): void => {
    void node.close().finally(() => process.exit(0));
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  process.once("disconnect", stop);
  console.log(JSON.stringify({ url: node.url, poolOwners: node.poolOwners }));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
