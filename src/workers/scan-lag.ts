/** How far the reading of deposits is behind the solid block: an incident once it has been late for long, until it no longer is. */
import type { BlockRef } from "../chain/port.js";
import { depositsInTime, depositsLate } from "../engine/deposits/unread-block.js";
import { depositCursor } from "../store/deposits.js";
import type { WorkerContext } from "./context.js";

/** A minute of blocks. */
const LATE_BLOCKS = 20;
const TOLD_AFTER_MS = 600_000;

export class ScanLag {
  readonly #context: WorkerContext;
  #sinceMs: number | undefined;
  /** Whether an incident may be open; after a start nobody knows. */
  #mayBeOpen = true;

  constructor(context: WorkerContext) {
    this.#context = context;
  }

  /** After each round; `reason` where it went wrong. */
  async note(solid: BlockRef, reason: string | undefined): Promise<void> {
    const { engine, logger, monotonicMs } = this.#context;
    engine.chainClock.solidForDeposits = solid.number;
    const cursor = await engine.database.read(depositCursor);
    const lagBlocks = cursor ? solid.number - cursor.block_number : 0;
    const at = engine.now();
    if (lagBlocks <= LATE_BLOCKS) {
      this.#sinceMs = undefined;
      if (this.#mayBeOpen) await engine.database.commit(() => depositsInTime(at));
      this.#mayBeOpen = false;
      return;
    }
    this.#sinceMs ??= monotonicMs();
    if (monotonicMs() - this.#sinceMs < TOLD_AFTER_MS) return;
    const why = reason ?? "there are many blocks to read";
    this.#mayBeOpen = true;
    await engine.database.commit(() => depositsLate(lagBlocks, why, at));
    this.#sinceMs = monotonicMs();
    logger.error({ lagBlocks, why }, "deposits are late");
  }
}
