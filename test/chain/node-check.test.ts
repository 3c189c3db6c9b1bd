/** What a check finds at a node that lacks something; no second passes here. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createNodeCalls, type NodeCalls } from "../../src/chain/node-calls.js";
import { checkNode, checkRate, type NodeCheckContext } from "../../src/cli/node-check.js";
import { address } from "../../src/domain/address.js";
import { type Answer, type NodeProxy, startNodeProxy } from "../support/node-proxy.js";
import { RECEIVER } from "./fixtures.js";
import { type Environment, startEnvironment } from "./sandbox-environment.js";

let environment: Environment;
let node: NodeProxy;
let calls: NodeCalls;

beforeAll(async () => {
  environment = await startEnvironment();
});
afterAll(() => environment.close());
beforeEach(async () => {
  await environment.activatedAddress();
  await environment.mine(10);
  node = await startNodeProxy(environment.nodeUrl);
  calls = createNodeCalls({ fullHost: node.url, requestsPerSecond: 10_000, penaltyMs: 1 });
});
afterEach(async () => {
  await calls.close();
  await node.close();
});

/** What is not fine, by name; `internal transactions` is open in a sandbox. */
async function lacks(change: Partial<NodeCheckContext> = {}): Promise<Record<string, string>> {
  const found = await checkNode({
    calls,
    owners: [],
    usdt: undefined,
    assertNetwork: () => {},
    hasOwnTime: () => true,
    pause: () => environment.mine(),
    ...change,
  });
  const open = found.filter(({ verdict }) => verdict !== "fine");
  return Object.fromEntries(open.map(({ name, verdict, says }) => [name, `${verdict}: ${says}`]));
}

function answerStatus(status: number, isMeant: (path: string) => boolean) {
  node.conduct = ({ path }) => (isMeant(path) ? { status, answer: "no" } : undefined);
}

function changeAnswers(change: (path: string, answer: Answer) => void) {
  node.conduct = async ({ path, body }, ask) => {
    const answer = await ask(path, body);
    change(path, answer);
    return { answer };
  };
}

test.each([
  ["/wallet/getblockbylimitnext", "blocks"],
  ["/wallet/gettransactioninfobyid", "transactions by id"],
  ["/walletsolidity/gettransactioninfobyblocknum", "infos by block"],
  ["/wallet/getchainparameters", "parameters"],
  ["/walletsolidity/getdelegatedresourcev2", "solid delegations"],
])("%s that is not served is missing, and what the desk does then is said", async (path, name) => {
  answerStatus(404, (one) => one === path);
  expect((await lacks())[name]).toMatch(/^missing: .*\. [A-Z].*\.$/);
});

test("without solid state (405) all that rests on it is missing", async () => {
  answerStatus(405, (path) => path.startsWith("/walletsolidity/"));
  const found = await lacks();
  expect(found["solid side"]).toMatch(/^missing: .* HTTP 405.*beside other nodes it only sends/);
  expect(Object.keys(found)).toEqual(
    expect.arrayContaining(["solid side", "blocks", "new blocks"]),
  );
});

test.each<[string, (path: string, answer: Answer) => void, string, RegExp]>([
  [
    "how transactions ended",
    (_path, answer) => {
      for (const block of (answer.block ?? [answer]) as { transactions?: { ret?: object }[] }[])
        for (const transaction of block.transactions ?? []) delete transaction.ret;
    },
    "blocks",
    /without how/,
  ],
  [
    "a transaction of a block's infos",
    (_path, answer) => void (Array.isArray(answer) && answer.pop()),
    "infos by block",
    /answered nothing for block|leaves out/,
  ],
  [
    "a usable parameter",
    (_path, answer) => {
      const parameters = (answer.chainParameter ?? []) as { key: string; value: number }[];
      for (const one of parameters) if (one.key === "getMaxDelegateLockPeriod") one.value = 1;
    },
    "parameters",
    /no usable getMaxDelegateLockPeriod/,
  ],
])("missing: %s", async (_what, change, name, says) => {
  changeAnswers(change);
  expect((await lacks())[name]).toMatch(says);
});

test("an owner's stake, and what an owner or the contract of USDT lacks, is said", async () => {
  const nobody = address("TJFq7p5VXe4X8A9jAspQE9HabLQ24QEbx1");
  const { owner } = environment;
  const found = await lacks({ owners: [owner, nobody], usdt: RECEIVER });
  expect(found[`owner ${owner}`]).toBeUndefined();
  expect(found[`owner ${nobody}`]).toMatch(/^missing: it is not activated here\. The desk pauses/);
  expect(found.USDT).toMatch(/^missing: .*desk cover/);
});

test.each([
  [-29_000, undefined],
  [-32_000, /^missing: the newest block is 32\.\d s behind this machine's clock/],
  [58_000, undefined],
  [62_000, /^missing: the newest block is 6[12]\.\d s ahead of this machine's clock/],
])("a newest block %d ms from this machine's clock", async (aheadMs, says) => {
  changeAnswers((path, answer) => {
    if (path !== "/wallet/getblock") return;
    const header = answer.block_header as { raw_data: { timestamp: number } };
    header.raw_data.timestamp = Date.now() + aheadMs;
  });
  const found = await lacks({ hasOwnTime: () => false });
  if (says) expect(found.clock).toMatch(says);
  else expect(found.clock).toBeUndefined();
});

test.each([
  ["at all", ""],
  ["on the solid side", "/walletsolidity/getblock"],
])("blocks that stand still %s are missing", async (_what, standing) => {
  let first: unknown;
  changeAnswers((path, answer) => {
    if (path !== standing) return;
    first ??= structuredClone(answer);
    Object.assign(answer, first);
  });
  const found = await lacks(standing ? {} : { pause: async () => {} });
  expect(found["new blocks"]).toMatch(/^missing: .* did not change within 30 s\. The desk reads/);
});

test("internal transactions: kept, not kept in 200 calls, or unknown", async () => {
  const calledContract = (times: number, internal: object[]) => {
    changeAnswers((_path, answer) => {
      if (!Array.isArray(answer)) return;
      const info = { ...answer[0], contract_address: "41", internal_transactions: internal };
      answer.push(...Array(times).fill(info));
    });
  };
  const found = async () => (await lacks())["internal transactions"];
  calledContract(1, [{}]);
  expect(await found()).toBeUndefined();
  calledContract(1, []);
  expect(await found()).toMatch(/^unknown: none in \d calls of contracts/);
  calledContract(200, []);
  expect(await found()).toMatch(/^missing: none in 2\d\d calls of contracts/);
});

test("an idle chain leaves open what only transactions show", async () => {
  await environment.mine(150);
  const found = await lacks();
  expect(Object.keys(found)).toEqual([
    ...["transactions by id", "infos by block", "internal transactions"],
  ]);
  for (const says of Object.values(found)) expect(says).toMatch(/^unknown/);
});

test.each([429, 401, 502])(
  "what HTTP %d stands for has no answer, and a node without any is asked twice only",
  async (status) => {
    answerStatus(status, (path) => path === "/wallet/getchainparameters");
    const found = await lacks();
    expect(found.parameters).toContain(
      `no answer: wallet/getchainparameters answered HTTP ${status}`,
    );
    expect(Object.keys(found)).toEqual(["internal transactions", "parameters"]);
    answerStatus(status, () => true);
    expect(Object.keys(await lacks())).toEqual(["network", "solid side"]);
  },
);

test("a check ends with its calls, and what was found stays", async () => {
  node.conduct = ({ path }) => {
    if (path !== "/wallet/getchainparameters") return undefined;
    void calls.close();
    return "hang";
  };
  const found = await lacks();
  expect(found.network).toBeUndefined();
  expect(found.parameters).toMatch(/^no answer/);
  expect(found["new blocks"]).toMatch(/^no answer: .*closed/);
});

test("the rate that is granted is measured up to 30, to the first refusal or failure", async () => {
  const measured = () => checkRate(calls, 15, async () => {});
  expect(await measured()).toMatchObject({ verdict: "fine", says: "at least 30 calls a second" });
  expect(node.asked).toHaveLength(2 * (5 + 10 + 15 + 20 + 25 + 30));
  const before = node.asked.length;
  answerStatus(429, () => node.asked.length - before > 35);
  expect(await measured()).toMatchObject({
    verdict: "missing",
    says: expect.stringMatching(/^10 calls a second; of 15 .* HTTP 429: no\. Lower .* is 15,/),
  });
  answerStatus(500, () => true);
  expect((await measured()).says).toMatch(/HTTP 500/);
});
