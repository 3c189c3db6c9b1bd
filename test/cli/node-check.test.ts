/** `desk node check`: what it finds at nodes that have all and at nodes that lack something. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startLackingNode } from "../support/lacking-node.js";
import {
  type Checked,
  check,
  desk,
  directory,
  KEY,
  lacking,
  lacks,
  node,
  noSecretIn,
  patient,
  SECRET_PATH,
  second,
  settings,
  start,
  useNodes,
} from "./checked-nodes.js";
import { deskOn } from "./desk-command.js";

useNodes();

const INTERNAL = {
  internalTransactions:
    "unknown: 0 calls of contracts in the blocks looked at, none with an internal transaction",
};

describe("a node that has all", () => {
  test("is fine, without a database", async () => {
    const checked = await check(settings({ POOL_OWNERS: node.poolOwners.join(",") }));
    expect(checked).toMatchObject({ status: 0, nodes: [{ reached: true, exitStatus: 0 }] });
    expect(lacks(checked)).toEqual(INTERNAL);
    const names = checked.nodes[0]?.findings.map(({ name }) => name);
    for (const owner of node.poolOwners) expect(names).toContain(`owner ${owner}`);
    expect(checked.nodes[0]?.node).toBe(`1 ${new URL(lacking.url).origin}`);
  });

  test("is told with a line for each question, and progress while it is asked", async () => {
    const said = await desk(settings())("node", "check");
    noSecretIn(said);
    expect(said.status).toBe(0);
    const origin = new URL(lacking.url).origin;
    expect(said.stdout).toMatch(new RegExp(`^1 ${origin}\nasked for +found +what it says\n`));
    expect(said.stdout).toMatch(
      /^network +fine +block 0 is 0000…[0-9a-f]{16}, of no public network$/m,
    );
    expect(said.stdout).toMatch(/^owners +unknown +POOL_OWNERS is not set$/m);
    expect(said.stdout).toMatch(/^solid block moves +fine +from \d+ to \d+, \d+ blocks? behind/m);
    expect(said.stderr).toMatch(new RegExp(`^1 ${origin}: 1 of \\d+, network\n`));
    expect(said.stderr.trim().split("\n")).toHaveLength(said.stdout.trim().split("\n").length - 2);
  });

  test("has one line for each question on a terminal of 80 columns too", async () => {
    const env = { ...settings({ POOL_OWNERS: node.poolOwners.join(",") }) };
    const { stdout } = await deskOn(join(directory.path, "none.db"), env, 80)("node", "check");
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/^asked for +found +what it says$/m);
    for (const owner of node.poolOwners)
      expect(stdout).toMatch(new RegExp(`^owner ${owner} +fine`, "m"));
  });

  test("may be named, of any network where none is set, and one of the settings keeps its own", async () => {
    const checked = await check({}, node.url);
    expect(checked).toMatchObject({ status: 0, nodes: [{ node: `1 ${node.url}` }] });
    const solid = { TRON_SOLIDITY_HOST: second.url };
    expect((await check(settings(solid), `${lacking.url}/`)).status).toBe(0);
    expect(second.requests.map(({ path }) => path)).toContain("walletsolidity/getblock");
    expect(lacking.requests.filter(({ path }) => path.startsWith("walletsolidity"))).toEqual([]);
  });
});

describe("a node that lacks something", () => {
  test("solid state: 405 where it is asked for", async () => {
    lacking.instead = (path, response) => {
      if (!path.startsWith("walletsolidity/")) return false;
      response.writeHead(405).end(`<html>405 ${SECRET_PATH}</html>`);
      return true;
    };
    const checked = await check(settings());
    expect(checked.status).toBe(1);
    expect(Object.keys(lacks(checked))).toEqual([
      ...["solidNetwork", "transactions", "internalTransactions", "owners"],
      ...["solidDelegations", "solidMoves"],
    ]);
    expect(lacks(checked).solidNetwork).toMatch(
      /^missing: walletsolidity\/getblockbynum answered HTTP 405: /,
    );
    const { stdout } = await desk(settings())("node", "check");
    expect(stdout).toMatch(/^solid side +missing .*405.* it is sent transactions only\.$/m);
  });

  test("how transactions ended", async () => {
    lacking.change = (path, answer) => {
      const blocks = path === "wallet/getblockbynum" ? [answer] : (answer.block ?? []);
      for (const { transactions = [] } of blocks as { transactions?: { ret?: object }[] }[])
        for (const transaction of transactions) delete transaction.ret;
    };
    const checked = await check(settings());
    expect(checked.status).toBe(1);
    expect(lacks(checked)).toMatchObject({
      contractRet: expect.stringMatching(/^missing: .*without how/),
    });
    expect(lacks(checked)).not.toHaveProperty("blockRanges");
  });

  test.each([
    ["ranges of blocks", "wallet/getblockbylimitnext", "blockRanges"],
    ["infos by block", "wallet/gettransactioninfobyblocknum", "blockInfos"],
    ["parameters", "wallet/getchainparameters", "parameters"],
    [
      "delegations as of the solid block",
      "walletsolidity/getdelegatedresourcev2",
      "solidDelegations",
    ],
  ])("%s", async (_what, lackingPath, name) => {
    lacking.instead = (path, response) => {
      if (path === lackingPath) response.writeHead(404).end();
      return path === lackingPath;
    };
    const checked = await check(settings());
    expect(checked.status).toBe(1);
    expect(lacks(checked)[name]).toMatch(/^missing/);
    const finding = checked.nodes[0]?.findings.find((one) => one.name === name);
    expect(finding?.without).toMatch(/\.$/);
  });

  test("parameters within their bounds", async () => {
    lacking.change = (_path, answer) => {
      const parameters = answer.chainParameter as { key: string; value: number }[] | undefined;
      const lock = parameters?.find(({ key }) => key === "getMaxDelegateLockPeriod");
      if (lock) lock.value = 1;
    };
    expect(lacks(await check(settings())).parameters).toBe(
      "missing: wallet/getchainparameters answered no usable getMaxDelegateLockPeriod",
    );
  });

  test("some infos of a block", async () => {
    lacking.change = (path, answer) => {
      if (path === "wallet/gettransactioninfobyblocknum" && Array.isArray(answer)) answer.pop();
    };
    expect(lacks(await check(settings())).blockInfos).toMatch(
      /^missing: of block \d+ it leaves out 1 of 1 transaction$/,
    );
  });

  test("an owner, and totals that can be", async () => {
    const [owner = "", nobody] = [node.poolOwners[0], "TJFq7p5VXe4X8A9jAspQE9HabLQ24QEbx1"];
    lacking.change = (path, answer) => {
      if (path === "wallet/getaccountresource") answer.TotalEnergyWeight = 0;
    };
    const checked = await check(settings({ POOL_OWNERS: `${owner},${nobody}` }));
    expect(lacks(checked)).toMatchObject({
      [`owner ${owner}`]:
        "missing: wallet/getaccountresource answered no usable TotalEnergyWeight: 0",
      [`owner ${nobody}`]: "missing: it is not activated here",
    });
  });

  test("the contract of USDT, where it is used", async () => {
    const USDT_CONTRACT = "TPDu74nqJHnFNVr3KRNGxAwjodMhzBqEyH";
    expect(lacks(await check(settings({ USDT_CONTRACT })))).toMatchObject({
      contractTrials: "missing: it tries no contracts, or has none there",
      solidTrials: `missing: the contract ${USDT_CONTRACT} tells no balance of ${USDT_CONTRACT}`,
    });
    lacking.instead = (path, response) => {
      if (!path.endsWith("/triggerconstantcontract")) return false;
      response.end(
        JSON.stringify({ result: { result: true }, constant_result: ["00".repeat(32)] }),
      );
      return true;
    };
    const served = lacks(await check(settings({ USDT_CONTRACT })));
    expect(served).not.toHaveProperty("contractTrials");
    expect(served).not.toHaveProperty("solidTrials");
  });

  test("the network that is set", async () => {
    const checked = await check(settings({ TRON_NETWORK: "mainnet" }));
    expect(checked.status).toBe(1);
    expect(lacks(checked).network).toMatch(
      /^missing: TRON_NETWORK is mainnet, but the node serves/,
    );
  });

  test("this machine's time", async () => {
    lacking.change = (path, answer) => {
      if (path !== "wallet/getblock") return;
      (answer.block_header as { raw_data: { timestamp: number } }).raw_data.timestamp = 1_000;
    };
    const checked = await check(settings({ TRON_NETWORK: "nile" }));
    expect(lacks(checked).clock).toMatch(/^missing: the newest block is [\d.]+ s behind this/);
  });
});

describe("a node that", () => {
  test("hangs is not reached", async () => {
    lacking.instead = () => true;
    const checked = await check(settings({ NODE_TIMEOUT_MS: "100" }));
    expect(checked).toMatchObject({ status: 2, nodes: [{ reached: false, exitStatus: 2 }] });
    expect(lacks(checked)).toEqual({
      network: "unknown: wallet/getblockbynum did not answer within 100 ms",
      solidNetwork: "unknown: walletsolidity/getblockbynum did not answer within 100 ms",
    });
    const { stdout } = await desk(settings({ NODE_TIMEOUT_MS: "100" }))("node", "check");
    expect(stdout).toMatch(/^1 \S+: not reached\n/);
  });

  test("is not there is not reached", async () => {
    const closed = await startLackingNode(node.url, SECRET_PATH);
    await closed.close();
    expect(await check({ TRON_FULL_HOST: closed.url })).toMatchObject({
      status: 2,
      nodes: [{ reached: false }],
    });
  });

  test("answers 429 to all is not reached, and to one question leaves that open", async () => {
    const refuse = (isRefused: (path: string) => boolean) => {
      lacking.instead = (path, response) => {
        if (isRefused(path)) response.writeHead(429).end(`${SECRET_PATH} ${KEY}`);
        return isRefused(path);
      };
    };
    refuse(() => true);
    expect(await check(settings({ TRON_API_KEY: KEY }))).toMatchObject({ status: 2 });
    refuse((path) => path === "wallet/getchainparameters");
    const checked = await check(settings({ TRON_API_KEY: KEY }));
    expect(checked).toMatchObject({ status: 1, nodes: [{ reached: true, exitStatus: 1 }] });
    expect(lacks(checked).parameters).toMatch(
      /^unknown: wallet\/getchainparameters answered HTTP 429: \/\*\*\* \*\*\*$/,
    );
  });

  test("hangs at one question leaves that open", async () => {
    lacking.instead = (path) => path === "wallet/gettransactioninfobyblocknum";
    const ofInfos = ["blockInfos", "internalTransactions"];
    const checked = await patient(
      (NODE_TIMEOUT_MS) => check(settings({ NODE_TIMEOUT_MS })),
      ({ nodes }) =>
        nodes[0]?.findings.every(({ name, answered }) => answered || ofInfos.includes(name)) ===
        true,
    );
    expect(checked.status).toBe(1);
    const finding = checked.nodes[0]?.findings.find(({ name }) => name === "blockInfos");
    expect(finding).toMatchObject({ verdict: "unknown", answered: false });
  });
});

describe("several nodes", () => {
  test("are asked each, and the worst is the exit status", async () => {
    second.instead = (path, response) => {
      if (path === "wallet/getchainparameters") response.writeHead(404).end();
      return path === "wallet/getchainparameters";
    };
    const urls = `${node.url},${second.url}`;
    const checked = await check({ TRON_FULL_HOST: urls });
    expect(checked).toMatchObject({
      status: 1,
      nodes: [
        { node: `1 ${node.url}`, exitStatus: 0 },
        { node: `2 ${second.url}`, exitStatus: 1 },
      ],
    });
    second.instead = () => true;
    const isFine = ({ nodes }: Checked) => nodes.some(({ exitStatus }) => exitStatus === 0);
    const set = await patient(
      (NODE_TIMEOUT_MS) => check({ TRON_FULL_HOST: urls, NODE_TIMEOUT_MS }),
      isFine,
    );
    expect(set.status).toBe(2);
    const named = (NODE_TIMEOUT_MS: string) => check({ NODE_TIMEOUT_MS }, second.url, node.url);
    expect(await patient(named, isFine)).toMatchObject({
      status: 2,
      nodes: [
        { node: `1 ${second.url}`, exitStatus: 2 },
        { node: `2 ${node.url}`, exitStatus: 0 },
      ],
    });
  });

  test("of two networks do not go together", async () => {
    const other = await start("other");
    const { status, nodes } = await check({ TRON_FULL_HOST: `${node.url},${other.url}` });
    expect(status).toBe(1);
    await other.close();
    const network = nodes[1]?.findings.find(({ name }) => name === "network");
    expect(network).toMatchObject({ verdict: "missing" });
    expect(network?.says).toContain(`that of 1 ${node.url} is `);
  });
});
