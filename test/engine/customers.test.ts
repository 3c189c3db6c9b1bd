/** Customers, their keys and their money from outside; how often they may call. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import { SlidingWindow } from "../../src/engine/admission.js";
import {
  createCustomer,
  creditCustomer,
  debitCustomer,
  holderForKey,
  issueKey,
  readBalance,
  readKeys,
  revokeKey,
} from "../../src/engine/customers/customers.js";
import { bindNetwork, bindNetworkName } from "../../src/engine/network.js";
import { addressOf } from "../support/addresses.js";
import { openDesk } from "../support/desk.js";
import { paidCredit } from "../support/terms.js";
import { paidIn } from "../support/withdrawals.js";

describe("a key", () => {
  test("belongs to its customer until it is revoked, over restarts too", async () => {
    const desk = await openDesk();
    const { customerId, apiKey } = await createCustomer(desk.engine, "Another");
    expect(await holderForKey(desk.engine, apiKey)).toMatchObject({ customerId });
    const second = await issueKey(desk.engine, customerId);
    await desk.restart();
    expect(await holderForKey(desk.engine, apiKey)).toMatchObject({ customerId });
    expect(await holderForKey(desk.engine, second.apiKey)).toMatchObject({ customerId });
    await revokeKey(desk.engine, second.keyId);
    expect(await holderForKey(desk.engine, second.apiKey)).toBeUndefined();
    expect(await holderForKey(desk.engine, apiKey)).toMatchObject({ customerId });
    expect(await readKeys(desk.engine, customerId)).toHaveLength(2);
  });

  test("that is none, or nobody's, belongs to nobody", async () => {
    const desk = await openDesk();
    const other = await openDesk();
    const { apiKey } = await createCustomer(other.engine, "Of another desk");
    for (const key of [undefined, 7, "", "edk_", apiKey, `${apiKey} `]) {
      expect(await holderForKey(desk.engine, key)).toBeUndefined();
    }
  });

  test("is nowhere in the file, its hash is", async () => {
    const desk = await openDesk();
    const { apiKey } = await createCustomer(desk.engine, "Another");
    const rows = JSON.stringify(desk.rows("SELECT * FROM api_key"));
    expect(rows).not.toContain(apiKey);
    expect(rows).not.toContain(apiKey.slice(8));
  });

  test("nobody knows cannot be revoked", async () => {
    const desk = await openDesk();
    await expect(revokeKey(desk.engine, "no such")).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("money from outside", () => {
  test("moves once for a reference, and says so", async () => {
    const desk = await openDesk({ creditTrx: 10, creditKind: "gift" });
    const call = {
      customerId: desk.customerId,
      amountSun: sun(5_000_000),
      reason: "bank transfer",
      kind: "gift" as const,
      reference: "A1",
    };
    expect(await creditCustomer(desk.engine, call)).toEqual({
      availableSun: 15_000_000,
      heldSun: 0,
      withdrawableSun: 0,
      heldForWithdrawalsSun: 0,
      moved: true,
    });
    expect(await creditCustomer(desk.engine, call)).toMatchObject({
      availableSun: 15_000_000,
      moved: false,
    });
    const other = { ...call, amountSun: sun(6_000_000) };
    await expect(creditCustomer(desk.engine, other)).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
    expect(await debitCustomer(desk.engine, call)).toMatchObject({
      availableSun: 10_000_000,
      moved: true,
    });
    desk.assertSound();
    expect(desk.balanceSun("external")).toBe(-10_000_000);
  });

  test("is not taken out beyond what is available, held money least of all", async () => {
    const desk = await openDesk({ creditTrx: 10 });
    await desk.order();
    const all = {
      customerId: desk.customerId,
      amountSun: sun(6_100_001),
      reason: "payout",
      reference: "A1",
    };
    await expect(debitCustomer(desk.engine, all)).rejects.toMatchObject({
      code: "INSUFFICIENT_BALANCE",
      details: { required: 6.100001, available: 6.1 },
    });
    await debitCustomer(desk.engine, { ...all, amountSun: sun(6_100_000) });
    expect(await readBalance(desk.engine, desk.customerId)).toEqual({
      availableSun: 0,
      heldSun: 3_900_000,
      withdrawableSun: 0,
      heldForWithdrawalsSun: 0,
    });
    desk.assertSound();
  });

  test("is taken off gifts first, but not off any when it is what they took out", async () => {
    const desk = await openDesk({ creditTrx: 10, creditKind: "gift" });
    const { customerId, engine } = desk;
    await desk.commit(() => paidIn(customerId, sun(20_000_000), 1));
    const call = { customerId, amountSun: sun(4_000_000), reason: "wire" };
    const debited = (reference: string, wasWithdrawn: boolean) =>
      debitCustomer(engine, { ...call, reference, wasWithdrawn });
    expect(await debited("1", false)).toMatchObject({ withdrawableSun: 20_000_000 });
    expect(await debited("2", true)).toMatchObject({ withdrawableSun: 16_000_000 });
    desk.assertSound();
  });

  test("of 0 TRX, or for nobody, is refused and halts nothing", async () => {
    const desk = await openDesk();
    const call = {
      customerId: desk.customerId,
      amountSun: sun(0),
      reason: "",
      reference: "A1",
      kind: "gift",
    } as const;
    const invalid = { code: "VALIDATION_FAILED" };
    await expect(creditCustomer(desk.engine, call)).rejects.toMatchObject(invalid);
    await expect(debitCustomer(desk.engine, call)).rejects.toMatchObject(invalid);
    const nobody = { ...call, customerId: "0".repeat(24), amountSun: sun(1) };
    await expect(creditCustomer(desk.engine, nobody)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(desk.halts).toEqual([]);
  });

  test("a first credit beyond what the books hold is refused like any other", async () => {
    const desk = await openDesk({ creditTrx: 10 });
    const all = sun(Number.MAX_SAFE_INTEGER);
    await expect(createCustomer(desk.engine, "Rich", paidCredit(all))).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
    desk.assertSound();
  });

  test.each(["", "  ", "x".repeat(201)])("a customer named %j is refused", async (name) => {
    const desk = await openDesk();
    await expect(createCustomer(desk.engine, name)).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
  });
});

describe("calls in a sliding second", () => {
  test("are at most the limit, wherever the second begins, and a refused one does not count", () => {
    const steps = fc.array(fc.integer({ min: 0, max: 1_300 }), { maxLength: 120 });
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 20 }), (pauses, limit) => {
        let nowMs = 0;
        const window = new SlidingWindow("test", limit, () => nowMs);
        const admitted: number[] = [];
        for (const pauseMs of pauses) {
          nowMs += pauseMs;
          const recent = admitted.filter((at) => at > nowMs - 1_000).length;
          if (recent < limit) {
            expect(window.admit("one").remaining).toBe(limit - recent - 1);
            admitted.push(nowMs);
          } else {
            expect(() => window.admit("one")).toThrow(/in one second/);
          }
        }
      }),
    );
  });

  test("count for one second at most, whatever fraction the clock stands at", () => {
    const uptimesMs = fc.integer({ min: 1, max: 1e12 }).map((tenthsOfUs) => tenthsOfUs / 1e5);
    fc.assert(
      fc.property(uptimesMs, (nowMs) => {
        const window = new SlidingWindow("test", 1, () => nowMs);
        expect(window.admit("one").resetSeconds).toBe(1);
        expect(() => window.admit("one")).toThrow(/Wait 1 s/);
      }),
      { examples: [[16_381.34913]] },
    );
  });

  test("of one customer are no matter to another", () => {
    const window = new SlidingWindow("test", 1, () => 0);
    window.admit("one");
    expect(() => window.admit("one")).toThrow();
    expect(window.admit("two")).toMatchObject({ remaining: 0, resetSeconds: 1 });
  });
});

describe("a receiver", () => {
  test("known to be activated is not asked about again, also after a restart", async () => {
    const desk = await openDesk();
    let asked = 0;
    desk.lookUp = async () => {
      asked += 1;
      return { contract: false };
    };
    const verdict = () => desk.engine.receivers.verdicts([addressOf(1)]);
    await Promise.all([verdict(), verdict()]);
    await desk.restart();
    expect(await verdict()).toEqual(["ok"]);
    expect(asked).toBe(1);
  });

  test("the chain has refused is asked about again, whatever was remembered", async () => {
    const desk = await openDesk();
    await desk.engine.receivers.verdicts([addressOf(1)]);
    desk.lookUp = async () => ({ contract: true });
    await desk.engine.receivers.forget(addressOf(1));
    expect(await desk.engine.receivers.verdicts([addressOf(1)])).toEqual(["contract"]);
  });

  test("not activated is asked about again after seconds", async () => {
    const desk = await openDesk();
    desk.lookUp = async () => undefined;
    expect(await desk.engine.receivers.verdicts([addressOf(1)])).toEqual(["not activated"]);
    desk.lookUp = async () => ({ contract: false });
    expect(await desk.engine.receivers.verdicts([addressOf(1)])).toEqual(["not activated"]);
    desk.clock.nowMs += 3_000;
    expect(await desk.engine.receivers.verdicts([addressOf(1)])).toEqual(["ok"]);
  });
});

test("a database belongs to the network of its first start", async () => {
  const desk = await openDesk();
  const nile = { name: "nile", genesisId: "a" };
  await bindNetwork(desk.database, nile, 1);
  await bindNetwork(desk.database, nile, 2);
  const other = bindNetwork(desk.database, { name: "mainnet", genesisId: "b" }, 3);
  await expect(other).rejects.toThrow(/belongs to the network nile/);
  // A command with other settings changes nothing.
  await bindNetworkName(desk.database, "mainnet", 4);
  await bindNetwork(desk.database, nile, 5);
});

test("one that a command begins belongs to the network of that command", async () => {
  const desk = await openDesk();
  await bindNetworkName(desk.database, "sandbox", 1);
  const other = () => bindNetwork(desk.database, { name: "mainnet", genesisId: "b" }, 2);
  await expect(other()).rejects.toThrow(/begun by a command with TRON_NETWORK=sandbox, but .*main/);
  await bindNetwork(desk.database, { name: "sandbox", genesisId: "a" }, 3);
  await expect(other()).rejects.toThrow(/belongs to the network sandbox \(block 0 is a\)/);
});
