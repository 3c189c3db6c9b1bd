/** Several hosts on the wire, each with a fault of its own: who is asked then, who is not, and who comes back. */
import { setTimeout as sleep } from "node:timers/promises";
import { MNEMONIC_ACCOUNTS } from "tron-sandbox";
import { expect, test } from "vitest";
import { address } from "../../../src/domain/address.js";
import { must } from "../../../src/domain/assert.js";
import { answering, BROADCAST, behind, hanging } from "../../support/host-conduct.js";
import { until } from "../../support/until.js";
import { paths, startWire, startWireNode } from "./wire-rig.js";

const RECEIVER = address(must(MNEMONIC_ACCOUNTS[0], "there is one"));
/** More than the time between two looks at a host. */
const LOOK_MS = 31_000;
/** A node reads no bytes like these. */
const NONSENSE = { txid: "0".repeat(64), hex: "0a00" };

test("the first host alone is read from, and each of them is sent a broadcast", async () => {
  const { chain, proxies, inStep } = await startWire(2);
  expect(inStep()).toEqual([1, 2]);
  await chain.head();
  await chain.account(RECEIVER);
  expect(proxies.map(paths)).toEqual([["/wallet/getblock", "/wallet/getaccount"], []]);
  const second = must(proxies[1], "there are two").next();
  await chain.broadcast(NONSENSE, RECEIVER);
  expect((await second).path).toBe(BROADCAST);
});

test("what a host does not answer within 2 s another one does", async () => {
  const { chain, proxy, inStep, state } = await startWire(2);
  proxy(1).conduct = hanging();
  const [head] = await Promise.all([chain.head(), proxy(1).next(), proxy(2).next()]);
  expect(head.number).toBeGreaterThan(0);
  expect(inStep()).toEqual([2]);
  expect(state(1).reason).toContain("did not answer within 2000 ms");
});

test("where no other can be asked, a host is given the time of the settings", async () => {
  const { chain, proxy, watch, inStep } = await startWire(2, {
    before: ([, second]) => second?.stop(),
  });
  expect(inStep()).toEqual([1]);
  // Longer than it is given where another can be asked.
  const patience = 2_300;
  proxy(1).conduct = async () => {
    await sleep(patience);
    return undefined;
  };
  expect((await chain.head()).number).toBeGreaterThan(0);
  await watch.idle();
});

test("all that waits behind a host's 429 is asked of another at once", async () => {
  const { chain, proxy, inStep, state, forget } = await startWire(2, { maxConcurrent: 2 });
  proxy(1).conduct = answering(429);
  const answers = await Promise.all(Array.from({ length: 8 }, () => chain.head()));
  expect(answers).toHaveLength(8);
  expect(inStep()).toEqual([2]);
  expect(state(1).reason).toContain("answered HTTP 429");
  // It asked for no more; the time that it named is its own.
  forget();
  await Promise.all(Array.from({ length: 8 }, () => chain.head()));
  expect(paths(proxy(1))).toEqual([]);
});

test("a host that is to be left alone for longer than its rest keeps nobody waiting", async () => {
  const { chain, proxy, pass, watch, inStep, state, forget } = await startWire(2);
  proxy(1).conduct = answering(429);
  await chain.head();
  proxy(1).conduct = undefined;
  forget();
  // Its rest of 5 s is over, the 30 s for which it is sent nothing are not.
  pass(5_001);
  await watch.idle();
  await chain.head();
  expect(paths(proxy(1))).toEqual([]);
  expect(state(1).reason).toContain("answered HTTP 429");
  expect(inStep()).toEqual([2]);
});

test("a host that is down at the start is used once it is up and its blocks are known", async () => {
  const { proxy, pass, inStep, state, hosts, host } = await startWire(2, {
    before: ([first]) => first?.stop(),
  });
  expect(inStep()).toEqual([2]);
  expect(state(1)).toMatchObject({ use: "nothing", head: undefined });
  expect(hosts.takesBroadcasts(host(1))).toBe(false);
  await proxy(1).start();
  pass(LOOK_MS);
  await until("it is in step", () => inStep().includes(1));
  expect(paths(proxy(1)).slice(0, 2)).toEqual([
    "/wallet/getblockbynum",
    "/walletsolidity/getblockbynum",
  ]);
  expect(inStep()).toEqual([1, 2]);
});

test("a host that comes up with another network is left out, and told of once", async () => {
  const foreign = await startWireNode();
  const { proxy, pass, inStep, state, host, hosts, watch, chain, ...wire } = await startWire(2, {
    before: ([first]) => first?.stop(),
  });
  proxy(1).target = foreign.url;
  await proxy(1).start();
  for (let looks = 0; looks < 3; looks += 1) {
    proxy(1).asked.length = 0;
    await chain.head();
    pass(LOOK_MS);
    await watch.idle();
    expect(paths(proxy(1))).toEqual(["/wallet/getblockbynum"]);
  }
  expect(state(1)).toMatchObject({ use: "nothing", reason: "it serves another network" });
  expect(wire.foreign).toEqual([`1 ${proxy(1).origin} ${await foreign.direct.genesisId()}`]);
  proxy(1).asked.length = 0;
  await chain.broadcast(NONSENSE, RECEIVER);
  expect(hosts.takesBroadcasts(host(1))).toBe(false);
  expect(inStep()).toEqual([2]);
  expect(paths(proxy(1))).toEqual([]);
});

test("a host that is behind is not read from, and is sent broadcasts", async () => {
  const { node, proxy, pass, inStep, state, chain, forget } = await startWire(2);
  await node.mine(10);
  proxy(1).conduct = behind(8);
  pass(LOOK_MS);
  await until("it is seen to lag", async () => {
    await chain.head();
    return inStep()[0] === 2;
  });
  expect(state(1)).toMatchObject({ use: "broadcasts", behindBlocks: expect.any(Number) });
  expect(state(1).reason).toMatch(/^it is \d blocks behind$/);
  forget();
  expect(await chain.head()).toEqual(await node.direct.head());
  const sent = proxy(1).next(BROADCAST);
  await chain.broadcast(NONSENSE, RECEIVER);
  await sent;
  // It has caught up.
  proxy(1).conduct = undefined;
  pass(LOOK_MS);
  await until("it is in step", () => inStep()[0] === 1);
});
