/** Several nodes in the settings: how the values of each are told apart, and what is refused. */
import { describe, expect, it, test } from "vitest";
import { shownNode } from "../src/config/nodes.js";
import { ConfigError, loadConfig } from "../src/config.js";

const KEY = "0123456789abcdef".repeat(4);
const NILE = {
  TRON_NETWORK: "nile",
  POOL_OWNERS: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
  OPERATOR_KEY: KEY,
};
const [A, B] = ["https://a.example", "https://b.example"];
const NODE_URL = "an http:// or https:// URL without user name, query or fragment";

type Given = Readonly<Record<string, string>>;

function problemsOf(given: Given): readonly string[] {
  try {
    loadConfig({ ...NILE, ...given });
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

const nodesOf = (given: Given) => loadConfig({ ...NILE, ...given }).tronNodes;

describe("one URL", () => {
  test("is one node, and its values are read as a whole", () => {
    const config = loadConfig({
      ...NILE,
      ...{ TRON_FULL_HOST: `${A}/path`, TRON_SOLIDITY_HOST: `${B}/`, TRON_API_KEY: "one,key" },
    });
    expect(config.tronNodes).toEqual([
      {
        ...{ number: 1, url: `${A}/path`, solidityUrl: `${B}/`, apiKey: "one,key" },
        ...{ requestsPerSecond: 10, paceGroup: 1, solidPaceGroup: 5 },
      },
    ]);
    expect(config).toMatchObject({
      ...{ tronFullHost: `${A}/path`, tronSolidityHost: `${B}/`, tronApiKey: "one,key" },
      tronRequestsPerSecond: 10,
    });
    expect(problemsOf({ TRON_FULL_HOST: A, TRON_REQUESTS_PER_SECOND: "5,6" })).toEqual([
      'TRON_REQUESTS_PER_SECOND is "5,6"; it takes a whole number of calls from 1 to 100000.',
    ]);
  });

  test("that is not set is the embedded sandbox, which is no node of the settings", () => {
    const config = loadConfig({ TRON_API_KEY: "one,key", TRON_REQUESTS_PER_SECOND: "7" });
    expect(config).toMatchObject({ tronApiKey: "one,key", tronRequestsPerSecond: 7 });
    expect(config.tronNodes).toEqual([]);
  });
});

describe("several URLs", () => {
  const several = (given: Given) => nodesOf({ TRON_FULL_HOST: `${A},${B}`, ...given });

  it.each<[string, Given, object, object]>([
    ["nothing else", {}, { requestsPerSecond: 10 }, { requestsPerSecond: 10 }],
    [
      "a pace for all",
      { TRON_REQUESTS_PER_SECOND: "7" },
      { requestsPerSecond: 7 },
      { requestsPerSecond: 7 },
    ],
    [
      "a pace for each, one of them the default",
      { TRON_REQUESTS_PER_SECOND: "7, " },
      { requestsPerSecond: 7 },
      { requestsPerSecond: 10 },
    ],
    [
      "a solid side for all",
      { TRON_SOLIDITY_HOST: "http://s:8091" },
      { solidityUrl: "http://s:8091", solidPaceGroup: 5 },
      { solidityUrl: "http://s:8091", solidPaceGroup: 5 },
    ],
    [
      "a solid side for one",
      { TRON_SOLIDITY_HOST: ",http://s:8091" },
      { solidityUrl: undefined },
      { solidityUrl: "http://s:8091", solidPaceGroup: 6 },
    ],
    ["a key for one", { TRON_API_KEY: "k1 , " }, { apiKey: "k1" }, { apiKey: undefined }],
    ["a key for each", { TRON_API_KEY: "k1,k2" }, { apiKey: "k1" }, { apiKey: "k2" }],
  ])("with %s", (_what, given, first, second) => {
    const none = { solidityUrl: undefined, apiKey: undefined, requestsPerSecond: 10 };
    expect(several(given)).toEqual([
      { number: 1, url: A, ...none, paceGroup: 1, solidPaceGroup: 1, ...first },
      { number: 2, url: B, ...none, paceGroup: 2, solidPaceGroup: 2, ...second },
    ]);
  });

  it("give the first one's values to what knows one node", () => {
    const given = { TRON_FULL_HOST: ` ${A} , ${B}`, TRON_SOLIDITY_HOST: `${A}/x,` };
    const keys = { TRON_API_KEY: "k1,k2", TRON_REQUESTS_PER_SECOND: "3,4" };
    expect(loadConfig({ ...NILE, ...given, ...keys })).toMatchObject({
      ...{ tronFullHost: A, tronSolidityHost: `${A}/x`, tronApiKey: "k1" },
      tronRequestsPerSecond: 3,
    });
  });

  it("of a sandbox have the sandbox's default pace", () => {
    const given = { TRON_NETWORK: "sandbox", TRON_REQUESTS_PER_SECOND: "9," };
    expect(several(given).map(({ requestsPerSecond }) => requestsPerSecond)).toEqual([9, 5_000]);
  });

  it("may be four", () => {
    const urls = [1, 2, 3, 4].map((n) => `http://10.0.0.${n}:8090`);
    expect(nodesOf({ TRON_FULL_HOST: urls.join(",") }).map(({ url }) => url)).toEqual(urls);
  });
});

describe("one pace", () => {
  const groupsOf = (given: Given) =>
    nodesOf(given).map(({ paceGroup, requestsPerSecond }) => [paceGroup, requestsPerSecond]);

  test("is shared where origin and key are the same, the lower where two are told", () => {
    const urls = `${A}/x,${B},${A}:443/y,${A}/z`;
    expect(
      groupsOf({
        TRON_FULL_HOST: urls,
        ...{ TRON_API_KEY: "k1,,k1,k3", TRON_REQUESTS_PER_SECOND: "8,9,5,7" },
      }),
    ).toEqual([
      [1, 5],
      [2, 9],
      [1, 5],
      [4, 7],
    ]);
  });

  test.each<[string, Given, readonly number[]]>([
    ["its own node", {}, [1, 2]],
    ["its own node on another path", { TRON_SOLIDITY_HOST: `${A}/solid,` }, [1, 2]],
    ["another node", { TRON_SOLIDITY_HOST: `,${A}/solid` }, [1, 1]],
    ["nobody, with a key of its own", { TRON_SOLIDITY_HOST: `,${A}`, TRON_API_KEY: "k1," }, [1, 6]],
    ["the other solid side", { TRON_SOLIDITY_HOST: "http://s:1/x,http://s:1/y" }, [5, 5]],
    ["nobody on another port", { TRON_SOLIDITY_HOST: "http://s:1,http://s:2" }, [5, 6]],
  ])("of a solid side is shared with %s", (_who, given, groups) => {
    const nodes = nodesOf({ TRON_FULL_HOST: `${A},${B}`, ...given });
    expect(nodes.map(({ solidPaceGroup }) => solidPaceGroup)).toEqual(groups);
  });

  test("is shared by one key for URLs of one origin, and by none", () => {
    const urls = `${A}/x,${A}/y`;
    expect(nodesOf({ TRON_FULL_HOST: urls, TRON_API_KEY: "k" })).toMatchObject([
      { apiKey: "k", paceGroup: 1 },
      { apiKey: "k", paceGroup: 1 },
    ]);
    expect(groupsOf({ TRON_FULL_HOST: urls })).toEqual([
      [1, 10],
      [1, 10],
    ]);
  });
});

describe("is refused", () => {
  const EACH = "with commas between them";

  it.each<[string, Given, string]>([
    [
      "a fifth URL",
      { TRON_FULL_HOST: [1, 2, 3, 4, 5].map((n) => `https://n${n}.example`).join(",") },
      `TRON_FULL_HOST has 5 URLs; it takes ${NODE_URL}, or up to 4 of them ${EACH}.`,
    ],
    [
      "an empty place among the URLs",
      { TRON_FULL_HOST: `${A},` },
      `TRON_FULL_HOST has nothing in place 2; each place takes ${NODE_URL}, which cannot hold a comma.`,
    ],
    [
      "what is no URL, of which the host alone is shown",
      { TRON_FULL_HOST: `${A},ftp://node.example/SECRET` },
      `TRON_FULL_HOST is wrong (its host is "node.example"; the rest is not shown, it may hold a key), in place 2; each place takes ${NODE_URL}, which cannot hold a comma.`,
    ],
    [
      "a URL with a comma in its path, of which nothing is shown",
      { TRON_FULL_HOST: `${A}/SEC,RET` },
      `TRON_FULL_HOST has a wrong value, not shown because it may be a secret, in place 2; each place takes ${NODE_URL}, which cannot hold a comma.`,
    ],
    [
      "the same URL twice",
      { TRON_FULL_HOST: `${A}/SECRET,${B},HTTPS://A.example:443/SECRET/` },
      `TRON_FULL_HOST has the same URL in the places 1 and 3 (${A}); it takes each once.`,
    ],
    [
      "another number of solid sides",
      { TRON_FULL_HOST: `${A},${B}`, TRON_SOLIDITY_HOST: ",," },
      `TRON_SOLIDITY_HOST has 3 values for the 2 URLs of TRON_FULL_HOST; it takes one for all, or one for each ${EACH}, where an empty place means the URL itself.`,
    ],
    [
      "another number of keys",
      { TRON_FULL_HOST: `${A},${B}`, TRON_API_KEY: "SECRET1,SECRET2,SECRET3" },
      `TRON_API_KEY has 3 values for the 2 URLs of TRON_FULL_HOST; it takes one for all, or one for each ${EACH}, where an empty place means none.`,
    ],
    [
      "another number of paces",
      { TRON_FULL_HOST: `${A},${B},https://c.example`, TRON_REQUESTS_PER_SECOND: "5,6" },
      `TRON_REQUESTS_PER_SECOND has 2 values for the 3 URLs of TRON_FULL_HOST; it takes one for all, or one for each ${EACH}, where an empty place means the default.`,
    ],
    [
      "a wrong solid side",
      { TRON_FULL_HOST: `${A},${B}`, TRON_SOLIDITY_HOST: ",https://u:p@s.example/SECRET" },
      `TRON_SOLIDITY_HOST is wrong (its host is "s.example"; the rest is not shown, it may hold a key), in place 2; each place takes ${NODE_URL}, which cannot hold a comma.`,
    ],
    [
      "a wrong key",
      { TRON_FULL_HOST: `${A},${B}`, TRON_API_KEY: "k1,SEC RET" },
      "TRON_API_KEY has a wrong value, not shown because it may be a secret, in place 2; each place takes printable characters without spaces, which cannot hold a comma.",
    ],
    [
      "a wrong pace",
      { TRON_FULL_HOST: `${A},${B}`, TRON_REQUESTS_PER_SECOND: "0,5" },
      'TRON_REQUESTS_PER_SECOND is "0", in place 1; each place takes a whole number of calls from 1 to 100000.',
    ],
    [
      "a wrong pace for all",
      { TRON_FULL_HOST: `${A},${B}`, TRON_REQUESTS_PER_SECOND: "many" },
      'TRON_REQUESTS_PER_SECOND is "many"; it takes a whole number of calls from 1 to 100000.',
    ],
    [
      "one key for several origins",
      { TRON_FULL_HOST: `${A}/x,${A}/y,${B}/z`, TRON_API_KEY: "SECRET" },
      `TRON_API_KEY has one key for URLs of several origins (1 ${A}, 3 ${B}), and no provider is sent another's; it takes a key for each URL of TRON_FULL_HOST ${EACH}, where an empty place means none.`,
    ],
    [
      "the same key given for several origins",
      { TRON_FULL_HOST: `${A},${B}`, TRON_API_KEY: "SECRET,SECRET" },
      `TRON_API_KEY has one key for URLs of several origins (1 ${A}, 2 ${B}), and no provider is sent another's; it takes a key for each URL of TRON_FULL_HOST ${EACH}, where an empty place means none.`,
    ],
    [
      "the same host under another scheme, for one key",
      { TRON_FULL_HOST: `${A},http://a.example`, TRON_API_KEY: "SECRET" },
      `TRON_API_KEY has one key for URLs of several origins (1 ${A}, 2 http://a.example), and no provider is sent another's; it takes a key for each URL of TRON_FULL_HOST ${EACH}, where an empty place means none.`,
    ],
    [
      "a solid side at another provider's, which would be sent the key",
      { TRON_FULL_HOST: `${A},${B}`, TRON_SOLIDITY_HOST: `${B}/x,`, TRON_API_KEY: "SECRET," },
      `TRON_SOLIDITY_HOST is ${B} for 1 ${A}, whose key would be sent to what belongs to 2 ${B}; it takes another solid side for a URL with a key.`,
    ],
    [
      "a solid side that would be sent the keys of two origins",
      {
        ...{ TRON_FULL_HOST: `${A},${B}`, TRON_SOLIDITY_HOST: "https://s.example/SECRET" },
        TRON_API_KEY: "SECRET1,SECRET2",
      },
      `TRON_SOLIDITY_HOST is https://s.example for 2 ${B}, whose key would be sent to what belongs to 1 ${A}; it takes another solid side for a URL with a key.`,
    ],
  ])("%s", (_what, given, problem) => {
    const problems = problemsOf(given);
    expect(problems).toEqual([problem]);
    expect(problems.join()).not.toMatch(/SECRET|SEC\b|\bRET\b/);
  });

  it("everything at once", () => {
    const problems = problemsOf({
      ...{ TRON_FULL_HOST: `${A},nowhere`, TRON_SOLIDITY_HOST: "x,y,z", TRON_API_KEY: "a b,c" },
      ...{ TRON_REQUESTS_PER_SECOND: "5,six", PORT: "none" },
    });
    const names = problems.map((line) => line.split(" ")[0]);
    expect(names.sort()).toEqual([
      "PORT",
      "TRON_API_KEY",
      "TRON_FULL_HOST",
      "TRON_REQUESTS_PER_SECOND",
      "TRON_SOLIDITY_HOST",
    ]);
  });
});

describe("allowed is", () => {
  it.each<[string, Given]>([
    [
      "a solid side at another port of its own, with a key",
      {
        TRON_FULL_HOST: `http://n:8090,${B}`,
        ...{ TRON_SOLIDITY_HOST: "http://n:8091,", TRON_API_KEY: "k1,k2" },
      },
    ],
    [
      "a solid side at another provider's, without a key",
      { TRON_FULL_HOST: `${A},${B}`, TRON_SOLIDITY_HOST: `${B},`, TRON_API_KEY: ",k2" },
    ],
    ["no key in all places", { TRON_FULL_HOST: `${A},${B}`, TRON_API_KEY: "," }],
    ["two keys for one origin", { TRON_FULL_HOST: `${A}/x,${A}/y`, TRON_API_KEY: "k1,k2" }],
    ["another path of the same host", { TRON_FULL_HOST: `${A}/X,${A}/x` }],
  ])("%s", (_what, given) => expect(problemsOf(given)).toEqual([]));
});

test("a node is shown by its number and origin", () => {
  expect(shownNode({ number: 2, url: "https://USER:WORD@A.example:443/KEY?q=1" })).toBe(`2 ${A}`);
  expect(shownNode({ number: 1, url: "http://10.0.0.1:8090" })).toBe("1 http://10.0.0.1:8090");
});
