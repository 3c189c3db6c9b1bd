/** Stands between a desk and its node, and lies as it is told. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";

/** What a node answers, as far as a lie looks into it. */
export type Answer = Record<string, unknown>;

/** What comes back instead of the node's answer; undefined is an HTTP 500. The answer may be changed in place. */
export type Lie = (path: string, answer: Answer) => Answer | undefined;

export interface LyingProxy {
  readonly url: string;
  lie: Lie | undefined;
  /** How many answers were not the node's. */
  readonly told: number;
  close(): Promise<void>;
}

export async function startLyingProxy(target: string): Promise<LyingProxy> {
  const node = new Pool(target, { connections: 32 });
  let told = 0;
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const path = incoming.url ?? "/";
    const body = Buffer.concat(chunks);
    const answer = await node.request({ method: "POST", path, body }).catch(() => undefined);
    const text = (await answer?.body.text()) ?? "";
    const lied = proxy.lie && answer ? proxy.lie(path, JSON.parse(text) as Answer) : undefined;
    if (!answer || (proxy.lie && !lied)) {
      told += 1;
      outgoing.writeHead(500).end();
      return;
    }
    const shown = lied ? JSON.stringify(lied) : text;
    if (lied && shown !== JSON.stringify(JSON.parse(text))) told += 1;
    outgoing.writeHead(answer.statusCode, { "content-type": "application/json" }).end(shown);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lie: undefined as Lie | undefined,
    get told() {
      return told;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await node.close();
    },
  };
  return proxy;
}
