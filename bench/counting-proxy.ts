/** Stand between a desk and its node as so many hosts, pass everything on and count the questions to each by their paths. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";

const CONNECTIONS = 16;

export interface Counted {
  readonly total: number;
  /** The most first. */
  readonly byPath: readonly (readonly [path: string, count: number])[];
}

/** Questions since the start, by path. */
type Counts = ReadonlyMap<string, number>;

export interface CountingProxies {
  /** As `TRON_FULL_HOST` takes them. */
  readonly url: string;
  /** Of each of them. */
  count(): readonly Counts[];
  /** What came to each of them since an earlier count. */
  since(before: readonly Counts[]): readonly Counted[];
  close(): Promise<void>;
}

interface CountingProxy {
  readonly url: string;
  count(): Counts;
  close(): Promise<void>;
}

export async function startCountingProxies(
  nodeUrl: string,
  hosts: number,
): Promise<CountingProxies> {
  const proxies = await Promise.all(Array.from({ length: hosts }, () => startProxy(nodeUrl)));
  const count = () => proxies.map((proxy) => proxy.count());
  return {
    url: proxies.map(({ url }) => url).join(","),
    count,
    since: (before) => count().map((after, at) => between(before[at] ?? new Map(), after)),
    async close() {
      await Promise.all(proxies.map((proxy) => proxy.close()));
    },
  };
}

async function startProxy(nodeUrl: string): Promise<CountingProxy> {
  const counts = new Map<string, number>();
  const node = new Pool(nodeUrl, { connections: CONNECTIONS });
  const pass = async (incoming: IncomingMessage, response: ServerResponse) => {
    const path = (incoming.url ?? "").slice(1);
    counts.set(path, (counts.get(path) ?? 0) + 1);
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const answer = await node.request({
      method: "POST",
      path: `/${path}`,
      headers: { "content-type": "application/json" },
      body: Buffer.concat(chunks),
    });
    response.writeHead(answer.statusCode, { "content-type": "application/json" });
    response.end(Buffer.from(await answer.body.arrayBuffer()));
  };
  const server = createServer((incoming, response) => {
    pass(incoming, response).catch(() => incoming.socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => new Map(counts),
    async close() {
      server.close();
      server.closeAllConnections();
      await node.close();
    },
  };
}

function between(before: Counts, after: Counts): Counted {
  const byPath = [...after]
    .map(([path, count]) => [path, count - (before.get(path) ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a);
  return { total: byPath.reduce((sum, [, count]) => sum + count, 0), byPath };
}
