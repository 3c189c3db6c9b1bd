/**
 * The chain port over several hosts: a single read goes to the host in use and, if that does not answer, to the next;
 * broadcasts go to all.
 */
import { performance } from "node:perf_hooks";
import { createNodeCalls, type TronChainOptions } from "../node-calls.js";
import type { Pace } from "../pace.js";
import type { BroadcastOutcome, Chain } from "../port.js";
import type { SigningThread } from "../signing-thread.js";
import { chainOver } from "../tron-chain.js";
import { isOfHost, READS } from "./bound-chain.js";
import { Host, type StandsStill } from "./host.js";
import { Hosts } from "./hosts.js";

/** How long an answer is waited for when another host is in step. */
const PATIENCE_MS = 2_000;

/** One node of the settings. */
export interface NodeOptions
  extends Pick<TronChainOptions, "solidityHost" | "apiKey" | "requestsPerSecond" | "onCall"> {
  readonly number: number;
  readonly label: string;
  readonly fullHost: string;
  /** Nodes and solid sides with the same number share one pace. */
  readonly paceGroup: number;
  readonly solidPaceGroup: number;
}

export interface SeveralOptions
  extends Pick<TronChainOptions, "maxConcurrent" | "timeoutMs" | "penaltyMs" | "busyPenaltyMs"> {
  readonly nodes: readonly NodeOptions[];
  readonly solidStandsStill: StandsStill;
  readonly blockMs: number;
  readonly monotonicMs?: () => number;
}

export interface SeveralHostsChain {
  readonly chain: Chain;
  readonly hosts: Hosts;
}

export function createSeveralHosts(
  { nodes, solidStandsStill, blockMs, monotonicMs = performance.now, ...common }: SeveralOptions,
  signing?: SigningThread,
): SeveralHostsChain {
  const paces = new Map<number, Pace>();
  const hosts: Hosts = new Hosts({
    hosts: nodes.map(({ number, label, ...node }) => {
      const patienceMs = () => (hosts.hasOther(host) ? PATIENCE_MS : undefined);
      const chain = chainOver(createNodeCalls({ ...common, ...node, paces, patienceMs }));
      const solidSide = node.solidityHost ?? node.fullHost;
      const host: Host = new Host({ number, label, chain, solidSide });
      return host;
    }),
    monotonicMs: () => monotonicMs.call(performance),
    solidStandsStill,
    blockMs,
  });
  return { chain: chainOfSeveral(hosts, signing), hosts };
}

export function chainOfSeveral(hosts: Hosts, signing?: SigningThread): Chain {
  const [first] = hosts.all;
  if (!first) throw new RangeError("there is no host");
  const reads = READS.map((name) => [name, (...args: never[]) => ask(hosts, name, args)]);
  const local = signing ?? first.chain;
  return {
    ...first.chain,
    ...(Object.fromEntries(reads) as Pick<Chain, (typeof READS)[number]>),
    sign: local.sign,
    buildPermissionUpdate: local.buildPermissionUpdate,
    buildUnsigned: local.buildUnsigned,
    recoverSigner: local.recoverSigner,
    broadcast: (transaction, receiver, priority) =>
      broadcastToAll(hosts, (chain) => chain.broadcast(transaction, receiver, priority)),
    several: {
      inUse: (reached) => hosts.inUse(reached),
      inStep: () => hosts.inStep().map((host) => hosts.boundTo(host)),
      witnesses: () => hosts.witnesses(),
      problem: () => hosts.problem(),
      doubted: (host, reason) => hosts.doubted(host, reason),
      verify: (host) => hosts.verifyBound(host),
      followed: ({ number, id, timestampMs }) => hosts.isOnChain({ number, id, timestampMs }),
      forkedAfter: (number) => hosts.forkedAfter(number),
      states: () => hosts.states(),
    },
    async close() {
      await Promise.all([...hosts.all.map(({ chain }) => chain.close()), signing?.close()]);
    },
  };
}

type Read = (typeof READS)[number];

/** Asks each host once at most. */
async function ask(hosts: Hosts, name: Read, args: never[]): Promise<unknown> {
  const asked = new Set<Host>();
  let failure: unknown;
  for (let host = hosts.next(asked); host; host = hosts.next(asked)) {
    asked.add(host);
    try {
      return await (hosts.boundTo(host)[name] as (...args: never[]) => Promise<unknown>)(...args);
    } catch (error) {
      if (!isOfHost(error)) throw error;
      failure = error;
    }
  }
  throw failure;
}

/**
 * Resolves with the first acceptance, or with what all answers mean together. Resting hosts get the bytes too, and nobody waits for
 * them where another has taken them: whoever answers well may forget. Only what the others refuse goes no further, so that a
 * refusal stays a definite one.
 */
function broadcastToAll(
  hosts: Hosts,
  send: (chain: Chain) => Promise<BroadcastOutcome>,
): Promise<BroadcastOutcome> {
  const able = hosts.all.filter((host) => hosts.takesBroadcasts(host));
  let resting = hosts.all.filter((host) => hosts.mayBroadcast(host) && !able.includes(host));
  return new Promise((resolve) => {
    const told: HostOutcome[] = [];
    let sent = 0;
    const timer = setTimeout(() => sendToResting(), PATIENCE_MS);
    const sendTo = (targets: readonly Host[]) => {
      sent += targets.length;
      for (const host of targets) {
        const isInStep = hosts.outOfStep(host) === undefined;
        void send(host.chain).then((outcome) => {
          told.push({ outcome, isInStep });
          settle();
        });
      }
    };
    const sendToResting = () => {
      const targets = resting;
      resting = [];
      sendTo(targets);
    };
    const settle = () => {
      const joined = joinedOutcome(told, sent - told.length);
      if (!joined) return;
      const isOpen = joined.kind === "unknown" || joined.kind === "retry";
      if (isOpen && resting.length > 0) return sendToResting();
      if (joined.kind !== "rejected") sendToResting();
      clearTimeout(timer);
      resolve(joined);
    };
    if (able.length > 0) sendTo(able);
    else if (resting.length > 0) sendToResting();
    else settle();
  });
}

interface HostOutcome {
  readonly outcome: BroadcastOutcome;
  /** It is as far as the others, so its refusal is by the newest state. */
  readonly isInStep: boolean;
}

/**
 * What the answers of several hosts to the same bytes mean together. The first acceptance counts; a refusal counts only when
 * no host can have passed the bytes on. `undefined` while another answer must be waited for; `waiting` hosts have not answered
 * yet.
 */
export function joinedOutcome(
  told: readonly HostOutcome[],
  waiting: number,
): BroadcastOutcome | undefined {
  const outcomes = told.map(({ outcome }) => outcome);
  const accepted = outcomes.find(({ kind }) => kind === "accepted");
  if (accepted) return accepted;
  if (waiting > 0) return undefined;
  if (told.length === 0) return { kind: "retry", message: "no TRON node can be sent anything" };
  const seen = outcomes.find(({ kind }) => kind === "seen");
  const open = seen ?? outcomes.find(({ kind }) => kind === "unknown");
  if (open) return open;
  const refused = told.find(({ outcome, isInStep }) => isInStep && outcome.kind === "rejected");
  if (refused) return refused.outcome;
  const notPushed = outcomes.find(({ kind }) => kind === "retry");
  if (notPushed) return notPushed;
  // Only hosts that are behind have refused: the others may decide otherwise.
  const behind = outcomes.find(({ kind }) => kind === "rejected");
  const said = behind?.kind === "rejected" ? `${behind.code}: ${behind.message}` : "";
  return { kind: "unknown", message: `refused by a node that is not in step: ${said}` };
}
