/** `desk node check`, in the operator's own process: without a desk and without a database. */
import { setTimeout as sleep } from "node:timers/promises";
import { createNodeCalls, type NodeCalls } from "../chain/node-calls.js";
import { checkNode, checkRate, type Finding, isReached } from "../chain/node-check.js";
import {
  isSameUrl,
  loadNodes,
  type NodeSettings,
  type NodesOfSettings,
  nodesAt,
  readApiKeyFile,
  shownNode,
} from "../config.js";
import { Refusal } from "../control/refusal.js";
import { validationFailed } from "../domain/errors.js";
import { usdtContractOn } from "../domain/usdt.js";
import { assertServes, publicNetworkOf } from "../engine/network.js";

interface CheckedNode {
  /** "1 https://api.trongrid.io" */
  readonly node: string;
  /** 0 all is there, 1 something is missing or was not answered, 2 no answer at all. */
  readonly exitStatus: 0 | 1 | 2;
  readonly findings: readonly Finding[];
}

interface Wanted {
  readonly env: NodeJS.ProcessEnv;
  readonly urls: readonly string[];
  readonly apiKeyFile?: string | undefined;
  readonly rate: boolean;
}

const TIME_LIMIT_MS = 90_000;
const LONGEST_CALL_MS = 10_000;
/** No limit of its own: the check finds out what the node grants. */
const UNPACED = 100_000;

/** One after the other: several nodes may belong to one provider, whose rate is measured. */
export async function checkNodes(
  wanted: Wanted,
  progress: (text: string) => void,
): Promise<readonly CheckedNode[]> {
  const settings = loadNodes(wanted.env);
  const checked: CheckedNode[] = [];
  /** Of the first node that told its block 0: a desk does not start on two networks. */
  let first: { readonly node: string; readonly genesisId: string } | undefined;
  const assertSame = (node: string, genesisId: string) => {
    first ??= { node, genesisId };
    if (genesisId === first.genesisId) return;
    throw new Error(`block 0 is ${genesisId}, that of ${first.node} is ${first.genesisId}`);
  };
  for (const node of nodesOf(settings, wanted)) {
    progress(`Checking ${shownNode(node)}; this takes up to ${TIME_LIMIT_MS / 1_000} s.`);
    const findings = await findingsOf(node, settings, wanted, assertSame);
    checked.push({ node: shownNode(node), exitStatus: statusOf(findings), findings });
  }
  return checked;
}

async function findingsOf(
  node: NodeSettings,
  settings: NodesOfSettings,
  { urls, rate }: Wanted,
  assertSame: (node: string, genesisId: string) => void,
): Promise<readonly Finding[]> {
  const { network: name, usdtContract, poolOwners: owners = [] } = settings;
  const pause = (ms: number) => sleep(ms);
  const assertNetwork = (genesisId: string) => {
    assertSame(shownNode(node), genesisId);
    if (urls.length === 0 || settings.isNetworkSet) assertServes({ name, genesisId });
  };
  const mayBeSandbox = name === "sandbox" || (urls.length > 0 && !settings.isNetworkSet);
  const hasOwnTime = (genesisId: string) =>
    mayBeSandbox && publicNetworkOf(genesisId) === undefined;
  const usdt = usdtContractOn(name, usdtContract);
  const of = { owners, usdt, assertNetwork, publicNetworkOf, hasOwnTime, pause };
  const findings = await withCalls(node, settings, node.requestsPerSecond, (calls) =>
    checkNode({ calls, ...of }),
  );
  // Those of one pace share a quota: it is measured once.
  if (!rate || !isReached(findings) || node.paceGroup !== node.number) return findings;
  const measured = withCalls(node, settings, UNPACED, (calls) =>
    checkRate(calls, node.requestsPerSecond, pause),
  );
  return [...findings, await measured];
}

function statusOf(findings: readonly Finding[]): 0 | 1 | 2 {
  if (!isReached(findings)) return 2;
  return findings.every(({ verdict }) => verdict === "fine" || verdict === "unknown") ? 0 : 1;
}

/** A key goes to the URL it was set for, and a key from a file to URLs of one origin. */
function nodesOf(
  { nodes: known, requestsPerSecond }: NodesOfSettings,
  { urls, apiKeyFile }: Wanted,
): readonly NodeSettings[] {
  const others = urls.filter((url) => !known.some((one) => isSameUrl(one.url, url)));
  const apiKey = apiKeyFile === undefined ? undefined : keyIn(apiKeyFile);
  if (apiKey && new Set(others.map((url) => new URL(url).origin)).size !== 1) {
    const message =
      "must come with URLs of one origin that the settings do not name; theirs have TRON_API_KEY";
    throw validationFailed([{ path: "--api-key-file", message }]);
  }
  const checked = urls.length > 0 ? nodesAt(urls, known, { apiKey, requestsPerSecond }) : known;
  if (checked.length > 0) return checked;
  throw new Refusal("CONFIGURATION", "There is no node to ask: name a URL, or set TRON_FULL_HOST.");
}

function keyIn(path: string): string {
  const read = readApiKeyFile(path);
  if ("key" in read) return read.key;
  throw validationFailed([{ path: "--api-key-file", message: `${path} ${read.wrong}` }]);
}

/** After the time limit, calls fail at once. */
async function withCalls<T>(
  node: NodeSettings,
  { timeoutMs }: NodesOfSettings,
  requestsPerSecond: number,
  run: (calls: NodeCalls) => Promise<T>,
): Promise<T> {
  const calls = createNodeCalls({
    fullHost: node.url,
    solidityHost: node.solidityUrl,
    apiKey: node.apiKey,
    paceGroup: node.paceGroup,
    solidPaceGroup: node.solidPaceGroup,
    requestsPerSecond,
    timeoutMs: Math.min(timeoutMs, LONGEST_CALL_MS),
    penaltyMs: 1_000,
  });
  const timer = setTimeout(() => void calls.close(), TIME_LIMIT_MS);
  try {
    return await run(calls);
  } finally {
    clearTimeout(timer);
    await calls.close();
  }
}
