/**
 * The order contract, sentence by sentence, against a whole desk: of each row and rule a call that is taken and one that is refused.
 * Written from the contract's words alone; it is long because they are many.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  type Body,
  type Buyer,
  type Desk,
  DORMANT,
  DURATIONS,
  type Entry,
  expectRefused,
  expectTaken,
  openDesk,
  type Refusal,
  secondsPass,
  WALLET,
  WALLETS,
} from "./contract-call.js";

const FAST: Body = {
  type: "Fast",
  resourceType: "Energy",
  receiver: [WALLET],
  resourceAmount: 65_000,
  duration: "1h",
};
const OPTIONS = { allow_partial: true, partial_min: 20_000, bulk_order: false };
/** Rests: nobody sells as low as the floor. */
const MANUAL: Body = { ...FAST, type: "Manual", price: 40, options: OPTIONS };
const BANDWIDTH = { resourceType: "Bandwidth", resourceAmount: 1_000 };
const UNTOUCHED = { available: 1_000, held: 0 };
const FAST_PRICE = { energy: 60, bandwidth: 600 };

const invalid = (field: string): Refusal => ({ status: 400, code: "VALIDATION_FAILED", field });

let desk: Desk;
/** Whose calls are taken, and whose are all refused; others for each part, or they would wait for the next second. */
let buyer: Buyer;
let refusedBuyer: Buyer;
const ends: (() => void | Promise<void>)[] = [];

async function newBuyers(): Promise<void> {
  buyer = await desk.newBuyer(1_000_000);
  refusedBuyer = await desk.newBuyer(1_000);
}

beforeAll(async () => {
  desk = await openDesk((end) => ends.unshift(end));
  await newBuyers();
});
afterAll(async () => {
  for (const end of ends) await end();
});

/** A row's words, what is sent, and what must come back: `taken` at a price, or the refusal. */
type Row = readonly [words: string, sent: Body, back: "taken" | Refusal];

const priceOf = ({ type, price, resourceType }: Body): number =>
  type === "Manual"
    ? Number(price)
    : FAST_PRICE[`${resourceType}`.toLowerCase() as keyof typeof FAST_PRICE];

/** For a title: no field, or many wallets, in a word. */
function shortly(sent: Body): string {
  const text = JSON.stringify(sent, (_, value) => {
    if (value === undefined) return "none";
    return Array.isArray(value) && value.length > 2 ? `${value.length} wallets` : value;
  });
  return text.replaceAll('"', "").replaceAll(WALLET, "WALLET");
}

function hold(base: Body, rows: readonly Row[]): void {
  describe(`${base.type}`, () => {
    beforeAll(newBuyers);
    afterAll(async () => expect(await desk.balance(refusedBuyer)).toEqual(UNTOUCHED));
    for (const [words, change, back] of rows) {
      const outcome = back === "taken" ? back : `${back.status} ${back.code}`;
      test(`${words} · ${shortly(change)} · ${outcome}`, async () => {
        const sent = { ...base, ...change };
        if (back === "taken") expectTaken(await desk.create(buyer, sent), sent, priceOf(sent));
        else expectRefused(await desk.create(refusedBuyer, sent), back);
      });
    }
  });
}

/** First, while the sellers' stake is whole: 299,401 at 45 SUN, 598,802 at 50, 1,497,005 at 55. */
describe("options, what they do", () => {
  beforeAll(() =>
    vi.waitFor(async () => expect(await desk.prices()).toEqual([45, 50, 55, 60]), 30_000),
  );

  async function manual(change: Body): Promise<Entry[]> {
    const answer = await desk.create(buyer, { ...MANUAL, ...change });
    expect(answer).toMatchObject({ status: 200 });
    return [...(answer.body.data?.orders ?? [])];
  }

  const parts = async ({ orderId }: Entry) =>
    ((await desk.read(buyer, orderId)).delegations as { amount: number }[]).map(
      ({ amount }) => amount,
    );

  test("allow_partial false: no several sellers; partial_min: no smaller chunk, above the amount all of it", async () => {
    const million = { resourceAmount: 1_000_000, price: 50 };
    const [whole] = await manual({ ...million, options: { allow_partial: false } });
    const [large] = await manual({
      ...million,
      options: { allow_partial: true, partial_min: 800_000 },
    });
    const [above] = await manual({
      resourceAmount: 400_000,
      price: 45,
      options: { allow_partial: true, partial_min: 500_000 },
    });
    for (const order of [whole, large, above]) expect(await parts(order as Entry)).toEqual([]);
  });

  test("allow_partial true: several sellers fill it partially, at the price that was set or below", async () => {
    const [order] = await manual({
      resourceAmount: 1_000_000,
      price: 50,
      options: { allow_partial: true, partial_min: 50_000, bulk_order: false },
    });
    expect((await parts(order as Entry)).sort()).toEqual([299_401, 598_802]);
  });

  test("bulk_order: the entries run together, or each by itself", async () => {
    const two = { receiver: WALLETS.slice(0, 2), resourceAmount: 1_000_000, price: 55 };
    const together = await manual({ ...two, options: { allow_partial: false, bulk_order: true } });
    expect(await Promise.all(together.map(parts))).toEqual([[], []]);
    const alone = await manual({ ...two, options: { allow_partial: false } });
    expect((await Promise.all(alone.map(parts))).sort()).toEqual([[], [1_000_000]]);
  });
});

describe("type: required, Fast or Manual", () => {
  hold(FAST, [
    ["Fast needs only the five fields", {}, "taken"],
    ["required", { type: undefined }, invalid("type")],
    ["one of two", { type: "Limit" }, invalid("type")],
  ]);
  hold(MANUAL, [["Manual", {}, "taken"]]);
});

describe("resourceType: required, Energy or Bandwidth, case-insensitive", () => {
  hold(FAST, [
    ["Energy", { resourceType: "Energy" }, "taken"],
    ["Bandwidth", BANDWIDTH, "taken"],
    ["case-insensitive", { resourceType: "eNeRGy" }, "taken"],
    ["case-insensitive", { ...BANDWIDTH, resourceType: "bandwidth" }, "taken"],
    ["required", { resourceType: undefined }, invalid("resourceType")],
    ["one of two", { resourceType: "Gas" }, invalid("resourceType")],
  ]);
});

describe("receiver: required, 1 to 20 valid base58 addresses starting with T, each activated", () => {
  const hex = `41${"0".repeat(35)}c0de1`;
  const many = (count: number) => ({ receiver: WALLETS.slice(0, count), resourceAmount: 32_000 });
  hold(FAST, [
    ["1 entry", many(1), "taken"],
    ["2 entries", many(2), "taken"],
    ["20 entries", many(20), "taken"],
    ["one entry for each, the same twice too", { receiver: [WALLET, WALLET] }, "taken"],
    ["at least 1", many(0), invalid("receiver")],
    ["at most 20", many(21), invalid("receiver")],
    ["required", { receiver: undefined }, invalid("receiver")],
    ["string[]", { receiver: WALLET }, invalid("receiver")],
    ["valid", { receiver: [`${WALLET.slice(0, -1)}1`] }, invalid("receiver")],
    ["base58", { receiver: [hex] }, invalid("receiver")],
    ["starting with T", { receiver: ["1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"] }, invalid("receiver")],
    ["activated", { receiver: [DORMANT] }, { status: 422, code: "RECEIVER_NOT_ACTIVATED" }],
    [
      "each activated",
      { receiver: [...WALLETS.slice(0, 19), DORMANT] },
      { status: 422, code: "RECEIVER_NOT_ACTIVATED" },
    ],
  ]);
  hold(MANUAL, [
    ["Manual: 20 entries", many(20), "taken"],
    ["Manual: one entry for each, the same twice too", { receiver: [WALLET, WALLET] }, "taken"],
    ["Manual: activated", { receiver: [DORMANT] }, { status: 422, code: "RECEIVER_NOT_ACTIVATED" }],
  ]);
});

describe("resourceAmount: required, units per wallet, at least 32000 Energy, 1000 Bandwidth", () => {
  hold(FAST, [
    ["32000 Energy", { resourceAmount: 32_000 }, "taken"],
    ["1000 Bandwidth", BANDWIDTH, "taken"],
    ["each wallet", { receiver: WALLETS.slice(0, 2), resourceAmount: 32_000 }, "taken"],
    ["32000 Energy", { resourceAmount: 31_999 }, invalid("resourceAmount")],
    ["1000 Bandwidth", { ...BANDWIDTH, resourceAmount: 999 }, invalid("resourceAmount")],
    [
      "each wallet, not the whole call",
      { receiver: WALLETS.slice(0, 2), resourceAmount: 16_000 },
      invalid("resourceAmount"),
    ],
    ["required", { resourceAmount: undefined }, invalid("resourceAmount")],
    ["number", { resourceAmount: "65000" }, invalid("resourceAmount")],
  ]);
  hold(MANUAL, [
    ["Manual: 32000 Energy", { resourceAmount: 32_000 }, "taken"],
    ["Manual: 32000 Energy", { resourceAmount: 31_999 }, invalid("resourceAmount")],
  ]);
});

describe("duration: required, one of eight", () => {
  hold(
    FAST,
    DURATIONS.map((duration) => [duration, { duration }, "taken"]),
  );
  hold(FAST, [
    ["required", { duration: undefined }, invalid("duration")],
    ["one of eight", { duration: "2h" }, invalid("duration")],
    ["string", { duration: 3_600 }, invalid("duration")],
  ]);

  test("what 65,000 at 60 SUN cost, in TRX", async () => {
    const paid: number[] = [];
    for (const duration of DURATIONS) {
      const { body } = await desk.create(buyer, { ...FAST, duration });
      paid.push(body.data?.orders[0]?.paidAmount ?? 0);
    }
    expect(paid).toEqual([3.9, 3.9, 3.9, 3.9, 11.7, 27.3, 54.6, 117]);
  });
});

describe("price: with Manual a required integer, at least the floor of the duration; with Fast stripped", () => {
  const below = { status: 422, code: "PRICE_BELOW_FLOOR" };
  hold(MANUAL, [
    ["integer", { price: 41 }, "taken"],
    ["to the SUN", { price: 47, resourceAmount: 32_001, duration: "3d" }, "taken"],
    ["any integer from the floor up", { price: 5_003, resourceAmount: 32_000 }, "taken"],
    ["any, Bandwidth", { ...BANDWIDTH, options: { allow_partial: false }, price: 10_001 }, "taken"],
    ["required", { price: undefined }, invalid("price")],
    ["integer", { price: 40.5 }, invalid("price")],
    ["number", { price: "40" }, invalid("price")],
    ["what can be computed", { price: 2 ** 53 - 1 }, invalid("price")],
    ["at least the floor", { price: 0 }, invalid("price")],
    ["at least the floor", { price: 39 }, below],
  ]);
  hold(FAST, [
    ["Fast: ignored", { price: 1_000_000 }, "taken"],
    ["Fast: ignored", { price: null }, "taken"],
  ]);

  test("the floor is that of ratesByDuration, for each duration and resource", async () => {
    const floors = await desk.floors();
    expect(Object.keys(floors).sort()).toEqual([...DURATIONS].sort());
    for (const duration of DURATIONS) {
      const { energy, bandwidth } = floors[duration] ?? { energy: 0, bandwidth: 0 };
      const ofBandwidth = { ...BANDWIDTH, options: { allow_partial: false }, duration };
      const least = { ...MANUAL, duration, price: energy };
      const leastBandwidth = { ...MANUAL, ...ofBandwidth, price: bandwidth };
      for (const sent of [least, leastBandwidth]) {
        expectTaken(await desk.create(buyer, sent), sent, sent.price);
        expectRefused(await desk.create(refusedBuyer, { ...sent, price: sent.price - 1 }), below);
      }
    }
  });

  test("the floor is dynamic, and each duration's own", async () => {
    const set = (floor: string) =>
      desk.command("rates", "set", "--resource", "energy", "--duration", "3h", "--floor", floor);
    const sent = { ...MANUAL, duration: "3h", price: 43 };
    expectTaken(await desk.create(buyer, sent), sent, 43);
    await set("44");
    expect(await desk.floors()).toMatchObject({ "3h": { energy: 44 }, "1h": { energy: 40 } });
    expectRefused(await desk.create(refusedBuyer, sent), below);
    expectTaken(await desk.create(buyer, { ...sent, price: 44 }), { ...sent, price: 44 }, 44);
    expectTaken(await desk.create(buyer, MANUAL), MANUAL, 40);
  });
});

describe("options: required with Manual, allow_partial inside required whenever options are there", () => {
  const options = (change: Body) => ({ options: { ...OPTIONS, ...change } });
  const bandwidth = (partial_min: number) => ({
    ...BANDWIDTH,
    price: 400,
    ...options({ partial_min }),
  });
  hold(MANUAL, [
    ["all three", options({}), "taken"],
    ["only allow_partial", { options: { allow_partial: true } }, "taken"],
    ["allow_partial false", { options: { allow_partial: false } }, "taken"],
    ["required", { options: undefined }, invalid("options")],
    ["object", { options: [] }, invalid("options")],
    ["allow_partial required", { options: {} }, invalid("options.allow_partial")],
    ["boolean", options({ allow_partial: "true" }), invalid("options.allow_partial")],

    ["partial_min of Energy: at least 20000", options({ partial_min: 20_000 }), "taken"],
    ["partial_min of Bandwidth: at least 1000", bandwidth(1_000), "taken"],
    ["no bound above", options({ partial_min: 65_001 }), "taken"],
    [
      "the minimum is for allow_partial true",
      options({ allow_partial: false, partial_min: 1 }),
      "taken",
    ],
    ["at least 20000", options({ partial_min: 19_999 }), invalid("options.partial_min")],
    ["at least 1000", bandwidth(999), invalid("options.partial_min")],
    ["number", options({ partial_min: "20000" }), invalid("options.partial_min")],

    ["bulk_order true", options({ bulk_order: true }), "taken"],
    ["bulk_order optional", options({ bulk_order: undefined }), "taken"],
    ["boolean", options({ bulk_order: "yes" }), invalid("options.bulk_order")],
  ]);
  hold(FAST, [
    ["Fast: not needed, checked", { options: { allow_partial: true } }, "taken"],
    ["Fast: required when options is present", { options: {} }, invalid("options.allow_partial")],
    ["Fast: boolean", { options: { allow_partial: "no" } }, invalid("options.allow_partial")],
  ]);
});

describe("the call: POST /v1/order/create, x-api-key, Content-Type application/json", () => {
  const KEY = () => ({ "x-api-key": buyer.apiKey });
  const JSON_TYPE = { "content-type": "application/json" };
  const body = JSON.stringify(FAST);
  const create = "/v1/order/create";
  const unauthorized = { status: 401, code: "UNAUTHORIZED" };
  const notFound = { status: 404, code: "NOT_FOUND" };
  const unsupported = { status: 415, code: "UNSUPPORTED_MEDIA_TYPE" };
  const malformed = { status: 400, code: "MALFORMED_JSON" };
  type Call = readonly [
    words: string,
    path: string,
    init: () => RequestInit,
    back: "taken" | Refusal,
  ];
  const calls: readonly Call[] = [
    ["as it says", create, () => ({ headers: { ...KEY(), ...JSON_TYPE }, body }), "taken"],
    [
      "with a charset",
      create,
      () => ({ headers: { ...KEY(), "content-type": "application/json; charset=utf-8" }, body }),
      "taken",
    ],
    ["without a key", create, () => ({ headers: JSON_TYPE, body }), unauthorized],
    [
      "with an unknown key",
      create,
      () => ({ headers: { "x-api-key": `edk_${"x".repeat(38)}`, ...JSON_TYPE }, body }),
      unauthorized,
    ],
    [
      "with the key in another header",
      create,
      () => ({ headers: { authorization: `Bearer ${buyer.apiKey}`, ...JSON_TYPE }, body }),
      unauthorized,
    ],
    [
      "as another type",
      create,
      () => ({ headers: { ...KEY(), "content-type": "text/plain" }, body }),
      unsupported,
    ],
    [
      "as a form",
      create,
      () => ({ headers: KEY(), body: new URLSearchParams({ type: "Fast" }) }),
      unsupported,
    ],
    [
      "without its version",
      "/order/create",
      () => ({ headers: { ...KEY(), ...JSON_TYPE }, body }),
      notFound,
    ],
    [
      "of another version",
      "/v2/order/create",
      () => ({ headers: { ...KEY(), ...JSON_TYPE }, body }),
      notFound,
    ],
    ["no JSON", create, () => ({ headers: { ...KEY(), ...JSON_TYPE }, body: "{type:" }), malformed],
    ["no body", create, () => ({ headers: { ...KEY(), ...JSON_TYPE } }), malformed],
    [
      "no JSON object",
      create,
      () => ({ headers: { ...KEY(), ...JSON_TYPE }, body: `[${body}]` }),
      { status: 400, code: "VALIDATION_FAILED" },
    ],
  ];
  for (const [words, path, init, back] of calls) {
    test(`${words} · ${back === "taken" ? back : `${back.status} ${back.code}`}`, async () => {
      const answer = await desk.inTurn(() => desk.send(path, { method: "POST", ...init() }));
      if (back === "taken") expectTaken(answer, FAST, 60);
      else expectRefused(answer, back);
    });
  }

  test.each(["GET", "PUT", "DELETE"])("%s · refused", async (method) => {
    const { status, body: said } = await desk.send(create, { method, headers: KEY() });
    expect([404, 405]).toContain(status);
    expect(said).toMatchObject({ success: false });
  });
});

describe("the cost is debited from the balance of the buyer that owns the key, in TRX", () => {
  const short = { status: 402, code: "INSUFFICIENT_BALANCE" };

  test("each entry's paidAmount, of nobody else", async () => {
    const [payer, other] = [await desk.newBuyer(100), await desk.newBuyer(100)];
    const sent = { ...FAST, receiver: WALLETS.slice(0, 3), resourceAmount: 65_001 };
    expectTaken(await desk.create(payer, sent), sent, 60);
    expect((await desk.balance(payer)).available).toBe(88.29982);
    expect(await desk.balance(other)).toEqual({ available: 100, held: 0 });
  });

  test("all of a balance, and not a SUN more", async () => {
    const payer = await desk.newBuyer(3.9);
    expectRefused(await desk.create(payer, { ...FAST, resourceAmount: 65_001 }), short);
    expectRefused(await desk.create(payer, { ...FAST, receiver: WALLETS.slice(0, 2) }), short);
    expect(await desk.balance(payer)).toEqual({ available: 3.9, held: 0 });
    expectTaken(await desk.create(payer, FAST), FAST, 60);
    expect((await desk.balance(payer)).available).toBe(0);
    expectRefused(await desk.create(payer, MANUAL), short);
  });
});

describe("status: processing, completed, cancelled", () => {
  test("Fast is executed at once, locked for the chosen duration, and then not cancelled", async () => {
    const sent = { ...FAST, receiver: [WALLETS[20]] };
    const [made] = (await desk.create(buyer, sent)).body.data?.orders ?? [];
    const { orderId } = made as Entry;
    await expect
      .poll(async () => (await desk.read(buyer, orderId)).status, { timeout: 30_000 })
      .toBe("completed");
    const { delegations } = await desk.read(buyer, orderId);
    const [leg] = delegations as { owner: string; txid: string }[];
    const pair = { fromAddress: leg?.owner, toAddress: WALLETS[20], visible: true };
    const { delegatedResource } = await desk.node<{ delegatedResource: Record<string, number>[] }>(
      "/wallet/getdelegatedresourcev2",
      pair,
    );
    const { blockTimeStamp } = await desk.node<{ blockTimeStamp: number }>(
      "/wallet/gettransactioninfobyid",
      { value: leg?.txid },
    );
    const until = delegatedResource[0]?.expire_time_for_energy ?? 0;
    expect(until - blockTimeStamp).toBeGreaterThanOrEqual(3_600_000);
    expectRefused(await desk.cancel(buyer, orderId), { status: 409, code: "NOT_CANCELABLE" });
  });

  test("the same wallet twice: two entries, and a delegation for each", async () => {
    const sent = { ...FAST, receiver: [WALLETS[19], WALLETS[19]] };
    const orders = (await desk.create(buyer, sent)).body.data?.orders ?? [];
    const read = () => Promise.all(orders.map(({ orderId }) => desk.read(buyer, orderId)));
    const statuses = async () => (await read()).map(({ status }) => status);
    await expect.poll(statuses, { timeout: 30_000 }).toEqual(["completed", "completed"]);
    const legs = (await read()).flatMap(({ delegations }) => delegations as { txid: string }[]);
    expect(new Set(legs.map(({ txid }) => txid)).size).toBe(2);
  });

  test("Manual waits, and is cancelled", async () => {
    const [made] = (await desk.create(buyer, MANUAL)).body.data?.orders ?? [];
    expect(made?.status).toBe("processing");
    const { orderId } = made as Entry;
    expect(await desk.cancel(buyer, orderId)).toMatchObject({ status: 200 });
    expect((await desk.read(buyer, orderId)).status).toBe("cancelled");
  });
});

describe("15 requests per 1 second", () => {
  test("the 16th of a second is refused, another buyer's and the next second's are taken", async () => {
    const [busy, other] = [await desk.newBuyer(1_000), await desk.newBuyer(10)];
    const twenty = { ...MANUAL, receiver: WALLETS.slice(0, 20), resourceAmount: 32_000 };
    const bodies = [twenty, ...Array.from({ length: 15 }, () => MANUAL)];
    const answers = await Promise.all(bodies.map((body) => desk.createAtOnce(busy, body)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(answers).toHaveLength(16);
    expect(refused).toHaveLength(1);
    for (const answer of refused) expectRefused(answer, { status: 429, code: "RATE_LIMITED" });
    expectTaken(await desk.createAtOnce(other, FAST), FAST, 60);
    await secondsPass(Number(refused[0]?.headers.get("retry-after")));
    expectTaken(await desk.createAtOnce(busy, MANUAL), MANUAL, 40);
  });
});
