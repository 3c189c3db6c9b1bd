/** Deposits on a real node: what it shows is credited once, and what it lies about is not. */
import { USDT_CONTRACT } from "tron-sandbox";
import { expect, test } from "vitest";
import { address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { bookDeposits, readDeposits } from "../../src/engine/deposits/deposits.js";
import { audit } from "../../src/engine/operating/audit.js";
import { depositCursor } from "../../src/store/deposits.js";
import { DEPOSITS } from "../support/deposits.js";
import { until } from "../support/until.js";
import { payingIn, solidAndRead } from "./paying-in.js";
import { type RigOptions, SOLID_LAG_BLOCKS, startRig } from "./rig.js";
import { followed } from "./steps.js";

const TERMS = { ...DEPOSITS.terms, usdtContract: address(USDT_CONTRACT) };

type Paying = Awaited<ReturnType<typeof paying>>;

async function paying(options: RigOptions = {}) {
  const rig = await startRig({ ...options, deposits: { ...DEPOSITS, terms: TERMS } });
  const { customerId, pay, gainedTrx } = await payingIn(rig);
  return {
    rig,
    pay,
    gainedTrx,
    async statuses() {
      const { deposits } = await readDeposits(rig.desk.engine, { customerId, limit: 100 });
      return deposits.map(({ asset, status }) => `${asset.slice(0, 4)} ${status}`).toSorted();
    },
    scanned: () => solidAndRead(rig),
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
    expect(await paid.gainedTrx()).toBe(gainedTrx);
    await paid.scanned();
    gainedTrx += worthTrx;
    expect(await paid.gainedTrx(), JSON.stringify(what)).toBe(gainedTrx);
  }
  await paid.scanned();
  expect(await paid.gainedTrx()).toBe(gainedTrx);
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
  expect(await paid.gainedTrx()).toBe(0);
  await paid.pay({ usdt: 20 });
  await paid.scanned();
  await paid.pay({ usdt: 20, kind: "to_itself" });
  await paid.scanned();
  expect(await paid.gainedTrx()).toBe(64);
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
  expect(await paid.gainedTrx()).toBe(64);
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
  expect(await paid.gainedTrx()).toBe(0);
  await paid.pay({ trx: 30 });
  await paid.rig.reorg(1, "pending");
  await paid.rig.mine();
  await paid.scanned();
  expect(await paid.gainedTrx()).toBe(30);
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
  expect(await paid.gainedTrx()).toBe(0.4);
});
