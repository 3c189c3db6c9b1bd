/** The rule itself: which requests a port of the sandbox takes for its own. */
import { describe, expect, test } from "vitest";
import {
  foreignPage,
  hostCheck,
  hostInUrl,
  type PortNames,
  unlessJson,
} from "#shared/same-origin.js";

const OWN: PortNames = {};
const NAMED: PortNames = { host: "192.168.1.5", hosts: ["Desk", "my_desk.lan.", "[FD00::1]"] };
const ALL: PortNames = { host: "0.0.0.0" };
const ALL_6: PortNames = { host: "::" };

describe("a Host", () => {
  test.each<[PortNames, string[]]>([
    [OWN, ["localhost", "LOCALHOST:1", "localhost.", "a.b.localhost:80", "127.0.0.1", "127.1.2.3"]],
    [OWN, ["[::1]", "[::1]:9090", "[0:0:0:0:0:0:0:1]"]],
    [NAMED, ["192.168.1.5:3000", "localhost", "desk", "DESK.:80", "my_desk.lan", "[fd00::1]:1"]],
    [ALL, ["localhost", "127.0.0.1", "192.168.1.5", "8.8.8.8:80", "[fd00::1]:3000"]],
    [ALL_6, ["localhost", "10.0.0.1", "[fe80::1]"]],
    [{ host: "::1" }, ["[::1]:80", "127.0.0.1"]],
    [{ host: "fd00:0::1" }, ["[fd00::1]"]],
    [{ host: "::ffff:10.0.0.1" }, ["[::ffff:a00:1]:80"]],
    [{ host: "My-Machine" }, ["my-machine:3000", "localhost"]],
    [{ host: "0", hosts: ["0.0.0.0"] }, ["10.0.0.1", "0.0.0.0:3000"]],
  ])("of %j is each of %j", (names, hosts) => {
    const check = hostCheck(names);
    for (const host of hosts) expect([host, check(["Host", host])]).toEqual([host, undefined]);
  });

  test.each<[PortNames, string[]]>([
    [OWN, ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "xlocalhost"]],
    [OWN, ["192.168.1.5", "0.0.0.0", "[::]", "[::ffff:7f00:1]", "[fd00::1]", "128.0.0.1"]],
    [OWN, ["", " ", ":9090", "localhost:x", "localhost:80:80", "a@localhost", "localhost/a"]],
    [OWN, ["localhost#a", "localhost\\a", "localhost,evil", "..localhost", "1.2.3.4.5", "[::1"]],
    [NAMED, ["lan", "x.desk", "desk.lan", "192.168.1.6", "0.0.0.0"]],
    [ALL, ["evil.example", "desk", "0.0.0.0:3000", "0.0.0.1", "[::]", "[::ffff:0.0.0.0]"]],
    [ALL_6, ["evil.example", "[::]:3000", "0.0.0.0"]],
    [{ host: "::ffff:10.0.0.1" }, ["10.0.0.2", "evil.example"]],
  ])("of %j is none of %j", (names, hosts) => {
    const check = hostCheck(names);
    for (const host of hosts) {
      expect([host, check(["Host", host])?.status]).toEqual([host, 421]);
    }
  });

  test("is there once", () => {
    const check = hostCheck(OWN);
    const twice = ["Host", "localhost", "Accept", "*/*", "hOST", "localhost"];
    expect(check(twice)?.text).toBe(
      "The request has 2 Host headers, it needs one. List the names it is meant to have in SANDBOX_HOSTS (--hosts where the node runs by itself).",
    );
    expect(check(["Accept", "host"])?.status).toBe(421);
    expect(check(["HOST", "localhost", "Accept", "host"])).toBeUndefined();
  });

  test.each([
    "",
    "*",
    "*.lan",
    "desk:3000",
    "[::1]:80",
    "http://desk",
    "a b",
    "1.2.3.4.5",
    "fd00::1",
  ])("%j is no name to be listed", (name) => {
    expect(() => hostCheck({ hosts: ["desk", name] })).toThrow(
      new RangeError(`"${name}" is no host name without a port`),
    );
  });
});

test.each([
  ["127.0.0.1", "127.0.0.1"],
  ["localhost", "localhost"],
  ["::1", "[::1]"],
  ["192.168.1.5", "192.168.1.5"],
  ["0.0.0.0", "127.0.0.1"],
  ["0", "127.0.0.1"],
  ["::", "[::1]"],
  ["0::0", "[::1]"],
])("a URL to a port bound to %s says %s, which the port answers to", (host, inUrl) => {
  expect(hostInUrl(host)).toBe(inUrl);
  expect(hostCheck({ host })(["Host", `${inUrl}:9090`])).toBeUndefined();
});

const HOST = ["Host", "127.0.0.1:3000"];

describe("a page", () => {
  test.each([
    [[]],
    [["Origin", "http://127.0.0.1:3000"]],
    [["ORIGIN", "HTTP://127.0.0.1:3000", "sec-fetch-SITE", "same-origin"]],
    [["Origin", "https://127.0.0.1:3000"]],
    [["Sec-Fetch-Site", "none"]],
    [["Referer", "http://evil.example/"]],
  ])("with %j is the port's own", (headers) => {
    expect(foreignPage([...HOST, ...headers])).toBeUndefined();
  });

  test.each([
    ["http://localhost", "localhost"],
    ["http://localhost", "LOCALHOST:80"],
    ["https://desk.example", "desk.example:443"],
    ["https://desk.example", "desk.example"],
    ["http://[::1]:3000", "[0::1]:3000"],
  ])("from %s is of %s", (origin, host) => {
    expect(foreignPage(["Host", host, "Origin", origin])).toBeUndefined();
  });

  test.each([
    [["Origin", "null"]],
    [["Origin", ""]],
    [["Origin", "http://127.0.0.1"]],
    [["Origin", "http://127.0.0.1:3001"]],
    [["Origin", "http://localhost:3000"]],
    [["Origin", "http://evil.example"]],
    [["Origin", "http://evil.example:3000"]],
    [["Origin", "file://127.0.0.1:3000"]],
    [["Origin", "chrome-extension://127.0.0.1:3000"]],
    [["Origin", "http://127.0.0.1:3000/"]],
    [["Origin", "http://127.0.0.1:3000, http://evil.example"]],
    [["Origin", "http://127.0.0.1:3000", "Origin", "http://evil.example"]],
    [["Origin", "127.0.0.1:3000"]],
    [["Sec-Fetch-Site", "cross-site"]],
    [["Sec-Fetch-Site", "same-site"]],
    [["Sec-Fetch-Site", "Same-Origin, cross-site"]],
    [["Sec-Fetch-Site", "same-origin", "Sec-Fetch-Site", "cross-site"]],
    [["Sec-Fetch-Site", ""]],
    [["Origin", "http://127.0.0.1:3000", "Sec-Fetch-Site", "cross-site"]],
    [["Origin", "null", "Sec-Fetch-Site", "same-origin"]],
  ])("with %j is another's", (headers) => {
    expect(foreignPage([...HOST, ...headers])?.status).toBe(403);
  });

  test("of a host that is none has no own", () => {
    expect(foreignPage(["Origin", "http://localhost"])?.status).toBe(403);
    expect(foreignPage(["Host", "", "Origin", "http://"])?.status).toBe(403);
  });
});

describe("a body", () => {
  test.each(["application/json", "APPLICATION/JSON", "application/json; charset=utf-8"])(
    "as %s is JSON",
    (type) => expect(unlessJson(["content-TYPE", type])).toBeUndefined(),
  );

  test.each([
    [[]],
    [["Content-Type", ""]],
    [["Content-Type", "text/plain"]],
    [["Content-Type", "text/plain;application/json"]],
    [["Content-Type", "text/plain, application/json"]],
    [["Content-Type", "application/json, text/plain"]],
    [["Content-Type", "application/json-seq"]],
    [["Content-Type", "application/x-www-form-urlencoded"]],
    [["Content-Type", "multipart/form-data; boundary=x"]],
    [["Content-Type", "application/json", "Content-Type", "text/plain"]],
  ])("with %j is not", (headers) => expect(unlessJson(headers)?.status).toBe(415));
});
