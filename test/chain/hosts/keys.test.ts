/** Whose key is sent to whom, and which hosts share one pace: those of one group. */

import { MNEMONIC_ACCOUNTS } from "tron-sandbox";
import { expect, test } from "vitest";
import { address } from "../../../src/domain/address.js";
import { must } from "../../../src/domain/assert.js";
import { answering, BROADCAST } from "../../support/host-conduct.js";
import type { NodeProxy } from "../../support/node-proxy.js";
import { overProxies, paths, startProxies, startWireNode } from "./wire-rig.js";

const RECEIVER = address(must(MNEMONIC_ACCOUNTS[0], "there is one"));
const KEY = "tron-pro-api-key";
const keys = ({ asked }: NodeProxy) => new Set(asked.map(({ headers }) => headers[KEY]));

async function startHosts(urls: readonly string[]) {
  const node = await startWireNode();
  const proxies = await startProxies(node.url, urls);
  const genesisId = await node.direct.genesisId();
  const proxy = (at: number) => must(proxies[at], `there is a proxy ${at}`);
  return { node, genesisId, proxies, proxy };
}

test("each host is sent its own key and no other, its solid side too", async () => {
  const { genesisId, proxies, proxy } = await startHosts(["", "", "", ""]);
  const nodes = [
    { apiKey: "key-of-the-first", solidityHost: proxy(3).url },
    { apiKey: "key-of-the-second" },
    {},
  ];
  const { watch, chain, hosts } = overProxies({ proxies: proxies.slice(0, 3), genesisId, nodes });
  await watch.start();
  for (const { chain: one } of hosts.all) await one.account(RECEIVER);
  const sent = proxies.slice(0, 3).map((one) => one.next(BROADCAST));
  await chain.broadcast({ txid: "0".repeat(64), hex: "0a00" }, RECEIVER);
  await Promise.all(sent);
  expect(proxies.map(keys)).toEqual([
    new Set(["key-of-the-first"]),
    new Set(["key-of-the-second"]),
    new Set([undefined]),
    new Set(["key-of-the-first"]),
  ]);
  expect(new Set(paths(proxy(3)).map((path) => path.split("/")[1]))).toEqual(
    new Set(["walletsolidity"]),
  );
});

/** Two URLs of one origin before the same node, and one of another origin. */
async function startShared(keysOf: readonly (string | undefined)[], groups: readonly number[]) {
  const { genesisId, proxies, proxy } = await startHosts(["", ""]);
  const two = [proxy(0), { ...proxy(0), url: `${proxy(0).origin}//`, origin: proxy(0).origin }];
  const nodes = keysOf.map((apiKey, at) => {
    const group = must(groups[at], "there is a group for each");
    return { apiKey, paceGroup: group, solidPaceGroup: group };
  });
  const wire = overProxies({
    proxies: [...(two as NodeProxy[]), proxy(1)],
    genesisId,
    nodes,
    maxConcurrent: 1,
  });
  await wire.watch.look();
  for (const { asked } of proxies) asked.length = 0;
  return { ...wire, proxy };
}

/** Holds the first call that comes to it; the others pass. */
function holdFirst(proxy: NodeProxy) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let calls = 0;
  proxy.conduct = async () => {
    calls += 1;
    if (calls === 1) await held;
    return undefined;
  };
  return release;
}

test("hosts of one group share one pace", async () => {
  const { hosts, proxy } = await startShared(["one", "one", undefined], [1, 1, 3]);
  const release = holdFirst(proxy(0));
  const [first, second, other] = hosts.all.map(({ chain }) => chain);
  const asked = proxy(0).next();
  const answers = [first?.head()];
  await asked;
  answers.push(second?.head());
  // It has had all the time that the third takes.
  await other?.head();
  await other?.head();
  expect(proxy(0).asked).toHaveLength(1);
  release();
  await Promise.all(answers);
  expect(proxy(0).asked).toHaveLength(2);
});

test("hosts of one origin in groups of their own do not", async () => {
  const { hosts, proxy } = await startShared(["one", "two", undefined], [1, 2, 3]);
  const release = holdFirst(proxy(0));
  const [first, second] = hosts.all.map(({ chain }) => chain);
  const asked = proxy(0).next();
  const answer = first?.head();
  await asked;
  await second?.head();
  expect(proxy(0).asked.map(({ headers }) => headers[KEY])).toEqual(["one", "two"]);
  release();
  await answer;
});

test("a pause that one of them is told is kept by all of them", async () => {
  const { chain, proxy } = await startShared(["one", "one", undefined], [1, 1, 3]);
  proxy(0).conduct = answering(429);
  await Promise.all([chain.head(), chain.head(), chain.head()]);
  expect(proxy(0).asked).toHaveLength(1);
  expect(proxy(1).asked).toHaveLength(3);
});

/** The first host's solid side is the second one's, or shares nothing with it. */
test.each([
  ["in the group of another host shares that one's pace", 2, 0],
  ["in a group of its own does not", 5, 1],
])("a solid side %s", async (_, solidPaceGroup, asked) => {
  const { genesisId, proxies, proxy } = await startHosts(["", ""]);
  const nodes = [{ paceGroup: 1, solidPaceGroup, solidityHost: proxy(1).url }];
  const { hosts, watch } = overProxies({ proxies, genesisId, nodes, maxConcurrent: 1 });
  await watch.look();
  const [first, second] = hosts.all.map(({ chain }) => chain);
  const release = holdFirst(proxy(1));
  const held = proxy(1).next();
  const answers = [second?.head()];
  await held;
  proxy(1).asked.length = 0;
  const solid = first?.solidHead();
  if (asked > 0) await solid;
  // It has had all the time that the first host's own side takes.
  await first?.head();
  await first?.head();
  expect(proxy(1).asked).toHaveLength(asked);
  release();
  await Promise.all([...answers, solid]);
});
