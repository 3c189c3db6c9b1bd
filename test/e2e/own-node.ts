/** A sandbox node that outlives the desks of a test, and the settings of a desk on it. */
import { startTronNode, type TronNode } from "tron-sandbox";
import { onTestFinished } from "vitest";
import { temporaryDirectory } from "./desk-process.js";

export interface OwnNode extends TronNode {
  readonly env: Readonly<Record<string, string>>;
}

export async function startOwnNode(
  blockMs: number,
  onEnd: (end: () => void | Promise<void>) => void = onTestFinished,
): Promise<OwnNode> {
  const directory = temporaryDirectory(onEnd);
  const node = await startTronNode({ directory, port: 0, blockMs, solidLagBlocks: 3 });
  onEnd(() => node.close());
  const env = {
    TRON_NETWORK: "sandbox",
    TRON_FULL_HOST: node.url,
    POOL_OWNERS: node.poolOwners.join(","),
    OPERATOR_KEY: node.operatorKeyHex,
    SANDBOX_BLOCK_MS: String(blockMs),
  };
  return { ...node, env };
}
