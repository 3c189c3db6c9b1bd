/** A network between a desk and its server that a test cuts, or in which it puts a pooler. */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { serverOf } from "./databases.js";

/**
 * What happens to the next COMMIT of a transaction that wrote. The connection ends, and with it "questions": the COMMIT reaches nobody;
 * "both": it may reach the server; "answers": the server has answered it. "held": the answer waits until somebody lets it through.
 */
export type Strike = "questions" | "both" | "answers" | "held";

export interface ServerProxy {
  readonly port: number;
  /** Resolves once it has happened, with what lets a held answer through. */
  strike(what: Strike): Promise<() => void>;
  /** Nothing is struck any more. */
  calm(): void;
  /** From now on nobody is connected any more, or everybody again. */
  refuse(isSo?: boolean): void;
  /** Nothing gets through in either direction, and nobody is told; until what this gives is called. */
  cutOff(): () => void;
}

export interface ProxyOptions {
  /** Of what the server says. */
  readonly change?: (said: Buffer) => Buffer;
  /** Of the server; the one of the tests unless given. */
  readonly port?: number;
}

interface Struck {
  readonly what: Strike;
  readonly done: (release: () => void) => void;
}

export async function startProxy(options: ProxyOptions = {}): Promise<ServerProxy> {
  let struck: Struck | undefined;
  let refuses = false;
  let isOff = false;
  const lines = new Set<Line>();
  const server = createServer((client) => {
    if (refuses) return client.destroy();
    const line = new Line(client, options, () => struck);
    lines.add(line);
    client.on("close", () => lines.delete(line));
    line.onStruck = () => {
      struck = undefined;
    };
    if (isOff) line.pause();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const line of lines) line.end();
    server.close();
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : 0,
    strike: (what) =>
      new Promise((done) => {
        struck = { what, done };
      }),
    calm() {
      struck = undefined;
    },
    refuse(isSo = true) {
      refuses = isSo;
    },
    cutOff() {
      isOff = true;
      for (const line of lines) line.pause();
      return () => {
        isOff = false;
        for (const line of lines) line.resume();
      };
    },
  };
}

/** One connection through it. */
class Line {
  onStruck: () => void = () => {};
  readonly #client: Socket;
  readonly #behind: Socket;
  /** Statements are sent as text once, and by these names from then on. */
  #commit = "";
  #proof = "";
  #hasWritten = false;
  #isCut = false;
  #held: Buffer[] | undefined;

  constructor(
    client: Socket,
    { change = (said) => said, port }: ProxyOptions,
    struck: () => Struck | undefined,
  ) {
    this.#client = client;
    this.#behind = connectBehind(port);
    for (const socket of [client, this.#behind]) {
      socket.setNoDelay(true);
      socket.on("error", () => {}).on("close", () => this.end());
    }
    let waits: Struck | undefined;
    client.on("data", (asked) => {
      const strike = this.#commits(asked) ? struck() : undefined;
      if (strike) this.onStruck();
      if (strike?.what === "questions") return this.#over(strike);
      this.#behind.write(asked);
      if (strike?.what === "both") {
        this.#behind.end();
        return this.#over(strike);
      }
      this.#isCut ||= strike?.what === "answers";
      waits = strike ?? waits;
    });
    this.#behind.on("data", (said) => {
      const isAnswer = waits !== undefined && said.includes("COMMIT");
      // Cut before, the server would not commit at all.
      if (this.#isCut) return isAnswer && waits ? this.#over(waits) : undefined;
      if (isAnswer && waits) {
        this.#held = [];
        waits.done(() => this.#release());
        waits = undefined;
      }
      if (this.#held) this.#held.push(change(said));
      else client.write(change(said));
    });
  }

  pause(): void {
    this.#client.pause();
    this.#behind.pause();
  }

  resume(): void {
    this.#client.resume();
    this.#behind.resume();
  }

  end(): void {
    this.#client.destroy();
    if (!this.#behind.writableEnded) this.#behind.destroy();
  }

  #over({ done }: Struck): void {
    this.end();
    done(() => {});
  }

  #release(): void {
    for (const said of this.#held ?? []) this.#client.write(said);
    this.#held = undefined;
  }

  /** Whether this is the COMMIT of a transaction that wrote. */
  #commits(asked: Buffer): boolean {
    const text = asked.toString("latin1");
    this.#commit = /(s\d+)\0COMMIT\0/.exec(text)?.[1] ?? this.#commit;
    this.#proof = /(s\d+)\0SELECT mark_epoch/.exec(text)?.[1] ?? this.#proof;
    const runs = (name: string) => name !== "" && text.includes(`\0${name}\0`);
    this.#hasWritten ||= runs(this.#proof);
    const isCommit = this.#hasWritten && runs(this.#commit);
    if (isCommit) this.#hasWritten = false;
    return isCommit;
  }
}

function connectBehind(port: number | undefined): Socket {
  if (port !== undefined) return connect(port, "127.0.0.1");
  const own = serverOf("");
  return connect(`${own.host}/.s.PGSQL.${own.port}`);
}

/** What a pooler does: it tells of a process of its own. */
export function withOtherProcess(said: Buffer): Buffer {
  const at = said.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
  if (at < 0) return said;
  const changed = Buffer.from(said);
  changed.writeInt32BE(changed.readInt32BE(at + 5) + 1, at + 5);
  return changed;
}
