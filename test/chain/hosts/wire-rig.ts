/** Several hosts on the wire: proxies before one sandbox node that makes blocks when told to, and the real adapter over them. */
import { onTestFinished } from "vitest";
import type { Host } from "../../../src/chain/hosts/host.js";
import { createSeveralHosts, type NodeOptions } from "../../../src/chain/hosts/several-hosts.js";
import { HostWatch } from "../../../src/chain/hosts/watch-hosts.js";
import { createTronChain } from "../../../src/chain/tron-chain.js";
import { must } from "../../../src/domain/assert.js";
import { type NodeProxy, startNodeProxy } from "../../support/node-proxy.js";
import { startNode } from "../../support/sandbox-node.js";

/** Of this real time; chain time goes on by 3 s. */
export const BLOCK_MS = 3_000;

export async function startWireNode() {
  const node = await startNode();
  onTestFinished(node.close);
  const direct = createTronChain({ fullHost: node.url, requestsPerSecond: 10_000 });
  onTestFinished(() => direct.close());
  return { ...node, direct };
}

export async function startProxies(url: string, paths: readonly string[]): Promise<NodeProxy[]> {
  const proxies = await Promise.all(paths.map((path) => startNodeProxy(url, path)));
  onTestFinished(async () => {
    await Promise.all(proxies.map((proxy) => proxy.close()));
  });
  return proxies;
}

interface WireOptions {
  readonly proxies: readonly NodeProxy[];
  readonly genesisId: string;
  readonly nodes?: readonly Partial<NodeOptions>[];
  readonly maxConcurrent?: number;
  readonly timeoutMs?: number;
}

/** The hosts, and who watches them; monotonic time stands still until `pass`. */
export function overProxies(options: WireOptions) {
  const { proxies, genesisId, nodes = [], maxConcurrent = 64, timeoutMs = 30_000 } = options;
  let passedMs = 0;
  const foreign: string[] = [];
  const { chain, hosts } = createSeveralHosts({
    nodes: proxies.map((proxy, at) => ({
      number: at + 1,
      label: `${at + 1} ${proxy.origin}`,
      fullHost: proxy.url,
      requestsPerSecond: 10_000,
      paceGroup: at + 1,
      solidPaceGroup: at + 1,
      ...nodes[at],
    })),
    maxConcurrent,
    timeoutMs,
    solidStandsStill: { afterMs: 180_000, blocks: 1 },
    blockMs: BLOCK_MS,
    monotonicMs: () => passedMs,
  });
  const watch = new HostWatch({
    hosts,
    genesisId,
    blockMs: BLOCK_MS,
    onForeign: ({ label }, theirs) => foreign.push(`${label} ${theirs}`),
  });
  onTestFinished(async () => {
    // What hangs is cut off first: the watch ends with what it asks.
    await chain.close();
    await watch.stop();
  });
  return {
    chain,
    hosts,
    watch,
    foreign,
    pass(ms: number) {
      passedMs += ms;
      watch.round();
    },
    inStep: () => hosts.inStep().map(({ number }) => number),
    host: (number: number): Host => must(hosts.all[number - 1], `there is a host ${number}`),
    state: (number: number) => must(hosts.states()[number - 1], `there is a host ${number}`),
  };
}

/** So many proxies before one node, all looked at once. */
export async function startWire(
  count: number,
  {
    before,
    ...options
  }: Partial<WireOptions> & { before?: (proxies: NodeProxy[]) => unknown } = {},
) {
  const node = await startWireNode();
  const proxies = await startProxies(node.url, Array<string>(count).fill(""));
  await before?.(proxies);
  const genesisId = await node.direct.genesisId();
  const wire = overProxies({ proxies, genesisId, ...options });
  await wire.watch.start();
  const proxy = (number: number) => must(proxies[number - 1], `there is a proxy ${number}`);
  /** Calls that reach a host from now on. */
  const forget = () => {
    for (const { asked } of proxies) asked.length = 0;
  };
  forget();
  return { node, proxies, proxy, forget, genesisId, ...wire };
}

export const paths = ({ asked }: NodeProxy) => asked.map(({ path }) => path);
