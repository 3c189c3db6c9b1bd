/**
 * The sandbox's two ports obey programs and their own page, and no page from elsewhere: whatever Host, Origin, Sec-Fetch-Site and
 * Content-Type a browser can be made to send.
 */
import { describe, expect, test } from "vitest";
import { ask, FORM_TYPE, JSON_TYPE, ownHost, type Port, startPorts, statusOf } from "./ports.js";

const { tron, telegram } = startPorts();
const PORTS: [string, Port][] = [
  ["the TRON node", tron],
  ["the Bot API", telegram],
];

describe.each(PORTS)("%s", (_name, port) => {
  const { change, read } = port;
  const changeBy = (headers: readonly string[], body = change.body) =>
    ask(port, "POST", change.path, headers, body);

  test.each(["LocalHost:9090", "DESK.internal:3000"])("is named %s", async (name) => {
    expect(await statusOf(port, "GET", read, [`Host: ${name}`])).toBe(200);
    expect((await changeBy([`Host: ${name}`, JSON_TYPE])).status).toBe(200);
    expect(await port.isChanged()).toBe(true);
  });

  test.each([[["Host: evil.example"]], [["Host: localhost", "Host: evil.example"]]])(
    "does not answer to %j",
    async (hosts) => {
      for (const path of [read, change.path, "/nothing"]) {
        if (port === telegram && path === "/nothing") continue;
        const { status, body } = await ask(port, "GET", path, hosts);
        expect([path, status]).toEqual([path, 421]);
        expect(body).toContain("SANDBOX_HOSTS");
      }
      expect((await changeBy([...hosts, JSON_TYPE])).status).toBe(421);
      expect(await port.isChanged()).toBe(false);
    },
  );

  test("does not answer without a Host", async () => {
    const old = await ask(port, "GET", read, [], "", "1.0");
    expect(old.status).toBe(421);
    expect(old.body).toContain("SANDBOX_HOSTS");
    expect(await statusOf(port, "GET", read, [])).toBeGreaterThanOrEqual(400);
  });

  test.each([[FORM_TYPE], ["X-Type: application/json"]])(
    "changes nothing by a body with %s",
    async (type) => {
      const { status, body } = await changeBy([ownHost(port), type]);
      expect(status).toBe(415);
      expect(body).toContain("application/json");
      expect(await port.isChanged()).toBe(false);
    },
  );

  test.each(["Origin: null", "Sec-Fetch-Site: same-site"])(
    "does nothing for %s",
    async (header) => {
      const { status, body } = await changeBy([ownHost(port), JSON_TYPE, header]);
      expect(status).toBe(403);
      expect(body).toContain("page");
      expect(await port.isChanged()).toBe(false);
      const preflight = await ask(port, "OPTIONS", change.path, [ownHost(port), header]);
      expect(preflight.status).toBe(403);
      expect(preflight.headers).not.toContain("access-control");
    },
  );

  test("does what its own page and a person at the address bar ask", async () => {
    const { host } = new URL(port.url());
    for (const headers of [
      [`Origin: http://${host}`, "Sec-Fetch-Site: same-origin"],
      [`Origin: HTTP://${host.toUpperCase()}`],
      ["Sec-Fetch-Site: none"],
    ]) {
      const { status, headers: answered } = await changeBy([ownHost(port), JSON_TYPE, ...headers]);
      expect(status).toBe(200);
      expect(answered).not.toContain("access-control");
      expect(await port.isChanged()).toBe(true);
    }
    expect(
      await statusOf(port, "GET", read, ["Host: localhost:80", "Origin: http://localhost"]),
    ).toBe(200);
  });
});
