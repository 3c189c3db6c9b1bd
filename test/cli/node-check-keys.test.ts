/** `desk node check`: to which nodes it sends which key, what of its line is refused, and how much a node grants. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { LackingNode } from "../support/lacking-node.js";
import {
  check,
  desk,
  directory,
  KEY,
  lacking,
  lacks,
  node,
  noSecretIn,
  SECRET_PATH,
  second,
  settings,
  useNodes,
} from "./checked-nodes.js";
import { errorOf } from "./desk-command.js";

useNodes();

describe("a key", () => {
  const keysSentTo = ({ requests }: LackingNode) =>
    new Set(requests.map(({ headers }) => headers["tron-pro-api-key"]));
  const keyFile = (text = KEY, mode = 0o600) => {
    const path = join(directory.path, `key-${mode}-${text.length}`);
    writeFileSync(path, `${text}\n`, { mode });
    return path;
  };

  test("of the settings goes to its URL alone", async () => {
    const env = {
      TRON_FULL_HOST: `${lacking.url},${second.url}`,
      TRON_API_KEY: `${KEY},other-key`,
    };
    await check(env);
    expect(keysSentTo(lacking)).toEqual(new Set([KEY]));
    expect(keysSentTo(second)).toEqual(new Set(["other-key"]));
  });

  test("of the settings does not go to a URL that they do not name", async () => {
    const one = settings({ TRON_API_KEY: KEY });
    const sameOrigin = new URL(lacking.url).origin;
    await check(one, second.url, sameOrigin);
    expect(keysSentTo(second)).toEqual(new Set([undefined]));
    expect(keysSentTo(lacking)).toEqual(new Set([undefined]));
    await check(one, lacking.url);
    expect(keysSentTo(lacking)).toEqual(new Set([undefined, KEY]));
  });

  test("from a file goes to URLs that the settings do not name", async () => {
    const env = settings({ TRON_API_KEY: "key-of-the-settings" });
    const args = [lacking.url, second.url, "--api-key-file", keyFile()];
    expect((await check(env, ...args)).status).toBe(0);
    expect(keysSentTo(lacking)).toEqual(new Set(["key-of-the-settings"]));
    expect(keysSentTo(second)).toEqual(new Set([KEY]));
  });

  test.each<[string, () => string[], RegExp]>([
    ["for several origins", () => [second.url, node.url], /no provider is sent another's/],
    ["for none but the settings'", () => [lacking.url], /those have TRON_API_KEY/],
    ["for no URL", () => [], /those have TRON_API_KEY/],
  ])("from a file is refused %s", async (_what, urls, says) => {
    const args = ["node", "check", ...urls(), "--api-key-file", keyFile()];
    const refusal = await errorOf(desk(settings()), ...args);
    expect(refusal).toMatchObject({ status: 2, code: "VALIDATION_FAILED" });
    expect(refusal.message).toMatch(says);
    expect(second.requests).toEqual([]);
  });

  test.each<[string, () => string, RegExp]>([
    ["that others may read", () => keyFile(KEY, 0o644), /chmod 600/],
    ["that holds more", () => keyFile(`${KEY} ${KEY}`), /must hold a key of printable/],
    ["that is not there", () => join(directory.path, "no-key"), /cannot be read/],
  ])("from a file %s is refused", async (_what, path, says) => {
    const args = ["node", "check", second.url, "--api-key-file", path()];
    const said = await desk({})(...args);
    expect(said.status).toBe(2);
    expect(said.stderr).toMatch(says);
    noSecretIn(said);
  });
});

describe("the line", () => {
  test.each([
    ["no URL", ["node", "check", "secret-path"]],
    ["a URL with a user", ["node", "check", "https://me:secret-key@node.example"]],
    ["five URLs", ["node", "check", ..."abcde".split("").map((name) => `https://${name}.example`)]],
    [
      "a URL twice",
      ["node", "check", "https://a.example/secret-path", "https://a.example:443/secret-path/"],
    ],
  ])("with %s is refused, and not repeated", async (_what, args) => {
    const said = await desk({})(...args);
    noSecretIn(said);
    expect(said).toMatchObject({ status: 2, stdout: "" });
    expect(said.stderr).toMatch(/URL.* must be/);
  });

  test("without a node says so, and wrong settings of nodes are told", async () => {
    const none = await errorOf(desk({}), "node", "check");
    expect(none).toMatchObject({ code: "CONFIGURATION", status: 1 });
    const wrong = { TRON_FULL_HOST: "ftp://node.example/secret-path", PORT: "none" };
    const { message } = await errorOf(desk(wrong), "node", "check");
    expect(message).toContain("TRON_FULL_HOST is wrong");
    expect(message).not.toMatch(/PORT|secret/);
  });
});

describe("--rate", () => {
  test("tells what is granted, warns of the shared quota, and says what to set", async () => {
    // Nothing else asks for the newest block so often in a row. The last question before is one of them.
    let inRow = 0;
    lacking.instead = (path, response) => {
      inRow = path === "wallet/getblock" ? inRow + 1 : 0;
      if (inRow > 12) response.writeHead(429).end(SECRET_PATH);
      return inRow > 12;
    };
    const checked = await check(settings({ TRON_REQUESTS_PER_SECOND: "20" }), "--rate");
    expect(checked.status).toBe(1);
    expect(checked.warning).toMatch(/a desk that runs shares that quota/);
    expect(lacks(checked).rate).toMatch(/^missing: it grants 5 and refuses 10: .*HTTP 429/);
    const rate = checked.nodes[0]?.findings.at(-1);
    expect(rate?.without).toContain("set TRON_REQUESTS_PER_SECOND to 5");
    const enough = await check(settings({ TRON_REQUESTS_PER_SECOND: "5" }), "--rate");
    expect(lacks(enough)).not.toHaveProperty("rate");
  });
});
