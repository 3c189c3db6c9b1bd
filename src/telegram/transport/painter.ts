/**
 * Has pictures painted, one after the other, each in a process of its own: its memory is gone with it (a thread's would stay),
 * and a fault in native code does not end the desk.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { buffer, text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Picture } from "./picture.js";

/** It takes a second on an idle machine. */
const PAINTED_WITHIN_MS = 30_000;
const FIRST_OF_REASON = 300;

/** The painter was stopped: nothing is wrong with the picture. */
export class PaintingStopped extends Error {
  override name = "PaintingStopped";
}

export class Painter {
  readonly #file: string;
  readonly #withinMs: number;
  #last: Promise<unknown> = Promise.resolve();
  #running: ChildProcess | undefined;
  #stopped = false;

  constructor(file: URL = processFile(), withinMs = PAINTED_WITHIN_MS) {
    this.#file = fileURLToPath(file);
    this.#withinMs = withinMs;
  }

  /** A PNG; throws why there is none. */
  paint(picture: Picture): Promise<Buffer> {
    const painted = this.#last.then(() => this.#paintNow(picture));
    this.#last = painted.catch(() => {});
    return painted;
  }

  stop(): void {
    this.#stopped = true;
    this.#running?.kill("SIGKILL");
  }

  async #paintNow(picture: Picture): Promise<Buffer> {
    if (this.#stopped) throw new PaintingStopped();
    // It needs no environment variables, which include secrets.
    const child = spawn(process.execPath, [this.#file], { env: {} });
    this.#running = child;
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      child.kill("SIGKILL");
    }, this.#withinMs);
    try {
      const ended = endOf(child);
      // An ended process reads nothing; why it ended is reported below.
      child.stdin.on("error", () => {});
      child.stdin.end(JSON.stringify(picture));
      const [end, png, said] = await Promise.all([ended, buffer(child.stdout), text(child.stderr)]);
      if (this.#stopped) throw new PaintingStopped();
      if (isLate) throw new Error(`painting took longer than ${this.#withinMs} ms`);
      if (end !== "0") throw new Error(`painting failed (${end}): ${reasonIn(said)}`);
      return png;
    } finally {
      clearTimeout(timer);
      this.#running = undefined;
    }
  }
}

/** The exit code or the signal that ended it. */
function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve(String(code ?? signal)));
  });
}

/** The line of a stack that names the error. */
function reasonIn(said: string): string {
  const line = said.split("\n").find((one) => /^\w*Error\b/.test(one)) ?? said.trim();
  return line.slice(0, FIRST_OF_REASON);
}

/** A process cannot load TypeScript: from source, the compiled file is used. */
function processFile(): URL {
  const isSource = import.meta.url.endsWith(".ts");
  const file = isSource ? "../../../dist/telegram/transport/painting.js" : "./painting.js";
  return new URL(file, import.meta.url);
}
