/** Asks nodes for all that the desk needs, in the operator's own process: without a desk and without a database. */
import { setTimeout as sleep } from "node:timers/promises";
import { reasonOf } from "#shared/reason.js";
import type { NodeCheckContext } from "../chain/node-asked.js";
import { createNodeCalls, type NodeCalls } from "../chain/node-calls.js";
import { checkNode, type Finding, measureRate, type NodeFindings } from "../chain/node-check.js";
import { shownId } from "../chain/node-questions.js";
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
import { assertServes } from "../engine/network.js";

export interface NodeCheck {
  /** What the check uses of the outside world. */
  readonly warning?: string;
  readonly nodes: readonly CheckedNode[];
}

interface CheckedNode {
  /** "1 https://api.trongrid.io" */
  readonly node: string;
  /** False when no question was answered. */
  readonly reached: boolean;
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

type Progress = (text: string) => void;

const TIME_LIMIT_MS = 90_000;
/** For one call: the desk would leave a slower node for another one anyway. */
const LONGEST_CALL_MS = 10_000;
/** The pause after a refusal that names none. */
const PENALTY_MS = 1_000;
const SHARED_QUOTA =
  "--rate uses up to 210 questions of each key's quota within 12 s; a desk that runs shares that quota.";

/** All nodes at once; the rates one after the other, because several nodes may belong to one provider. */
export async function checkNodes(wanted: Wanted, progress: Progress): Promise<NodeCheck> {
  const settings = loadNodes(wanted.env);
  const nodes = nodesOf(settings, wanted);
  const warning = wanted.rate ? SHARED_QUOTA : undefined;
  if (warning) progress(warning);
  const signal = AbortSignal.timeout(TIME_LIMIT_MS);
  const found = compared(
    nodes,
    await Promise.all(nodes.map((node) => ask(node, settings, wanted, { signal, progress }))),
  );
  const checked: CheckedNode[] = [];
  for (const [at, node] of nodes.entries()) {
    const { reached, findings } = found[at] as NodeFindings;
    const all = [...findings];
    const isFirstOfPace = node.paceGroup === node.number;
    if (wanted.rate && reached && isFirstOfPace) {
      progress(`${shownNode(node)}: questions a second`);
      all.push(await rateOf(node, settings, signal));
    }
    const exitStatus = statusOf(reached, all);
    checked.push({ node: shownNode(node), reached, exitStatus, findings: all });
  }
  return { ...(warning ? { warning } : {}), nodes: checked };
}

function statusOf(reached: boolean, findings: readonly Finding[]): 0 | 1 | 2 {
  if (!reached) return 2;
  return findings.every(({ verdict, answered }) => answered && verdict !== "missing") ? 0 : 1;
}

/** A key goes to the URL it was set for, and a key from a file to URLs of one origin. */
function nodesOf(
  { nodes: known, requestsPerSecond }: NodesOfSettings,
  { urls, apiKeyFile }: Wanted,
): readonly NodeSettings[] {
  const refuse = (path: string, message: string) => validationFailed([{ path, message }]);
  const twice = urls.some((url, at) => urls.slice(0, at).some((other) => isSameUrl(other, url)));
  if (twice) throw refuse("URL", "must be given once each");
  const others = urls.filter((url) => !known.some((one) => isSameUrl(one.url, url)));
  const apiKey = apiKeyFile === undefined ? undefined : keyIn(apiKeyFile);
  if (apiKey !== undefined && new Set(others.map((url) => new URL(url).origin)).size !== 1) {
    const why =
      others.length === 0
        ? "is for a URL that the settings do not name; those have TRON_API_KEY"
        : "is one key, and no provider is sent another's: name URLs of one origin";
    throw refuse("--api-key-file", why);
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

function callsOf(node: NodeSettings, timeoutMs: number, requestsPerSecond: number): NodeCalls {
  return createNodeCalls({
    fullHost: node.url,
    solidityHost: node.solidityUrl,
    apiKey: node.apiKey,
    paceGroup: node.paceGroup,
    solidPaceGroup: node.solidPaceGroup,
    requestsPerSecond,
    timeoutMs: Math.min(timeoutMs, LONGEST_CALL_MS),
    penaltyMs: PENALTY_MS,
  });
}

async function ask(
  node: NodeSettings,
  settings: NodesOfSettings,
  { urls }: Wanted,
  { signal, progress }: { readonly signal: AbortSignal; readonly progress: Progress },
): Promise<NodeFindings> {
  const calls = callsOf(node, settings.timeoutMs, node.requestsPerSecond);
  const { network } = settings;
  const context: NodeCheckContext = {
    calls,
    owners: settings.poolOwners ?? [],
    usdt: usdtContractOn(network, settings.usdtContract),
    networkOf: networks(settings, urls.length > 0 && !settings.isNetworkSet),
    wallMs: Date.now,
    pause: (ms) => sleep(ms, undefined, { signal }),
  };
  try {
    return await checkNode(context, signal, (about, number, of) =>
      progress(`${shownNode(node)}: ${number} of ${of}, ${about}`),
    );
  } finally {
    await calls.close();
  }
}

const PUBLIC = ["mainnet", "nile", "shasta"];

/** `isAny`: a URL was given without settings, so any network will do. */
function networks({ network }: NodesOfSettings, isAny: boolean): NodeCheckContext["networkOf"] {
  return (genesisId) => {
    const served = PUBLIC.filter((name) => problemOf(name, genesisId) === undefined);
    // An unknown block 0 passes for any network but mainnet.
    const name = served.length === 1 ? served[0] : undefined;
    const problem = isAny ? undefined : problemOf(network, genesisId);
    return {
      name,
      problem,
      followsWallClock: name !== undefined || (!isAny && network !== "sandbox"),
    };
  };
}

function problemOf(name: string, genesisId: string): string | undefined {
  try {
    assertServes({ name, genesisId });
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** The nodes of one desk serve one network: that of the first answer. */
function compared(
  nodes: readonly NodeSettings[],
  found: readonly NodeFindings[],
): readonly NodeFindings[] {
  const first = found.findIndex(({ genesisId }) => genesisId !== undefined);
  const [node, genesisId] = [nodes[first], found[first]?.genesisId];
  if (!node || genesisId === undefined) return found;
  return found.map((one) => {
    if (one.genesisId === undefined || one.genesisId === genesisId) return one;
    const says = `block 0 is ${shownId(one.genesisId)}, that of ${shownNode(node)} is ${shownId(genesisId)}`;
    const findings = one.findings.map((finding): Finding => {
      if (finding.name !== "network" || finding.verdict === "missing") return finding;
      return { ...finding, verdict: "missing", says, without: OTHER_NETWORK };
    });
    return { ...one, findings };
  });
}

const OTHER_NETWORK =
  "The desk refuses to start on both, and later leaves out what is not its own.";

async function rateOf(
  node: NodeSettings,
  settings: NodesOfSettings,
  signal: AbortSignal,
): Promise<Finding> {
  const calls = callsOf(node, settings.timeoutMs, UNPACED);
  const cutOff = () => void calls.close();
  signal.addEventListener("abort", cutOff);
  const named = { name: "rate", about: "questions a second" } as const;
  try {
    const pause = (ms: number) => sleep(ms, undefined, { signal });
    const { perSecond, refused } = await measureRate(calls, pause, signal);
    const answered = { ...named, answered: true } as const;
    if (!refused) return { ...answered, verdict: "fine", says: `it grants ${perSecond} at least` };
    const says = `it grants ${perSecond} and refuses ${refused.perSecond}: ${refused.says}`;
    const isEnough = perSecond >= node.requestsPerSecond;
    if (isEnough) return { ...answered, verdict: "fine", says };
    const without = `The desk asks up to ${node.requestsPerSecond} and waits when it is refused: set TRON_REQUESTS_PER_SECOND to ${Math.max(1, perSecond)} or get more.`;
    return { ...answered, verdict: "missing", says, without };
  } catch (error) {
    return { ...named, verdict: "unknown", says: reasonOf(error), answered: false };
  } finally {
    signal.removeEventListener("abort", cutOff);
    await calls.close();
  }
}

/** No limit of its own: the check finds out what the node grants. */
const UNPACED = 100_000;
