/** Deposits far below the minimum: anybody can send them, so each is listed, and one a day is told of. */
import { expect, test } from "vitest";
import { readDeposits } from "../../src/engine/deposits/deposits.js";
import { noteSeen } from "../../src/engine/deposits/scan.js";
import { DEPOSITS, money, payingDesk, scan, solidWith, usdt } from "../support/deposits.js";
import { botKnows } from "../support/withdrawals.js";

const DAY_MS = 86_400_000;

test("below a hundredth of the minimum each is listed, and the first of a day is told of", async () => {
  const { desk, address } = await payingDesk();
  await desk.commit(() => botKnows(desk.customerId));
  const told = () =>
    desk
      .rows("SELECT payload FROM outbox ORDER BY id")
      .map(({ payload }) => JSON.parse(String(payload)));
  const [first, second] = [money(address, { amount: 9_999n }), money(address, { amount: 1n })];
  await scan(desk, solidWith(desk, first, second, usdt(address, { amount: 9_999n })));
  await scan(desk, solidWith(desk, money(address, { amount: 1n })));
  expect(told()).toMatchObject([{ status: "below_minimum", amount: "9999", asset: "TRX" }]);
  const { deposits } = await readDeposits(desk.engine, { customerId: desk.customerId, limit: 20 });
  expect(deposits.map(({ status }) => status)).toEqual(Array(4).fill("below_minimum"));

  // A hundredth and more is told of each time.
  await scan(
    desk,
    solidWith(desk, money(address, { amount: 10_000n }), money(address, { amount: 10_000n })),
  );
  expect(told()).toHaveLength(3);
  desk.clock.nowMs += DAY_MS;
  await scan(desk, solidWith(desk, money(address, { amount: 1n }), money(address, { amount: 1n })));
  expect(told()).toHaveLength(4);
});

test("none is told of before it is solid", async () => {
  const { desk, address } = await payingDesk();
  await desk.commit(() => botKnows(desk.customerId));
  const { txid, from } = money(address);
  const seen = (id: string, amountSun: number) => ({
    ...{ txid: id, success: true, tokenCall: undefined },
    transfer: { from, to: address, amountSun },
  });
  const head = desk.chain.mine();
  const transactions = [seen(txid, 1), seen(`${txid.slice(1)}0`, 2_000_000)];
  await desk.commit(() => noteSeen({ ...head, transactions } as never, DEPOSITS.terms, 1));
  expect(desk.rows("SELECT status FROM deposit")).toHaveLength(2);
  expect(desk.rows("SELECT key FROM outbox")).toHaveLength(1);
});
