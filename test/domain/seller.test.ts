/** What sellers send: every problem at once, nothing coerced; and the text that proves whose an account is. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressFromHex } from "../../src/domain/address.js";
import { DURATIONS, durationSeconds } from "../../src/domain/duration.js";
import { DeskError, type FieldProblem } from "../../src/domain/errors.js";
import { RESOURCES } from "../../src/domain/resource.js";
import {
  challengeText,
  parseAddress,
  parseOffer,
  parseProof,
  parseRegistration,
} from "../../src/domain/seller.js";
import { addressOf } from "../support/addresses.js";

const SELLER = addressOf(7);
const SIGNATURE = "ab".repeat(65);
const OFFER = {
  resourceType: "Energy",
  minPrice: 45,
  shortestDuration: "15m",
  longestDuration: "30d",
};

function problemsOf(parse: (body: unknown) => unknown, body: unknown): readonly FieldProblem[] {
  try {
    parse(body);
  } catch (error) {
    expect(error).toBeInstanceOf(DeskError);
    expect(error).toMatchObject({ code: "VALIDATION_FAILED" });
    return (error as DeskError).details as FieldProblem[];
  }
  return [];
}

describe("a registration", () => {
  it("names an account", () => {
    expect(parseRegistration({ address: SELLER, more: 1 })).toEqual({ address: SELLER });
    expect(parseAddress(SELLER)).toBe(SELLER);
  });

  it.each([undefined, null, [], "T", 5, true])("is an object, not %j", (body) => {
    expect(problemsOf(parseRegistration, body)[0]?.message).toMatch(
      /must be a JSON object; it was/,
    );
  });

  it.each([
    [undefined, /must be a TRON address; it was missing/],
    [5, /must be a TRON address; it was 5/],
    ["", /34 characters that start with T; it was ""/],
    [` ${SELLER}`, /34 characters/],
    [SELLER.toLowerCase(), /34 characters/],
    [`${SELLER.slice(0, -1)}${SELLER.endsWith("a") ? "b" : "a"}`, /wrong checksum/],
  ])("of %j is refused with what it was", (address, says) => {
    expect(problemsOf(parseRegistration, { address })).toMatchObject([
      { path: "address", message: expect.stringMatching(says) },
    ]);
  });
});

describe("a proof", () => {
  it("is an address and 65 bytes", () => {
    for (const signature of [SIGNATURE, `0x${SIGNATURE}`, SIGNATURE.toUpperCase()]) {
      expect(parseProof({ address: SELLER, signature })).toEqual({ address: SELLER, signature });
    }
  });

  it.each([undefined, 7, "", "0x", SIGNATURE.slice(2), `${SIGNATURE}00`, "zz".repeat(65)])(
    "with the signature %j is refused, and what is wrong with the address told too",
    (signature) => {
      const problems = problemsOf(parseProof, { address: "T", signature });
      expect(problems.map(({ path }) => path)).toEqual(["address", "signature"]);
      expect(problems[1]?.message).toContain("130 hex characters");
    },
  );
});

describe("an offer", () => {
  it("takes the desk's least chunk, keeps nothing and is on, unless it says otherwise", () => {
    expect(parseOffer(OFFER)).toEqual({
      resource: "energy",
      minPriceSun: 45,
      shortest: "15m",
      longest: "30d",
      minChunk: 20_000,
      keep: 0,
      active: true,
    });
    const all = { resourceType: "BANDWIDTH", minChunk: 1_500, keep: 600, active: false };
    expect(parseOffer({ ...OFFER, ...all, longestDuration: "15m" })).toMatchObject({
      resource: "bandwidth",
      minChunk: 1_500,
      keep: 600,
      active: false,
    });
  });

  it("is refused with every problem at once", () => {
    const body = { resourceType: "Gas", minPrice: 0, minChunk: "5", keep: -1, active: "yes" };
    const problems = problemsOf(parseOffer, body);
    expect(problems.map(({ path }) => path).sort()).toEqual([
      "active",
      "keep",
      "longestDuration",
      "minChunk",
      "minPrice",
      "resourceType",
      "shortestDuration",
    ]);
    for (const { message } of problems) expect(message).toMatch(/^must be .*; it was /);
  });

  it.each([
    [{ minPrice: 45.5 }, "minPrice", /whole number from 1 to 1,000; it was 45.5/],
    [{ minPrice: "45" }, "minPrice", /it was "45"/],
    [{ minPrice: 1_001 }, "minPrice", /from 1 to 1,000; it was 1001/],
    [{ minChunk: 19_999 }, "minChunk", /at least 20,000 for Energy; it was 19999/],
    [{ minChunk: 1e11 }, "minChunk", /to 10,000,000,000/],
    [{ keep: Number.NaN }, "keep", /whole number/],
    [{ keep: null }, "keep", /whole number/],
    [{ longestDuration: "2h" }, "longestDuration", /must be one of "15m"/],
    [
      { shortestDuration: "1d", longestDuration: "3h" },
      "longestDuration",
      /must not be shorter than shortestDuration, "1d"; it was "3h"/,
    ],
  ])("with %j is refused", (change, path, says) => {
    expect(problemsOf(parseOffer, { ...OFFER, ...change })).toMatchObject([
      { path, message: expect.stringMatching(says) },
    ]);
  });

  it("that is sound is read as it was sent, whatever its terms", () => {
    const offer = fc.record({
      resourceType: fc.constantFrom(...RESOURCES),
      minPrice: fc.integer({ min: 1, max: 1_000 }),
      shortestDuration: fc.constantFrom(...DURATIONS),
      longestDuration: fc.constantFrom(...DURATIONS),
      minChunk: fc.integer({ min: 20_000, max: 10_000_000_000 }),
      keep: fc.integer({ min: 0, max: 10_000_000_000 }),
      active: fc.boolean(),
    });
    fc.assert(
      fc.property(offer, (body) => {
        const isOrdered =
          durationSeconds(body.shortestDuration) <= durationSeconds(body.longestDuration);
        if (!isOrdered) {
          expect(problemsOf(parseOffer, body).map(({ path }) => path)).toEqual(["longestDuration"]);
          return;
        }
        const { resource, minPriceSun, shortest, longest, ...same } = parseOffer(body);
        expect({ resource, minPriceSun, shortest, longest }).toEqual({
          resource: body.resourceType,
          minPriceSun: body.minPrice,
          shortest: body.shortestDuration,
          longest: body.longestDuration,
        });
        expect(body).toMatchObject(same);
      }),
    );
  });

  it("never breaks the parser, whatever it is", () => {
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...Object.keys(OFFER)), (value, field) => {
        for (const parse of [parseOffer, parseProof, parseRegistration]) {
          problemsOf(parse, value);
          problemsOf(parse, { ...OFFER, [field]: value, address: value, signature: value });
        }
      }),
    );
  });
});

describe("the challenge", () => {
  const terms = {
    desk: addressFromHex(`41${"d".repeat(40)}`),
    network: "nile",
    customerId: "019bd0a1c3f0000a1b2c3d4e",
    address: SELLER,
    nonce: "5".repeat(32),
    expiresAt: Date.UTC(2026, 10, 20, 12, 10),
  };

  it("says all that it binds, and that it moves nothing", () => {
    const text = challengeText(terms);
    for (const bound of [terms.desk, terms.network, terms.customerId, SELLER, terms.nonce]) {
      expect(text).toContain(bound);
    }
    expect(text).toContain("2026-11-20T12:10:00.000Z");
    expect(text).toContain("moves nothing");
    expect(text).toMatch(/^[\n -~]+$/);
  });

  it("is another text for any other term", () => {
    const others = [
      { desk: addressOf(1) },
      { network: "mainnet" },
      { customerId: "another" },
      { address: addressOf(2) },
      { nonce: "6".repeat(32) },
      { expiresAt: terms.expiresAt + 1 },
    ];
    const texts = others.map((other) => challengeText({ ...terms, ...other }));
    expect(new Set([challengeText(terms), ...texts]).size).toBe(others.length + 1);
  });
});
