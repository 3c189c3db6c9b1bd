/** Misspelt fields of a body: what is told, what was meant, and what passes as a field that is somebody else's. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { editsBetween } from "../../src/common/nearest-name.js";
import { DeskError, type FieldProblem } from "../../src/domain/errors.js";
import { misspeltFields } from "../../src/domain/fields.js";
import {
  createSchema,
  manualSchema,
  parseOrderRequest,
  parseQuoteRequest,
} from "../../src/domain/order-request.js";
import {
  offerSchema,
  parseOffer,
  parseProof,
  parseRegistration,
  proofSchema,
  registerSchema,
} from "../../src/domain/seller.js";
import { addressOf } from "../support/addresses.js";

const fast = {
  type: "Fast",
  resourceType: "Energy",
  receiver: [addressOf(1)],
  resourceAmount: 65_000,
  duration: "1h",
};
const manual = { ...fast, type: "Manual", price: 50, options: { allow_partial: true } };
const offer = {
  resourceType: "Energy",
  minPrice: 45,
  shortestDuration: "15m",
  longestDuration: "30d",
};

/** The known fields of every object that a body is or holds. */
const OBJECTS: readonly [string, readonly string[]][] = [
  ["an order", Object.keys({ ...createSchema.shape, ...manualSchema.shape })],
  ["options", Object.keys(manualSchema.shape.options.shape)],
  ["a registration", Object.keys(registerSchema.shape)],
  ["a proof", Object.keys(proofSchema.shape)],
  ["an offer", Object.keys(offerSchema.shape)],
];

function told(body: unknown, parse: (body: unknown) => unknown = parseOrderRequest) {
  try {
    parse(body);
    return {};
  } catch (error) {
    if (!(error instanceof DeskError)) throw error;
    const details = error.details as FieldProblem[];
    return Object.fromEntries(details.map(({ path, message }) => [path, message]));
  }
}

const meant = (name: string) => `unknown field; did you mean ${name}?`;
const within = (options: object) => ({ ...manual, options: { allow_partial: true, ...options } });

describe("is refused, with the name that was meant:", () => {
  test.each([
    ["quoteID", "quoteId"],
    ["quoteid", "quoteId"],
    ["quote_id", "quoteId"],
    ["QUOTE_ID", "quoteId"],
    ["quote-id", "quoteId"],
    ["quotId", "quoteId"],
    ["qutoeId", "quoteId"],
    ["receivers", "receiver"],
    ["Receiver", "receiver"],
    ["recieverr", "receiver"],
    ["resource_type", "resourceType"],
    ["resorceTyp", "resourceType"],
    ["resourceamount", "resourceAmount"],
    ["Type", "type"],
    ["_type_", "type"],
    ["Duration", "duration"],
  ])("%s of a Fast order", (name, known) => {
    expect(told({ ...fast, [name]: 1 })).toEqual({ [name]: meant(known) });
    expect(told({ ...fast, [name]: 1 }, parseQuoteRequest)).toEqual({ [name]: meant(known) });
  });

  test.each<[string, string, object, (body: unknown) => unknown]>([
    ["adress", "address", { address: addressOf(1) }, parseRegistration],
    ["signiture", "signature", { address: addressOf(1), signature: "ab".repeat(65) }, parseProof],
    ["min_chunk", "minChunk", offer, parseOffer],
    ["minimChunk", "minChunk", offer, parseOffer],
    ["Keep", "keep", offer, parseOffer],
    ["Active", "active", offer, parseOffer],
  ])("%s of a seller", (name, known, body, parse) => {
    expect(told({ ...body, [name]: 1 }, parse)).toEqual({ [name]: meant(known) });
  });

  test("with all else that is wrong", () => {
    const { receiver, ...rest } = manual;
    const body = { ...rest, Receiver: receiver, duration: "2h", options: { allowPartial: true } };
    expect(Object.keys(told(body)).sort()).toEqual(
      ["Receiver", "receiver", "duration", "options.allowPartial", "options.allow_partial"].sort(),
    );
  });
});

describe("passes:", () => {
  test.each([
    ...["foo", "note", "clientRef", "clientOrderId", "orderId", "createdAt", "resource", "amount"],
    ...["types", "prise", "quota", "location", "comment", "", "options.partial_min"],
  ])("%j, which is nobody's", (name) => {
    expect(told({ ...manual, [name]: 1 })).toEqual({});
  });

  test("what a Fast order drops, however it is spelt and whatever it holds", () => {
    const dropped = {
      Price: 1,
      OPTIONS: 1,
      optoins: 1,
      options: { allow_partial: true, partialMin: 1, allowPartial: 1 },
    };
    expect(told({ ...fast, ...dropped })).toEqual({});
  });

  test("a smallest part where no parts are allowed", () => {
    expect(told(within({ allow_partial: false, partialMin: 1 }))).toEqual({});
    expect(told(within({ allow_partial: false, bulkOrder: 1 }))).toEqual({
      "options.bulkOrder": meant("bulk_order"),
    });
  });

  test("what is within a field that is not ours", () => {
    expect(told({ ...fast, meta: { quoteID: 1, Receiver: 1 } })).toEqual({});
  });

  test("an entry of an order, and an offer, sent back as they were answered", () => {
    const entry = { ...fast, orderId: "1", price: 60, paidAmount: 3.9, status: "x", createdAt: 1 };
    const shown = { ...entry, filledAmount: 1, spentAmount: 1, heldAmount: 0, refundedAmount: 0 };
    const rest = { restingAmount: 0, restReason: "", deadline: 1, expiresAt: 1, delegations: [] };
    const cancel = { cancelRequested: false, cancelReason: null };
    expect(told({ ...manual, ...shown, ...rest, ...cancel, type: "Manual", price: 50 })).toEqual(
      {},
    );
    expect(
      told({ ...offer, minChunk: 20_000, keep: 0, active: true, since: 1 }, parseOffer),
    ).toEqual({});
  });
});

describe.each(OBJECTS)("the fields of %s", (_, names) => {
  const known = new Set(names);
  const one = fc.constantFrom(...names);

  test("are never taken for one another, nor refused", () => {
    for (const name of names) {
      const others = new Set(names.filter((other) => other !== name));
      expect(misspeltFields({ [name]: 1 }, { known: others })).toEqual([]);
    }
    fc.assert(
      fc.property(fc.subarray([...names]), fc.subarray([...names]), (given, unused) => {
        const fields = Object.fromEntries(given.map((name) => [name, 1]));
        expect(misspeltFields(fields, { known, unused })).toEqual([]);
      }),
    );
  });

  test("are known again in any letter case and with any underscores", () => {
    const letter = fc.record({ upper: fc.boolean(), underscores: fc.nat({ max: 2 }) });
    const spelt = one.chain((name) =>
      fc.array(letter, { minLength: name.length, maxLength: name.length }).map((ways) => {
        const letters = [...name.replaceAll("_", "")].map((plain, at) => {
          const { upper, underscores } = ways[at] ?? { upper: false, underscores: 0 };
          return (upper ? plain.toUpperCase() : plain.toLowerCase()) + "_".repeat(underscores);
        });
        return { name, given: letters.join("") };
      }),
    );
    fc.assert(
      fc.property(spelt, ({ name, given }) => {
        fc.pre(!known.has(given));
        expect(misspeltFields({ [given]: 1 }, { known })).toEqual([
          { path: given, message: meant(name) },
        ]);
      }),
    );
  });

  test("are known again after a typo, where they are long", () => {
    const long = names.filter((name) => name.replaceAll("_", "").length >= 6);
    const typo = fc.record({ at: fc.nat({ max: 4 }), kind: fc.constantFrom("out", "in", "swap") });
    fc.assert(
      fc.property(fc.constantFrom(...long), typo, (name, { at, kind }) => {
        const [head, one, two, tail] = [
          name.slice(0, at),
          name[at],
          name[at + 1],
          name.slice(at + 2),
        ];
        const mistyped = { out: `${head}${two}${tail}`, in: `${head}x${one}${two}${tail}` };
        const given =
          kind === "swap" ? `${head}${two}${one}${tail}` : mistyped[kind as "in" | "out"];
        fc.pre(!known.has(given));
        expect(misspeltFields({ [given]: 1 }, { known })).toEqual([
          { path: given, message: meant(name) },
        ]);
      }),
    );
  });
});

test("20 of them are told, and none that is longer than 60 characters", () => {
  const many = Array.from({ length: 100 }, (_, at) => `${"_".repeat(at)}quoteID`);
  const body = Object.fromEntries(many.map((name) => [name, 1]));
  expect(Object.keys(told({ ...fast, ...body }))).toHaveLength(20);
  expect(Object.keys(told({ ...within(body), ...body, partialMin: 1 }))).toHaveLength(20);
  expect(told({ ...fast, [`${"_".repeat(54)}quoteID`]: 1 })).toEqual({});
});

test("of thousands of unknown names typos are looked for in the first 100, other spellings in all", () => {
  const strangers = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`x${at}`, 1]));
  expect(told({ ...fast, ...strangers(99), quotId: 1 })).toEqual({ quotId: meant("quoteId") });
  const body = { ...fast, ...strangers(9_000), quotId: 1, quoteID: 1 };
  expect(told(body)).toEqual({ quoteID: meant("quoteId") });
});

test.each([
  ["receiver", "receiver", 0],
  ["receiver", "reciever", 1],
  ["receiver", "recieverr", 2],
  ["receiver", "rceivre", 2],
  ["active", "native", 2],
  ["abc", "", 3],
  ["", "", 0],
  ["abcdef", "fedcba", 5],
])("from %s to %s it is %i edits", (from, to, edits) => {
  expect(editsBetween(from, to, 9)).toBe(edits);
  expect(editsBetween(to, from, edits)).toBe(edits);
  if (edits > 0) expect(editsBetween(from, to, edits - 1)).toBeUndefined();
});

test("edits are told or not, as their bound has it, and are the same both ways", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 8 });
  fc.assert(
    fc.property(text, text, fc.nat({ max: 8 }), (from, to, most) => {
      const edits = editsBetween(from, to, 8) ?? Number.NaN;
      expect(editsBetween(to, from, 8)).toBe(edits);
      expect(editsBetween(from, to, most)).toBe(edits <= most ? edits : undefined);
    }),
  );
});
