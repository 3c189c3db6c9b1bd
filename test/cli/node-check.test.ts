/** `desk node check`: what it prints, its exit status, to whom it sends which key, and what of its line is refused. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startTronNode, type TronNode } from "tron-sandbox";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hanging } from "../support/host-conduct.js";
import { type NodeProxy, startNodeProxy } from "../support/node-proxy.js";
import { deskOn, errorOf, type Said, temporaryDirectory } from "./desk-command.js";

interface Checked {
  readonly nodes: readonly {
    readonly node: string;
    readonly exitStatus: number;
    readonly findings: readonly { name: string; verdict: string; says: string }[];
  }[];
}

const SECRET_PATH = "/secret-path-of-the-provider";
const KEY = "secret-key-of-a-provider";
const directory = temporaryDirectory();
let node: TronNode;
/** Before the node, under a path that is secret. */
let lacking: NodeProxy;
/** Before the same node, at another origin. */
let second: NodeProxy;

beforeAll(async () => {
  const place = join(directory.path, "node");
  node = await startTronNode({ directory: place, port: 0, blockMs: 50, solidLagBlocks: 2 });
});
afterAll(async () => {
  await node.close();
  directory.remove();
});
beforeEach(async () => {
  lacking = await startNodeProxy(node.url, SECRET_PATH);
  second = await startNodeProxy(node.url);
});
afterEach(() => Promise.all([lacking.close(), second.close()]));

/** There is no database, and no setting but those. */
const desk = (env: Record<string, string>, width?: number) =>
  deskOn(join(directory.path, "none.db"), env, width);
const settings = (more: Record<string, string> = {}) => ({ TRON_FULL_HOST: lacking.url, ...more });

async function check(env: Record<string, string>, ...args: string[]) {
  const said = await desk(env)("node", "check", ...args, "--json");
  noSecretIn(said);
  return { status: said.status, ...(JSON.parse(said.stdout) as Checked) };
}

function noSecretIn({ stdout, stderr }: Said): void {
  expect(stdout + stderr).not.toMatch(/secret-(path|key)/);
}

const findingOf = ({ nodes }: Checked, name: string) =>
  nodes[0]?.findings.find((finding) => finding.name === name);

function answerStatus(status: number, isMeant: (path: string) => boolean) {
  lacking.conduct = ({ path }) => (isMeant(path) ? { status, answer: SECRET_PATH } : undefined);
}

test("a node that has all is printed line by line, on 80 columns too, with status 0", async () => {
  const POOL_OWNERS = node.poolOwners.join(",");
  const said = await desk(settings({ POOL_OWNERS }), 80)("node", "check");
  noSecretIn(said);
  expect(said.status).toBe(0);
  const origin = new URL(lacking.url).origin;
  expect(said.stderr).toBe(`Checking 1 ${origin}; this takes up to 90 s.\n`);
  expect(said.stdout).toMatch(new RegExp(`^1 ${origin}\nchecked +found +what it says\n`));
  expect(said.stdout).toMatch(/^network +fine +block 0 is/m);
  for (const owner of node.poolOwners)
    expect(said.stdout).toMatch(new RegExp(`^owner ${owner} +fine`, "m"));
  for (const line of said.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});

test("the network of the settings is held against the node's", async () => {
  const checked = await check(settings({ TRON_NETWORK: "mainnet" }));
  expect(checked.status).toBe(1);
  expect(findingOf(checked, "network")).toMatchObject({
    verdict: "missing",
    says: expect.stringMatching(/^TRON_NETWORK is mainnet, but the node serves/),
  });
});

test("a second node of another network is missing", async () => {
  const others = `${"0".repeat(16)}${"a".repeat(48)}`;
  second.conduct = async ({ path, body }, ask) =>
    path.endsWith("/getblockbynum")
      ? { answer: { ...(await ask(path, body)), blockID: others } }
      : undefined;
  const checked = await check({}, lacking.url, second.url);
  expect(checked.nodes.map(({ exitStatus }) => exitStatus)).toEqual([0, 1]);
  const { verdict, says } = checked.nodes[1]?.findings[0] ?? {};
  expect(verdict).toBe("missing");
  expect(says).toContain(`block 0 is ${others}, that of 1 ${new URL(lacking.url).origin} is `);
});

test("a node that hangs, or is not there, is not reached: status 2", async () => {
  lacking.conduct = hanging();
  const said = await desk(settings({ NODE_TIMEOUT_MS: "100" }))("node", "check");
  expect(said).toMatchObject({ status: 2, stdout: expect.stringMatching(/^1 \S+: not reached\n/) });
  expect(said.stdout).toContain("wallet/getblockbynum did not answer within 100 ms");
  await second.stop();
  expect((await check({ TRON_FULL_HOST: second.url })).status).toBe(2);
});

test("several nodes are asked each, and the worst is the exit status", async () => {
  answerStatus(429, (path) => path === "/wallet/getchainparameters");
  expect(await check({ TRON_FULL_HOST: `${node.url},${lacking.url}` })).toMatchObject({
    status: 1,
    nodes: [
      { node: `1 ${node.url}`, exitStatus: 0 },
      { node: `2 ${new URL(lacking.url).origin}`, exitStatus: 1 },
    ],
  });
});

test("--rate says what to set when the node grants less than the settings ask for", async () => {
  // Nothing else asks for the newest block so often in a row.
  let inRow = 0;
  answerStatus(429, (path) => {
    inRow = path === "/wallet/getblock" ? inRow + 1 : 0;
    return inRow > 12;
  });
  const checked = await check(settings({ TRON_REQUESTS_PER_SECOND: "20" }), "--rate");
  expect(checked.status).toBe(1);
  expect(findingOf(checked, "rate")).toMatchObject({
    verdict: "missing",
    says: expect.stringMatching(/^5 calls a second; .*HTTP 429.*SECOND, which is 20,/),
  });
});

describe("a key", () => {
  const keysSentTo = ({ asked }: NodeProxy) =>
    new Set(asked.map(({ headers }) => headers["tron-pro-api-key"]));
  const keyFile = (text = KEY, mode = 0o600) => {
    const path = join(directory.path, `key-${mode}-${text.length}`);
    writeFileSync(path, `${text}\n`, { mode });
    return path;
  };

  test("of the settings goes to its URL alone", async () => {
    const TRON_FULL_HOST = `${lacking.url},${second.url}`;
    await check({ TRON_FULL_HOST, TRON_API_KEY: `${KEY},other-key` });
    expect(keysSentTo(lacking)).toEqual(new Set([KEY]));
    expect(keysSentTo(second)).toEqual(new Set(["other-key"]));
  });

  test("of the settings does not go to a URL that they do not name, of the same origin too", async () => {
    const sameOrigin = new URL(lacking.url).origin;
    await check(settings({ TRON_API_KEY: KEY }), second.url, sameOrigin);
    expect(keysSentTo(second)).toEqual(new Set([undefined]));
    expect(keysSentTo(lacking)).toEqual(new Set([undefined]));
  });

  test("from a file goes to the URLs that the settings do not name", async () => {
    const args = [lacking.url, second.url, "--api-key-file", keyFile()];
    expect((await check(settings({ TRON_API_KEY: "of-the-settings" }), ...args)).status).toBe(0);
    expect(keysSentTo(lacking)).toEqual(new Set(["of-the-settings"]));
    expect(keysSentTo(second)).toEqual(new Set([KEY]));
  });

  test.each<[string, () => string[], () => string, RegExp]>([
    ["for several origins", () => [second.url, node.url], keyFile, /URLs of one origin/],
    ["for none but the settings'", () => [lacking.url], keyFile, /theirs have TRON_API_KEY/],
    ["that others may read", () => [second.url], () => keyFile(KEY, 0o644), /chmod 600/],
    ["that is not there", () => [second.url], () => "no-key", /cannot be read/],
  ])("from a file %s is refused", async (_what, urls, path, says) => {
    const said = await desk(settings())("node", "check", ...urls(), "--api-key-file", path());
    noSecretIn(said);
    expect(said).toMatchObject({ status: 2, stderr: expect.stringMatching(says) });
    expect(second.asked).toEqual([]);
  });
});

test.each([
  ["no URL", ["secret-path"]],
  ["a URL with a user", ["https://me:secret-key@node.example"]],
  ["five URLs", "abcde".split("").map((name) => `https://${name}.example`)],
])("%s is refused, and not repeated", async (_what, urls) => {
  const said = await desk({})("node", "check", ...urls);
  noSecretIn(said);
  expect(said).toMatchObject({
    status: 2,
    stdout: "",
    stderr: expect.stringMatching(/URL.* must/),
  });
});

test("without a node it says so, and of wrong settings only those of nodes", async () => {
  const none = await errorOf(desk({}), "node", "check");
  expect(none).toMatchObject({ code: "CONFIGURATION", status: 1 });
  const wrong = { TRON_FULL_HOST: "ftp://node.example/secret-path", PORT: "none" };
  const { message } = await errorOf(desk(wrong), "node", "check");
  expect(message).toContain("TRON_FULL_HOST is wrong");
  expect(message).not.toMatch(/PORT|secret/);
});
