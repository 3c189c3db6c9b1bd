/** The TRON nodes the desk works with, those of the settings or the embedded sandbox, as the operator sees them and takes them out of use. */

import type { Logger } from "pino";
import { StartProblem, startTronNodeInWorker } from "tron-sandbox/in-worker";
import type { Host } from "../chain/hosts/host.js";
import type { Hosts } from "../chain/hosts/hosts.js";
import type { CallTally } from "../chain/node-calls.js";
import type { HostState } from "../chain/port.js";
import { shownNode } from "../config/nodes.js";
import { type Config, ConfigError, placeTaken, readOperatorKey, readPayoutKey } from "../config.js";
import { besideDatabase } from "../control/database-place.js";
import type { NodeChoice, NodeStatus } from "../control/desk-control.js";
import { Refusal } from "../control/refusal.js";
import { type Address, address } from "../domain/address.js";
import { assert } from "../domain/assert.js";
import { addressOfKey } from "../domain/public-key.js";
import type { Engine } from "../engine/context.js";
import { depositKeysOf } from "../engine/deposits/addresses.js";
import { ignoredNodes, saveIgnoredNodes } from "../engine/operating/operate.js";

export interface NodeConnection {
  readonly url: string;
  /** The directory of the embedded sandbox's chain. */
  readonly ownChain?: string;
  readonly operator: { readonly privateKeyHex: string; readonly address: Address };
  readonly poolOwners: readonly Address[];
  /** The account that pays sellers; undefined when payouts are off. */
  readonly payout?: { readonly privateKeyHex: string; readonly address: Address };
  close(): Promise<void>;
}

/** A node's address for people and the log, without its path, which may be a key. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return pathname === "/" ? origin : `${origin}/…`;
}

/** `onNodeLost` is called when the embedded node ends by itself. */
export async function connectNode(
  config: Config,
  onNodeLost: (reason: string) => void,
): Promise<NodeConnection> {
  const { tronFullHost, poolOwners } = config;
  if (tronFullHost === undefined) return startSandbox(config, onNodeLost);
  const privateKeyHex = readOperatorKey(config);
  assert(privateKeyHex && poolOwners, "the configuration was checked for both");
  const payoutKeyHex = readPayoutKey(config);
  return {
    url: tronFullHost,
    operator: keyed(privateKeyHex),
    poolOwners,
    ...(payoutKeyHex === undefined ? {} : { payout: keyed(payoutKeyHex, "payout") }),
    close: async () => {},
  };
}

async function startSandbox(
  config: Config,
  onExit: (reason: string) => void,
): Promise<NodeConnection> {
  const directory = besideDatabase(config.databasePath, "-sandbox");
  const node = await startTronNodeInWorker({
    directory,
    port: config.sandboxNodePort,
    hosts: config.sandboxHosts,
    blockMs: config.sandboxBlockMs,
    solidLagBlocks: config.sandboxSolidLagBlocks,
    onExit,
  }).catch((error: unknown) => {
    if (!(error instanceof StartProblem) || error.option !== "port") throw error;
    throw placeTaken(`SANDBOX_NODE_PORT: ${error.message}`);
  });
  return {
    url: node.url,
    ownChain: directory,
    operator: keyed(node.operatorKeyHex),
    poolOwners: node.poolOwners.map(address),
    payout: keyed(node.payoutKeyHex),
    close: () => node.close(),
  };
}

function keyed(privateKeyHex: string, whose?: string): NodeConnection["operator"] {
  return { privateKeyHex, address: addressOfKey(privateKeyHex, whose) };
}

type Accounts = Pick<NodeConnection, "operator" | "payout" | "poolOwners">;

/** Whoever takes a key, or is credited with what an address receives, must not have a second role with it. Throws ConfigError where an account has two roles. In the sandbox nothing has value, and all may be one account. */
export function assertRoles(config: Config, accounts: Accounts): void {
  if (config.network === "sandbox") return;
  const roles = rolesOf(config, accounts);
  const problems = roles.flatMap(([name, one], at) =>
    roles
      .slice(at + 1)
      .filter(([other, same]) => same === one && other !== name)
      .map(
        ([other]) =>
          `${name} and ${other} name one account, ${one}; each needs an account of its own (docs/operations/going-live.md says which key lies where).`,
      ),
  );
  if (problems.length > 0) throw new ConfigError(problems);
}

function rolesOf(
  config: Config,
  { operator, payout, poolOwners }: Accounts,
): (readonly [name: string, account: Address])[] {
  const { operatorKeyFile, payoutKeyFile, depositSweepTo, depositXpub } = config;
  return [
    [operatorKeyFile ? "OPERATOR_KEY_FILE" : "OPERATOR_KEY", operator.address],
    ...(payout
      ? [[payoutKeyFile ? "PAYOUT_KEY_FILE" : "PAYOUT_KEY", payout.address] as const]
      : []),
    ...poolOwners.map((owner) => ["POOL_OWNERS", owner] as const),
    ...(depositSweepTo ? [["DEPOSIT_SWEEP_TO", depositSweepTo] as const] : []),
    ...(depositXpub
      ? [["the first address of DEPOSIT_XPUB", depositKeysOf(depositXpub).first] as const]
      : []),
  ];
}

interface NodesOptions {
  readonly engine: Engine;
  /** Undefined with one node. */
  readonly hosts: Hosts | undefined;
  /** The node's URL; it may contain a key. */
  readonly url: string;
  readonly calls: CallTally;
}

export interface DeskNodes extends NodeChoice {
  states(): readonly HostState[];
  status(): readonly NodeStatus[];
  /** Takes out those that were taken out before this start. */
  restore(logger: Logger): Promise<void>;
}

export function deskNodes({ engine, hosts, url, calls }: NodesOptions): DeskNodes {
  const states = () => hosts?.states() ?? [onlyNode(engine, url)];
  const save = () =>
    saveIgnoredNodes(
      engine,
      ignored().map(({ label }) => label),
    );
  const ignored = () => hosts?.all.filter(({ isIgnored }) => isIgnored) ?? [];
  return {
    states,
    status: () => states().map((state) => statusOf(state, calls, engine.now())),
    async ignore(number) {
      const host = find(hosts, number);
      const was = host.isIgnored;
      if (!was && !hosts?.ignore(host)) throw lastNode(host, states());
      await save().catch((error: unknown) => {
        host.isIgnored = was;
        throw error;
      });
      return { number, node: host.label, ignored: true };
    },
    async use(number) {
      const host = find(hosts, number);
      const was = host.isIgnored;
      host.isIgnored = false;
      await save().catch((error: unknown) => {
        host.isIgnored = was;
        throw error;
      });
      return { number, node: host.label, ignored: false };
    },
    async restore(logger) {
      const before = await ignoredNodes(engine);
      if (before.length === 0) return;
      const named = hosts?.all.filter(({ label }) => before.includes(label)) ?? [];
      const gone = before.filter((label) => !named.some((host) => host.label === label));
      if (gone.length > 0) {
        logger.warn({ nodes: gone }, "were ignored, stand elsewhere now and are used, or gone");
      }
      if (named.length > 0 && named.length === hosts?.all.length) {
        logger.warn({ nodes: before }, "no other node is left: those that were ignored are used");
      } else {
        for (const host of named) host.isIgnored = true;
      }
      for (const { label } of ignored()) {
        logger.warn({ node: label }, "a node is ignored until `desk node use`");
      }
      // Another node may have taken this place in the settings.
      await save();
    },
  };
}

function find(hosts: Hosts | undefined, number: number): Host {
  if (!hosts) {
    const message = "There is one node only, and it is used. TRON_FULL_HOST takes up to four.";
    throw new Refusal("LAST_NODE", message);
  }
  const host = hosts.all.find((one) => one.number === number);
  if (host) return host;
  const message = `There is no node ${number}. \`desk status\` shows them with their numbers.`;
  throw new Refusal("NOT_FOUND", message);
}

function lastNode(host: Host, states: readonly HostState[]): Refusal {
  const others = states.filter(({ number }) => number !== host.number);
  const why = others.map(({ label, reason }) => `${label}: ${reason}`).join("; ");
  return new Refusal(
    "LAST_NODE",
    `Node ${host.label} is the last one that can be read from (${why}). Nothing is changed.`,
  );
}

/** With one node there is no other to be behind. */
function onlyNode({ chainClock }: Engine, url: string): HostState {
  const { head, solid } = chainClock;
  return {
    number: 1,
    label: shownNode({ number: 1, url }),
    use: "reading",
    head: head?.number,
    behindBlocks: undefined,
    solid: solid?.number,
    solidLagBlocks: head && solid && Math.max(0, head.number - solid.number),
    reason: chainClock.problem(),
    outOfStepMs: 0,
    restMs: undefined,
  };
}

function statusOf(state: HostState, calls: CallTally, nowMs: number): NodeStatus {
  const { number, label: node, use, reason, outOfStepMs, restMs } = state;
  const { answers, failures, callsADay } = calls.lastHour(node);
  return {
    number,
    node,
    use,
    headBlock: state.head ?? null,
    behindBlocks: state.behindBlocks ?? null,
    solidLagBlocks: state.solidLagBlocks ?? null,
    answersLastHour: answers,
    failuresLastHour: failures,
    questionsADay: callsADay,
    reason: reason ?? null,
    outOfStepSince: outOfStepMs > 0 ? Math.round(nowMs - outOfStepMs) : null,
    restsUntil: restMs === undefined ? null : Math.round(nowMs + restMs),
  };
}
