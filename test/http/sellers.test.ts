/** A customer and their sellers over real HTTP: what they offer, what they are shown, and what others are not. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SellerAnswer } from "../../src/answers/seller.js";
import { storeSnapshot } from "../../src/store/owners.js";
import { call, expectError } from "./client.js";
import { wallet as nobody } from "./desk.js";
import { OFFER, type SellerDesk, startSellerDesk } from "./seller-desk.js";

let rig: SellerDesk;
beforeAll(async () => {
  rig = await startSellerDesk();
});
afterAll(() => rig.close());

describe("an offer", () => {
  test("is set for one resource at a time and shown with what can be sold", async () => {
    const { address } = await rig.registered();
    await rig.desk.database.commit(() => storeSnapshot(address, "energy", 10_010_000_000, 1));
    const energy = await rig.offer(address, { ...OFFER, keep: 10_000, longestDuration: "1d" });
    expect(energy.status).toBe(200);
    expect(energy.data.capacity).toEqual({ energy: 90_000, bandwidth: 0 });
    const other = { ...OFFER, resourceType: "bandwidth", minPrice: 500, active: false };
    const both = await rig.offer(address, other);
    expect(both.data.offers).toMatchObject([
      {
        resourceType: "energy",
        minPrice: 45,
        shortestDuration: "15m",
        longestDuration: "1d",
        minChunk: 20_000,
        keep: 10_000,
        active: true,
        since: rig.desk.clock.nowMs,
      },
      { resourceType: "bandwidth", minPrice: 500, minChunk: 1_000, keep: 0, active: false },
    ]);
    const { data } = await call<SellerAnswer>(rig.desk, `/v1/seller/${address}`, {
      key: rig.key,
    });
    expect(data).toEqual(both.data);
  });

  test("says whether it asks more than anybody gets", async () => {
    const { address } = await rig.registered();
    const of = async (minPrice: number) =>
      (await rig.offer(address, { ...OFFER, minPrice })).data.offers;
    expect(await of(301)).toMatchObject([{ mostPrice: 300, tooDear: true }]);
    expect(await of(300)).toMatchObject([{ mostPrice: 300, tooDear: false }]);
  });
});

describe("somebody else's seller", () => {
  test("looks like none at all, at every door", async () => {
    const { address } = await rig.registered();
    const { apiKey } = await rig.desk.customer();
    for (const other of [address, nobody(3)]) {
      const read = await call(rig.desk, `/v1/seller/${other}`, { key: apiKey });
      expectError(read, 404, "NOT_FOUND");
      const fills = await call(rig.desk, `/v1/seller/${other}/fills`, { key: apiKey });
      expectError(fills, 404, "NOT_FOUND");
      expectError(await rig.offer(other, OFFER, apiKey), 404, "NOT_FOUND");
      expect(read.error.message).toContain(
        `You have no seller ${other}. Register it first: POST /v1/seller`,
      );
    }
    const mine = await call<{ sellers: unknown[] }>(rig.desk, "/v1/seller", { key: apiKey });
    expect(mine.data).toEqual({ sellers: [] });
  });
});

describe("reading", () => {
  test("lists what a customer has registered, and pages of fills", async () => {
    const { apiKey } = await rig.desk.customer();
    const first = await rig.registered(apiKey);
    rig.desk.clock.nowMs += 1;
    const second = await rig.registered(apiKey);
    const { data } = await call<{ sellers: Record<string, unknown>[] }>(rig.desk, "/v1/seller", {
      key: apiKey,
    });
    expect(data.sellers).toMatchObject([
      { address: first.address, status: "active", pauseReason: null, earned: 0 },
      { address: second.address },
    ]);
    expect(data.sellers[0]).not.toHaveProperty("customerId");
    const fills = await call(rig.desk, `/v1/seller/${first.address}/fills?limit=100`, {
      key: apiKey,
    });
    expect(fills.data).toEqual({ fills: [], nextCursor: null });
  });

  test.each([
    "limit=0",
    "limit=101",
    "limit=1e2",
    "limit=5&limit=6",
    "limt=5",
    "cursor=",
    "cursor=%00%FF",
  ])("fills with %s is refused", async (query) => {
    const { address } = await rig.registered();
    const answer = await call(rig.desk, `/v1/seller/${address}/fills?${query}`, { key: rig.key });
    expectError(answer, 400, "VALIDATION_FAILED");
    const [detail] = answer.error.details as { path: string }[];
    expect(detail?.path).toBe(query.split("=")[0]);
  });
});
