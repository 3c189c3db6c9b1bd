/** The thread that signs: the same bytes as in this one, and no call is ever left without an answer. */
import pino from "pino";
import { describe, expect, it, onTestFinished } from "vitest";
import { buildUnsigned, signTransaction } from "../../src/chain/build.js";
import type { TokenTransfer, TransactionFrame, TransactionIntent } from "../../src/chain/port.js";
import { createSigningThread, type SigningThread } from "../../src/chain/signing-thread.js";
import { AssertionFailed, isMistake } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { addressOfKey } from "../../src/domain/public-key.js";
import { Loop } from "../../src/workers/loop.js";
import { openDesk } from "../support/desk.js";
import { signedText } from "../support/signed-text.js";
import { blockId, OWNER, RECEIVER } from "./fixtures.js";
import { USDT } from "./recorded.js";

const KEY = { privateKeyHex: "1".repeat(64), permissionId: 2 };
const FRAME: TransactionFrame = {
  reference: { number: 66_570, id: blockId(66_570), timestampMs: 1 },
  timestampMs: 1_700_000_000_000,
  expiresAt: 1_700_000_120_000,
};
const common = { owner: OWNER, receiver: RECEIVER, resource: "energy" } as const;

const delegate = (stakeSun: number): TransactionIntent => ({
  ...common,
  kind: "delegate",
  stakeSun: sun(stakeSun),
  lockPeriodBlocks: 300,
});

/** Fails upon its second call in each life, answers all others. */
const FRAGILE = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    let calls = 0;
    parentPort.on("message", ({ id }) => {
      calls += 1;
      if (calls === 2) throw new Error("out of luck");
      parentPort.postMessage({ id, result: { done: { txid: "aa", hex: "bb" } } });
    });
  `)}`,
);
/** Hears everything and never answers. */
const SILENT = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", () => {});
  `)}`,
);
/** Ends without an error as soon as it is asked for something. */
const LEAVING = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.once("message", () => process.exit(0));
  `)}`,
);

function threadOf(file?: URL): SigningThread {
  const thread = file ? createSigningThread(file) : createSigningThread();
  onTestFinished(() => thread.close());
  return thread;
}

describe("the signing thread", () => {
  it("signs the same bytes as this thread, each call its own", async () => {
    const thread = threadOf();
    const undelegate: TransactionIntent = { ...common, kind: "undelegate", stakeSun: sun(7) };
    const intents = [delegate(5_980_000_000), undelegate, delegate(1), delegate(2)];
    const there = await Promise.all(intents.map((intent) => thread.sign(intent, FRAME, KEY)));
    const here = await Promise.all(intents.map((intent) => signTransaction(intent, FRAME, KEY)));
    expect(there).toEqual(here);
    expect(new Set(there.map(({ txid }) => txid)).size).toBe(intents.length);
  });

  it("builds for others to sign what this thread does", async () => {
    const thread = threadOf();
    const tokens: TokenTransfer = {
      kind: "token_transfer",
      owner: OWNER,
      receiver: RECEIVER,
      contract: USDT,
      amount: 2n ** 200n,
      feeLimitSun: sun(1),
    };
    for (const intent of [tokens, delegate(5)]) {
      expect(await thread.buildUnsigned(intent, FRAME)).toEqual(await buildUnsigned(intent, FRAME));
    }
  });

  it("finds out who signed a text, as this thread does", async () => {
    const thread = threadOf();
    const signed = await signedText("sell", KEY.privateKeyHex);
    expect(await thread.recoverSigner("sell", signed)).toBe(addressOfKey(KEY.privateKeyHex));
    expect(await thread.recoverSigner("sell", "00")).toBeUndefined();
  });

  it("hands a failed assertion back as one, and goes on signing", async () => {
    const thread = threadOf();
    const failing = thread.sign({ ...delegate(1), receiver: OWNER }, FRAME, KEY);
    await expect(failing).rejects.toBeInstanceOf(AssertionFailed);
    await expect(failing).rejects.toThrow("owner and receiver are the same");
    await expect(thread.sign(delegate(1), FRAME, KEY)).resolves.toHaveProperty("txid");
  });

  it("hands a mistake of the desk's own back as one", async () => {
    const failing = threadOf().sign(delegate(1), FRAME, undefined as never);
    const error = await failing.catch((failure: unknown) => failure);
    expect(isMistake(error)).toBe(true);
    expect(error).not.toBeInstanceOf(AssertionFailed);
  });

  it("halts new orders through the loop that asked for what must not be signed", async () => {
    const thread = threadOf();
    const { engine } = await openDesk();
    const loop = new Loop({
      name: "signer",
      everyMs: 60_000,
      context: { engine, logger: pino({ level: "silent" }) },
      round: async () => {
        await thread.sign({ ...delegate(1), receiver: OWNER }, FRAME, KEY);
      },
    });
    loop.start();
    const halt = () => engine.gates.halt ?? "";
    await expect.poll(halt, { timeout: 20_000 }).toContain("owner and receiver are the same");
    await loop.stop();
  });

  it("says nothing of the key when it is refused", async () => {
    const bad = { ...KEY, privateKeyHex: "0".repeat(64) };
    const refused = await threadOf()
      .sign(delegate(1), FRAME, bad)
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AssertionFailed);
    expect(String(refused)).not.toContain(bad.privateKeyHex);
  });
});

describe("a thread that ends by itself", () => {
  it("fails everything it was asked for with a sentence, and is there again for the next", async () => {
    const thread = threadOf(FRAGILE);
    const sign = () => thread.sign(delegate(1), FRAME, KEY);
    await sign();
    const lost = await Promise.allSettled([sign(), sign(), sign()]);
    for (const one of lost) {
      expect(one).toMatchObject({
        status: "rejected",
        reason: { message: "the signing thread failed: out of luck" },
      });
      expect(one).not.toMatchObject({ reason: expect.any(AssertionFailed) });
    }
    await expect(sign()).resolves.toEqual({ txid: "aa", hex: "bb" });
  });

  it("also when it leaves without an error", async () => {
    const thread = threadOf(LEAVING);
    const sign = () => thread.sign(delegate(1), FRAME, KEY);
    await expect(sign()).rejects.toThrow("the signing thread has ended");
    await expect(sign()).rejects.toThrow("the signing thread has ended");
  });

  it("also when its program cannot be loaded", async () => {
    const thread = threadOf(new URL("data:text/javascript,not a program"));
    await expect(thread.sign(delegate(1), FRAME, KEY)).rejects.toThrow("the signing thread failed");
  });
});

describe("closing", () => {
  it("fails what is not signed yet, and whatever is asked for later", async () => {
    const thread = threadOf(SILENT);
    const open = thread.sign(delegate(1), FRAME, KEY);
    const failed = expect(open).rejects.toThrow("the signing thread has ended");
    await thread.close();
    await failed;
    await expect(thread.sign(delegate(1), FRAME, KEY)).rejects.toThrow("is closed");
  });

  it("is nothing to a thread that was never needed", async () => {
    const thread = threadOf();
    await thread.close();
    await expect(thread.close()).resolves.toBeUndefined();
  });
});
