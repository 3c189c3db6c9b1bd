/** Connects the desk to its chain: through one node, or through several that are watched. */
import type { Logger } from "pino";
import type { CallTally } from "../chain/call-tally.js";
import type { Hosts } from "../chain/hosts/hosts.js";
import { createSeveralHosts } from "../chain/hosts/several-hosts.js";
import { HostWatch } from "../chain/hosts/watch-hosts.js";
import type { Chain } from "../chain/port.js";
import { createSigningThread } from "../chain/signing-thread.js";
import { createTronChain } from "../chain/tron-chain.js";
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
