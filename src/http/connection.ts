/**
 * One answer under way on a connection. Clients may send many requests at once, and Node would parse all it has read. Here a
 * connection's bytes are handed over in small pieces, and no further piece while an answer is made or written.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";

/** A usual order fits in. It may hold some 110 of the shortest requests, which wait together. */
const PIECE_BYTES = 2_048;
const NOTHING = Buffer.alloc(0);
const LINE_ENDS: ReadonlySet<number | undefined> = new Set([0x0a, 0x0d]);

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly serve: Serve;
}

/** All connections of a server: which wait for an answer, and whose request is next. */
export class Connections {
  readonly #busy = new Map<Connection, () => void>();
  readonly #ready: Connection[] = [];
  #isTurnDue = false;
  /** How many there were since the start. */
  accepted = 0;

  /** Resolves when what is under way now is answered, or its connection gone. */
  async answered(): Promise<void> {
    const answered = (connection: Connection) =>
      new Promise<void>((resolve) => this.#busy.set(connection, resolve));
    await Promise.all([...this.#busy.keys()].map(answered));
  }

  busy(connection: Connection): void {
    if (!this.#busy.has(connection)) this.#busy.set(connection, () => {});
  }

  free(connection: Connection): void {
    this.#busy.get(connection)?.();
    this.#busy.delete(connection);
  }

  /** Continues in another turn of the event loop, so that a client with thousands of requests holds up nobody. */
  inTurn(connection: Connection): void {
    this.#ready.push(connection);
    this.#awaitTurn();
  }

  #awaitTurn(): void {
    if (this.#isTurnDue || this.#ready.length === 0) return;
    this.#isTurnDue = true;
    setImmediate(() => {
      this.#isTurnDue = false;
      this.#ready.shift()?.goOn();
      this.#awaitTurn();
    });
  }
}

/** A client's connection as Node's parser sees it. */
export class Connection extends Duplex {
  readonly #socket: Socket;
  readonly #all: Connections;
  /** Read from the socket and not handed over yet. */
  #rest: Buffer = NOTHING;
  #isWanted = false;
  #hasBegun = false;
  #current: Exchange | undefined;
  readonly #waiting: Exchange[] = [];
  #atEnd: (() => void) | undefined;

  constructor(socket: Socket, all: Connections) {
    // The parser takes a piece at once, so there is never more than one.
    super({ readableHighWaterMark: 1, decodeStrings: false });
    this.#socket = socket;
    this.#all = all;
    all.accepted += 1;
    socket.on("data", (bytes) => {
      this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
      this.#feed();
    });
    socket.on("end", () => this.push(null));
    socket.on("error", (error) => this.destroy(error));
    socket.on("close", () => this.destroy());
    socket.on("timeout", () => this.emit("timeout"));
  }

  get remoteAddress(): string | undefined {
    return this.#socket.remoteAddress;
  }

  /** Whether not a byte of a request has come yet. */
  get isUnused(): boolean {
    return !this.#hasBegun;
  }

  /** Serves the request when those before it are answered. */
  serve(exchange: Exchange): void {
    if (this.#current) this.#waiting.push(exchange);
    else this.#begin(exchange);
  }

  /** Takes no further bytes, and calls back when all complete requests are answered. */
  endAfterAnswers(end: () => void): void {
    this.#rest = NOTHING;
    this.#atEnd = end;
    if (!this.#current?.request.complete) end();
  }

  /** The next request, or the next bytes. */
  goOn(): void {
    if (this.destroyed || this.writableEnded || this.#current) return;
    const next = this.#waiting.shift();
    if (next) this.#begin(next);
    this.#feed();
  }

  #begin(exchange: Exchange): void {
    this.#current = exchange;
    this.#all.busy(this);
    exchange.response.once("close", () => this.#answered());
    exchange.serve(exchange.request, exchange.response);
  }

  #answered(): void {
    this.#current = undefined;
    // What follows a connection's last answer is ignored.
    if (this.destroyed || this.writableEnded) this.#forget();
    const next = this.#waiting[0];
    if (this.#atEnd && !next?.request.complete) this.#atEnd();
    else if (next || this.#rest.length > 0) this.#all.inTurn(this);
    if (!next) this.#all.free(this);
  }

  #forget(): void {
    this.#waiting.length = 0;
    this.#rest = NOTHING;
  }

  /** Hands over a piece if one is wanted and it cannot belong to a request behind an unanswered one. */
  #feed(): void {
    const isHeld = this.#waiting.length > 0 || this.#current?.request.complete === true;
    if (this.#rest.length > 0 && this.#isWanted && !isHeld && !this.#atEnd) {
      const piece = this.#rest.subarray(0, PIECE_BYTES);
      this.#rest = this.#rest.subarray(PIECE_BYTES);
      this.#hasBegun ||= piece.some((byte) => !LINE_ENDS.has(byte));
      this.#isWanted = false;
      this.push(piece);
    }
    if (this.#rest.length > 0) this.#socket.pause();
    else if (this.#socket.isPaused()) this.#socket.resume();
  }

  override _read(): void {
    this.#isWanted = true;
    this.#feed();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, done: (error?: Error | null) => void) {
    this.#socket.write(chunk, encoding, done);
  }

  override _writev(
    chunks: { chunk: Buffer; encoding: BufferEncoding }[],
    done: (error?: Error | null) => void,
  ): void {
    this.#socket.cork();
    chunks.forEach(({ chunk, encoding }, at) => {
      this.#socket.write(chunk, encoding, at === chunks.length - 1 ? done : undefined);
    });
    this.#socket.uncork();
  }

  override _final(done: () => void): void {
    this.#socket.end(done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#forget();
    this.#current = undefined;
    this.#all.free(this);
    this.#socket.destroy();
    done(error);
  }

  /** Of a socket, as Node's server knows it. */
  setTimeout(timeoutMs: number, onTimeout?: () => void): this {
    this.#socket.setTimeout(timeoutMs);
    if (onTimeout) this.once("timeout", onTimeout);
    return this;
  }

  /** Of a socket: the end of it when all is written. */
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once("finish", () => this.destroy());
  }
}
