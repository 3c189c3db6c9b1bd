/** Transactions for others to sign: what tronweb's own builder makes of the same, signed by it and read back. */
import { TronWeb } from "tronweb";
import { describe, expect, it } from "vitest";
import { buildUnsigned } from "../../src/chain/build.js";
import type { TokenTransfer, TransactionFrame, UnsignedIntent } from "../../src/chain/port.js";
import {
  NotSigned,
  readIntent,
  readSigned,
  signedBytesOf,
} from "../../src/chain/signed-elsewhere.js";
import { AssertionFailed, must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { blockId, OWNER, RECEIVER, RECEIVER_HEX } from "./fixtures.js";
import { USDT } from "./recorded.js";

const WORDS = `${"abandon ".repeat(11)}about`;
const OWNER_KEY = keyAt(0);
const OTHER_KEY = keyAt(1);
const FRAME: TransactionFrame = {
  reference: { number: 66_570, id: blockId(66_570), timestampMs: 1 },
  timestampMs: 1_700_000_000_000,
  expiresAt: 1_700_000_120_000,
};
const blockHeader = {
  ref_block_bytes: "040a",
  ref_block_hash: "a".repeat(16),
  timestamp: FRAME.timestampMs,
  expiration: FRAME.expiresAt,
};

const pair = { owner: OWNER, receiver: RECEIVER };
const stake = { ...pair, resource: "energy", stakeSun: sun(5_000_000) } as const;
const TRANSFER = { ...pair, kind: "transfer", amountSun: sun(10_500_000) } as const;
const TOKENS: TokenTransfer = {
  ...pair,
  kind: "token_transfer",
  contract: USDT,
  amount: 20_000_000n,
  feeLimitSun: sun(30_000_000),
};

function keyAt(index: number): string {
  return TronWeb.fromMnemonic(WORDS, `m/44'/195'/0'/0/${index}`).privateKey.slice(2);
}

const wallet = new TronWeb({ fullHost: "http://127.0.0.1:9" });
const builder = wallet.transactionBuilder;

interface Signed {
  readonly txID: string;
  readonly raw_data_hex: string;
  readonly signature: readonly [string, ...string[]];
}

/** As a file brings it to the offline key and back. */
async function signedBy(key: string, transaction: object): Promise<Signed> {
  const isSigned = "signature" in transaction;
  const brought = JSON.parse(JSON.stringify(transaction)) as Parameters<typeof wallet.trx.sign>[0];
  const signed = await wallet.trx.sign(brought, key, true, isSigned);
  return JSON.parse(JSON.stringify(signed)) as Signed;
}

/** What tronweb itself builds of each. */
const CASES: [name: string, intent: UnsignedIntent, theirs: () => Promise<unknown>][] = [
  [
    "a transfer of TRX",
    TRANSFER,
    () => builder.sendTrx(RECEIVER, 10_500_000, OWNER, { blockHeader }),
  ],
  [
    "an unlocked delegation",
    { ...stake, kind: "delegate", lockPeriodBlocks: 0 },
    () =>
      builder.delegateResource(5_000_000, RECEIVER, "ENERGY", OWNER, false, undefined, {
        blockHeader,
      }),
  ],
  [
    "an undelegation",
    { ...stake, kind: "undelegate" },
    () => builder.undelegateResource(5_000_000, RECEIVER, "ENERGY", OWNER, { blockHeader }),
  ],
  [
    "an account's creation",
    { ...pair, kind: "create_account" },
    () => builder.createAccount(RECEIVER, OWNER, { blockHeader }),
  ],
  [
    "a transfer of tokens",
    TOKENS,
    async () => {
      const values = [
        { type: "address", value: RECEIVER },
        { type: "uint256", value: "20000000" },
      ];
      const options = { feeLimit: 30_000_000, txLocal: true, blockHeader };
      const selector = "transfer(address,uint256)";
      const made = await builder.triggerSmartContract(USDT, selector, options, values, OWNER);
      return made.transaction;
    },
  ],
];

describe("a transaction to be signed elsewhere", () => {
  it.each(CASES)("is what a wallet builds: %s", async (_, intent, theirs) => {
    const built = await buildUnsigned(intent, FRAME);
    const wallets = (await theirs()) as { txID: string; raw_data_hex: string; raw_data: object };
    expect(built.txid).toBe(wallets.txID);
    expect(built.rawHex).toBe(wallets.raw_data_hex);
    expect(built.transaction).toMatchObject({
      visible: false,
      txID: built.txid,
      raw_data_hex: built.rawHex,
      raw_data: { ...blockHeader, contract: [{}] },
    });
  });

  it.each(CASES)(
    "is read from its bytes, which the same intent gives again: %s",
    async (_, intent) => {
      const { rawHex } = await buildUnsigned(intent, FRAME);
      const read = readIntent(rawHex);
      expect(read.intent).toEqual(intent);
      expect(read.frame).toMatchObject({
        timestampMs: FRAME.timestampMs,
        expiresAt: FRAME.expiresAt,
      });
      expect((await buildUnsigned(read.intent, read.frame)).rawHex).toBe(rawHex);
    },
  );

  it.each(CASES)("is signed by a wallet and read back: %s", async (_, intent) => {
    const { transaction, txid, rawHex } = await buildUnsigned(intent, FRAME);
    const signed = await signedBy(OWNER_KEY, transaction);
    const read = readSigned(signed);
    expect(read).toMatchObject({ txid, signers: [OWNER] });
    const [signature] = signed.signature;
    const length = rawHex.length / 2;
    const size = [(length % 128) + 128, Math.floor(length / 128)];
    const [head, v] = [Buffer.from([0x0a, ...size]).toString("hex"), signature.slice(-2)];
    expect(read.hex).toBe(`${head}${rawHex}1241${signature.slice(0, -2)}${v.toLowerCase()}`);
    expect(signedBytesOf(rawHex, [signature])).toEqual(read);
  });

  it.each<[string, Partial<TokenTransfer>]>([
    ["nothing", { amount: 0n }],
    ["less than nothing", { amount: -1n }],
    ["more than 256 bits", { amount: 2n ** 256n }],
    ["no limit of the fee", { feeLimitSun: sun(0) }],
    ["the owner as receiver", { receiver: OWNER }],
  ])("is not built for %s", async (_, change) => {
    await expect(buildUnsigned({ ...TOKENS, ...change }, FRAME)).rejects.toBeInstanceOf(
      AssertionFailed,
    );
  });

  it("moves any amount of tokens, exactly", async () => {
    const { rawHex } = await buildUnsigned({ ...TOKENS, amount: 2n ** 256n - 1n }, FRAME);
    expect(rawHex).toContain(`a9059cbb${RECEIVER_HEX.slice(2).padStart(64, "0")}${"f".repeat(64)}`);
  });

  it("is of no kind that the desk does not know", async () => {
    const kind = "transfer_all" as "transfer";
    await expect(buildUnsigned({ ...TRANSFER, kind }, FRAME)).rejects.toThrow("not a transaction");
  });
});

describe("a transaction that came back", () => {
  async function signedTransfer() {
    const { transaction, rawHex } = await buildUnsigned(TRANSFER, FRAME);
    const json = await signedBy(OWNER_KEY, transaction);
    return { json, rawHex, signature: json.signature[0] };
  }

  it("names all who signed it", async () => {
    const { json } = await signedTransfer();
    const read = readSigned(await signedBy(OTHER_KEY, json));
    expect(read.signers).toEqual([OWNER, RECEIVER]);
    expect(read.hex).toHaveLength(readSigned(json).hex.length + 2 * 67);
  });

  it("is the same by a signature in other spellings", async () => {
    const { json, rawHex, signature } = await signedTransfer();
    const last = signature.slice(-2).toLowerCase() === "1b" ? "00" : "01";
    for (const other of [
      `0x${signature}`,
      signature.toUpperCase(),
      signature.slice(0, -2) + last,
    ]) {
      expect(signedBytesOf(rawHex, [other])).toEqual(readSigned(json));
    }
  });

  it("names another signer when the bytes are other ones", async () => {
    const { signature } = await signedTransfer();
    const { rawHex } = await buildUnsigned({ ...TRANSFER, amountSun: sun(1) }, FRAME);
    expect(signedBytesOf(rawHex, [signature]).signers).not.toContain(OWNER);
  });

  it.each<[string, (signed: Signed) => unknown, RegExp]>([
    ["nothing", () => undefined, /no transaction as trx\.sign returns it: it: /],
    ["text", () => "signed", /no transaction as trx\.sign returns it/],
    ["no bytes", ({ txID }) => ({ txID }), /raw_data_hex/],
    [
      "bytes that are none",
      (signed) => ({ ...signed, raw_data_hex: "abc" }),
      /raw_data_hex is not/,
    ],
    [
      "another id",
      (signed) => ({ ...signed, txID: "5".repeat(64) }),
      /txID is not the hash of raw_/,
    ],
    ["no signature", (signed) => ({ ...signed, signature: undefined }), /it has no signature/],
    ["a short one", (signed) => ({ ...signed, signature: ["ab"] }), /signature 1 is not 65 bytes/],
    [
      "one that is no signature",
      ({ signature, ...signed }) => ({
        ...signed,
        signature: [...signature, `${"0".repeat(128)}1b`],
      }),
      /signature 2 is no signature of these bytes/,
    ],
    [
      "the same twice",
      ({ signature, ...signed }) => ({ ...signed, signature: [...signature, ...signature] }),
      /TUEZ\w+ signed it twice/,
    ],
  ])("is refused with %s", async (_, change, says) => {
    const { json } = await signedTransfer();
    expect(() => readSigned(change(json))).toThrow(NotSigned);
    expect(() => readSigned(change(json))).toThrow(says);
  });

  it("says nothing of the JSON beside the bytes", async () => {
    const { json } = await signedTransfer();
    expect(readSigned({ ...json, raw_data: { contract: "another" } })).toEqual(readSigned(json));
    expect(must(readSigned(json).signers[0], "signed")).toBe(OWNER);
  });
});
