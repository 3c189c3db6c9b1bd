/**
 * Strangers choose the bytes of their transactions: whatever they are, the block with them is read, and what is read of them is
 * what protobuf reads.
 */
import fc from "fast-check";
import protobuf from "google-protobuf";
import { describe, expect, it } from "vitest";
import { Fields, MalformedMessage } from "../../src/chain/protobuf.js";
import { byForm } from "../support/forms.js";
import { message, ofBytes, rawTransaction } from "../support/raw-transaction.js";
import { blockJson, OWNER_HEX, RECEIVER_HEX } from "./fixtures.js";
import { answers, chain, useStubbedChain } from "./stubbed-chain.js";

useStubbedChain();

const hex = (...bytes: number[]) => Buffer.from(bytes).toString("hex");
const fieldsOf = (bytes: string) => new Fields(Buffer.from(bytes, "hex"));
const byte = fc.integer({ min: 0, max: 255 });
const bytesHex = fc.array(byte, { maxLength: 60 }).map((bytes) => hex(...bytes));
const address = fc.constantFrom(OWNER_HEX, RECEIVER_HEX);

/** Parts of the messages that are read, in any order and as often as it happens, with rubbish between. */
const part = fc.oneof(
  { weight: 1, arbitrary: bytesHex },
  {
    weight: 6,
    arbitrary: fc
      .tuple(
        fc.integer({ min: 1, max: 20 }),
        fc.oneof(address, bytesHex, fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n)),
      )
      .map(([field, value]) => message({ [field]: value })),
  },
);
const parts = fc.array(part, { maxLength: 8 }).map((all) => all.join(""));
const foreign = fc.oneof(
  bytesHex.filter((bytes) => bytes !== ""),
  fc
    .tuple(fc.constantFrom(1, 31, 57, 58, 5), parts)
    .map(([type, value]) => rawTransaction(type, value).raw_data_hex),
  fc
    .tuple(parts, fc.bigInt(0n, 2n ** 64n - 1n))
    .map(([value, type]) => message({ 11: message({ 1: type, 2: message({ 2: value }) }) })),
);

describe("a block with anybody's bytes", () => {
  it("is read, whatever they are and however they end", async () => {
    const ours = rawTransaction(1, message({ 1: OWNER_HEX, 2: RECEIVER_HEX, 3: 5 }));
    await fc.assert(
      fc.asyncProperty(foreign, fc.oneof(fc.constant("SUCCESS"), fc.string()), async (raw, end) => {
        const success = [{ contractRet: "SUCCESS" }];
        answers(
          blockJson(7, [
            { ...ofBytes(raw), ret: [{ contractRet: end }] },
            { ...ours, ret: success },
          ]),
        );
        const read = (await chain.block(7))?.transactions ?? [];
        expect(read[1]).toMatchObject({
          txid: ours.txID,
          success: true,
          transfer: { amountSun: 5 },
        });
      }),
      { numRuns: byForm(100, 1_000) },
    );
  });
});

describe("fields", () => {
  // Its own `readEnum` takes 64 bits; in Java, as here, an enumeration is an `int32`.
  it("are what the library of protobuf reads of them", () => {
    const number = fc.bigInt(0n, 2n ** 64n - 1n);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), number), { maxLength: 6 }),
        (all) => {
          const bytes = all
            .map(([field, value]) => message({ [field]: BigInt.asIntN(64, value) }))
            .join("");
          const reader = new protobuf.BinaryReader(Buffer.from(bytes, "hex"));
          const told = new Map<number, { int64: string; int32: number }>();
          const again = new protobuf.BinaryReader(Buffer.from(bytes, "hex"));
          while (reader.nextField() && again.nextField()) {
            told.set(reader.getFieldNumber(), {
              int64: reader.readInt64String(),
              int32: again.readInt32(),
            });
          }
          const fields = fieldsOf(bytes);
          for (const [field, { int64, int32 }] of told) {
            expect(String(fields.int64(field))).toBe(int64);
            expect(fields.int32(field)).toBe(int32);
          }
        },
      ),
    );
  });

  it.each([
    ["an enumeration of 2^32", `08${"80808080"}10`, 0],
    ["one of 2^32 + 1", `08${"81808080"}10`, 1],
    ["one with its sign", "08ffffffffffffffffff01", -1],
    ["one written longer than need be", "08818000", 1],
    ["the last of two", "08050807", 7],
    ["one between unknown fields", "1d00000000080711ffffffffffffffff", 7],
    ["one behind a group", "1308051408 07".replace(" ", ""), 7],
    ["one that comes with another wire type", "0a0107", 0],
  ])("are read as protobuf-java reads %s", (_, bytes, value) => {
    expect(fieldsOf(bytes).int32(1)).toBe(value);
  });

  it("within a message that stands there twice are merged", () => {
    const twice = message({ 2: message({ 1: "aa", 2: 3 }) }) + message({ 2: message({ 2: 4 }) });
    const merged = fieldsOf(twice).message(2);
    expect([hex(...(merged?.bytes(1) ?? [])), merged?.int64(2)]).toEqual(["aa", 4n]);
  });

  it.each([
    ["a number of eleven bytes", `08${"80".repeat(10)}01`],
    ["a number that ends early", "0880"],
    ["bytes that end early", "0a05aa"],
    ["a negative length", "0affffffff0f"],
    ["the field 0", "0001"],
    ["a group without an end", "13"],
    ["an end without a group", "14"],
    ["a group that ends as another", "131c"],
    ["a wire type that there is not", "0f"],
    ["groups without end in each other", "13".repeat(200_000)],
  ])("are refused with %s", (_, bytes) => {
    expect(() => fieldsOf(bytes)).toThrow(MalformedMessage);
  });
});
