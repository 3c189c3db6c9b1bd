/** A tiny HTTP server in place of a node, for answers a real node seldom gives. */
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface StubRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Record<string, unknown>;
}

/** What the stub does with a request: a JSON value to answer, or its own way with the response. */
export type StubReply = (request: StubRequest, response: ServerResponse) => unknown;

export interface StubNode {
  readonly url: string;
  readonly requests: StubRequest[];
  reply: StubReply;
  close(): Promise<void>;
}

export async function startStubNode(reply: StubReply = () => ({})): Promise<StubNode> {
  const server = createServer(async (incoming, response) => {
    let text = "";
    for await (const chunk of incoming) text += String(chunk);
    const body = JSON.parse(text) as Record<string, unknown>;
    const request = { path: incoming.url ?? "", headers: incoming.headers, body };
    stub.requests.push(request);
    const answer = stub.reply(request, response);
    if (answer !== undefined) response.end(JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const stub: StubNode = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    reply,
    async close() {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
  return stub;
}
