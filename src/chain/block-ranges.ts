/**
 * Ranges of blocks, read fewer at a time where a node cannot give so many, down to one. One that it cannot give although it has
 * the blocks around it is named, and is no failure of the node: java-tron has had a block that it could not print.
 */
import { BLOCK_SECONDS } from "../domain/duration.js";
import { NoAnswer, NodeRefused } from "./http-host.js";
import { NotStarted } from "./pace.js";
import {
  BlockNotGiven,
  type BlockRef,
  type ChainBlock,
  ChainUnavailable,
  type MissingBlock,
} from "./port.js";

export type ReadRange = (first: number, last: number) => Promise<readonly ChainBlock[]>;

const BLOCK_MS = BLOCK_SECONDS * 1_000;

/** The most blocks that a node is asked for at once now; it outlives each call. */
export interface RangeSize {
  most: number;
}

/** The number of blocks read at once is halved with each failure, and doubled with each success. */
export function inFewerBlocks(
  read: ReadRange,
  headerOf: (number: number) => Promise<BlockRef>,
  size: RangeSize,
): ReadRange {
  return async (first, last) => {
    let failure: ChainUnavailable | undefined;
    for (;;) {
      const count = Math.min(last - first + 1, size.most);
      try {
        const blocks = await read(first, first + count - 1);
        size.most *= 2;
        return blocks;
      } catch (error) {
        if (!isAboutBlocks(error)) throw error;
        failure ??= error;
        // A silent node is not asked again at once, but for less the next time.
        if (count > 1) size.most = Math.floor(count / 2);
        if (count > 1 && error instanceof NoAnswer) throw error;
        if (count > 1) continue;
      }
      const missing = await aroundBlock(read, first, headerOf).catch(() => undefined);
      throw missing ? new BlockNotGiven(missing, failure.message) : failure;
    }
  };
}

function isAboutBlocks(error: unknown): error is ChainUnavailable {
  if (error instanceof NodeRefused || error instanceof NotStarted) return false;
  return error instanceof ChainUnavailable;
}

/** What a node tells of a block that it does not give: undefined when it lacks those around it too. */
export async function aroundBlock(
  read: ReadRange,
  number: number,
  headerOf?: (number: number) => Promise<BlockRef>,
): Promise<MissingBlock | undefined> {
  const [next] = await read(number + 1, number + 1);
  // Read last: a fork in between shows another block there than the reader has.
  const [before] = number > 0 && next ? await read(number - 1, number - 1) : [];
  if (!before || !next) return undefined;
  const id = next.parentId;
  const header = await headerOf?.(number).catch(() => undefined);
  const usualMs = Math.max(before.timestampMs + 1, next.timestampMs - BLOCK_MS);
  const timestampMs = header?.id === id ? header.timestampMs : usualMs;
  return { number, id, timestampMs, parentId: before.id };
}
