/** Reading the body of an order: what passes, what is refused and why, all problems at once, whatever it holds. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DURATIONS } from "../../src/domain/duration.js";
import { DeskError, type FieldProblem } from "../../src/domain/errors.js";
import { formatInteger } from "../../src/domain/money.js";
import {
  parseOrderRequest,
  parseQuoteRequest,
  requestHash,
} from "../../src/domain/order-request.js";
import { addressesOf, addressOf } from "../support/addresses.js";

const fast = {
  type: "Fast",
  resourceType: "Energy",
  receiver: [addressOf(1)],
  resourceAmount: 65_000,
  duration: "1h",
};
const manual = { ...fast, type: "Manual", price: 50, options: { allow_partial: true } };

/** What is wrong with a body. */
function details(body: unknown, parse: (body: unknown) => unknown): FieldProblem[] {
  try {
    parse(body);
    return [];
  } catch (error) {
    if (!(error instanceof DeskError)) throw error;
    expect(error.code).toBe("VALIDATION_FAILED");
    return error.details as FieldProblem[];
  }
}

/** The paths of what is wrong with a body. */
function problems(body: unknown, parse: (body: unknown) => unknown = parseOrderRequest): string[] {
  return details(body, parse).map(({ path }) => path);
}

const told = (body: unknown) =>
  Object.fromEntries(details(body, parseOrderRequest).map(({ path, message }) => [path, message]));

describe("passes:", () => {
  test("a Fast order of five fields", () => {
    expect(parseOrderRequest(fast)).toEqual({
      type: "Fast",
      resource: "energy",
      receivers: [addressOf(1)],
      amounts: [65_000],
      duration: "1h",
      quoteId: undefined,
    });
  });

  test.each([17, "x", null, {}, []])("a Fast order whose price holds %j", (price) => {
    const body = { ...fast, price, options: { allow_partial: true, partial_min: 20_000 } };
    expect(parseOrderRequest(body)).toEqual(parseOrderRequest(fast));
  });

  test("a wallet that is named twice, for two entries", () => {
    const receiver = [addressOf(1), addressOf(2), addressOf(1)];
    expect(parseOrderRequest({ ...fast, receiver }).receivers).toEqual(receiver);
  });

  test("a smallest part above the amount, which means all of it", () => {
    const options = { allow_partial: true, partial_min: 2 ** 53 - 1 };
    expect(parseOrderRequest({ ...manual, options })).toMatchObject({
      options: { allowPartial: true, partialMin: 65_000 },
    });
  });

  test.each([
    ["1h", [65_000], 138_572_296_226],
    ["30d", [65_000, 35_000], 3_002_399_751],
  ] as const)(
    "any price for which money is exact: %s, %j up to %d SUN",
    (duration, amounts, most) => {
      const { resourceAmount: _, ...rest } = manual;
      const receiver = addressesOf(1, amounts.length);
      const body = { ...rest, receiver, amounts, duration };
      expect(parseOrderRequest({ ...body, price: most })).toMatchObject({ priceSun: most });
      expect(told({ ...body, price: most + 1 }).price).toBe(
        `must be a whole number from 1 to ${formatInteger(most)} for this amount and duration, at least the rate of the duration in ratesByDuration of GET /setting/ui; it was ${most + 1}`,
      );
    },
  );

  test.each(["energy", "ENERGY", "eNeRgY", "Bandwidth"])("resourceType %s", (resourceType) => {
    expect(parseOrderRequest({ ...fast, resourceType }).resource).toBe(resourceType.toLowerCase());
  });

  test.each(DURATIONS)("duration %s", (duration) => {
    expect(parseOrderRequest({ ...fast, duration }).duration).toBe(duration);
  });

  test("unknown fields, without a trace", () => {
    expect(parseOrderRequest({ ...fast, extra: 1 })).toEqual(parseOrderRequest(fast));
  });

  test("20 receivers", () => {
    expect(problems({ ...fast, receiver: addressesOf(1, 20) })).toEqual([]);
  });

  test("a Manual order, with the smallest part by default", () => {
    expect(parseOrderRequest(manual)).toMatchObject({
      priceSun: 50,
      options: { allowPartial: true, partialMin: 20_000, bulkOrder: false },
    });
  });

  test.each([5, 0, "x", null, {}, -1.5])("a Manual order of one part, partial_min %j", (least) => {
    const options = { allow_partial: false, partial_min: least, bulk_order: true };
    expect(parseOrderRequest({ ...manual, options })).toMatchObject({
      options: { allowPartial: false, partialMin: 65_000, bulkOrder: true },
    });
  });
});

describe("is refused:", () => {
  test.each([
    ["type", "fast"],
    ["type", undefined],
    ["resourceType", "Energie"],
    ["resourceType", 1],
    ["resourceAmount", 31_999],
    ["resourceAmount", "65000"],
    ["resourceAmount", 65_000.5],
    ["resourceAmount", -65_000],
    ["resourceAmount", Number.NaN],
    ["resourceAmount", Number.POSITIVE_INFINITY],
    ["resourceAmount", 10_000_000_001],
    ["resourceAmount", 2 ** 53],
    ["duration", "2h"],
    ["duration", 3_600],
    ["receiver", addressOf(1)],
    ["receiver", []],
    ["receiver", addressesOf(1, 21)],
    ["receiver", { 0: addressOf(1), length: 1 }],
    ["quoteId", "not one"],
    ["quoteId", 5],
  ])("%s %o", (field, value) => {
    expect(problems({ ...fast, [field]: value })).toEqual([field]);
  });

  test.each([
    ["price", { ...manual, price: undefined }],
    ["price", { ...manual, price: 0 }],
    ["price", { ...manual, price: 2 ** 53 }],
    ["price", { ...manual, price: 45.5 }],
    ["options", { ...manual, options: undefined }],
    ["options.allow_partial", { ...manual, options: {} }],
    ["options.allow_partial", { ...manual, options: { allow_partial: "yes" } }],
    ["options.bulk_order", { ...manual, options: { allow_partial: true, bulk_order: 1 } }],
    ["options.partial_min", { ...manual, options: { allow_partial: true, partial_min: 19_999 } }],
    ["options.partial_min", { ...manual, options: { allow_partial: true, partial_min: 65_000.5 } }],
  ])("a Manual order for its %s", (path, body) => {
    expect(problems(body)).toEqual([path]);
  });

  test.each([
    ["options", 17],
    ["options", null],
    ["options", []],
    ["options.allow_partial", {}],
    ["options.bulk_order", { allow_partial: true, bulk_order: 1 }],
    ["options.partial_min", { allow_partial: true, partial_min: 19_999 }],
  ])("a Fast order for its %s %j", (path, options) => {
    expect(problems({ ...fast, options })).toEqual([path]);
  });

  test("every problem of options at once", () => {
    const options = { allow_partial: true, partial_min: 1, bulk_order: "x" };
    expect(problems({ ...manual, price: 0, options }).sort()).toEqual([
      "options.bulk_order",
      "options.partial_min",
      "price",
    ]);
    const both = { ...manual, options: { allow_partial: true, partial_min: 0 } };
    expect(problems(both)).toEqual(["options.partial_min"]);
  });

  test.each([
    ["Energy", 500, "from 32,000 to 10,000,000,000 for Energy; it was 500"],
    ["energy", 0, "from 32,000 to 10,000,000,000 for Energy; it was 0"],
    ["Energy", "65000", 'from 32,000 to 10,000,000,000 for Energy; it was "65000"'],
    ["Bandwidth", 999, "from 1,000 to 10,000,000,000 for Bandwidth; it was 999"],
    ["Gas", 500, "from 32,000 for Energy or 1,000 for Bandwidth to 10,000,000,000; it was 500"],
  ])("%s %j, with the least of what was asked for", (resourceType, resourceAmount, message) => {
    const { resourceAmount: said } = told({ ...fast, resourceType, resourceAmount });
    expect(said).toBe(`must be a whole number ${message}`);
  });

  test("a smallest part, with the least of what was asked for", () => {
    const messages = ["x", 0, 19_999].map((least) => {
      const options = { allow_partial: true, partial_min: least };
      return told({ ...manual, options })["options.partial_min"];
    });
    const text = "must be a whole number from 20,000 up for Energy; it was ";
    expect(messages).toEqual([`${text}"x"`, `${text}0`, `${text}19999`]);
  });

  test("a price, and says where its floor is", () => {
    expect(told({ ...manual, price: 0 }).price).toBe(
      "must be a whole number from 1 up, at least the rate of the duration in ratesByDuration of GET /setting/ui; it was 0",
    );
  });

  test("too many receivers, with the first 20 that are bad", () => {
    const bad = (count: number) => [
      ...Array.from({ length: count }, (_, at) => `receiver.${at}`),
      "receiver",
    ];
    expect(problems({ ...fast, receiver: Array(21).fill("T") })).toEqual(bad(20));
    expect(problems({ ...fast, receiver: Array(10_000).fill("T") })).toEqual(bad(20));
    const late = [...addressesOf(1, 25), "T"];
    expect(problems({ ...fast, receiver: late })).toEqual(["receiver.25", "receiver"]);
    expect(problems({ ...fast, receiver: Array(21).fill(1) }, parseQuoteRequest)).toEqual(bad(20));
  });

  test("every problem of a body at once", () => {
    const receiver = [addressOf(1), "T123", addressOf(2), addressOf(1), 7, `${addressOf(3)} `];
    const body = { type: "Manual", resourceType: "Bandwidth", receiver, resourceAmount: 999 };
    expect(problems(body).sort()).toEqual(
      [
        "duration",
        "options",
        "price",
        "receiver.1",
        "receiver.4",
        "receiver.5",
        "resourceAmount",
      ].sort(),
    );
  });

  test.each([null, undefined, 1, "x", [], true])("a body that is %j", (body) => {
    expect(problems(body)).toEqual([""]);
  });

  test("a field that hides in the prototype", () => {
    const body: unknown = JSON.parse(`{"__proto__": ${JSON.stringify(fast)}}`);
    expect(problems(body)).toContain("type");
  });

  test("values nested too deep to print", () => {
    const deep: unknown = JSON.parse(`${"[".repeat(30_000)}${"]".repeat(30_000)}`);
    expect(problems({ ...fast, type: deep, resourceAmount: deep, duration: deep })).toHaveLength(3);
    expect(problems({ ...fast, receiver: [deep] })).toEqual(["receiver.0"]);
    expect(problems(deep)).toEqual([""]);
  });
});

describe("a quote", () => {
  test("takes bad receivers, each gets a verdict of its own", () => {
    const receiver = ["nonsense", addressOf(1), addressOf(1)];
    expect(parseQuoteRequest({ ...fast, receiver }).receivers).toEqual(receiver);
    expect(problems({ ...fast, receiver: [1] }, parseQuoteRequest)).toEqual(["receiver.0"]);
  });
});

describe("the hash of a request", () => {
  const hashOf = (body: unknown) => requestHash(parseOrderRequest(body));

  test("is the same for the same order, however it was written", () => {
    const turned = Object.fromEntries(Object.entries(fast).reverse());
    expect(hashOf({ ...turned, price: 9, extra: 1, resourceType: "ENERGY" })).toBe(hashOf(fast));
    expect(hashOf({ ...fast, quoteId: "0".repeat(24) })).toBe(hashOf(fast));
  });

  test("differs for every other order", () => {
    const bodies = [
      fast,
      manual,
      { ...fast, resourceAmount: 65_001 },
      { ...fast, duration: "3h" },
      { ...fast, resourceType: "bandwidth" },
      { ...fast, receiver: [addressOf(2)] },
      { ...fast, receiver: [addressOf(1), addressOf(2)] },
      { ...fast, receiver: [addressOf(2), addressOf(1)] },
      { ...manual, price: 51 },
      { ...manual, options: { allow_partial: false } },
      { ...manual, options: { allow_partial: true, partial_min: 20_001 } },
      { ...manual, options: { allow_partial: true, bulk_order: true } },
    ];
    expect(new Set(bodies.map(hashOf)).size).toBe(bodies.length);
  });
});

test("any JSON at all is read or refused, never more than that", () => {
  const any = fc.jsonValue({ maxDepth: 4 });
  const field = fc.constantFrom(...Object.keys({ ...manual, quoteId: 0 }));
  const mutated = fc.tuple(fc.boolean(), field, any).map(([isFast, name, value]) => ({
    ...(isFast ? fast : manual),
    [name]: value,
  }));
  fc.assert(
    fc.property(fc.oneof(any, mutated), (body) => {
      problems(body);
      problems(body, parseQuoteRequest);
    }),
    {
      numRuns: 1_000,
      // No number can be made of such a value: asking for one throws.
      examples: [[{ ...manual, price: [{ toString: null }] }]],
    },
  );
});
