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
} as const;

function readOptions(): TelegramSandboxOptions {
  const { values } = parseArgs({ options: ARGUMENTS });
  const { directory, port, host, hosts } = values;
  if (directory === undefined) {
    throw new Error("Say where the sandbox keeps its chats: --directory PATH.");
  }
  const names = hosts?.split(",");
  return { directory, port: Number(port), host, hosts: names, nodeUrl: values["node-url"] };
}

async function main(): Promise<void> {
  const { close, ...addresses } = await startTelegramSandbox(readOptions());
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
