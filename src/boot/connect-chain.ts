/**
 * Connects the desk to its chain, through one node or through several that are watched. Which chain they serve is checked
 * before there is a database: by block 0, also on the solid side.
 */
import type { Logger } from "pino";
import { reasonOf } from "#shared/reason.js";
import type { Hosts } from "../chain/hosts/hosts.js";
import { createSeveralHosts } from "../chain/hosts/several-hosts.js";
import { admissionOf, HostWatch } from "../chain/hosts/watch-hosts.js";
import type { CallTally } from "../chain/node-calls.js";
import type { Chain } from "../chain/port.js";
import { createSigningThread } from "../chain/signing-thread.js";
import { createTronChain } from "../chain/tron-chain.js";
import { StandingRefusal } from "../common/failures.js";
import { shownNode } from "../config/nodes.js";
import type { Config } from "../config.js";
import { SOLID_STANDS_STILL } from "../engine/engine.js";

/** Blocks of a sandbox may come every few milliseconds. */
export const SANDBOX_SOLID_STANDS_STILL = { afterMs: 10_000, blocks: 60 };
const BLOCK_MS = 3_000;
/** Calls under way at once: an own node or the sandbox takes more than a public one. */
const MAX_CALLS = { sandbox: 64, others: 10 };

interface Watching {
  /** Block 0 of the desk's network. */
  readonly genesisId: string;
  readonly config: Config;
  readonly logger: Logger;
  /** Ends with the desk. */
  readonly closing: (() => Promise<void> | void)[];
}

interface Connection {
  readonly chain: Chain;
  /** Only with several nodes. */
  readonly hosts: Hosts | undefined;
}

export function connectChain(config: Config, url: string, calls: CallTally): Connection {
  const isSandbox = config.network === "sandbox";
  const common = {
    maxConcurrent: isSandbox ? MAX_CALLS.sandbox : MAX_CALLS.others,
    timeoutMs: config.nodeTimeoutMs,
  };
  if (config.tronNodes.length > 1) {
    const nodes = config.tronNodes.map((one) => ({
      number: one.number,
      label: shownNode(one),
      fullHost: one.url,
      solidityHost: one.solidityUrl,
      apiKey: one.apiKey,
      requestsPerSecond: one.requestsPerSecond,
      paceGroup: one.paceGroup,
      solidPaceGroup: one.solidPaceGroup,
      onCall: calls.counter(shownNode(one)),
    }));
    const solidStandsStill = isSandbox ? SANDBOX_SOLID_STANDS_STILL : SOLID_STANDS_STILL;
    const options = { ...common, nodes, solidStandsStill, blockMs: blockMsOf(config) };
    return createSeveralHosts(options, createSigningThread());
  }
  const options = {
    ...common,
    fullHost: url,
    solidityHost: config.tronSolidityHost,
    apiKey: config.tronApiKey,
    requestsPerSecond: config.tronRequestsPerSecond,
    paceGroup: config.tronNodes[0]?.paceGroup,
    solidPaceGroup: config.tronNodes[0]?.solidPaceGroup,
    onCall: calls.counter(shownNode({ number: 1, url })),
  };
  return { chain: createTronChain(options, createSigningThread()), hosts: undefined };
}

export function blockMsOf({ network, sandboxBlockMs }: Config): number {
  return network === "sandbox" ? sandboxBlockMs : BLOCK_MS;
}

/** Asks all of them once, so that one is in step from the first moment, and keeps watching those that are not read from. */
export async function watchHosts(
  hosts: Hosts,
  { genesisId, config, logger, closing }: Watching,
): Promise<void> {
  const watch = new HostWatch({
    hosts,
    genesisId,
    blockMs: blockMsOf(config),
    onForeign: ({ label }, theirs) => {
      logger.error({ node: label, genesisId: theirs }, "a node serves another network: not used");
    },
  });
  closing.push(() => watch.stop());
  await watch.start();
}

type NodeSettings = Pick<Config, "tronFullHost" | "tronSolidityHost">;

/** Id of block 0. */
export async function genesisOf(chain: Chain, { tronFullHost }: NodeSettings): Promise<string> {
  try {
    return await chain.genesisId();
  } catch (error) {
    const name = tronFullHost === undefined ? "The sandbox node" : "TRON_FULL_HOST: the node";
    throw new Error(
      `${name} cannot be asked which network it serves: ${reasonOf(error)}. Check its address and that it runs.`,
    );
  }
}

/**
 * Without a solid side nothing can be signed. With another chain's solid side the desk would take delegations for dead and make
 * them again.
 */
export async function assertSolidSide(
  chain: Chain,
  genesisId: string,
  { tronSolidityHost }: NodeSettings,
): Promise<void> {
  const solidId = await chain.solidGenesisId().catch((error: unknown) => {
    const why = reasonOf(error);
    throw new Error(
      tronSolidityHost === undefined
        ? `TRON_FULL_HOST: the node cannot be asked for solidified blocks: ${why}. Where it serves /walletsolidity on another port or host, set TRON_SOLIDITY_HOST to that.`
        : `TRON_SOLIDITY_HOST: the node cannot be asked for solidified blocks: ${why}. Check its address and that it runs.`,
    );
  });
  if (solidId === genesisId) return;
  throw new StandingRefusal(
    `TRON_SOLIDITY_HOST serves a chain whose block 0 is ${solidId}; that of TRON_FULL_HOST is ${genesisId}. Point both at one network.`,
  );
}

/** Id of block 0, on which all answers must agree; a silent node is a warning while another answers. */
export async function genesisOfAll({ all }: Hosts, logger: Logger): Promise<string> {
  const asked = await Promise.allSettled(all.map(({ chain }) => chain.genesisId()));
  const told = asked.flatMap((one, at) =>
    one.status === "fulfilled" ? [{ label: all[at]?.label, id: one.value }] : [],
  );
  const silent = asked.flatMap((one, at) =>
    one.status === "rejected" ? [{ label: all[at]?.label, why: reasonOf(one.reason) }] : [],
  );
  const [first, ...others] = told;
  if (!first) {
    const why = silent.map(({ label, why }) => `${label}: ${why}`).join("; ");
    throw new Error(
      `TRON_FULL_HOST: none of the ${all.length} nodes can be asked which network it serves (${why}). Check their addresses and that one runs.`,
    );
  }
  const foreign = others.find(({ id }) => id !== first.id);
  if (foreign) {
    throw new StandingRefusal(
      `TRON_FULL_HOST: node ${foreign.label} serves a chain whose block 0 is ${foreign.id}; that of node ${first.label} is ${first.id}. Point all at one network.`,
    );
  }
  for (const { label, why } of silent) {
    logger.warn({ node: label, reason: why }, "a node does not answer: it is used once it does");
  }
  return first.id;
}

/** Asks each node for its solid side: a node without one gets only broadcasts, and at least one node must have it. */
export async function admitAll({ all }: Hosts, genesisId: string, logger: Logger): Promise<void> {
  await Promise.all(
    all.map(async (host) => {
      const unasked = (error: unknown) => ({ kind: "unasked", reason: reasonOf(error) }) as const;
      host.admission = await admissionOf(host.chain, genesisId).catch(unasked);
      if (host.admission.kind !== "broadcasts") return;
      const { reason } = host.admission;
      logger.warn({ node: host.label, reason }, "a node is sent broadcasts alone");
    }),
  );
  if (all.some(({ admission }) => admission.kind === "whole")) return;
  const why = all.map(({ label, admission }) =>
    "reason" in admission ? `${label}: ${admission.reason}` : label,
  );
  throw new Error(
    `TRON_FULL_HOST: no node can be asked for solidified blocks (${why.join("; ")}). Where they are served on other ports or hosts, set TRON_SOLIDITY_HOST to those.`,
  );
}
