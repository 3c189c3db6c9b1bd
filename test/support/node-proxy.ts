/** A host of its own before a node: passes calls on, or does with them what a test says. Each is counted with its headers. */
import { EventEmitter, once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";

export type Answer = Record<string, unknown>;

export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Answer;
}

/** Asks the node behind the proxy. */
export type AskNode = (path: string, body: Answer) => Promise<Answer>;

/** `"hang"` never answers, `"cut"` closes the connection. */
export type Reply = "hang" | "cut" | { readonly status?: number; readonly answer: Answer | string };

/** What becomes of a call; undefined passes it on. */
export type Conduct = (
  asked: Asked,
  node: AskNode,
) => Promise<Reply | undefined> | Reply | undefined;

export interface NodeProxy {
  readonly url: string;
  readonly origin: string;
  readonly asked: Asked[];
  conduct: Conduct | undefined;
  /** The node behind it from now on. */
  target: string;
  /** Resolves with the next call of this path, or of any. */
  next(path?: string): Promise<Asked>;
  /** Nobody listens any more; what is under way is cut off. */
  stop(): Promise<void>;
  /** Listens again where it did. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Behind `path`, which may be a key. */
export async function startNodeProxy(target: string, path = ""): Promise<NodeProxy> {
  const pools = new Map<string, Pool>();
  const arrivals = new EventEmitter();
  const poolOf = (url: string) => {
    const pool = pools.get(url) ?? new Pool(url, { connections: 64 });
    pools.set(url, pool);
    return pool;
  };
  const ask = async (to: string, text: string) =>
    poolOf(proxy.target).request({ method: "POST", path: to, body: text });
  const askNode: AskNode = async (to, body) =>
    (await (await ask(to, JSON.stringify(body))).body.json()) as Answer;

  async function reply(
    url: string,
    headers: IncomingHttpHeaders,
    text: string,
    to: ServerResponse,
  ) {
    const asked = { path: url, headers, body: (text ? JSON.parse(text) : {}) as Answer };
    proxy.asked.push(asked);
    arrivals.emit("call", asked);
    const said = await proxy.conduct?.(asked, askNode);
    if (said === "hang") return;
    if (said === "cut") return to.destroy();
    if (said) {
      const { status = 200, answer } = said;
      return to.writeHead(status).end(typeof answer === "string" ? answer : JSON.stringify(answer));
    }
    const passed = await ask(url, text);
    return to.writeHead(passed.statusCode).end(await passed.body.text());
  }

  let port = 0;
  let server: Server | undefined;
  const proxy: NodeProxy = {
    get url() {
      return `${this.origin}${path}`;
    },
    get origin() {
      return `http://127.0.0.1:${port}`;
    },
    asked: [],
    conduct: undefined,
    target,
    async next(wanted) {
      for await (const [asked] of EventEmitter.on(arrivals, "call")) {
        if (wanted === undefined || asked.path === wanted) return asked;
      }
      throw new Error("there is always a next one");
    },
    async stop() {
      const stopped = server;
      server = undefined;
      if (!stopped) return;
      stopped.close();
      stopped.closeAllConnections();
      await once(stopped, "close");
    },
    async start() {
      server = createServer(async (incoming, outgoing) => {
        let text = "";
        for await (const chunk of incoming) text += String(chunk);
        const url = (incoming.url ?? "/").slice(path.length);
        // The node itself may be down.
        await reply(url, incoming.headers, text, outgoing).catch(() => outgoing.destroy());
      });
      // On a busy machine a desk may ask nothing for longer than the five seconds that are usual.
      server.keepAliveTimeout = 600_000;
      server.listen(port, "127.0.0.1");
      await once(server, "listening");
      ({ port } = server.address() as AddressInfo);
    },
    async close() {
      await this.stop();
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
    },
  };
  await proxy.start();
  return proxy;
}
