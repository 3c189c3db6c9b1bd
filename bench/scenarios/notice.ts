/** How soon after a block is there the desk has settled what it holds: by the node's own word, and by the books. */
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import Sqlite from "#shared/sqlite.js";
import { type ChainNode, startChainNode } from "../chain-node.js";
import { startDesk } from "../desk.js";
import type { Report } from "../report.js";
import { latencyOf, percentile } from "../statistics.js";
import type { Workspace } from "../workspace.js";

/** So long it is left alone first, then looked at. */
const SETTLE_BLOCKS = 15;
const FOR_BLOCKS = { 3000: 40, 200: 300 } as const;
const LOOK_MS = 2;

export async function measureNotice(
  workspace: Workspace,
  report: Report,
  blockMs: keyof typeof FOR_BLOCKS,
  deskFile: string | undefined,
): Promise<void> {
  const node = await startChainNode(workspace, blockMs);
  const desk = await startDesk(workspace, node, { deskFile });
  await sleep(SETTLE_BLOCKS * blockMs);
  const lateMs = await watch(node, desk.databasePath, FOR_BLOCKS[blockMs]);
  const p95Ms = percentile(lateMs, 0.95);
  report.add({
    name: `a block is noticed, blocks of ${blockMs} ms`,
    ...latencyOf(lateMs),
    note: `p95 ${p95Ms.toFixed(0)} ms, of ${lateMs.length} blocks`,
  });
}

/** By how much the books' newest block came later than the node's, for so many blocks; one that was never the newest is left out. */
async function watch({ url }: ChainNode, databasePath: string, blocks: number): Promise<number[]> {
  const pool = new Pool(url, { connections: 1 });
  const books = new Sqlite(databasePath, { readonly: true, fileMustExist: true });
  const newest = books.prepare("SELECT max(number) FROM chain_block").pluck();
  const madeAtMs = new Map<number, number>();
  const lateMs: number[] = [];
  try {
    let known = await headOf(pool);
    let followed = Number(newest.get());
    while (lateMs.length < blocks) {
      const head = await headOf(pool);
      const nowMs = performance.now();
      if (head > known) madeAtMs.set(head, nowMs);
      known = head;
      const cursor = Number(newest.get());
      for (let number = followed + 1; number <= cursor; number += 1) {
        const madeMs = madeAtMs.get(number);
        if (madeMs !== undefined) lateMs.push(Math.max(0, performance.now() - madeMs));
      }
      followed = cursor;
      await sleep(LOOK_MS);
    }
    return lateMs;
  } finally {
    books.close();
    await pool.close();
  }
}

async function headOf(pool: Pool): Promise<number> {
  const { body } = await pool.request({ method: "POST", path: "/sandbox/state", body: "{}" });
  return ((await body.json()) as { head: { number: number } }).head.number;
}
