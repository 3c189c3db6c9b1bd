/** What a USDT is worth: from which block on a rate counts, in a sandbox and by clocks that jump. */
import { describe, expect, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import { readDepositOffer, setUsdtRate } from "../../src/engine/deposits/deposits.js";
import { readsUsdt } from "../../src/engine/deposits/scan.js";
import { depositRows, payingDesk, RATE_SUN, scan, solidWith, usdt } from "../support/deposits.js";

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
    minimumTrxSun: 1_000_000,
    usdt: { minimumUnits: 1_000_000, rateSun: RATE_SUN },
  });
  await expect(setUsdtRate(desk.engine, sun(0), "test")).rejects.toMatchObject(wrong("usdt"));
});
