/**
 * Every way the embedded node refuses, loses or hides a broadcast, and what the port makes of it.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { BroadcastOutcome, TransactionIntent } from "../../src/chain/port.js";
import { must } from "../../src/domain/assert.js";
import { holdTimeLimits } from "../support/time-limits.js";
import {
  delegation,
  type Environment,
  startEnvironment,
  undelegation,
} from "./sandbox-environment.js";

let environment: Environment;
beforeAll(async () => {
  environment = await startEnvironment();
});
afterAll(() => environment.close());
afterEach(() => environment.admin("faults", { clear: true }));

async function send(intent: TransactionIntent, key = environment.key): Promise<BroadcastOutcome> {
  const signed = await environment.sign(intent, key);
  return environment.chain.broadcast(signed, intent.receiver);
}

function rejected(reason: string) {
  return { kind: "rejected", reason };
}

describe("refused for", () => {
  it("a receiver that is not activated", async () => {
    const receiver = environment.unknownAddress();
    const outcome = await send(delegation(environment.owner, receiver));
    expect(outcome).toMatchObject(rejected("receiver_not_activated"));
  });

  it("nothing to take back", async () => {
    const receiver = await environment.activatedAddress();
    const { owner } = environment;
    expect(await send(undelegation(owner, receiver))).toMatchObject(rejected("not_undelegatable"));
    await send(delegation(owner, receiver));
    await environment.mine();
    const tooMuch = undelegation(owner, receiver, 101);
    expect(await send(tooMuch)).toMatchObject(rejected("not_undelegatable"));
  });

  it("a reference block of another fork", async () => {
    const receiver = await environment.activatedAddress();
    const { chain, owner, key } = environment;
    const head = await chain.head();
    const reference = { ...head, id: `${head.id.slice(0, 16)}${"0".repeat(48)}` };
    const frame = {
      reference,
      timestampMs: head.timestampMs,
      expiresAt: head.timestampMs + 60_000,
    };
    const signed = await chain.sign(delegation(owner, receiver), frame, key);
    expect(await chain.broadcast(signed, receiver)).toMatchObject(rejected("reference_block"));
  });
});

describe("nothing is known after", () => {
  it("an expiry: it may have been included before", async () => {
    const receiver = await environment.activatedAddress();
    const signed = await environment.sign(delegation(environment.owner, receiver));
    await environment.mine(50);
    const outcome = await environment.chain.broadcast(signed, receiver);
    expect(outcome).toMatchObject({ kind: "unknown", message: /TRANSACTION_EXPIRATION_ERROR/ });
  });

  it.each(["accept-then-drop", "accept-then-hang"])("%s, and it is included", async (kind) => {
    const receiver = await environment.activatedAddress();
    const signed = await environment.sign(delegation(environment.owner, receiver));
    await environment.admin("faults", { add: [{ kind, path: "/wallet/broadcasthex" }] });
    const limits = holdTimeLimits();
    onTestFinished(limits.restore);
    const sent = environment.chain.broadcast(signed, receiver);
    await environment.pending(1);
    limits.end();
    expect((await sent).kind).toBe("unknown");
    await environment.mine();
    const inclusion = must(await environment.chain.inclusion(signed.txid), "not included");
    expect(inclusion.success).toBe(true);
  });

  it("drop, and it never arrived: the same bytes go in later", async () => {
    const receiver = await environment.activatedAddress();
    const signed = await environment.sign(delegation(environment.owner, receiver));
    await environment.admin("faults", { add: [{ kind: "drop", path: "/wallet/broadcasthex" }] });
    expect((await environment.chain.broadcast(signed, receiver)).kind).toBe("unknown");
    await environment.mine();
    expect(await environment.chain.inclusion(signed.txid)).toBeUndefined();
    expect((await environment.chain.broadcast(signed, receiver)).kind).toBe("accepted");
  });
});
