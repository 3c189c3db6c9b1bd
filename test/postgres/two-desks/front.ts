/** The one address of several desks: it follows `/readyz`, as docs/operations/postgresql.md has it. */
import { once } from "node:events";
import { Agent, type ClientRequest, createServer, request, type ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import type { SupervisedDesk } from "./supervised.js";

const LOOK_EVERY_MS = 200;

export interface Front {
  readonly url: string;
  /** The desk that takes orders now. */
  readonly active: () => SupervisedDesk | undefined;
}

export async function startFront(desks: readonly SupervisedDesk[]): Promise<Front> {
  const agent = new Agent({ keepAlive: true });
  const underWay = new Map<ClientRequest, SupervisedDesk>();
  let active: SupervisedDesk | undefined;
  let isOver = false;

  async function follow(desk: SupervisedDesk): Promise<void> {
    while (!isOver) {
      const seen = await desk.look();
      if (seen === "ready") active = desk;
      else if (active === desk) active = undefined;
      // Nobody waits for a machine that is gone.
      if (seen === "no answer") {
        for (const [call, to] of underWay) if (to === desk) call.destroy();
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  const server = createServer((asked, answer) => {
    const desk = active;
    if (!desk) return refuse(answer);
    const { method, url: path, headers } = asked;
    const call = request({ agent, host: "127.0.0.1", port: desk.port, method, path, headers });
    underWay.set(call, desk);
    call.on("close", () => underWay.delete(call));
    call.on("error", () => asked.socket.destroy());
    call.on("response", (said) => {
      answer.writeHead(said.statusCode ?? 502, said.headers);
      said.on("error", () => asked.socket.destroy()).pipe(answer);
    });
    asked.pipe(call);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const following = desks.map(follow);
  onTestFinished(async () => {
    isOver = true;
    await Promise.all(following);
    server.closeAllConnections();
    server.close();
    agent.destroy();
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, active: () => active };
}

/** Nothing was done. */
function refuse(answer: ServerResponse): void {
  const error = { code: "UNAVAILABLE", message: "no desk is active" };
  answer.writeHead(503, { "retry-after": "1", "content-type": "application/json" });
  answer.end(JSON.stringify({ success: false, error }));
}
