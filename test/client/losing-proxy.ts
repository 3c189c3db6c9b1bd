/** Stands between a client and a desk, and loses answers on the way back. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { request } from "undici";

export interface LosingProxy {
  readonly url: string;
  /** Asked of each creation that the desk has answered; true loses the answer and breaks the connection. */
  loses: (answered: number) => boolean;
  /** Idempotency keys of the creations, as they came. */
  readonly keys: string[];
  close(): void;
}

export async function startLosingProxy(target: string): Promise<LosingProxy> {
  let answered = 0;
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { host: _, connection: __, "transfer-encoding": ___, ...headers } = incoming.headers;
    const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
    const method = incoming.method as "GET" | "POST";
    const answer = await request(target + incoming.url, { method, headers, body });
    const text = await answer.body.text();
    if (incoming.url === "/v1/order/create") {
      proxy.keys.push(String(headers["idempotency-key"]));
      answered += 1;
      if (proxy.loses(answered)) {
        outgoing.destroy();
        return;
      }
    }
    outgoing.writeHead(answer.statusCode, { "content-type": "application/json" }).end(text);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy: LosingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loses: () => false,
    keys: [],
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
}
