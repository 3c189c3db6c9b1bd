/**
 * The control socket of the running desk, which only its own user can open: both its ends. The caller writes one line of JSON, a
 * command's name and its texts, and gets one line back, the result or a refusal.
 */
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import type { Logger } from "pino";
import { z } from "zod";
import { controlSocketPath } from "./database-place.js";
import type { DeskControl } from "./desk-control.js";
import { Refusal, refusalBody } from "./refusal.js";

const MAX_REQUEST_BYTES = 16 * 1024 * 1024;
/** A caller writes its line at once. */
const REQUEST_TIMEOUT_MS = 5_000;

/** What callers may ask of the desk; the command line knows the commands. */
export interface OperatorCommands<Desk = DeskControl> {
  /** Checks the input, then runs the command; resolves with its result. Throws DeskError or Refusal. */
  run(desk: Desk, name: string, input: unknown): Promise<unknown>;
  /** The part of a result that the log keeps; never a key. */
  logged(name: string, result: unknown): Readonly<Record<string, string | number | boolean>>;
}

export interface ControlServerOptions<Desk = DeskControl> {
  readonly databasePath: string;
  readonly desk: Desk;
  readonly commands: OperatorCommands<Desk>;
  readonly logger: Logger;
}

export interface ControlServer {
  readonly path: string;
  /** Takes no further command, lets the running ones end and be answered, removes the socket. */
  close(): Promise<void>;
}

/** Listens; throws when another desk already does. */
export async function startControlServer<Desk>(
  options: ControlServerOptions<Desk>,
): Promise<ControlServer> {
  const path = controlSocketPath(options.databasePath);
  const waiting = new Set<Socket>();
  const running = new Set<Promise<void>>();
  const server = createServer((socket) => {
    const done = converse(socket, waiting, options).finally(() => running.delete(done));
    running.add(done);
  });
  await listen(server, path, options.databasePath);
  server.on("error", (error) => options.logger.error({ err: error }, "the control socket failed"));
  return {
    path,
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const socket of waiting) socket.destroy();
      await Promise.all(running);
      await closed;
    },
  };
}

/** Reads a request, has it done, answers. Never throws: the other side may vanish at any time. */
async function converse<Desk>(
  socket: Socket,
  waiting: Set<Socket>,
  options: ControlServerOptions<Desk>,
): Promise<void> {
  const { logger } = options;
  socket.on("error", (error) => logger.debug({ err: error }, "a caller of the socket went away"));
  socket.setTimeout(REQUEST_TIMEOUT_MS, () => socket.destroy());
  waiting.add(socket);
  const line = await readLine(socket, MAX_REQUEST_BYTES);
  waiting.delete(socket);
  socket.setTimeout(0);
  if (line === undefined) {
    socket.destroy();
    return;
  }
  const answer = await answerOf(line, options);
  if (socket.destroyed) return;
  const closed = once(socket, "close");
  socket.end(`${JSON.stringify(answer)}\n`);
  socket.setTimeout(REQUEST_TIMEOUT_MS, () => socket.destroy());
  await closed.catch(() => {});
}

/** Logs the command and how it ended; of its answer, which may be a key, only what the command names. */
async function answerOf<Desk>(
  line: string,
  { desk, commands, logger }: ControlServerOptions<Desk>,
): Promise<ControlAnswer> {
  let command: string | undefined;
  try {
    const request = requestOf(line);
    command = request.command;
    const result = await commands.run(desk, command, request.input);
    logger.info({ command, ...commands.logged(command, result) }, "the operator ran a command");
    return { result };
  } catch (error) {
    const refusal = refusalBody(error);
    const { code, message: why } = refusal;
    // Only a bug needs its stack.
    if (code === "INTERNAL") logger.error({ command, code, err: error }, "a command failed");
    else logger.info({ command, code, why }, "a command was refused");
    return { error: refusal };
  }
}

function requestOf(line: string): ControlRequest {
  try {
    return requestSchema.parse(JSON.parse(line));
  } catch {
    throw new Refusal("MALFORMED_JSON", "This is no request of the desk command.");
  }
}

async function listen(server: Server, path: string, databasePath: string): Promise<void> {
  try {
    await bind(server, path);
  } catch (error) {
    if (!hasCode(error, "EADDRINUSE")) throw error;
    if (await answers(path)) {
      throw new Refusal(
        "IN_USE",
        `Another desk runs on ${databasePath}. Stop it, or set DATABASE_PATH to another file.`,
      );
    }
    // Left by a process that was killed.
    rmSync(path, { force: true });
    await bind(server, path);
  }
}

/** The umask makes the socket private from its first moment; it is set for this one call. */
async function bind(server: Server, path: string): Promise<void> {
  const umask = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(umask);
  }
  await once(server, "listening");
}

async function answers(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

export const requestSchema = z.strictObject({
  command: z.string(),
  /** As on the command line; the command's own schema checks it. */
  input: z.record(z.string(), z.unknown()),
});
export type ControlRequest = z.infer<typeof requestSchema>;

const answerSchema = z.union([
  z.strictObject({ result: z.unknown() }),
  z.strictObject({
    error: z.object({ code: z.string(), message: z.string(), details: z.unknown().optional() }),
  }),
]);
export type ControlAnswer = z.infer<typeof answerSchema>;

/** Resolves with the first line of the other side; undefined when it ends without one. */
export function readLine(socket: Socket, maxBytes: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (line: string | undefined) => {
      socket.off("data", take).off("close", ended).off("end", ended);
      resolve(line);
    };
    const ended = () => end(undefined);
    const take = (chunk: Buffer) => {
      const at = chunk.indexOf(10);
      chunks.push(at === -1 ? chunk : chunk.subarray(0, at));
      bytes += chunk.length;
      if (bytes > maxBytes) ended();
      else if (at !== -1) end(Buffer.concat(chunks).toString("utf8"));
    };
    socket.on("data", take).on("close", ended).on("end", ended);
  });
}

/** The chain may be slow, and so may a large audit. */
const ANSWER_TIMEOUT_MS = 60_000;
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/** Has the running desk run a command. The result wrapped, because it may be anything; undefined when no desk listens. */
export async function askDesk(
  socketPath: string,
  request: ControlRequest,
  timeoutMs = ANSWER_TIMEOUT_MS,
): Promise<{ readonly result: unknown } | undefined> {
  const socket = await open(socketPath);
  if (!socket) return undefined;
  try {
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.write(`${JSON.stringify(request)}\n`);
    const line = await readLine(socket, MAX_ANSWER_BYTES);
    if (line === undefined) throw noAnswer(request);
    const answer = answerSchema.parse(JSON.parse(line));
    if ("result" in answer) return answer;
    const { code, message, details } = answer.error;
    // The desk itself does not know.
    if (code === "NO_ANSWER") throw noAnswer(request);
    throw new Refusal(code, message, details);
  } finally {
    socket.destroy();
  }
}

/** Nobody listens: the file is missing, or was left by a desk that was killed. */
const NOBODY = new Set(["ENOENT", "ECONNREFUSED"]);

function open(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once("connect", () => {
      // From here on a failure shows as a missing answer.
      socket.off("error", failed).on("error", () => {});
      resolve(socket);
    });
    const failed = (error: NodeJS.ErrnoException) => {
      if (NOBODY.has(error.code ?? "")) return resolve(undefined);
      const why = `The desk's socket ${path}: ${error.message}.`;
      const advice = error.code === "EACCES" ? " Run the command as the user of the desk." : "";
      reject(new Refusal("FORBIDDEN", why + advice));
    };
    socket.on("error", failed);
  });
}

function noAnswer({ input }: ControlRequest): Refusal {
  const repeat =
    input.reference === undefined
      ? "Look before you repeat it"
      : `Repeat it with --reference ${input.reference}: that moves the money once`;
  return new Refusal(
    "NO_ANSWER",
    `The desk gave no answer, or its database none, so the command may be done or not. ${repeat}.`,
  );
}
