/**
 * Reads solid blocks from a restored backup's on, for what accounts that pay have sent and the books do not know. Ends once nothing that
 * was signed before the restore can be in a later block.
 */
import { type Chain, type ChainBlock, ChainUnavailable } from "../chain/port.js";
import type { Address } from "../domain/address.js";
import { payoutsRead, readPayoutReading } from "../engine/payouts/unknown-payouts.js";
import { BLOCKS_A_CALL, type WorkerContext } from "./context.js";
import { Loop } from "./loop.js";
import { askOneHost } from "./one-host.js";

const CALLS_A_ROUND = 5;
/** A fork may have put a payout below the newest block that the backup knows. */
const FORK_BLOCKS = 20;

export function createUnknownPayoutReader(context: WorkerContext): Loop {
  let isBehind = false;
  const everyMs = Math.max(20, 3 * context.blockMs);
  return new Loop({
    name: "unknown-payouts",
    everyMs,
    pauseMs: () => (isBehind ? 0 : everyMs),
    context,
    async round(stopping) {
      isBehind = false;
      await askOneHost(context.chain, async (host) => {
        for (let calls = 0; calls < CALLS_A_ROUND && !stopping.aborted; calls += 1) {
          if (!(await readSome(context, host))) return;
        }
        isBehind = true;
      });
    },
  });
}

/** False when there is no more to be read now. */
async function readSome(context: WorkerContext, host: Chain): Promise<boolean> {
  const { engine, logger, payout, transactionLifeMs } = context;
  const found = await readPayoutReading(engine);
  if (!found) return false;
  const { restored, payers } = found;
  const accounts = new Set<Address>([...payers, ...(payout ? [payout.address] : [])]);
  const untilMs = restored.reading?.untilMs ?? (await host.head()).timestampMs + transactionLifeMs;
  const firstBlock = Math.max(1, (restored.block ?? 0) - FORK_BLOCKS);
  const nextBlock = restored.reading?.nextBlock ?? firstBlock;
  if (accounts.size === 0 || restored.block === null) {
    await payoutsRead(engine, [], { nextBlock, untilMs, complete: true });
    return false;
  }
  const solid = await host.solidHead();
  const complete = solid.timestampMs > untilMs;
  if (nextBlock > solid.number) {
    if (restored.reading?.complete !== complete || !restored.reading) {
      await payoutsRead(engine, [], { nextBlock, untilMs, complete });
    }
    return false;
  }
  const last = Math.min(nextBlock + BLOCKS_A_CALL - 1, solid.number);
  const blocks = await host.solidBlocks(nextBlock, last);
  for (const [at, block] of blocks.entries()) {
    if (block.number !== nextBlock + at) throw notGiven(nextBlock + at);
  }
  const end = blocks.at(-1);
  if (!end) throw notGiven(nextBlock);
  const sent = blocks.flatMap((block) => sentIn(block, accounts));
  if (sent.length > 0) logger.warn({ count: sent.length }, "paid after the backup");
  const isAll = end.number === solid.number && complete;
  await payoutsRead(engine, sent, { nextBlock: end.number + 1, untilMs, complete: isAll });
  return end.number < solid.number;
}

function sentIn(block: ChainBlock, accounts: ReadonlySet<Address>) {
  return block.transactions.flatMap(({ txid, success, endUnknown, transfer }) =>
    transfer && (success || endUnknown) && accounts.has(transfer.from)
      ? [
          {
            ...{ txid, receiver: transfer.to, amount_sun: transfer.amountSun },
            block_number: block.number,
          },
        ]
      : [],
  );
}

function notGiven(block: number): ChainUnavailable {
  return new ChainUnavailable(`the node does not give block ${block}, which is solid`);
}
