/**
 * Every way the embedded node refuses, loses or hides a broadcast, and what the port makes of it.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { BroadcastOutcome, TransactionIntent } from "../../src/chain/port.js";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
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

  it("an owner that does not exist: not the receiver's fault", async () => {
    const receiver = await environment.activatedAddress();
    const outcome = await send(delegation(environment.unknownAddress(), receiver));
    expect(outcome.kind).toBe("rejected");
    expect(outcome).not.toMatchObject({ reason: "receiver_not_activated" });
  });

  it("a receiver that is a contract", async () => {
    const receiver = await environment.activatedAddress();
    await environment.admin("contract", { address: receiver });
    const outcome = await send(delegation(environment.owner, receiver));
    expect(outcome).toMatchObject(rejected("receiver_is_contract"));
  });

  it.each(["energy", "bandwidth"] as const)("more %s than the owner has", async (resource) => {
    const receiver = await environment.activatedAddress();
    const { owner, chain } = environment;
    const stakeSun = sun((await chain.delegatableSun(owner, resource)) + 1);
    const intent = { ...delegation(owner, receiver), resource, stakeSun };
    expect(await send(intent)).toMatchObject(rejected("owner_capacity"));
  });

  it("a lock shorter than the one that stands, and one too long", async () => {
    const receiver = await environment.activatedAddress();
    const { owner } = environment;
    expect((await send(delegation(owner, receiver, 1_200))).kind).toBe("accepted");
    await environment.mine();
    expect(await send(delegation(owner, receiver, 300))).toMatchObject(rejected("lock"));
    expect(await send(delegation(owner, receiver, 10_000_000))).toMatchObject(rejected("lock"));
    expect((await send(delegation(owner, receiver))).kind).toBe("accepted");
  });

  it("a permission that is missing or another key", async () => {
    const receiver = await environment.activatedAddress();
    const intent = delegation(environment.owner, receiver);
    const other = { ...environment.key, privateKeyHex: "1".repeat(64) };
    expect(await send(intent, other)).toMatchObject(rejected("permission"));
    const missing = { ...environment.key, permissionId: 7 };
    expect(await send(intent, missing)).toMatchObject(rejected("permission"));
  });

  it("a permission that was revoked", async () => {
    const receiver = await environment.activatedAddress();
    await environment.admin("revoke-permission", { address: environment.otherOwner });
    const outcome = await send(delegation(environment.otherOwner, receiver));
    expect(outcome).toMatchObject(rejected("permission"));
  });

  it("less than 1 TRX", async () => {
    const receiver = await environment.activatedAddress();
    const intent = { ...delegation(environment.owner, receiver), stakeSun: sun(999_999) };
    expect(await send(intent)).toMatchObject(rejected("other"));
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

describe("the node answers", () => {
  it.each([
    ["SERVER_BUSY", "retry"],
    ["NO_CONNECTION", "retry"],
    ["BLOCK_UNSOLIDIFIED", "retry"],
    ["DUP_TRANSACTION_ERROR", "seen"],
    ["NOT_ENOUGH_EFFECTIVE_CONNECTION", "unknown"],
    ["TAPOS_ERROR", "rejected"],
    ["BANDWITH_ERROR", "rejected"],
  ])("%s: %s", async (code, kind) => {
    const receiver = await environment.activatedAddress();
    const add = [{ kind: "code", code, path: "/wallet/broadcasthex" }];
    await environment.admin("faults", { add });
    const outcome = await send(delegation(environment.owner, receiver));
    expect(outcome.kind).toBe(kind);
  });
});
