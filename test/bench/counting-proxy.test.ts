/** What the bench counts between a desk and its node, of each host by itself. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { startCountingProxies } from "../../bench/counting-proxy.js";

async function startNode(): Promise<string> {
  const server = createServer((incoming, response) => {
    incoming.resume().on("end", () => response.end(JSON.stringify({ path: incoming.url })));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("several hosts pass on to one node, and each tells by path what it was asked since", async () => {
  const proxies = await startCountingProxies(await startNode(), 2);
  onTestFinished(() => proxies.close());
  const [first = "", second = ""] = proxies.url.split(",");
  const ask = async (url: string, path: string) => {
    const answer = await fetch(`${url}/${path}`, { method: "POST", body: "{}" });
    expect(await answer.json()).toEqual({ path: `/${path}` });
  };
  await ask(first, "wallet/getnowblock");
  const before = proxies.count();
  await ask(first, "wallet/getnowblock");
  await ask(second, "wallet/broadcasthex");
  await ask(first, "wallet/getblock");
  await ask(first, "wallet/getblock");
  expect(proxies.since(before)).toEqual([
    {
      total: 3,
      byPath: [
        ["wallet/getblock", 2],
        ["wallet/getnowblock", 1],
      ],
    },
    { total: 1, byPath: [["wallet/broadcasthex", 1]] },
  ]);
});
