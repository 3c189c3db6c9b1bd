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
import { assertBytesSay, type Expected } from "../../src/chain/signed-bytes.js";
import { addressFromHex, addressToHex } from "../../src/domain/address.js";
import { AssertionFailed } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { byForm } from "../support/forms.js";
import { type FieldValues, message } from "../support/raw-transaction.js";
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

  it(
    "is byte for byte what tronweb writes, whatever is to be signed",
    async () => {
      const safe = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
      const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
      const account = hash.map((bytes) => addressFromHex(`41${hexOf(bytes).slice(0, 40)}`));
      const given = fc.record({
        kind: fc.constantFrom(...(["delegate", "undelegate", "transfer"] as const)),
        resource: fc.constantFrom(...(["energy", "bandwidth"] as const)),
        amount: safe,
        lockPeriodBlocks: fc.integer({ min: 0, max: 10_512_000 }),
        owner: account,
        receiver: account,
        number: fc.integer({ min: 0, max: 2 ** 40 }),
        blockHash: hash,
        timestampMs: fc.integer({ min: 1, max: 2 ** 42 }),
        lastsMs: fc.integer({ min: 1, max: 86_400_000 }),
        permissionId: fc.integer({ min: 0, max: 300 }),
      });
      await fc.assert(
        fc.asyncProperty(given, async ({ number, blockHash, permissionId, amount, ...one }) => {
          fc.pre(one.owner !== one.receiver);
          const id = number.toString(16).padStart(16, "0") + hexOf(blockHash).slice(16);
          const { timestampMs } = one;
          const frame = {
            reference: { number, id, timestampMs: 1 },
            ...{ timestampMs, expiresAt: timestampMs + one.lastsMs },
          };
          const intent = { ...one, stakeSun: sun(amount), amountSun: sun(amount) };
          const signed = await signTransaction(intent, frame, { ...KEY, permissionId });
          expect(signed.hex.slice(0, -134)).toBe(withLength(theirs(intent, frame, permissionId)));
        }),
        { numRuns: byForm(300, 100_000) },
      );
    },
    byForm(5_000, 600_000),
  );
});

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");
const withLength = (raw: string) => message({ 1: raw });

const NAMES = {
  delegate: "DelegateResourceContract",
  undelegate: "UnDelegateResourceContract",
  transfer: "TransferContract",
} as const;

/** The raw part as tronweb writes it, in hex. */
function theirs(intent: TransactionIntent, frame: TransactionFrame, permissionId: number): string {
  const type = NAMES[intent.kind];
  const [owner_address, receiver] = [intent.owner, intent.receiver].map(addressToHex);
  const stake = intent.kind !== "transfer" && {
    ...{ owner_address, receiver_address: receiver },
    ...{ balance: intent.stakeSun, resource: intent.resource.toUpperCase() },
  };
  const lock =
    intent.kind === "delegate" && intent.lockPeriodBlocks > 0
      ? { lock: true, lock_period: intent.lockPeriodBlocks }
      : {};
  const value =
    intent.kind === "transfer"
      ? { owner_address, to_address: receiver, amount: intent.amountSun }
      : { ...stake, ...lock };
  const parameter = { value, type_url: `type.googleapis.com/protocol.${type}` };
  const json = {
    contract: [{ parameter, type, Permission_id: permissionId }],
    ref_block_bytes: frame.reference.id.slice(12, 16),
    ref_block_hash: frame.reference.id.slice(16, 32),
    ...{ expiration: frame.expiresAt, timestamp: frame.timestampMs },
  };
  const built = utils.transaction.txJsonToPb({ raw_data: json });
  return hexOf(built.getRawData().serializeBinary());
}

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
  const DELEGATED = { intent: DELEGATE, frame: FRAME, permissionId: 2 };
  const SENT = { intent: TRANSFER, frame: FRAME, permissionId: 2 };
  const at = (reference: object) => ({ frame: { ...FRAME, reference } });
  const OTHER: [field: string, signed: Expected, expected: object][] = [
    ["owner", DELEGATED, { intent: { ...DELEGATE, owner: RECEIVER } }],
    ["receiver", DELEGATED, { intent: { ...DELEGATE, receiver: OWNER } }],
    ["resource", DELEGATED, { intent: { ...DELEGATE, resource: "bandwidth" } }],
    ["balance", DELEGATED, { intent: { ...DELEGATE, stakeSun: sun(1) } }],
    ["transaction has field 5", DELEGATED, { intent: { ...DELEGATE, lockPeriodBlocks: 0 } }],
    ["lock_period", DELEGATED, { intent: { ...DELEGATE, lockPeriodBlocks: 1_200 } }],
    ["type", DELEGATED, { intent: UNDELEGATE }],
    ["Permission_id", DELEGATED, { permissionId: 3 }],
    ["expiration", DELEGATED, { frame: { ...FRAME, expiresAt: FRAME.expiresAt + 1 } }],
    ["timestamp", DELEGATED, { frame: { ...FRAME, timestampMs: FRAME.timestampMs + 1 } }],
    ["ref_block_bytes", DELEGATED, at({ ...FRAME.reference, number: 1 })],
    ["ref_block_hash", DELEGATED, at({ ...FRAME.reference, id: blockId(1) })],
    ["owner", SENT, { intent: { ...TRANSFER, owner: RECEIVER } }],
    ["receiver", SENT, { intent: { ...TRANSFER, receiver: OWNER } }],
    ["amount", SENT, { intent: { ...TRANSFER, amountSun: sun(10_500_001) } }],
  ];
  it.each(OTHER)("sees another %s", async (field, expected, other) => {
    const { hex } = await signTransaction(expected.intent as TransactionIntent, FRAME, KEY);
    const raw = Buffer.from(hex.slice(6, -134), "hex");
    assertBytesSay(raw, expected);
    expect(() => assertBytesSay(raw, { ...expected, ...other })).toThrow(`signed ${field}`);
  });

  const ADDED: [what: string, added: Added, says: string][] = [
    ["a memo", { raw: { 10: "00" } }, "transaction has field 10"],
    ["a fee limit", { raw: { 18: 1 } }, "fee_limit is 1 instead of 0"],
    ["a second contract", { raw: { 11: "0801" } }, "bytes have not one contract"],
    ["a provider", { contract: { 3: "00" } }, "contract has field 3"],
    ["more than the values", { parameter: { 3: 1 } }, "parameter has field 3"],
    ["another type's name", { parameter: { 1: "7478" } }, "type_url is tx instead of type.google"],
    ["a lock", { value: { 5: 1 } }, "transaction has field 5"],
  ];
  it.each(ADDED)("sees %s", (_, added, says) => {
    const expected = { intent: UNDELEGATE, frame: FRAME, permissionId: 2 };
    assertBytesSay(undelegation({}), expected);
    expect(() => assertBytesSay(undelegation(added), expected)).toThrow(`signed ${says}`);
  });
});

type Added = Partial<Record<"raw" | "contract" | "parameter" | "value", FieldValues>>;

/** UNDELEGATE, and what was slipped into it: a field that stands twice counts as its last. */
function undelegation({ raw = {}, contract = {}, parameter = {}, value = {} }: Added): Buffer {
  const url = "type.googleapis.com/protocol.UnDelegateResourceContract";
  const values = message({ 1: OWNER_HEX, 3: 1, 4: RECEIVER_HEX }) + message(value);
  const any = message({ 1: Buffer.from(url).toString("hex"), 2: values }) + message(parameter);
  const only = message({ 1: 58, 2: any, 5: 2 }) + message(contract);
  const header = { 1: "040a", 4: "0102030405060708", 8: FRAME.expiresAt, 14: FRAME.timestampMs };
  return Buffer.from(message({ ...header, 11: only }) + message(raw), "hex");
}
