/**
 * Were tronweb to build something else, nothing would come out of the signer.
 */
import { afterEach, expect, it, vi } from "vitest";
import { buildUnsigned, signTransaction } from "../../src/chain/build.js";
import type { TokenTransfer, TransactionFrame, TransactionIntent } from "../../src/chain/port.js";
import type { LoadedTronWeb } from "../../src/chain/tronweb.js";
import { address } from "../../src/domain/address.js";
import { AssertionFailed } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { transferArguments } from "../../src/domain/usdt.js";
import { blockId, OWNER, RECEIVER } from "./fixtures.js";

let broken: (tron: LoadedTronWeb) => Partial<LoadedTronWeb> = () => ({});
vi.mock("../../src/chain/tronweb.js", async (original) => {
  const { loadTronWeb } = await original<typeof import("../../src/chain/tronweb.js")>();
  return {
    loadTronWeb: async () => {
      const tron = await loadTronWeb();
      return { ...tron, ...broken(tron) };
    },
  };
});
afterEach(() => {
  broken = () => ({});
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

type RawBytes = LoadedTronWeb["rawBytes"];
type Given = Parameters<RawBytes>;

/** tronweb that builds of other arguments than it was given. */
function building(change: (...given: Given) => Given) {
  broken = ({ rawBytes }) => ({ rawBytes: (...given) => rawBytes(...change(...given)) });
}

const withValues =
  (values: object) =>
  (name: string, given: object, ...rest: [object, number]): Given => [
    name,
    { ...given, ...values },
    ...rest,
  ];
const withHeader =
  (fields: object) =>
  (name: string, values: object, header: object, permissionId: number): Given => [
    name,
    values,
    { ...header, ...fields },
    permissionId,
  ];

const THIRD = `41${"9".repeat(40)}`;
const CHANGES: [says: string, change: (...given: Given) => Given][] = [
  ["balance", withValues({ balance: 5_980_000_001 })],
  ["receiver", withValues({ receiver_address: THIRD })],
  ["resource", withValues({ resource: "BANDWIDTH" })],
  ["owner", withValues({ owner_address: THIRD })],
  ["lock_period", withValues({ lock_period: 301 })],
  ["lock", withValues({ lock: false })],
  ["Permission_id", (name, values, header) => [name, values, header, 3]],
  ["expiration", withHeader({ expiration: FRAME.expiresAt + 1 })],
  ["timestamp", withHeader({ timestamp: FRAME.timestampMs + 1 })],
  ["ref_block_bytes", withHeader({ ref_block_bytes: "0001" })],
  ["ref_block_hash", withHeader({ ref_block_hash: "0".repeat(16) })],
  ["fee_limit", withHeader({ fee_limit: 1 })],
];

it("signs when nothing is broken", async () => {
  expect((await signTransaction(INTENT, FRAME, KEY)).txid).toMatch(/^[0-9a-f]{64}$/);
});

it.each(CHANGES)("refuses a transaction built with another %s", async (says, change) => {
  building(change);
  const signing = signTransaction(INTENT, FRAME, KEY);
  await expect(signing).rejects.toBeInstanceOf(AssertionFailed);
  await expect(signing).rejects.toThrow(`signed ${says} is`);
});

it("refuses a transaction with a memo", async () => {
  building(withHeader({ data: "00" }));
  await expect(signTransaction(INTENT, FRAME, KEY)).rejects.toThrow("other fields");
});

it("refuses another contract", async () => {
  building((_name, ...rest) => ["UnDelegateResourceContract", ...rest]);
  await expect(signTransaction(INTENT, FRAME, KEY)).rejects.toThrow("dismatches");
});

const TOKENS: TokenTransfer = {
  kind: "token_transfer",
  owner: OWNER,
  receiver: RECEIVER,
  contract: address("TPDu74nqJHnFNVr3KRNGxAwjodMhzBqEyH"),
  amount: 20_000_000n,
  feeLimitSun: sun(30_000_000),
};
const DATA = `a9059cbb${transferArguments(OWNER, 20_000_000n)}`;

it.each<[says: string, change: (...given: Given) => Given]>([
  ["owner is", withValues({ owner_address: THIRD })],
  ["contract is", withValues({ contract_address: THIRD })],
  ["data is", withValues({ data: DATA })],
  ["call_value is", withValues({ call_value: 1 })],
  ["call_token_value is", withValues({ call_token_value: 1, token_id: 1_000_001 })],
  ["fee_limit is", withHeader({ fee_limit: 30_000_001 })],
  ["expiration is", withHeader({ expiration: FRAME.expiresAt + 1 })],
])("gives out nothing to be signed when its %s not what was asked for", async (says, change) => {
  building(change);
  const built = buildUnsigned(TOKENS, FRAME);
  await expect(built).rejects.toBeInstanceOf(AssertionFailed);
  await expect(built).rejects.toThrow(says);
});

it("signs no transfer of tokens", async () => {
  const intent = { ...INTENT, kind: "token_transfer" as "delegate" };
  await expect(signTransaction(intent, FRAME, KEY)).rejects.toThrow("not a transaction we sign");
});
