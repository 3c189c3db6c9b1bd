/** Signing: the bytes say exactly what was wanted, told by a reader of their own. */
import { createHash } from "node:crypto";
import fc from "fast-check";
import { TronWeb, utils } from "tronweb";
import { describe, expect, it } from "vitest";
import { signTransaction } from "../../src/chain/build.js";
import type {
  SignedTransaction,
  TransactionFrame,
  TransactionIntent,
} from "../../src/chain/port.js";
import { assertDecodedEquals } from "../../src/chain/signed-bytes.js";
import { loadTronWeb } from "../../src/chain/tronweb.js";
import { AssertionFailed } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { byForm } from "../support/forms.js";
import { blockId, OWNER, OWNER_HEX, RECEIVER, RECEIVER_HEX } from "./fixtures.js";
import { plain, readFields } from "./protobuf-reader.js";

const KEY = { privateKeyHex: "1".repeat(64), permissionId: 2 };
const DELEGATE: TransactionIntent = {
  kind: "delegate",
  owner: OWNER,
  receiver: RECEIVER,
  resource: "energy",
  stakeSun: sun(5_980_000_000),
  lockPeriodBlocks: 300,
};
const UNDELEGATE: TransactionIntent = {
  kind: "undelegate",
  owner: OWNER,
  receiver: RECEIVER,
  resource: "bandwidth",
  stakeSun: sun(1),
};
const TRANSFER: TransactionIntent = {
  kind: "transfer",
  owner: OWNER,
  receiver: RECEIVER,
  amountSun: sun(10_500_000),
};
const FRAME: TransactionFrame = {
  reference: {
    number: 66_570,
    id: `${blockId(66_570).slice(0, 16)}0102030405060708${"f".repeat(32)}`,
    timestampMs: 1,
  },
  timestampMs: 1_700_000_000_000,
  expiresAt: 1_700_000_120_000,
};

/** Takes the signed bytes apart without tronweb. */
function dissect({ hex }: SignedTransaction) {
  const outer = readFields(Buffer.from(hex, "hex"));
  const [raw] = outer.get(1) ?? [];
  if (!(raw instanceof Buffer)) throw new Error("no raw part");
  const { 11: contract, ...rawRest } = plain(readFields(raw));
  const { 2: any, ...contractRest } = plain(readFields(Buffer.from(String(contract), "hex")));
  const { 1: typeUrl, 2: value } = plain(readFields(Buffer.from(String(any), "hex")));
  return {
    fields: [...outer.keys()],
    signatures: outer.get(2)?.length,
    txid: createHash("sha256").update(raw).digest("hex"),
    raw: rawRest,
    contract: contractRest,
    typeUrl: Buffer.from(String(typeUrl), "hex").toString(),
    value: plain(readFields(Buffer.from(String(value), "hex"))),
  };
}

describe("a signed transaction", () => {
  it("delegates with a lock: the bytes, field by field", async () => {
    const signed = await signTransaction(DELEGATE, FRAME, KEY);
    expect(dissect(signed)).toEqual({
      fields: [1, 2],
      signatures: 1,
      txid: signed.txid,
      raw: { 1: "040a", 4: "0102030405060708", 8: FRAME.expiresAt, 14: FRAME.timestampMs },
      contract: { 1: 57, 5: 2 },
      typeUrl: "type.googleapis.com/protocol.DelegateResourceContract",
      value: { 1: OWNER_HEX, 2: 1, 3: 5_980_000_000, 4: RECEIVER_HEX, 5: 1, 6: 300 },
    });
  });

  it("undelegates, by the owner permission: zero fields are left out", async () => {
    const signed = await signTransaction(UNDELEGATE, FRAME, { ...KEY, permissionId: 0 });
    expect(dissect(signed)).toMatchObject({
      txid: signed.txid,
      contract: { 1: 58 },
      typeUrl: "type.googleapis.com/protocol.UnDelegateResourceContract",
      value: { 1: OWNER_HEX, 3: 1, 4: RECEIVER_HEX },
    });
  });

  it("transfers, by the owner permission and by an active one", async () => {
    const signed = await signTransaction(TRANSFER, FRAME, { ...KEY, permissionId: 0 });
    expect(dissect(signed)).toEqual({
      fields: [1, 2],
      signatures: 1,
      txid: signed.txid,
      raw: { 1: "040a", 4: "0102030405060708", 8: FRAME.expiresAt, 14: FRAME.timestampMs },
      contract: { 1: 1 },
      typeUrl: "type.googleapis.com/protocol.TransferContract",
      value: { 1: OWNER_HEX, 2: RECEIVER_HEX, 3: 10_500_000 },
    });
    const active = await signTransaction(TRANSFER, FRAME, KEY);
    expect(dissect(active).contract).toEqual({ 1: 1, 5: 2 });
    expect(active.txid).not.toBe(signed.txid);
  });

  it("without a lock says nothing of a lock", async () => {
    const signed = await signTransaction({ ...DELEGATE, lockPeriodBlocks: 0 }, FRAME, KEY);
    expect(Object.keys(dissect(signed).value)).toEqual(["1", "2", "3", "4"]);
  });

  it("is signed by the key, and the same every time", async () => {
    const signed = await signTransaction(DELEGATE, FRAME, KEY);
    expect(await signTransaction(DELEGATE, FRAME, KEY)).toEqual(signed);
    const signer = utils.crypto.ecRecover(signed.txid, signed.hex.slice(-130));
    expect(TronWeb.address.fromHex(signer)).toBe(TronWeb.address.fromPrivateKey(KEY.privateKeyHex));
  });

  it("has another id with another timestamp", async () => {
    const signed = await signTransaction(DELEGATE, FRAME, KEY);
    const next = { ...FRAME, timestampMs: FRAME.timestampMs + 1 };
    expect((await signTransaction(DELEGATE, next, KEY)).txid).not.toBe(signed.txid);
  });

  it("transfers any amount, exactly", async () => {
    const amounts = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    await fc.assert(
      fc.asyncProperty(amounts, async (amount) => {
        const signed = await signTransaction({ ...TRANSFER, amountSun: sun(amount) }, FRAME, KEY);
        expect(dissect(signed).value).toEqual({ 1: OWNER_HEX, 2: RECEIVER_HEX, 3: amount });
      }),
      { numRuns: byForm(6, 30) },
    );
  });

  it("says what any intent says", async () => {
    const intents = fc.record({
      energy: fc.boolean(),
      delegate: fc.boolean(),
      stakeSun: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      lockPeriodBlocks: fc.integer({ min: 0, max: 10_512_000 }),
      number: fc.integer({ min: 0, max: 2 ** 40 }),
      permissionId: fc.integer({ min: 0, max: 9 }),
    });
    await fc.assert(
      fc.asyncProperty(intents, async (given) => {
        const resource = given.energy ? ("energy" as const) : ("bandwidth" as const);
        const common = {
          owner: OWNER,
          receiver: RECEIVER,
          resource,
          stakeSun: sun(given.stakeSun),
        };
        const { lockPeriodBlocks, number, permissionId } = given;
        const intent: TransactionIntent = given.delegate
          ? { kind: "delegate", ...common, lockPeriodBlocks }
          : { kind: "undelegate", ...common };
        const reference = { number, id: blockId(number), timestampMs: 1 };
        const signed = await signTransaction(
          intent,
          { ...FRAME, reference },
          { ...KEY, permissionId },
        );
        const { value, contract, raw } = dissect(signed);
        expect(contract[1]).toBe(given.delegate ? 57 : 58);
        expect(contract[5] ?? 0).toBe(permissionId);
        expect(value[3]).toBe(given.stakeSun);
        expect(value[2] ?? 0).toBe(given.energy ? 1 : 0);
        expect(value[6] ?? 0).toBe(given.delegate ? lockPeriodBlocks : 0);
        expect(value[5] ?? 0).toBe(given.delegate && lockPeriodBlocks > 0 ? 1 : 0);
        expect(raw[1]).toBe(blockId(number).slice(12, 16));
      }),
      { numRuns: byForm(10, 60) },
    );
  });
});

describe("nothing is signed", () => {
  const BAD: [name: string, intent: unknown, frame: object, key: object][] = [
    ["for another kind", { ...DELEGATE, kind: "freeze" }, {}, {}],
    ["of no amount", { ...TRANSFER, amountSun: 0 }, {}, {}],
    ["of part of a SUN to send", { ...TRANSFER, amountSun: 1.5 }, {}, {}],
    ["of an unsafe amount", { ...TRANSFER, amountSun: 2 ** 53 }, {}, {}],
    ["of a transfer without amount", { ...TRANSFER, amountSun: undefined }, {}, {}],
    ["of a transfer to the account itself", { ...TRANSFER, receiver: OWNER }, {}, {}],
    ["of no stake", { ...DELEGATE, stakeSun: 0 }, {}, {}],
    ["of part of a SUN", { ...DELEGATE, stakeSun: 1.5 }, {}, {}],
    ["of an unsafe stake", { ...DELEGATE, stakeSun: 2 ** 53 }, {}, {}],
    ["to the owner itself", { ...DELEGATE, receiver: OWNER }, {}, {}],
    ["with a negative lock", { ...DELEGATE, lockPeriodBlocks: -1 }, {}, {}],
    ["with an endless lock", { ...DELEGATE, lockPeriodBlocks: Number.NaN }, {}, {}],
    ["that has expired", DELEGATE, { expiresAt: FRAME.timestampMs }, {}],
    ["without a time", DELEGATE, { timestampMs: 0 }, {}],
    ["with another block's id", DELEGATE, { reference: { ...FRAME.reference, number: 1 } }, {}],
    ["without a permission", DELEGATE, {}, { permissionId: -1 }],
    ["with a short key", DELEGATE, {}, { privateKeyHex: "12".repeat(31) }],
    ["with the key zero", DELEGATE, {}, { privateKeyHex: "0".repeat(64) }],
    ["with a key too large", DELEGATE, {}, { privateKeyHex: "f".repeat(64) }],
  ];
  it.each(BAD)("%s", async (_name, intent, frame, key) => {
    const usedKey = { ...KEY, ...key };
    const error: unknown = await signTransaction(
      intent as TransactionIntent,
      { ...FRAME, ...frame },
      usedKey,
    ).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AssertionFailed);
    expect(String(error)).not.toContain(usedKey.privateKeyHex);
  });
});

describe("the last look at the bytes", () => {
  const contractName = "DelegateResourceContract";
  const EXPECTED = { contractName, intent: DELEGATE, frame: FRAME, permissionId: 2 } as const;
  const OTHER: [name: string, expected: object][] = [
    ["owner", { intent: { ...DELEGATE, owner: RECEIVER } }],
    ["receiver", { intent: { ...DELEGATE, receiver: OWNER } }],
    ["resource", { intent: { ...DELEGATE, resource: "bandwidth" } }],
    ["balance", { intent: { ...DELEGATE, stakeSun: sun(1) } }],
    ["lock", { intent: { ...DELEGATE, lockPeriodBlocks: 0 } }],
    ["lock_period", { intent: { ...DELEGATE, lockPeriodBlocks: 1_200 } }],
    ["type", { contractName: "UnDelegateResourceContract" }],
    ["Permission_id", { permissionId: 3 }],
    ["expiration", { frame: { ...FRAME, expiresAt: FRAME.expiresAt + 1 } }],
    ["timestamp", { frame: { ...FRAME, timestampMs: FRAME.timestampMs + 1 } }],
    ["ref_block_bytes", { frame: { ...FRAME, reference: { ...FRAME.reference, number: 1 } } }],
    ["ref_block_hash", { frame: { ...FRAME, reference: { ...FRAME.reference, id: blockId(1) } } }],
  ];
  it.each(OTHER)("sees another %s", async (field, other) => {
    const tron = await loadTronWeb();
    const signed = await signTransaction(DELEGATE, FRAME, KEY);
    const rawHex = signed.hex.slice(6, -134);
    const decoded = tron.decode(contractName, rawHex);
    assertDecodedEquals(decoded, EXPECTED);
    expect(() => assertDecodedEquals(decoded, { ...EXPECTED, ...other })).toThrow(
      `signed ${field} is`,
    );
  });

  const SENT = { intent: TRANSFER, frame: FRAME, permissionId: 2 };
  const OTHER_TRANSFER: [name: string, expected: object][] = [
    ["owner", { intent: { ...TRANSFER, owner: RECEIVER } }],
    ["receiver", { intent: { ...TRANSFER, receiver: OWNER } }],
    ["amount", { intent: { ...TRANSFER, amountSun: sun(10_500_001) } }],
    ["Permission_id", { permissionId: 0 }],
    ["timestamp", { frame: { ...FRAME, timestampMs: FRAME.timestampMs + 1 } }],
  ];
  it.each(OTHER_TRANSFER)("sees another %s of a transfer", async (field, other) => {
    const tron = await loadTronWeb();
    const { hex } = await signTransaction(TRANSFER, FRAME, KEY);
    const expected = { contractName: "TransferContract", ...SENT } as const;
    const decoded = tron.decode(expected.contractName, hex.slice(6, -134));
    assertDecodedEquals(decoded, expected);
    expect(() => assertDecodedEquals(decoded, { ...expected, ...other })).toThrow(
      `signed ${field} is`,
    );
    expect(() => assertDecodedEquals(decoded, { ...expected, intent: DELEGATE })).toThrow(
      "signed receiver is undefined",
    );
  });

  it("sees a memo, a fee limit and a second contract", async () => {
    const tron = await loadTronWeb();
    const signed = await signTransaction(DELEGATE, FRAME, KEY);
    const decoded = tron.decode(contractName, signed.hex.slice(6, -134)) as { contract: object[] };
    for (const [extra, says] of [
      [{ data: "00" }, "other fields"],
      [{ fee_limit: 1 }, "signed fee_limit is 1 instead of 0"],
      [{ contract: [...decoded.contract, {}] }, "other fields"],
    ] as const) {
      const altered = { ...decoded, ...extra };
      expect(() => assertDecodedEquals(altered, EXPECTED)).toThrow(says);
    }
  });

  it("sees bytes of another type", async () => {
    const tron = await loadTronWeb();
    const signed = await signTransaction(DELEGATE, FRAME, KEY);
    expect(() => tron.decode("UnDelegateResourceContract", signed.hex.slice(6, -134))).toThrow(
      "dismatches",
    );
  });
});
