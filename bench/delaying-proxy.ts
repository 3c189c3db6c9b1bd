/** Stands before a server's socket and passes everything on, answers so many milliseconds later: a server in another place. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";

export interface DelayingProxy {
  readonly port: number;
  /** Packets that clients have sent: about as many as answers were waited for. */
  readonly sent: () => number;
  close(): Promise<void>;
}

export async function startDelayingProxy(socket: string, delayMs: number): Promise<DelayingProxy> {
  let sent = 0;
  const server = createServer((client) => {
    const behind = connect(socket);
    client.setNoDelay(true);
    client.on("data", (bytes) => {
      sent += 1;
      behind.write(bytes);
    });
    behind.on("data", (bytes) => {
      if (delayMs === 0) client.write(bytes);
      else setTimeout(() => client.write(bytes), delayMs);
    });
    const end = () => {
      client.destroy();
      behind.destroy();
    };
    for (const one of [client, behind]) one.on("close", end).on("error", end);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    sent: () => sent,
    async close() {
      server.close();
      await once(server, "close");
    },
  };
}
