/** Stands between a desk and its node, passes everything on and counts the questions by their paths. */
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

export interface CountingProxy {
  readonly url: string;
  /** Questions since it was started, by path. */
  count(): ReadonlyMap<string, number>;
  /** What came since an earlier count. */
  since(before: ReadonlyMap<string, number>): Counted;
  close(): Promise<void>;
}

export async function startCountingProxy(nodeUrl: string): Promise<CountingProxy> {
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
    since: (before) => between(before, counts),
    async close() {
      server.close();
      server.closeAllConnections();
      await node.close();
    },
  };
}

function between(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): Counted {
  const byPath = [...after]
    .map(([path, count]) => [path, count - (before.get(path) ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a);
  return { total: byPath.reduce((sum, [, count]) => sum + count, 0), byPath };
}
