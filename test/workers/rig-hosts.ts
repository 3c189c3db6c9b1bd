/** The desk of a rig over several hosts: proxies before the rig's node, each with faults of its own. */
import type { Hosts } from "../../src/chain/hosts/hosts.js";
import { createSeveralHosts } from "../../src/chain/hosts/several-hosts.js";
import { HostWatch } from "../../src/chain/hosts/watch-hosts.js";
import type { Chain } from "../../src/chain/port.js";
import { createTronChain } from "../../src/chain/tron-chain.js";
import { must } from "../../src/domain/assert.js";
import type { NodeProxy } from "../support/node-proxy.js";

/**
 * Tests make blocks at any moment and many at once, so between two looks at a host nothing can be said of how far it is behind;
 * by so short a block none is ever behind.
 */
const HOST_BLOCK_MS = 0.001;

export interface Connected {
  readonly chain: Chain;
  readonly hosts?: Hosts;
  readonly watch?: HostWatch;
}

interface ConnectOptions {
  /** The node itself. */
  readonly url: string;
  readonly proxies: readonly NodeProxy[];
  readonly timeoutMs: number;
  readonly monotonicMs?: (() => number) | undefined;
  readonly watchesHosts?: boolean | undefined;
  /** The first proxy is the desk's one node. */
  readonly isOneNode?: boolean | undefined;
}

/** Straight to the node where there are no proxies. */
export async function connect(options: ConnectOptions): Promise<Connected> {
  const { url, proxies, timeoutMs, monotonicMs, watchesHosts = true } = options;
  const common = { maxConcurrent: 64, timeoutMs, penaltyMs: 50, busyPenaltyMs: 50 };
  const requestsPerSecond = 10_000;
  const [proxy] = proxies;
  if (!proxy || options.isOneNode) {
    const fullHost = proxy?.url ?? url;
    return { chain: createTronChain({ ...common, fullHost, requestsPerSecond }) };
  }
  const { chain, hosts } = createSeveralHosts({
    ...common,
    nodes: proxies.map(({ url: fullHost, origin }, at) => ({
      number: at + 1,
      label: `${at + 1} ${origin}`,
      fullHost,
      requestsPerSecond,
      paceGroup: at + 1,
      solidPaceGroup: at + 1,
    })),
    solidStandsStill: { afterMs: 180_000, blocks: 1 },
    blockMs: HOST_BLOCK_MS,
    ...(monotonicMs && { monotonicMs }),
  });
  const genesisId = await Promise.any(hosts.all.map((host) => host.chain.genesisId()));
  const watch = new HostWatch({ hosts, genesisId, blockMs: HOST_BLOCK_MS, onForeign: () => {} });
  await (watchesHosts ? watch.start() : watch.look());
  return { chain, hosts, watch };
}

/** What a test with hosts knows of them. */
export function hostsOf({ hosts, watch }: Connected) {
  const all = () => must(hosts, "the rig was started with hosts");
  return {
    inStep: () =>
      all()
        .inStep()
        .map(({ number }) => number),
    states: () => all().states(),
    look: () => must(watch, "the rig was started with hosts").look(),
  };
}
