/** A connection whose answers are waited for without a turn of the event loop: a thread asks the server. */
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";
import type { Server } from "../../src/store/database.js";
import type { Row, Statement } from "../../src/store/phase.js";
import { postgresSql } from "../../src/store/postgres/sql.js";
import { getTypeParser } from "../../src/store/postgres/types.js";

interface Answer {
  readonly error?: string;
  readonly changed: number;
  readonly names: readonly string[];
  readonly oids: readonly number[];
  readonly rows: readonly (readonly (string | null)[])[];
}

/** It asks in text, and gives rows as the server wrote them. */
const THREAD = `
const { workerData: { port, flag } } = require("node:worker_threads");
const pg = require("pg");
const clients = new Map();
async function open(server) {
  const client = new pg.Client({ ...server, types: { getTypeParser: () => (text) => text } });
  client.on("error", () => {});
  await client.connect();
  return client;
}
async function answer({ id, server, text, values }) {
  if (text === undefined) {
    const client = await clients.get(id);
    clients.delete(id);
    await client?.end();
    return {};
  }
  if (!clients.has(id)) clients.set(id, open(server));
  const client = await clients.get(id);
  const { fields, rows, rowCount } = await client.query({ text, values, rowMode: "array" });
  return { names: fields.map((one) => one.name), oids: fields.map((one) => one.dataTypeID), rows, changed: rowCount ?? 0 };
}
port.on("message", async ({ nth, question }) => {
  port.postMessage({ nth, answer: await answer(question).catch((error) => ({ error: error.message })) });
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
});`;

let thread: { readonly ask: (question: unknown) => Answer } | undefined;

interface Told {
  readonly nth: number;
  readonly answer: Answer;
}

const LOOK_EVERY_MS = 5;

function startThread() {
  let asked = 0;
  const { port1, port2 } = new MessageChannel();
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(THREAD, {
    ...{ eval: true, workerData: { port: port2, flag }, transferList: [port2] },
  });
  worker.unref();
  return {
    ask(question: unknown): Answer {
      asked += 1;
      Atomics.store(flag, 0, 0);
      port1.postMessage({ nth: asked, question });
      for (;;) {
        Atomics.wait(flag, 0, 0, LOOK_EVERY_MS);
        const got = receiveMessageOnPort(port1)?.message as Told | undefined;
        if (got?.nth === asked) return got.answer;
      }
    },
  };
}

let connections = 0;

export class SyncConnection {
  readonly #id: number;
  readonly #server: Server;

  constructor(server: Server) {
    connections += 1;
    this.#id = connections;
    this.#server = server;
  }

  readonly execute = ({ sql, params }: Statement): Row[] => {
    const { text } = postgresSql(sql);
    thread ??= startThread();
    const { error, names, oids, rows, changed } = thread.ask({
      ...{ id: this.#id, server: this.#server, text, values: params },
    });
    if (error !== undefined) throw new Error(error);
    if (names.length === 0) return [{ changed }];
    return rows.map((row) =>
      Object.fromEntries(
        row.map((value, at) => [
          names[at],
          value === null ? null : getTypeParser(oids[at] as number)(value),
        ]),
      ),
    );
  };

  close(): void {
    thread?.ask({ id: this.#id });
  }
}
