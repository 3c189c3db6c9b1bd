/** The tests' own view of the node: blocks and faults on demand, and what the chain really holds. */
import type { SigningKey } from "../../src/chain/port.js";
import { createTronChain } from "../../src/chain/tron-chain.js";
import { type Address, addressFromHex } from "../../src/domain/address.js";
import { sun } from "../../src/domain/money.js";
import type { Resource } from "../../src/domain/resource.js";
import { postTaken } from "../support/http.js";
import { UNLIMITED_MS } from "../support/node-limit.js";

export interface ChainTransaction {
  readonly txid: string;
  readonly kind: "delegate" | "undelegate" | "other";
  readonly owner: Address;
  readonly receiver: Address | undefined;
  readonly stakeSun: number;
  readonly locked: boolean;
  readonly block: number;
}

interface BlockPage {
  readonly block?: readonly {
    readonly block_header: { readonly raw_data: { readonly number?: number } };
    readonly transactions?: readonly {
      readonly txID: string;
      readonly raw_data: {
        readonly contract: readonly {
          readonly type: string;
          readonly parameter: {
            readonly value: {
              readonly owner_address: string;
              readonly receiver_address?: string;
              readonly balance?: number;
              readonly lock?: boolean;
            };
          };
        }[];
      };
    }[];
  }[];
}

interface SandboxState {
  readonly head: { readonly number: number; readonly id: string; readonly timestamp: number };
  readonly pending: number;
  readonly operator: string;
  readonly faults: readonly unknown[];
}

const KINDS: Record<string, ChainTransaction["kind"]> = {
  DelegateResourceContract: "delegate",
  UnDelegateResourceContract: "undelegate",
};

export function nodeClient(url: string, operatorKeyHex: string) {
  const chain = createTronChain({
    fullHost: url,
    requestsPerSecond: 10_000,
    timeoutMs: UNLIMITED_MS,
  });
  const ofOperator: SigningKey = { privateKeyHex: operatorKeyHex, permissionId: 2 };
  const foreign = new Set<string>();
  let lastTimestampMs = 0;

  const post = <T>(path: string, body: object) => postTaken<T>(url + path, body);
  const admin = (path: string, body: object = {}) => post<unknown>(`/sandbox/${path}`, body);

  async function send(kind: "delegate" | "undelegate", own: Delegation): Promise<void> {
    const { lockPeriodBlocks = 0, key = ofOperator, ...rest } = own;
    const fields = { ...rest, resource: "energy" as const, stakeSun: sun(own.stakeSun) };
    const intent =
      kind === "delegate" ? { kind, ...fields, lockPeriodBlocks } : { kind, ...fields };
    const [reference, head] = await Promise.all([chain.solidHead(), chain.head()]);
    // The desk counts up from the head's time: a million later never meets it.
    lastTimestampMs = Math.max(head.timestampMs - 60_000, lastTimestampMs + 1);
    const frame = { reference, timestampMs: lastTimestampMs, expiresAt: head.timestampMs + 60_000 };
    const signed = await chain.sign(intent, frame, key);
    foreign.add(signed.txid);
    const outcome = await chain.broadcast(signed, own.receiver);
    if (outcome.kind !== "accepted") throw new Error(`not accepted: ${JSON.stringify(outcome)}`);
  }

  return {
    url,
    admin,
    close: () => chain.close(),
    solidMoneyOf: (txid: string) => chain.solidMoneyOf(txid),
    /** Transactions that the owner makes, past the desk. */
    delegateOutside: (own: Delegation) => send("delegate", own),
    undelegateOutside: (own: Delegation) => send("undelegate", own),
    isForeign: (txid: string) => foreign.has(txid),
    mine: (count = 1, missedMs = 0) => admin("mine", { count, missedMs }),
    faults: (...add: object[]) => admin("faults", { add }),
    noFaults: () => admin("faults", { clear: true }),
    broadcastFault: (fault: object) => admin("faults", { add: [{ path: BROADCAST, ...fault }] }),
    reorg: (depth: number, transactions: "pending" | "vanish" = "pending") =>
      admin("reorg", { depth, transactions }),
    state: () => post<SandboxState>("/sandbox/state", {}),
    energyWeight: async () =>
      (await post<{ energyWeight: number }>("/sandbox/weights", {})).energyWeight,
    energyOf: async (receiver: Address) => (await chain.resources(receiver)).limit.energy,
    recordOf: (owner: Address, receiver: Address, resource: Resource = "energy") =>
      chain.delegated(owner, receiver, resource),
    async transactions(): Promise<ChainTransaction[]> {
      const found: ChainTransaction[] = [];
      for (let startNum = 1; ; startNum += 100) {
        const range = { startNum, endNum: startNum + 100 };
        const page = await post<BlockPage>("/wallet/getblockbylimitnext", range);
        if (!page.block?.length) return found;
        found.push(...page.block.flatMap(transactionsOf));
      }
    },
  };
}

const BROADCAST = "/wallet/broadcasthex";

export interface Delegation {
  readonly owner: Address;
  readonly receiver: Address;
  readonly stakeSun: number;
  readonly lockPeriodBlocks?: number;
  /** The operator's, by permission 2, unless given. */
  readonly key?: SigningKey;
}

function transactionsOf(block: NonNullable<BlockPage["block"]>[number]): ChainTransaction[] {
  return (block.transactions ?? []).flatMap(({ txID, raw_data }) =>
    raw_data.contract.map(({ type, parameter: { value } }) => ({
      txid: txID,
      kind: KINDS[type] ?? "other",
      owner: addressFromHex(value.owner_address),
      receiver: value.receiver_address ? addressFromHex(value.receiver_address) : undefined,
      stakeSun: value.balance ?? 0,
      locked: value.lock ?? false,
      block: block.block_header.raw_data.number ?? 0,
    })),
  );
}
