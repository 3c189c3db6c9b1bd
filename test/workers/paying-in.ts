/** A customer of the desk who pays in from outside. */
import { must } from "../../src/domain/assert.js";
import { SUN_PER_TRX } from "../../src/domain/money.js";
import { readCustomers } from "../../src/engine/customers/customers.js";
import { confirmDepositKey, depositAddressFor } from "../../src/engine/deposits/addresses.js";
import { setUsdtRate } from "../../src/engine/deposits/usdt-rates.js";
import { depositCursor } from "../../src/store/deposits.js";
import { availableSunOf } from "../../src/store/ledger.js";
import { DEPOSITS, RATE_SUN } from "../support/deposits.js";
import { until } from "../support/until.js";
import { type Rig, SOLID_LAG_BLOCKS } from "./rig.js";
import { followed } from "./steps.js";

/** Deposits are read from here on. */
export async function payingIn(rig: Rig) {
  const { engine } = rig.desk;
  await confirmDepositKey(engine, DEPOSITS.keys.first);
  await setUsdtRate(engine, RATE_SUN, "test");
  const { customerId } = must((await readCustomers(engine))[0], "a customer");
  const to = await depositAddressFor(engine, customerId);
  // Chain time starts where wall time is: the rate is in force for the blocks from here on.
  await rig.mine(SOLID_LAG_BLOCKS + 1, 60_000);
  await followed(rig);
  await until("deposits are read", async () => engine.database.read(depositCursor));
  const availableSun = () => rig.desk.engine.database.read(() => availableSunOf(customerId));
  const beforeSun = await availableSun();
  return {
    customerId,
    to,
    /** In a block of its own; the transaction's id. */
    pay: async (what: Record<string, unknown>) =>
      ((await rig.admin("pay", { to, ...what })) as { txid: string }).txid,
    availableSun,
    /** What the customer has beyond what they began with. */
    gainedTrx: async () => ((await availableSun()) - beforeSun) / SUN_PER_TRX,
  };
}

/** Until deposits are read up to this block. */
export const readUpTo = (rig: Rig, block: number) =>
  until(`block ${block} is read for deposits`, async () => {
    const cursor = await rig.desk.engine.database.read(depositCursor);
    return cursor && cursor.block_number >= block;
  });

/** Mines until all blocks of now are solid, and read for deposits. */
export async function solidAndRead(rig: Rig): Promise<void> {
  const { head } = await rig.state();
  await rig.mine(SOLID_LAG_BLOCKS);
  await readUpTo(rig, head.number);
}
