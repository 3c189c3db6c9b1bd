/** A way to the desk on which answers can be kept back, so that a call is known to be open, and done, when the desk is killed. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface HeldAnswers {
  /** The desk, by this way. */
  readonly url: string;
  /** From now on so many answers pass, and no more: resolves when the desk has given the next one, which nobody gets. */
  holdAfter(passing: number): Promise<void>;
  close(): void;
}

export async function holdAnswersOf(deskUrl: string): Promise<HeldAnswers> {
  const { hostname, port } = new URL(deskUrl);
  const sockets = new Set<Socket>();
  let passing = Number.POSITIVE_INFINITY;
  let isHeld = () => {};
  const server = createServer((client) => {
    const desk = connect(Number(port), hostname);
    let isAnswered = true;
    client.on("data", (request) => {
      isAnswered = false;
      desk.write(request);
    });
    desk.on("data", (answer) => {
      if (!isAnswered) passing -= 1;
      isAnswered = true;
      if (passing >= 0) client.write(answer);
      else isHeld();
    });
    for (const [one, other] of [
      [client, desk],
      [desk, client],
    ] as const) {
      sockets.add(one);
      // A connection that is reset is closed too.
      one.on("error", () => {});
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdAfter(count) {
      passing = count;
      return new Promise((resolve) => {
        isHeld = resolve;
      });
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
