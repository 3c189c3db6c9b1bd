/** Sellers in the books: whose they are, what they offer, in which order they stand, and what they are shown. */
import { describe, expect, test } from "vitest";
import { PAUSE_NO_BANDWIDTH, PAUSE_NO_PERMISSION } from "../../src/domain/pause.js";
import { type Offer, parseOffer } from "../../src/domain/seller.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { saveOwnerCheck, saveSnapshot } from "../../src/engine/legs/open-work.js";
import { addConfiguredOwners, addPoolOwner } from "../../src/engine/operating/operate.js";
import { readFills, readSeller, readSellers } from "../../src/engine/sellers/seller-resource.js";
import { enrolSeller, saveSellerSnapshot, setOffer } from "../../src/engine/sellers/sellers.js";
import { run } from "../../src/store/phase.js";
import { addressOf } from "../support/addresses.js";
import { type Desk, openDesk } from "../support/desk.js";
import { tellNetwork } from "../support/network.js";

const SELLER = addressOf(0x2000);
const ENERGY_STAKE_SUN = 10_000_000_000;

const offerOf = (change: Record<string, unknown> = {}): Offer =>
  parseOffer({
    resourceType: "Energy",
    minPrice: 45,
    shortestDuration: "15m",
    longestDuration: "1d",
    ...change,
  });

async function openSeller(desk: Desk): Promise<string[]> {
  const heard: string[] = [];
  desk.engine.signals.on("offered", (owner) => heard.push(owner));
  await enrolSeller(desk.engine, { address: SELLER, customerId: desk.customerId });
  desk.assertSound();
  return heard;
}

/** 100,000 Energy and 10,000 Bandwidth can be delegated. */
async function snapshot(desk: Desk, energySun = ENERGY_STAKE_SUN): Promise<void> {
  const delegatableSun = { energy: energySun, bandwidth: ENERGY_STAKE_SUN };
  const { number: block } = desk.chain.head;
  await saveSnapshot(desk.engine, { owner: SELLER, block, delegatableSun });
}

const offerRow = (desk: Desk) => desk.rows("SELECT * FROM offer WHERE resource = 'energy'")[0];
const offer = (desk: Desk, change: Record<string, unknown> = {}) =>
  setOffer(desk.engine, { address: SELLER, offer: offerOf(change) });

describe("an account that becomes a seller", () => {
  test("has capacity to be read, an account for what it earns, and offers nothing yet", async () => {
    const desk = await openDesk();
    const asked: unknown[] = [];
    desk.engine.signals.on("capacity", (seller) => asked.push(seller));
    await openSeller(desk);
    expect(asked).toEqual([SELLER]);
    expect(await readSeller(desk.engine, SELLER, desk.customerId)).toEqual({
      address: SELLER,
      status: "active",
      pauseReason: null,
      registeredAt: desk.clock.nowMs,
      earnedSun: 0,
      warnings: [],
      capacity: { energy: 0, bandwidth: 0 },
      offers: [],
      openDelegations: { count: 0, newest: [] },
      paidOutSun: 0,
      payout: { waits: "minimum", dueAt: null, minimumSun: 10_000_000 },
    });
    expect(desk.rows("SELECT kind, balance_sun FROM account WHERE kind = 'earned'")).toHaveLength(
      1,
    );
  });

  test("is another customer's once they have shown the key; nothing else of it changes", async () => {
    const desk = await openDesk();
    await openSeller(desk);
    await snapshot(desk);
    await offer(desk);
    const { customerId } = await createCustomer(desk.engine, "Another");
    await enrolSeller(desk.engine, { address: SELLER, customerId });
    expect(await readSellers(desk.engine, desk.customerId)).toEqual([]);
    expect(await readSellers(desk.engine, customerId)).toMatchObject([
      { address: SELLER, customerId },
    ]);
    expect(await readSellers(desk.engine)).toHaveLength(1);
    const before = () => readSeller(desk.engine, SELLER, desk.customerId);
    await expect(before()).rejects.toThrow(/You have no seller/);
    expect((await readSeller(desk.engine, SELLER, customerId)).offers).toHaveLength(1);
  });

  test("is none of the pool's, and belongs to somebody who is known", async () => {
    const desk = await openDesk();
    const [address = SELLER] = desk.owners;
    const { customerId } = desk;
    await expect(enrolSeller(desk.engine, { address, customerId })).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "address", message: expect.stringContaining("belongs to the desk") }],
    });
    const nobodys = { address: SELLER, customerId: "nobody" };
    await expect(enrolSeller(desk.engine, nobodys)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(desk.rows("SELECT * FROM seller")).toEqual([]);
  });
});

describe("a seller", () => {
  test("is kept out of the pool, by command and by the settings", async () => {
    const desk = await openDesk();
    await openSeller(desk);
    const isSeller = { code: "VALIDATION_FAILED", message: expect.stringMatching(/'s seller/) };
    await expect(addPoolOwner(desk.engine, SELLER)).rejects.toMatchObject(isSeller);
    const configured = [addressOf(0x3000), SELLER];
    await expect(addConfiguredOwners(desk.engine, configured)).rejects.toMatchObject(isSeller);
    expect(desk.rows("SELECT * FROM owner WHERE kind = 'pool'")).toHaveLength(2);
  });

  test("whose stake is read anew is told of when there is more to sell, and only then", async () => {
    const desk = await openDesk();
    const heard = await openSeller(desk);
    await offer(desk, { keep: 50_000, longestDuration: "1d" });
    heard.length = 0;
    const read = async (energySun: number) => {
      const delegatableSun = { energy: energySun, bandwidth: 0 };
      const { number: block } = desk.chain.head;
      await saveSellerSnapshot(desk.engine, { owner: SELLER, block, delegatableSun });
      desk.assertSound();
      return heard.splice(0).length;
    };
    // 20,000 Energy are the least part: 2,000 TRX beyond the 5,000 that they keep.
    expect(await read(6_999_999_999)).toBe(0);
    expect(await read(7_000_000_000)).toBe(1);
    expect(await read(7_000_000_000)).toBe(0);
    expect(await read(6_000_000_000)).toBe(0);
    expect(await read(9_000_000_000)).toBe(1);
    expect(offerRow(desk)).toMatchObject({ free_sun: 4_000_000_000, chunk_sun: 2_000_000_000 });
    // With half the yield a unit takes twice the stake.
    const half = { totalLimit: 90_000_000_000, totalWeight: 18_000_000_000 };
    await tellNetwork(desk.engine, { ratios: { energy: half, bandwidth: half } });
    expect(await read(9_000_000_000)).toBe(0);
    expect(offerRow(desk)).toMatchObject({ free_sun: -1_000_000_000, chunk_sun: 4_000_000_000 });
    await offer(desk, { active: false });
    expect(await read(90_000_000_000)).toBe(0);
  });
});

describe("an offer", () => {
  test("counts what is free: the snapshot less reservations and what the seller keeps", async () => {
    const desk = await openDesk();
    const heard = await openSeller(desk);
    await snapshot(desk);
    await offer(desk, { keep: 30_000, minChunk: 25_000 });
    // 10 Energy a TRX: 30,000 are 3,000 TRX.
    expect(offerRow(desk)).toMatchObject({
      chunk_sun: 2_500_000_000,
      kept_sun: 3_000_000_000,
      free_sun: 7_000_000_000,
      paused: 0,
    });
    expect(heard).toEqual([SELLER]);
    expect((await readSeller(desk.engine, SELLER)).capacity).toEqual({
      energy: 70_000,
      bandwidth: 10_000,
    });
    await desk.database.commit(() =>
      run("UPDATE capacity SET reserved_sun = 1000000000 WHERE owner = ?", SELLER),
    );
    expect(offerRow(desk)).toMatchObject({ free_sun: 6_000_000_000 });
    await snapshot(desk, 2_000_000_000);
    expect(offerRow(desk)).toMatchObject({ free_sun: -2_000_000_000 });
    expect((await readSeller(desk.engine, SELLER)).capacity.energy).toBe(0);
  });

  test("has the headroom of the longest rental in its stakes", async () => {
    const desk = await openDesk();
    await openSeller(desk);
    await offer(desk, { longestDuration: "30d", keep: 10_000 });
    expect(offerRow(desk)).toMatchObject({ chunk_sun: 2_020_000_000, kept_sun: 1_010_000_000 });
  });

  test("of more than anybody can have sells nothing, and breaks nothing", async () => {
    const desk = await openDesk();
    await openSeller(desk);
    await snapshot(desk);
    const most = 10_000_000_000;
    await offer(desk, { resourceType: "Bandwidth", keep: most, minChunk: most });
    await offer(desk, { keep: most, minChunk: most });
    expect(Number(offerRow(desk)?.free_sun)).toBeLessThan(0);
    expect((await readSeller(desk.engine, SELLER)).capacity).toEqual({ energy: 0, bandwidth: 0 });
    expect(desk.halts).toEqual([]);
  });

  test("goes behind equal ones when its price changes or it is put on, and for nothing else", async () => {
    const desk = await openDesk();
    await openSeller(desk);
    const since = async (change: Record<string, unknown>) => {
      desk.clock.nowMs += 1_000;
      await offer(desk, change);
      return Number(offerRow(desk)?.since) === desk.clock.nowMs ? "new" : "kept";
    };
    expect(await since({})).toBe("new");
    expect(await since({ minChunk: 30_000, keep: 5, longestDuration: "30d" })).toBe("kept");
    expect(await since({ active: false })).toBe("kept");
    expect(await since({ active: false, keep: 1 })).toBe("kept");
    expect(await since({ active: true })).toBe("new");
    expect(await since({ minPrice: 46 })).toBe("new");
    expect(await since({ minPrice: 45 })).toBe("new");
  });

  test("that is switched off is told to nobody", async () => {
    const desk = await openDesk();
    const heard = await openSeller(desk);
    await offer(desk, { active: false });
    expect(heard).toEqual([]);
    const [shown] = (await readSeller(desk.engine, SELLER)).offers;
    expect(shown).toMatchObject({ active: false, minPriceSun: 45, longest: "1d" });
  });

  test("is its own customer's to set", async () => {
    const desk = await openDesk();
    await openSeller(desk);
    const { customerId } = await createCustomer(desk.engine, "Another");
    const foreign = setOffer(desk.engine, { address: SELLER, customerId, offer: offerOf() });
    await expect(foreign).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(offerRow(desk)).toBeUndefined();
  });

  test("waits for the first look at the network", async () => {
    const desk = await openDesk();
    await openSeller(desk);
    await desk.database.commit(() => run("DELETE FROM stake_ratio"));
    await expect(offer(desk)).rejects.toMatchObject({ code: "CHAIN_UNAVAILABLE" });
  });

  test.each([
    [PAUSE_NO_PERMISSION, /operations 57 .* and 58/],
    [PAUSE_NO_BANDWIDTH, /send it 2 TRX or more/],
    ["something else", /something else/],
  ])(
    "is out of the book while its seller is paused (%s), who is told what to do",
    async (pauseReason, says) => {
      const desk = await openDesk();
      await openSeller(desk);
      await offer(desk);
      await saveOwnerCheck(desk.engine, SELLER, { pauseReason });
      expect(offerRow(desk)).toMatchObject({ paused: 1, is_on: 1 });
      expect(await readSeller(desk.engine, SELLER)).toMatchObject({
        status: "paused",
        pauseReason: expect.stringMatching(says),
      });
      await offer(desk, { minPrice: 50 });
      expect(offerRow(desk)).toMatchObject({ paused: 1, min_price_sun: 50 });
      await saveOwnerCheck(desk.engine, SELLER, { pauseReason: null });
      expect(offerRow(desk)).toMatchObject({ paused: 0 });
    },
  );
});

describe("the fills", () => {
  test("of somebody else's seller, and pages that are none, are refused", async () => {
    const desk = await openDesk();
    await openSeller(desk);
    const { customerId } = await createCustomer(desk.engine, "Another");
    const page = { address: SELLER, limit: 5 };
    expect(await readFills(desk.engine, page)).toEqual({ fills: [], nextCursor: null });
    await expect(readFills(desk.engine, { ...page, customerId })).rejects.toThrow(
      /You have no seller/,
    );
    for (const cursor of ["", "1", "-1", "☃", "a".repeat(5_000), "AAAA", "MQ=="]) {
      await expect(readFills(desk.engine, { ...page, cursor })).rejects.toThrow(
        /nextCursor of a page/,
      );
    }
  });
});
