/** Deposits on a real node: what it shows is credited once, and what it lies about is not. */
import { USDT_CONTRACT } from "tron-sandbox";
import { expect, test } from "vitest";
import { type Address, address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { readCustomers } from "../../src/engine/customers/customers.js";
import { confirmDepositKey, depositAddressFor } from "../../src/engine/deposits/addresses.js";
import { bookDeposits, readDeposits } from "../../src/engine/deposits/deposits.js";
import { setUsdtRate } from "../../src/engine/deposits/usdt-rates.js";
import { audit } from "../../src/engine/operating/audit.js";
import { depositCursor } from "../../src/store/deposits.js";
import { availableSunOf } from "../../src/store/ledger.js";
import { DEPOSITS, RATE_SUN } from "../support/deposits.js";
import { until } from "../support/until.js";
import { type Rig, type RigOptions, SOLID_LAG_BLOCKS, startRig } from "./rig.js";
import { followed } from "./steps.js";

const TERMS = { ...DEPOSITS.terms, usdtContract: address(USDT_CONTRACT) };
const TRX = 1_000_000;

interface Paying {
  readonly rig: Rig;
  readonly to: Address;
  /** What the customer has beyond what they began with, in TRX. */
  gained(): Promise<number>;
  statuses(): Promise<string[]>;
  /** Pays in from outside; the transaction's id. */
  pay(what: Record<string, unknown>): Promise<string>;
  /** Mines until all blocks of now are solid, and read. */
  scanned(): Promise<void>;
}

async function paying(options: RigOptions = {}): Promise<Paying> {
  const rig = await startRig({ ...options, deposits: { ...DEPOSITS, terms: TERMS } });
  const { engine } = rig.desk;
  await confirmDepositKey(engine, DEPOSITS.keys.first);
  await setUsdtRate(engine, RATE_SUN, "test");
  const { customerId } = must((await readCustomers(engine))[0], "a customer");
  const to = await depositAddressFor(engine, customerId);
  // Chain time starts where wall time is: the rate is in force for the blocks from here on.
  await rig.mine(SOLID_LAG_BLOCKS + 1, 60_000);
  await followed(rig);
  await until("deposits are read", async () => rig.desk.engine.database.read(depositCursor));
  const before = await engine.database.read(() => availableSunOf(customerId));
  return {
    rig,
    to,
    async gained() {
      return (
        ((await rig.desk.engine.database.read(() => availableSunOf(customerId))) - before) / TRX
      );
    },
    async statuses() {
      const { deposits } = await readDeposits(rig.desk.engine, { customerId, limit: 100 });
      return deposits.map(({ asset, status }) => `${asset.slice(0, 4)} ${status}`).toSorted();
    },
    async pay(what) {
      // In a block of its own.
      return ((await rig.admin("pay", { to, ...what })) as { txid: string }).txid;
    },
    async scanned() {
      const { head } = await rig.state();
      await rig.mine(SOLID_LAG_BLOCKS);
      await until(`block ${head.number} is read`, async () => {
        const cursor = await rig.desk.engine.database.read(depositCursor);
        return cursor && cursor.block_number >= head.number;
      });
    },
  };
}

const isSound = async ({ rig }: Paying) => (await audit(rig.desk.database)).violations;

test("is credited once its block is solid: TRX and USDT, by an allowance and twice in one transaction too", async () => {
  const paid = await paying();
  let gainedTrx = 0;
  for (const [what, worthTrx] of [
    [{ trx: 50 }, 50],
    [{ usdt: 20 }, 64],
    [{ usdt: 20, kind: "allowance" }, 64],
    [{ usdt: 10, kind: "two_events" }, 64],
  ] as const) {
    await paid.pay(what);
    await followed(paid.rig);
    expect(await paid.gained()).toBe(gainedTrx);
    await paid.scanned();
    gainedTrx += worthTrx;
    expect(await paid.gained(), JSON.stringify(what)).toBe(gainedTrx);
  }
  await paid.scanned();
  expect(await paid.gained()).toBe(gainedTrx);
  expect(await isSound(paid)).toEqual([]);
});

test("is not credited: what failed, is another token, too little, unproven, or an address's own", async () => {
  const paid = await paying();
  const pay = async (what: Record<string, unknown>, ...statuses: string[]) => {
    await paid.pay(what);
    await paid.scanned();
    const told = (await paid.statuses()).map((one) => one.replace(/^\S+ (?=unsupported)/, ""));
    expect(told.toSorted(), JSON.stringify(what)).toEqual(statuses);
  };
  await pay({ trx: 7, kind: "rejected_internal" });
  await pay({ usdt: 20, kind: "failed" });
  // The node tells its event all the same.
  await paid.rig.faults({ kind: "failed-events", path: "*", count: "unlimited" });
  await pay({ usdt: 20, kind: "failed" });
  await paid.rig.noFaults();
  await pay({ usdt: 5, kind: "other_token" }, "unsupported");
  await pay({ trx: 0.9 }, "TRX below_minimum", "unsupported");
  // Nothing proves what a contract sends.
  await pay({ trx: 7, kind: "internal" }, "TRX below_minimum", "TRX review", "unsupported");
  expect(await paid.gained()).toBe(0);
  await paid.pay({ usdt: 20 });
  await paid.scanned();
  await paid.pay({ usdt: 20, kind: "to_itself" });
  await paid.scanned();
  expect(await paid.gained()).toBe(64);
  expect(await isSound(paid)).toEqual([]);
});

test("a node that tells of events late is asked again, and nothing is passed over", async () => {
  const paid = await paying();
  await paid.rig.faults({ kind: "late-infos", path: "*", count: "unlimited", infos: 0 });
  await paid.pay({ usdt: 20 });
  const { head } = await paid.rig.state();
  await paid.rig.mine(SOLID_LAG_BLOCKS);
  await followed(paid.rig);
  const failing = () =>
    paid.rig.desk.workers.states().some(({ name, ok }) => name === "deposits" && !ok);
  await until("the node's answer is refused", failing);
  expect((await paid.rig.desk.engine.database.read(depositCursor))?.block_number).toBeLessThan(
    head.number,
  );
  await paid.rig.noFaults();
  await paid.scanned();
  expect(await paid.gained()).toBe(64);
});

test("what a fork takes away was only seen, and is credited where it comes back", async () => {
  const paid = await paying();
  await paid.pay({ trx: 50 });
  await followed(paid.rig);
  expect(await paid.statuses()).toEqual(["TRX seen"]);
  await paid.rig.reorg(1, "vanish");
  await paid.rig.mine();
  await followed(paid.rig);
  expect(await paid.statuses()).toEqual([]);
  await paid.scanned();
  expect(await paid.gained()).toBe(0);
  await paid.pay({ trx: 30 });
  await paid.rig.reorg(1, "pending");
  await paid.rig.mine();
  await paid.scanned();
  expect(await paid.gained()).toBe(30);
});

test("what came while the desk was away is read from where it was, each once", async () => {
  const paid = await paying();
  await paid.pay({ trx: 10 });
  await paid.scanned();
  await paid.rig.stopDesk();
  await paid.pay({ trx: 5 });
  await paid.rig.mine(300);
  await paid.pay({ usdt: 10 });
  await paid.rig.mine(SOLID_LAG_BLOCKS);
  await paid.rig.startDesk();
  await paid.scanned();
  expect(await paid.statuses()).toEqual(["TRX credited", "TRX credited", "USDT credited"]);
  expect(await isSound(paid)).toEqual([]);
});

test("a transaction below the minimum is booked by the operator, as the chain shows it", async () => {
  const paid = await paying();
  const txid = await paid.pay({ trx: 0.4 });
  await paid.scanned();
  const { engine } = paid.rig.desk;
  const shown = must(await paid.rig.solidMoneyOf(txid), "a solid transaction");
  expect(await bookDeposits(engine, txid, shown)).toMatchObject({ credited: [{ txid }] });
  expect(await bookDeposits(engine, txid, shown)).toMatchObject({ credited: [] });
  expect(await paid.gained()).toBe(0.4);
});
