/** What the questions about a node find where it takes time or answers of a real one to see: no second passes here. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NodeCheckContext } from "../../src/chain/node-asked.js";
import { createNodeCalls, type NodeCalls } from "../../src/chain/node-calls.js";
import { checkNode, measureRate, type NodeFindings } from "../../src/chain/node-check.js";
import { type LackingNode, startLackingNode } from "../support/lacking-node.js";
import { OWNER, RECEIVER } from "./fixtures.js";
import { delegation, type Environment, startEnvironment } from "./sandbox-environment.js";

let environment: Environment;
let node: LackingNode;
let calls: NodeCalls;

beforeAll(async () => {
  environment = await startEnvironment();
});
afterAll(() => environment.close());
beforeEach(async () => {
  await environment.activatedAddress();
  await environment.mine(10);
  node = await startLackingNode(environment.nodeUrl);
  calls = createNodeCalls({ fullHost: node.url, requestsPerSecond: 10_000, penaltyMs: 1 });
});
afterEach(async () => {
  await calls.close();
  await node.close();
});

const IN_TIME = new AbortController().signal;

function check(
  change: Partial<NodeCheckContext> = {},
  signal = IN_TIME,
  onQuestion?: (about: string, number: number, of: number) => void,
): Promise<NodeFindings> {
  const context = {
    calls,
    owners: [],
    usdt: undefined,
    networkOf: () => ({ name: undefined, problem: undefined, followsWallClock: false }),
    wallMs: Date.now,
    pause: () => environment.mine(),
    ...change,
  };
  return checkNode(context, signal, onQuestion);
}

const findingOf = ({ findings }: NodeFindings, name: string) =>
  findings.find((finding) => finding.name === name);

describe("the ends of the chain", () => {
  test("stand still, for as long as they are given", async () => {
    const waits: number[] = [];
    const found = await check({ pause: async (ms) => void waits.push(ms) });
    expect(findingOf(found, "headMoves")).toMatchObject({ verdict: "missing", answered: true });
    expect(findingOf(found, "solidMoves")?.says).toMatch(
      /^it stayed at \d+ for [\d.]+ s, 5 blocks/,
    );
    const waitedMs = waits.reduce((sum, ms) => sum + ms, 0);
    expect(waitedMs).toBeGreaterThan(45_000);
    expect(waitedMs).toBeLessThan(55_000);
  });

  test("are told apart: the solid one alone stands still", async () => {
    let first: unknown;
    node.change = (path, answer) => {
      if (path !== "walletsolidity/getblock") return;
      first ??= structuredClone(answer);
      Object.assign(answer, first);
    };
    const found = await check();
    expect(findingOf(found, "headMoves")).toMatchObject({ verdict: "fine" });
    expect(findingOf(found, "solidMoves")).toMatchObject({ verdict: "missing" });
  });
});

describe("the newest block", () => {
  const headAt = (aheadMs: number) => {
    node.change = (path, answer) => {
      if (path !== "wallet/getblock") return;
      const header = answer.block_header as { raw_data: { timestamp: number } };
      header.raw_data.timestamp = 1_800_000_000_000 + aheadMs;
    };
    return check({
      wallMs: () => 1_800_000_000_000,
      networkOf: () => ({ name: "nile", problem: undefined, followsWallClock: true }),
    });
  };

  test.each([
    [-30_000, "fine", "30.0 s behind"],
    [-30_001, "missing", "30.0 s behind"],
    [60_000, "fine", "60.0 s ahead of"],
    [60_001, "missing", "60.0 s ahead of"],
  ])("%d ms from this machine's clock is %s", async (aheadMs, verdict, shown) => {
    expect(findingOf(await headAt(aheadMs), "clock")).toMatchObject({
      verdict,
      says: `the newest block is ${shown} this machine's clock`,
    });
  });
});

describe("internal transactions", () => {
  const INTERNAL = { hash: "6e".repeat(32), callValueInfo: [{}], note: "63616c6c", rejected: true };

  /** Infos of so many calls of a contract, as java-tron 4.8.0 has them. */
  function calledContract(times: number, internal: object[]) {
    node.change = (path, answer) => {
      if (path !== "wallet/gettransactioninfobyblocknum" || !Array.isArray(answer)) return;
      const [info] = answer as object[];
      if (!info) return;
      for (let at = 1; at < times; at += 1) answer.push(info);
      const called = { contract_address: "415ae5cf659f0f43242897f965ce934f12de6389b5" };
      const kept = internal.length > 0 ? { internal_transactions: internal } : {};
      for (const one of answer as object[]) Object.assign(one, called, kept);
    };
  }

  test("are kept where one is shown", async () => {
    calledContract(1, [INTERNAL]);
    expect(findingOf(await check(), "internalTransactions")).toMatchObject({ verdict: "fine" });
  });

  test("are not kept where none of many calls has any, and with few calls nobody knows", async () => {
    calledContract(199, []);
    expect(findingOf(await check(), "internalTransactions")?.verdict).toBe("unknown");
    calledContract(200, []);
    expect(findingOf(await check(), "internalTransactions")).toMatchObject({
      verdict: "missing",
      says: expect.stringMatching(/^2\d\d calls of contracts/),
    });
  });
});

test("an idle chain leaves open what only transactions can show", async () => {
  await environment.mine(150);
  const found = await check();
  for (const name of ["contractRet", "transactions", "blockInfos"]) {
    expect(findingOf(found, name), name).toMatchObject({ verdict: "unknown", answered: true });
  }
  expect(findingOf(found, "blockRanges")).toMatchObject({ verdict: "fine" });
});

test("a delegation is found on both sides, and the owner's stake is told", async () => {
  const { owner, chain } = environment;
  const receiver = await environment.activatedAddress();
  await chain.broadcast(await environment.sign(delegation(owner, receiver)), receiver);
  await environment.mine(6);
  const found = await check({ owners: [owner] });
  expect(findingOf(found, `owner ${owner}`)).toMatchObject({
    verdict: "fine",
    says: expect.stringMatching(/1 active permission, can delegate [\d,.]+ TRX of Energy and/),
  });
  expect(findingOf(found, "transactions")).toMatchObject({ verdict: "fine" });
});

describe("the time for the check", () => {
  test("ends in the middle of a question, and what was found stays", async () => {
    const time = new AbortController();
    node.instead = (path) => {
      if (path === "wallet/getchainparameters") time.abort();
      return path === "wallet/getchainparameters";
    };
    const found = await check({ owners: [OWNER, RECEIVER] }, time.signal);
    expect(found.reached).toBe(true);
    expect(findingOf(found, "network")).toMatchObject({ verdict: "fine" });
    const over = { verdict: "unknown", answered: false };
    for (const name of ["parameters", `owner ${OWNER}`, "solidMoves"]) {
      expect(findingOf(found, name), name).toMatchObject(over);
    }
  });

  test("is used for questions in their order, each told before it is asked", async () => {
    const told: string[] = [];
    const { findings } = await check({}, IN_TIME, (about, number, of) =>
      told.push(`${number}/${of} ${about}`),
    );
    const expected = findings.map(({ about }, at) => `${at + 1}/${findings.length} ${about}`);
    expect(told).toEqual(expected);
  });
});

describe("how many questions a second are granted", () => {
  const measured = (signal = IN_TIME) => measureRate(calls, async () => {}, signal);

  test("is looked for up to 30", async () => {
    expect(await measured()).toEqual({ perSecond: 30, refused: undefined });
    expect(node.requests).toHaveLength(2 * (5 + 10 + 15 + 20 + 25 + 30));
  });

  test.each([429, 403, 503])("ends with the first refusal (%d)", async (status) => {
    node.instead = (_path, response) => {
      if (node.requests.length <= 35) return false;
      response.writeHead(status).end("too many");
      return true;
    };
    expect(await measured()).toEqual({
      perSecond: 10,
      refused: { perSecond: 15, says: `wallet/getblock answered HTTP ${status}: too many` },
    });
  });

  test("fails with a node that does, and once the time is over", async () => {
    node.instead = (_path, response) => {
      response.writeHead(500).end();
      return true;
    };
    await expect(measured()).rejects.toThrow("HTTP 500");
    await expect(measured(AbortSignal.abort())).rejects.toThrow(/abort/);
  });
});
