/**
 * Were tronweb to build, sign or serialise something else, nothing would come out of the signer.
 */
import { afterEach, expect, it, vi } from "vitest";
import type { TransactionFrame, TransactionIntent } from "../../src/chain/port.js";
import { signTransaction } from "../../src/chain/sign.js";
import type { LoadedTronWeb } from "../../src/chain/tronweb.js";
import { AssertionFailed } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { blockId, OWNER, RECEIVER, RECEIVER_HEX } from "./fixtures.js";

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

type Build = LoadedTronWeb["builder"]["delegateResource"];

/** tronweb with a builder that changes the arguments it was given. */
function building(change: (given: Parameters<Build>) => Parameters<Build>) {
  broken = ({ builder }) => ({
    builder: Object.assign(Object.create(builder) as typeof builder, {
      delegateResource: (...given: Parameters<Build>) => builder.delegateResource(...change(given)),
    }),
  });
}

const THIRD = `41${"9".repeat(40)}`;
const CHANGES: [says: string, change: (given: Parameters<Build>) => Parameters<Build>][] = [
  ["balance", ([sunAmount, ...rest]) => [(sunAmount ?? 0) + 1, ...rest]],
  ["receiver", ([amount, , ...rest]) => [amount, THIRD, ...rest]],
  ["resource", ([amount, receiver, , ...rest]) => [amount, receiver, "BANDWIDTH", ...rest]],
  ["owner", ([a, , c, , ...rest]) => [a, RECEIVER_HEX.replace("b6", "b7"), c, THIRD, ...rest]],
  ["lock_period", ([a, b, c, d, e, , options]) => [a, b, c, d, e, 0, options]],
  ["lock", ([a, b, c, d, , , options]) => [a, b, c, d, false, undefined, options]],
  ["Permission_id", ([a, b, c, d, e, f, o]) => [a, b, c, d, e, f, { ...o, permissionId: 3 }]],
];

it("signs when nothing is broken", async () => {
  expect((await signTransaction(INTENT, FRAME, KEY)).txid).toMatch(/^[0-9a-f]{64}$/);
});

it.each(CHANGES)("refuses a transaction built with another %s", async (says, change) => {
  building(change);
  const signing = signTransaction(INTENT, FRAME, KEY);
  await expect(signing).rejects.toBeInstanceOf(AssertionFailed);
  if (says !== "owner") await expect(signing).rejects.toThrow(`signed ${says} is`);
});

it("refuses bytes that are not what was signed", async () => {
  broken = (tron) => ({ serialise: (...given) => `${tron.serialise(...given)}1200` });
  await expect(signTransaction(INTENT, FRAME, KEY)).rejects.toThrow("signed bytes");
});

it("refuses an id that is not the hash", async () => {
  broken = ({ builder }) => ({
    builder: Object.assign(Object.create(builder) as typeof builder, {
      delegateResource: async (...given: Parameters<Build>) => ({
        ...(await builder.delegateResource(...given)),
        txID: "0".repeat(64),
      }),
    }),
  });
  await expect(signTransaction(INTENT, FRAME, KEY)).rejects.toThrow("not the hash");
});
