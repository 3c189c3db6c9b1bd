/** Something of each kind that waits for the operator, in a desk that takes deposits. */
import { must } from "../../src/domain/assert.js";
import type { CustomerId } from "../../src/domain/ids.js";
import { sun } from "../../src/domain/money.js";
import type { Engine } from "../../src/engine/context.js";
import { confirmDepositKey, depositAddressFor } from "../../src/engine/deposits/addresses.js";
import { applyScanned, scanFrom } from "../../src/engine/deposits/scan.js";
import { noteBlockNotRead } from "../../src/engine/not-read.js";
import { createWithdrawal } from "../../src/engine/withdrawals/withdraw.js";
import { depositCursor } from "../../src/store/deposits.js";
import { addressOf } from "./addresses.js";
import { DEPOSITS, money, solidOf } from "./deposits.js";
import { hashOf } from "./paper-chain.js";
import { sellerWith, TRX } from "./payouts.js";

/** As the status and the metrics count it. */
export const WAITING = {
  notRead: { blocks: 1, transactions: 0, notKept: 0 },
  depositsInReview: 1,
  depositLagBlocks: 40,
  heldBack: {
    withdrawalsToApprove: 1,
    withdrawalsToNewAddresses: 1,
    sellersToApprove: 1,
    sellersToApproveTrx: 20_000,
  },
};

/** The customer has some money that can be taken out, and no chat. */
export async function letWait(engine: Engine, customerId: CustomerId): Promise<void> {
  const { database } = engine;
  const at = engine.now();
  await confirmDepositKey(engine, DEPOSITS.keys.first);
  await database.commit(() => scanFrom({ number: 1, id: hashOf("1"), timestampMs: at }));
  const { block_number, block_id } = must(await engine.database.read(depositCursor), "a cursor");
  const to = await depositAddressFor(engine, customerId);
  const number = block_number + 1;
  const block = { number, id: hashOf(`${number}`), parentId: block_id, timestampMs: at };
  const odd = { ...money(to, { source: "internal" }), doubt: "contract" } as const;
  await database.commit(() => applyScanned([solidOf(block, [odd])], DEPOSITS.terms, at));
  await database.commit(() => noteBlockNotRead(number, "follower", "no answer", at));
  await database.commit(() => sellerWith(addressOf(0x5e11), customerId, sun(20_000 * TRX), at));
  const asked = { customerId, address: addressOf(0x7000), amountSun: sun(10 * TRX) };
  const how = { channel: "http", idempotencyKey: engine.newId(), hasRight: true } as const;
  await createWithdrawal(engine, { ...asked, ...how });
  const solid = { number: number + 40, id: hashOf(`${number + 40}`), timestampMs: at };
  engine.chainClock.sawHead(solid);
  engine.chainClock.sawSolid(solid);
}
