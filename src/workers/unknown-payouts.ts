/**
 * Reads solid blocks from a restored backup's on, for what accounts that pay have sent and the books do not know. Ends once nothing that
 * was signed before the restore can be in a later block. A block that no node gives is left to the operator.
 */
import { type Chain, type ChainBlock, ChainUnavailable } from "../chain/port.js";
import type { Address } from "../domain/address.js";
import { payoutsRead, readPayoutReading } from "../engine/payouts/unknown-payouts.js";
import { askOneHost, BLOCKS_A_CALL, type WorkerContext } from "./context.js";
import { GivenBlocks } from "./given-blocks.js";
import { Loop } from "./loop.js";

const CALLS_A_ROUND = 5;
/** A fork may have put a payout below the newest block that the backup knows. */
const FORK_BLOCKS = 20;

export function createUnknownPayoutReader(context: WorkerContext): Loop {
  const { engine, chain, logger } = context;
  const given = new GivenBlocks({
    context,
    side: "solidBlocks",
    async pass({ number }, reason) {
      const reading = (await readPayoutReading(engine))?.restored.reading;
      if (!reading) return;
      const passed = [...(reading.passed ?? []), number];
      await payoutsRead(engine, [], { ...reading, nextBlock: number + 1, passed });
      logger.error({ block: number, reason }, "what was paid in this block is not known");
    },
  });
  return new Loop({
    name: "unknown-payouts",
    everyMs: Math.max(20, Math.min(1_000, context.blockMs)),
    context,
    round: (stopping) =>
      askOneHost(chain, async (host) => {
        for (let calls = 0; calls < CALLS_A_ROUND && !stopping.aborted; calls += 1) {
          if (!(await readSome(context, host, given))) return;
        }
      }),
  });
}

/** False when there is no more to be read now. */
async function readSome(context: WorkerContext, host: Chain, given: GivenBlocks): Promise<boolean> {
  const { engine, logger, payout } = context;
  const found = await readPayoutReading(engine);
  if (!found) return false;
  const { block, reading } = found.restored;
  const accounts = new Set<Address>([...found.payers, ...(payout ? [payout.address] : [])]);
  if (!reading) {
    const untilMs = (await host.head()).timestampMs + engine.policy.transactionLifeMs;
    const nextBlock = Math.max(1, (block ?? 0) - FORK_BLOCKS);
    const complete = accounts.size === 0 || block === null;
    await payoutsRead(engine, [], { nextBlock, untilMs, complete });
    return true;
  }
  const { nextBlock, untilMs } = reading;
  const solid = await host.solidHead();
  if (nextBlock > solid.number) return false;
  const last = Math.min(nextBlock + BLOCKS_A_CALL - 1, solid.number);
  const blocks = await given.read(host, nextBlock, last, solid.number);
  const end = blocks.at(-1);
  if (!end && given.lacking) throw new ChainUnavailable(given.lacking);
  if (!end) return false;
  const sent = blocks.flatMap((one) => sentIn(one, accounts));
  if (sent.length > 0) logger.warn({ count: sent.length }, "paid after the backup");
  const complete = end.timestampMs > untilMs;
  await payoutsRead(engine, sent, { ...reading, nextBlock: end.number + 1, complete });
  return end.number < solid.number;
}

function sentIn({ number, transactions }: ChainBlock, accounts: ReadonlySet<Address>) {
  return transactions.flatMap(({ txid, success, endUnknown, transfer }) => {
    if (!transfer || !(success || endUnknown) || !accounts.has(transfer.from)) return [];
    return [{ txid, receiver: transfer.to, amount_sun: transfer.amountSun, block_number: number }];
  });
}
