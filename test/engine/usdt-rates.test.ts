/** What a USDT is worth: from which block on a rate counts, in a sandbox and by clocks that jump. */
import { describe, expect, test } from "vitest";
import type { IncomingMoney, ScannedMoney } from "../../src/domain/deposit.js";
import { sun } from "../../src/domain/money.js";
import { bookDeposits, readDepositOffer } from "../../src/engine/deposits/deposits.js";
import { approveDeposit } from "../../src/engine/deposits/review.js";
import { applyScanned, readsUsdt } from "../../src/engine/deposits/scan.js";
import { confirmUsdtRate, setUsdtRate } from "../../src/engine/deposits/usdt-rates.js";
import { foundAfter } from "../support/corruption.js";
import {
  DEPOSITS,
  depositRows,
  money,
  type PayingDesk,
  payingDesk,
  RATE_SUN,
  scan,
  solidWith,
  usdt,
} from "../support/deposits.js";
import { mine } from "../support/steps.js";
import { botKnows, toldOf } from "../support/withdrawals.js";

const wrong = (path: string) => ({ code: "VALIDATION_FAILED", details: [{ path }] });

test("a USDT is credited by the rate that was in force at its block, rounded down to the SUN", async () => {
  const { desk, address } = await payingDesk({ chainFollowsWallClock: true });
  const before = solidWith(desk, usdt(address, { amount: 1_000_001n }));
  desk.clock.nowMs = before.timestampMs + 1;
  await setUsdtRate(desk.engine, sun(4_000_003), "test");
  const after = solidWith(desk, usdt(address, { amount: 1_234_567n }));
  await scan(desk, before, after);
  expect(depositRows(desk).map(({ credited_sun }) => credited_sun)).toEqual([
    3_200_003,
    Math.floor((1_234_567 * 4_000_003) / 1_000_000),
  ]);
});

describe("in a sandbox, whose chain's time may be far from the clock's,", () => {
  test.each([
    ["behind it", 3_600_000],
    ["ahead of it", -3_600_000],
  ])("a new rate counts for the blocks from now on when the chain is %s", async (_, clockMs) => {
    const { desk, address } = await payingDesk();
    const before = solidWith(desk, usdt(address));
    desk.engine.chainClock.sawHead(before);
    desk.clock.nowMs += clockMs;
    await setUsdtRate(desk.engine, sun(5_000_000), "test");
    const { usdt: offered } = await readDepositOffer(desk.engine, desk.customerId);
    expect(offered?.rateSun).toBe(5_000_000);
    await scan(desk, before, solidWith(desk, usdt(address)));
    expect(depositRows(desk).map(({ rate_sun }) => rate_sun)).toEqual([RATE_SUN, 5_000_000]);
  });
});

test("the rate that was set last stays in force after a clock that had jumped ahead", async () => {
  const { desk, address } = await payingDesk({ chainFollowsWallClock: true });
  desk.clock.nowMs += 3_600_000;
  await setUsdtRate(desk.engine, sun(2_000_000), "test");
  desk.clock.nowMs -= 3_600_000;
  await setUsdtRate(desk.engine, sun(5_000_000), "test");
  desk.clock.nowMs += 7_200_000;
  await scan(desk, { ...solidWith(desk, usdt(address)), timestampMs: desk.clock.nowMs });
  expect(depositRows(desk)).toMatchObject([{ rate_sun: 5_000_000 }]);
});

test("events of USDT are read on by a clock that jumped back", async () => {
  const { desk } = await payingDesk();
  expect(await readsUsdt(desk.engine)).toBe(true);
  desk.clock.nowMs -= 3_600_000;
  expect(await readsUsdt(desk.engine)).toBe(true);
});

test("what may be paid in is said with the rate of now; USDT only once it has one", async () => {
  const { desk, address } = await payingDesk();
  expect(await readDepositOffer(desk.engine, desk.customerId)).toEqual({
    address,
    retired: [],
    minimumTrxSun: 1_000_000,
    usdt: { minimumUnits: 1_000_000, rateSun: RATE_SUN },
  });
  await expect(setUsdtRate(desk.engine, sun(0), "test")).rejects.toMatchObject(wrong("usdt"));
});

describe("a rate that was neither set nor confirmed for a day", () => {
  const DAY_MS = 86_400_000;
  const deposits = { ...DEPOSITS, terms: { ...DEPOSITS.terms, rateLastsMs: DAY_MS } };
  const lapsing = async (): Promise<PayingDesk> => {
    const paying = await payingDesk({ deposits });
    await paying.desk.commit(() => botKnows(paying.desk.customerId));
    return paying;
  };
  /** Reads a solid block of so much after the rate was set. */
  const comes = async (
    { desk }: PayingDesk,
    afterMs: number,
    ...brought: (IncomingMoney | ScannedMoney)[]
  ) => {
    const [first] = desk.rows("SELECT since FROM usdt_rate ORDER BY id LIMIT 1");
    const block = { ...solidWith(desk, ...brought), timestampMs: Number(first?.since) + afterMs };
    return desk.commit(() => applyScanned([block], deposits.terms, desk.engine.now()));
  };
  const statuses = ({ desk }: PayingDesk) =>
    depositRows(desk).map(({ asset, status, rate_sun }) => [asset, status, rate_sun]);
  const incidents = ({ desk }: PayingDesk) =>
    desk
      .rows("SELECT text, closed_at FROM incident WHERE kind = 'usdt-rate'")
      .map(({ text, closed_at }) => [String(text).includes("Over:"), closed_at !== null]);

  test("has lapsed: USDT waits, which customer and operator are told, and nothing else does", async () => {
    const paying = await lapsing();
    const { desk, address } = paying;
    await comes(paying, DAY_MS - 1, usdt(address));
    await comes(paying, DAY_MS, usdt(address), money(address), usdt(address, { amount: 1n }));
    await comes(paying, DAY_MS + 3_000, usdt(address));
    expect(statuses(paying).toSorted()).toEqual([
      ["TRX", "credited", null],
      ["USDT", "below_minimum", null],
      ["USDT", "credited", RATE_SUN],
      ["USDT", "waits_for_rate", null],
      ["USDT", "waits_for_rate", null],
    ]);
    expect(desk.moneySun.available).toBe(114_000_000);
    expect(toldOf(desk).filter(({ status }) => status === "waits_for_rate")).toHaveLength(2);
    expect(incidents(paying)).toEqual([[false, false]]);
  });

  test("is offered to nobody, and said to be awaited", async () => {
    const { desk } = await lapsing();
    const offer = () => readDepositOffer(desk.engine, desk.customerId);
    expect((await offer()).usdt).toEqual({ minimumUnits: 1_000_000, rateSun: RATE_SUN });
    await mine(desk, [], true, DAY_MS);
    expect((await offer()).usdt).toEqual({ minimumUnits: 1_000_000, rateSun: undefined });
    await confirmUsdtRate(desk.engine, "ada");
    expect((await offer()).usdt).toEqual({ minimumUnits: 1_000_000, rateSun: RATE_SUN });
  });

  test.each([
    ["set", 3_000_000, (one: PayingDesk) => setUsdtRate(one.desk.engine, sun(3_000_000), "ada")],
    ["confirmed", RATE_SUN, (one: PayingDesk) => confirmUsdtRate(one.desk.engine, "ada")],
  ])(
    "credits what waits as soon as the next is %s, at that rate, and is told",
    async (_, rateSun, next) => {
      const paying = await lapsing();
      const { desk, address } = paying;
      await comes(paying, DAY_MS, usdt(address));
      await comes(paying, 2 * DAY_MS, usdt(address, { amount: 5_000_000n }));
      await next(paying);
      expect(statuses(paying)).toEqual([
        ["USDT", "credited", rateSun],
        ["USDT", "credited", rateSun],
      ]);
      expect(desk.moneySun.available).toBe(25 * rateSun);
      expect(toldOf(desk).at(-1)).toMatchObject({ status: "credited", creditedSun: 5 * rateSun });
      expect(incidents(paying)).toEqual([[true, true]]);
      await comes(paying, 3 * DAY_MS - 1, usdt(address));
      expect(statuses(paying).at(-1)).toEqual(["USDT", "credited", rateSun]);
    },
  );

  test("leaves what came meanwhile and is read later to the next one, too", async () => {
    const paying = await lapsing();
    const { desk, address } = paying;
    await desk.commit(function* () {
      for (const days of [3, 5]) {
        yield {
          sql: "INSERT INTO usdt_rate (since, rate_sun, set_by, set_at) SELECT since + ?, ?, 'x', set_at FROM usdt_rate WHERE id = 1",
          params: [days * DAY_MS, days * 1_000_000],
        };
      }
    });
    await comes(paying, 2 * DAY_MS, usdt(address));
    await comes(paying, 4 * DAY_MS, usdt(address));
    expect(statuses(paying)).toEqual([
      ["USDT", "credited", 3_000_000],
      ["USDT", "credited", 5_000_000],
    ]);
  });

  test("lets no doubt go: it is checked at the next rate; and nobody books it without one", async () => {
    const paying = await lapsing();
    const { desk, address } = paying;
    const doubted = { ...usdt(address), doubt: "contract" as const };
    await comes(paying, DAY_MS, doubted);
    const [row] = depositRows(desk);
    expect(row).toMatchObject({ status: "waits_for_rate", reason: "contract" });
    const shown = { blockNumber: 1, blockTimestampMs: Number(row?.at), money: [doubted] };
    await expect(bookDeposits(desk.engine, doubted.txid, shown)).rejects.toThrow(/rates confirm/);
    await confirmUsdtRate(desk.engine, "ada");
    expect(statuses(paying)).toEqual([["USDT", "review", RATE_SUN]]);
    expect(desk.moneySun.available).toBe(0);
    await approveDeposit(desk.engine, String(row?.id), "ada");
    expect(desk.moneySun.available).toBe(20 * RATE_SUN);
  });

  test("is held to by the audit: no deposit has a rate that was not in force, or the next", async () => {
    const paying = await lapsing();
    const { desk, address } = paying;
    await setUsdtRate(desk.engine, sun(4_000_000), "ada");
    await comes(paying, DAY_MS, usdt(address));
    await setUsdtRate(desk.engine, sun(5_000_000), "ada");
    for (const change of [`rate_id = 1, rate_sun = ${RATE_SUN}`, "rate_id = NULL"]) {
      expect(await foundAfter(desk, `UPDATE deposit SET ${change}`)).toContain(
        "a deposit has the rate that was in force at its block, or the next one",
      );
    }
  });
});

test("a rate begins when it is set, though the clock has jumped back or the process knows no block", async () => {
  const { desk, address } = await payingDesk({ chainFollowsWallClock: true });
  const paid = solidWith(desk, usdt(address));
  await scan(desk, paid);
  desk.clock.nowMs -= 3_600_000;
  await setUsdtRate(desk.engine, sun(4_000_000), "test");
  const later = solidWith(desk, usdt(address));
  await scan(desk, later);
  expect(depositRows(desk).map(({ rate_sun }) => rate_sun)).toEqual([RATE_SUN, 4_000_000]);
  const [newest] = desk.rows("SELECT since FROM usdt_rate ORDER BY id DESC LIMIT 1");
  expect(Number(newest?.since)).toBe(paid.timestampMs + 1);
});
