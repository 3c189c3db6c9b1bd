/**
 * The nodes of the settings. With one URL each value is read as a whole. With several URLs each value stands for all of them,
 * or has a place for each, with commas between.
 */
import { must } from "../domain/assert.js";
import { NODE_URL, shownValue, type Variable } from "./variable.js";
import { VARIABLES } from "./variables.js";

export interface NodeSettings {
  /** From 1, in the order of `TRON_FULL_HOST`. */
  readonly number: number;
  readonly url: string;
  /** Undefined: `url` serves `/walletsolidity` itself. */
  readonly solidityUrl: string | undefined;
  /** Secret. */
  readonly apiKey: string | undefined;
  /** Shared by all nodes of the pace group: the lowest, if they differ. */
  readonly requestsPerSecond: number;
  /** Number of the first node with the same origin and key: such nodes share one pace. */
  readonly paceGroup: number;
  /** `paceGroup` of its solid side; a group without a node has a higher number. */
  readonly solidPaceGroup: number;
}

const NODE_NAMES = [
  "TRON_FULL_HOST",
  "TRON_SOLIDITY_HOST",
  "TRON_API_KEY",
  "TRON_REQUESTS_PER_SECOND",
] as const;
export type NodeName = (typeof NODE_NAMES)[number];

const MOST_NODES = 4;
const COMMAS = "with commas between them";

export interface GivenTexts {
  readonly text: (name: NodeName) => string | undefined;
  readonly defaultPerSecond: number;
}

type OnProblem = (problem: string) => void;

/** A setting with a value for each node. */
export function isOfNodes(name: string): boolean {
  return NODE_NAMES.some((one) => one === name);
}

/** A node for people and the log, without its path, which may be a key. */
export function shownNode({ number, url }: Pick<NodeSettings, "number" | "url">): string {
  return `${number} ${originOf(url)}`;
}

/** A comma always separates: no URL of a node may contain one. */
export function isSeveral(fullHost: string | undefined): boolean {
  return fullHost?.includes(",") ?? false;
}

/** The nodes of several URLs, as far as they are valid; each problem is a sentence without a secret. */
export function readNodes(given: GivenTexts, onProblem: OnProblem): readonly NodeSettings[] {
  const urls = placesOf(given.text("TRON_FULL_HOST"));
  if (urls.length > MOST_NODES) {
    onProblem(
      `TRON_FULL_HOST has ${urls.length} URLs; it takes ${NODE_URL}, or up to ${MOST_NODES} of them ${COMMAS}.`,
    );
    return [];
  }
  const of = { given, urls: urls.length, onProblem };
  const solidityUrls = readValues("TRON_SOLIDITY_HOST", VARIABLES.TRON_SOLIDITY_HOST, {
    ...of,
    empty: { means: "the URL itself", value: undefined },
  });
  const apiKeys = readValues("TRON_API_KEY", VARIABLES.TRON_API_KEY, {
    ...of,
    empty: { means: "none", value: undefined },
  });
  const paces = readValues("TRON_REQUESTS_PER_SECOND", VARIABLES.TRON_REQUESTS_PER_SECOND, {
    ...of,
    empty: { means: "the default", value: given.defaultPerSecond },
  });
  const nodes = urls.flatMap((url, at): OneNode[] => {
    const problem = urlProblem(url, at + 1);
    if (problem) onProblem(problem);
    if (problem) return [];
    const [solidityUrl, apiKey] = [solidityUrls[at], apiKeys[at]];
    const requestsPerSecond = paces[at] ?? given.defaultPerSecond;
    return [{ number: at + 1, url, solidityUrl, apiKey, requestsPerSecond }];
  });
  const keyProblems = sharedKeys(nodes);
  const solidProblems = keyProblems.length > 0 ? [] : foreignSolidSides(nodes);
  for (const problem of [...sameUrls(nodes), ...keyProblems, ...solidProblems]) onProblem(problem);
  return withPaces(nodes);
}

/** The nodes of one URL. */
export function oneNode(node: Omit<OneNode, "number">): readonly NodeSettings[] {
  return withPaces([{ number: 1, ...node }]);
}

/** The nodes of `urls`: those of the settings with their values, the others with `others`; numbered as given. */
export function nodesAt(
  urls: readonly string[],
  known: readonly NodeSettings[],
  others: Pick<NodeSettings, "apiKey" | "requestsPerSecond">,
): readonly NodeSettings[] {
  const nodes = urls.map((url, at): OneNode => {
    const set = known.find((one) => isSameUrl(one.url, url));
    return { solidityUrl: undefined, ...others, ...set, number: at + 1, url };
  });
  return withPaces(nodes);
}

export function isSameUrl(one: string, other: string): boolean {
  return normalized(one) === normalized(other);
}

type OneNode = Omit<NodeSettings, "paceGroup" | "solidPaceGroup">;

function placesOf(text = ""): string[] {
  return text.split(",").map((place) => place.trim());
}

const originOf = (url: string) => new URL(url).origin;

/** One for each URL; none when the number differs. */
function readValues<T>(
  name: NodeName,
  one: Variable<T>,
  of: {
    readonly given: GivenTexts;
    readonly urls: number;
    readonly onProblem: OnProblem;
    readonly empty: { readonly means: string; readonly value: T };
  },
): readonly T[] {
  const places = placesOf(of.given.text(name));
  const isForAll = places.length === 1;
  if (!isForAll && places.length !== of.urls) {
    of.onProblem(
      `${name} has ${places.length} values for the ${of.urls} URLs of TRON_FULL_HOST; it takes one for all, or one for each ${COMMAS}, where an empty place means ${of.empty.means}.`,
    );
    return [];
  }
  const values = places.map((place, at) => {
    if (place === "") return of.empty.value;
    const parsed = one.schema.safeParse(place);
    if (parsed.success) return parsed.data;
    of.onProblem(
      isForAll
        ? `${name} ${shownValue(one, place)}; it takes ${one.takes}.`
        : wrongPlace(name, one, place, at + 1),
    );
    return of.empty.value;
  });
  return Array.from({ length: of.urls }, (_, at) => values[isForAll ? 0 : at] as T);
}

function urlProblem(url: string, place: number): string | undefined {
  const { TRON_FULL_HOST } = VARIABLES;
  if (url === "")
    return `TRON_FULL_HOST has nothing in place ${place}; ${takesOf(TRON_FULL_HOST)}.`;
  if (TRON_FULL_HOST.schema.safeParse(url).success) return undefined;
  return wrongPlace("TRON_FULL_HOST", TRON_FULL_HOST, url, place);
}

function wrongPlace(name: NodeName, one: Variable<unknown>, text: string, place: number): string {
  // Without a scheme it may be the rest of a path that contains a comma.
  const isWithoutHost = one.shows === "host" && !/^\w+:\/\//.test(text);
  const shown = isWithoutHost
    ? "has a wrong value, not shown because it may be a secret"
    : shownValue(one, text);
  return `${name} ${shown}, in place ${place}; ${takesOf(one)}.`;
}

function takesOf({ takes, shows }: Variable<unknown>): string {
  return `each place takes ${takes}${shows === "value" ? "" : ", which cannot hold a comma"}`;
}

function sameUrls(nodes: readonly OneNode[]): string[] {
  return nodes.flatMap(({ number, url }, at) => {
    const first = nodes.slice(0, at).find((other) => isSameUrl(other.url, url));
    if (!first) return [];
    return [
      `TRON_FULL_HOST has the same URL in the places ${first.number} and ${number} (${originOf(url)}); it takes each once.`,
    ];
  });
}

/** Scheme, host and port of a URL, and the path that calls are appended to. */
function normalized(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replace(/\/+$/, "");
}

/** A key is its provider's: nobody else may get it. */
function sharedKeys(nodes: readonly OneNode[]): string[] {
  const keys = new Set(nodes.flatMap(({ apiKey }) => apiKey ?? []));
  return [...keys].flatMap((key) => {
    const users = nodes.filter(({ apiKey }) => apiKey === key);
    const first = users.filter(
      ({ url }, at) => users.findIndex((other) => originOf(other.url) === originOf(url)) === at,
    );
    if (first.length === 1) return [];
    const shown = first.map(shownNode).join(", ");
    return [
      `TRON_API_KEY has one key for URLs of several origins (${shown}), and no provider is sent another's; it takes a key for each URL of TRON_FULL_HOST ${COMMAS}, where an empty place means none.`,
    ];
  });
}

/** The solid side of a node gets the node's key too. */
function foreignSolidSides(nodes: readonly OneNode[]): string[] {
  // Among several nodes of one origin any will do.
  const owners = new Map(nodes.map((node) => [originOf(node.url), node]));
  return nodes.flatMap((node) => {
    if (node.apiKey === undefined || node.solidityUrl === undefined) return [];
    const origin = originOf(node.solidityUrl);
    const owner = owners.get(origin) ?? node;
    owners.set(origin, owner);
    if (originOf(owner.url) === originOf(node.url)) return [];
    return [
      `TRON_SOLIDITY_HOST is ${origin} for ${shownNode(node)}, whose key would be sent to what belongs to ${shownNode(owner)}; it takes another solid side for a URL with a key.`,
    ];
  });
}

function withPaces(nodes: readonly OneNode[]): readonly NodeSettings[] {
  const paceKey = (url: string, { apiKey }: OneNode) => `${originOf(url)} ${apiKey ?? ""}`;
  const groups = new Map<string, number>();
  const join = (key: string, number: number) => groups.set(key, groups.get(key) ?? number);
  for (const node of nodes) join(paceKey(node.url, node), node.number);
  const solidKey = (node: OneNode) => paceKey(node.solidityUrl ?? node.url, node);
  for (const node of nodes) join(solidKey(node), MOST_NODES + node.number);
  const groupOf = (key: string) => must(groups.get(key), "each side was put into a group");
  const paceGroupOf = (node: OneNode) => groupOf(paceKey(node.url, node));
  return nodes.map((node) => {
    const paceGroup = paceGroupOf(node);
    const group = nodes.filter((one) => paceGroupOf(one) === paceGroup);
    const requestsPerSecond = Math.min(...group.map((one) => one.requestsPerSecond));
    return { ...node, requestsPerSecond, paceGroup, solidPaceGroup: groupOf(solidKey(node)) };
  });
}
