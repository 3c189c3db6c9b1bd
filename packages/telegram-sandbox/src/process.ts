#!/usr/bin/env node
/**
 * The sandbox as a process of its own: `telegram-sandbox --directory D --port 0`
 *
 * Prints one line of JSON with its addresses when it is ready. SIGTERM and SIGINT end it with status 0.
 */
import { parseArgs } from "node:util";
import { startTelegramSandbox, type TelegramSandboxOptions } from "./start.js";

const ARGUMENTS = {
  directory: { type: "string" },
  port: { type: "string", default: "0" },
  host: { type: "string" },
  hosts: { type: "string" },
  "node-url": { type: "string" },
  help: { type: "boolean" },
} as const;

const USAGE = `telegram-sandbox --directory PATH [options]
  --directory PATH  where the chats are kept
  --port N          default 0: any free one
  --host ADDRESS    default 127.0.0.1
  --hosts A,B       further names by which programs call it
  --node-url URL    a TRON node: gives each of its transactions a page, /sandbox/tx/TXID
Prints its addresses as a line of JSON. README.md has the API.`;

/** Undefined when only the usage is asked for. */
function readOptions(): TelegramSandboxOptions | undefined {
  const { values } = parseArgs({ options: ARGUMENTS });
  const { directory, port, host, hosts, help } = values;
  if (help) return undefined;
  if (directory === undefined) {
    throw new Error("Say where the sandbox keeps its chats: --directory PATH.");
  }
  const names = hosts?.split(",");
  return { directory, port: Number(port), host, hosts: names, nodeUrl: values["node-url"] };
}

async function main(): Promise<void> {
  const options = readOptions();
  if (!options) return console.log(USAGE);
  const { close, ...addresses } = await startTelegramSandbox(options);
  const stop = (): void => {
    void close().finally(() => process.exit(0));
  };
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  console.log(JSON.stringify(addresses));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
