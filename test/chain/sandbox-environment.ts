/** A sandbox node of one's own with a chain upon it, for tests that write. */
import { randomBytes } from "node:crypto";
import type { SignedTransaction, TransactionIntent } from "../../src/chain/port.js";
import { createTronChain } from "../../src/chain/tron-chain.js";
import { type Address, address, addressFromHex } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { UNLIMITED_MS } from "../support/node-limit.js";
import { startNode } from "../support/sandbox-node.js";
import { until } from "../support/until.js";

export const SOLID_LAG = 5;

interface NodeState {
  readonly pending?: number;
}

export type Environment = Awaited<ReturnType<typeof startEnvironment>>;

export async function startEnvironment() {
  const node = await startNode({ solidLagBlocks: SOLID_LAG });
  const chain = createTronChain({
    fullHost: node.url,
    requestsPerSecond: 10_000,
    timeoutMs: UNLIMITED_MS,
  });
  const owners = node.poolOwners.map(address);
  const owner = must(owners[0], "the sandbox has no pool owner");
  const key = { privateKeyHex: node.operatorKeyHex, permissionId: 2 };
  let lastTimestampMs = 0;

  const { url: nodeUrl, mine } = node;
  const admin = (path: string, body: object) => node.admin<NodeState>(path, body);

  return {
    chain,
    nodeUrl,
    admin,
    owner,
    otherOwner: must(owners[1], "the sandbox has one pool owner only"),
    key,
    mine,
    /** Waits until so many transactions are there for the next block. */
    pending: (count: number) =>
      until("the node has them", async () => (await admin("state", {})).pending === count),
    unknownAddress: () => addressFromHex(`41${randomBytes(20).toString("hex")}`),
    async activatedAddress(): Promise<Address> {
      const fresh = addressFromHex(`41${randomBytes(20).toString("hex")}`);
      await admin("fund", { address: fresh, amountSun: 1_000_000 });
      return fresh;
    },
    /** Signs upon the newest solid block, with a timestamp of its own, to live for two minutes. */
    async sign(intent: TransactionIntent, usedKey = key): Promise<SignedTransaction> {
      const [reference, head] = await Promise.all([chain.solidHead(), chain.head()]);
      lastTimestampMs = Math.max(head.timestampMs, lastTimestampMs + 1);
      const frame = {
        reference,
        timestampMs: lastTimestampMs,
        expiresAt: head.timestampMs + 120_000,
      };
      return chain.sign(intent, frame, usedKey);
    },
    async close() {
      await chain.close();
      await node.close();
    },
  };
}

export function delegation(owner: Address, receiver: Address, lockPeriodBlocks = 0, trx = 100) {
  return {
    kind: "delegate",
    owner,
    receiver,
    resource: "energy",
    stakeSun: sun(trx * 1_000_000),
    lockPeriodBlocks,
  } satisfies TransactionIntent;
}

export function undelegation(owner: Address, receiver: Address, trx = 100) {
  return {
    kind: "undelegate",
    owner,
    receiver,
    resource: "energy",
    stakeSun: sun(trx * 1_000_000),
  } satisfies TransactionIntent;
}
