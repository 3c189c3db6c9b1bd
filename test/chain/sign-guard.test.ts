/** Were something else written than was asked for, nothing would come out of the signer. */
import { afterEach, expect, it, vi } from "vitest";
import { buildUnsigned, signTransaction } from "../../src/chain/build.js";
import type { TokenTransfer, TransactionFrame, TransactionIntent } from "../../src/chain/port.js";
import { address, addressFromHex } from "../../src/domain/address.js";
import { AssertionFailed } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { blockId, OWNER, RECEIVER } from "./fixtures.js";

type Encode = typeof import("../../src/chain/encode.js")["encodeRaw"];
type Given = Parameters<Encode>;

/** What the writer gets instead of what it was given. */
let change: (...given: Given) => Given = (...given) => given;
vi.mock("../../src/chain/encode.js", async (original) => {
  const encode = await original<typeof import("../../src/chain/encode.js")>();
  return { ...encode, encodeRaw: (...given: Given) => encode.encodeRaw(...change(...given)) };
});
afterEach(() => {
  change = (...given) => given;
});

const KEY = { privateKeyHex: "1".repeat(64), permissionId: 2 };
const INTENT: TransactionIntent = {
  kind: "delegate",
  owner: OWNER,
  receiver: RECEIVER,
  resource: "energy",
  stakeSun: sun(5_980_000_000),
  lockPeriodBlocks: 300,
};
const FRAME: TransactionFrame = {
  reference: { number: 7, id: blockId(7), timestampMs: 1 },
  timestampMs: 1_700_000_000_000,
  expiresAt: 1_700_000_120_000,
};

const withIntent =
  (other: object) =>
  (intent: Given[0], ...rest: [TransactionFrame, number]): Given => [
    { ...intent, ...other } as Given[0],
    ...rest,
  ];
const withFrame =
  (other: object) =>
  (intent: Given[0], frame: TransactionFrame, permissionId: number): Given => [
    intent,
    { ...frame, ...other },
    permissionId,
  ];
const atBlock = (other: object) => withFrame({ reference: { ...FRAME.reference, ...other } });

const THIRD = addressFromHex(`41${"9".repeat(40)}`);
const CHANGES: [says: string, change: (...given: Given) => Given][] = [
  ["balance is", withIntent({ stakeSun: 5_980_000_001 })],
  ["receiver is", withIntent({ receiver: THIRD })],
  ["resource is", withIntent({ resource: "bandwidth" })],
  ["owner is", withIntent({ owner: THIRD })],
  ["lock_period is", withIntent({ lockPeriodBlocks: 301 })],
  ["lock is", withIntent({ lockPeriodBlocks: 0 })],
  ["type is", withIntent({ kind: "undelegate" })],
  ["Permission_id is", (intent, frame) => [intent, frame, 3]],
  ["expiration is", withFrame({ expiresAt: FRAME.expiresAt + 1 })],
  ["timestamp is", withFrame({ timestampMs: FRAME.timestampMs + 1 })],
  ["ref_block_bytes is", atBlock({ number: 8 })],
  ["ref_block_hash is", atBlock({ id: blockId(7).replace(/.{48}$/, "0".repeat(48)) })],
];

it("signs when nothing is broken", async () => {
  expect((await signTransaction(INTENT, FRAME, KEY)).txid).toMatch(/^[0-9a-f]{64}$/);
});

it.each(CHANGES)("refuses a transaction of which %s another one", async (says, changed) => {
  change = changed;
  const signing = signTransaction(INTENT, FRAME, KEY);
  await expect(signing).rejects.toBeInstanceOf(AssertionFailed);
  await expect(signing).rejects.toThrow(`signed ${says}`);
});

const TOKENS: TokenTransfer = {
  kind: "token_transfer",
  owner: OWNER,
  receiver: RECEIVER,
  contract: address("TPDu74nqJHnFNVr3KRNGxAwjodMhzBqEyH"),
  amount: 20_000_000n,
  feeLimitSun: sun(30_000_000),
};
it.each<[says: string, change: (...given: Given) => Given]>([
  ["owner is", withIntent({ owner: THIRD })],
  ["contract is", withIntent({ contract: THIRD })],
  ["data is", withIntent({ amount: 20_000_001n })],
  ["data is", withIntent({ receiver: THIRD })],
  ["fee_limit is", withIntent({ feeLimitSun: 30_000_001 })],
  ["expiration is", withFrame({ expiresAt: FRAME.expiresAt + 1 })],
])("gives out nothing to be signed when its %s not what was asked for", async (says, changed) => {
  change = changed;
  const built = buildUnsigned(TOKENS, FRAME);
  await expect(built).rejects.toBeInstanceOf(AssertionFailed);
  await expect(built).rejects.toThrow(says);
});

it("signs no transfer of tokens", async () => {
  const intent = { ...INTENT, kind: "token_transfer" as "delegate" };
  await expect(signTransaction(intent, FRAME, KEY)).rejects.toThrow("not a transaction we sign");
});
