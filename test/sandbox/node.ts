/** A sandbox node with blocks by hand, in a directory of its own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startTronNode, type TronNode } from "tron-sandbox";

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), "sandbox-"));
}

/** Closed, it leaves nothing behind. */
export async function startNode(options: { readonly hosts?: string[] } = {}): Promise<TronNode> {
  const directory = temporaryDirectory();
  const manual = { directory, port: 0, blockMs: "manual", solidLagBlocks: 3 } as const;
  const node = await startTronNode({ ...manual, ...options });
  const close = async () => {
    await node.close();
    rmSync(directory, { recursive: true });
  };
  return { ...node, close };
}
