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
} as const;

function readOptions(): TronNodeOptions {
  const { values } = parseArgs({ options: ARGUMENTS });
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
  const node = await startTronNode(readOptions());
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
