/** Stands before a node and leaves out what it is told to; keeps what it was sent. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";

export type NodeAnswer = Record<string, unknown>;

export interface LackingNode {
  readonly url: string;
  /** In the order they came. */
  readonly requests: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** Answers in the node's place and says true. */
  instead: (path: string, response: ServerResponse) => boolean;
  /** Changes an answer of the node. */
  change: (path: string, answer: NodeAnswer) => void;
  close(): Promise<void>;
}

/** `under` is a path before those of the node, as a provider may have it for a key. */
export async function startLackingNode(target: string, under = ""): Promise<LackingNode> {
  const pool = new Pool(target);
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const path = (incoming.url ?? "").slice(under.length + 1);
    requests.push({ path, headers: incoming.headers });
    if (node.instead(path, response)) return;
    const body = Buffer.concat(chunks);
    const answer = await pool.request({ method: "POST", path: `/${path}`, body });
    const text = await answer.body.text();
    // What a node has not is answered with a page.
    if (answer.statusCode !== 200) {
      response.writeHead(answer.statusCode).end(text);
      return;
    }
    const json = JSON.parse(text) as NodeAnswer;
    node.change(path, json);
    response.writeHead(200).end(JSON.stringify(json));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const node: LackingNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${under}`,
    requests,
    instead: () => false,
    change: () => {},
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
      await pool.close();
    },
  };
  return node;
}
