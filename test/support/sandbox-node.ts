/** A sandbox node in a directory of its own: it makes blocks when told to, and can be started again on what it left behind. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTronNode, type TronNodeOptions } from "tron-sandbox";
import { forgetConnections, postTaken } from "./http.js";

export const SOLID_LAG_BLOCKS = 3;

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), "sandbox-"));
}

export async function startNode(change: Partial<TronNodeOptions> = {}) {
  const directory = temporaryDirectory();
  const options: TronNodeOptions = {
    ...{ directory, port: 0, blockMs: "manual", solidLagBlocks: SOLID_LAG_BLOCKS },
    ...change,
  };
  let node = await startTronNode(options);
  const { url, operatorKeyHex, payoutKeyHex, poolOwners } = node;
  const admin = <T>(path: string, body: object = {}) =>
    postTaken<T>(`${url}/sandbox/${path}`, body);
  return {
    ...{ directory, url, operatorKeyHex, payoutKeyHex, poolOwners, admin },
    mine: (count = 1, missedMs = 0) => admin<unknown>("mine", { count, missedMs }),
    async stop() {
      await node.close();
      forgetConnections();
    },
    async start() {
      node = await startTronNode({ ...options, port: Number(new URL(url).port) });
    },
    /** It leaves nothing behind. */
    async close() {
      await node.close();
      rmSync(directory, { recursive: true });
    },
  };
}
