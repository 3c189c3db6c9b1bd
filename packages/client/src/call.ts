/** One call from its turn to its answer: paced, sent again where that is safe, with one Idempotency-Key all along. */
import { type CallerOptions, checkTimeout } from "./check-options.js";
import { Connection, Unanswered } from "./connection.js";
import { EnergyDeskError, withFacts } from "./error.js";
import { Pace } from "./pace.js";
import { pauseMs } from "./pause.js";
import { isObject, type Reader, readDocument } from "./read-answer.js";
import type { CallOptions } from "./requests.js";
import { isTransient, leavesDoubt, waitBeforeRetryMs } from "./retry.js";
import type { Scrub } from "./scrub.js";
import { Stop } from "./stop.js";

export interface Call<T> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  readonly path: string;
  readonly body?: string;
  /** Which limit of the service it counts for. */
  readonly pace?: "create" | "quote" | "cancel" | "read";
  /** Public answers are asked for without the key. */
  readonly isPublic?: boolean;
  /** Whether it may change something, and so leave a doubt. */
  readonly isChange?: boolean;
  /** A creation: happening twice is what it must not. */
  readonly idempotencyKey?: string;
  readonly read: Reader<T>;
}

type Outcome<T> = { readonly data: T } | Failure;

interface Failure {
  readonly error: EnergyDeskError;
  readonly isInDoubt: boolean;
}

/** The limits of the contract and of the desk. */
const CREATIONS_PER_SECOND = 15;
const QUOTES_PER_SECOND = 30;
const CANCELS_PER_SECOND = 30;
const READS_PER_SECOND = 60;

export class Caller {
  readonly #connection: Connection;
  readonly #options: CallerOptions;
  readonly #scrub: Scrub;
  readonly #paces = {
    create: new Pace(CREATIONS_PER_SECOND),
    quote: new Pace(QUOTES_PER_SECOND),
    cancel: new Pace(CANCELS_PER_SECOND),
    read: new Pace(READS_PER_SECOND),
  };
  readonly #closing = new AbortController();
  #honoursKeys: Promise<boolean> | undefined;
  #closed: Promise<void> | undefined;

  constructor(baseUrl: URL, options: CallerOptions, scrub: Scrub) {
    this.#connection = new Connection(baseUrl, scrub);
    this.#options = options;
    this.#scrub = scrub;
    const { idempotencyKeys } = options;
    if (idempotencyKeys !== undefined) this.#honoursKeys = Promise.resolve(idempotencyKeys);
  }

  /** Throws an EnergyDeskError; a TypeError where an option cannot be. */
  async run<T>(call: Call<T>, options: CallOptions = {}): Promise<T> {
    const timeoutMs = checkTimeout(options.timeoutMs ?? this.#options.timeoutMs);
    const stop = new Stop(options.signal, this.#closing.signal, this.#scrub);
    const doubt = { remains: false };
    try {
      return await this.#repeat(call, timeoutMs, stop, doubt);
    } catch (error) {
      if (!(error instanceof EnergyDeskError)) throw error;
      const { idempotencyKey } = call;
      throw withFacts(error, { outcomeUnknown: doubt.remains, idempotencyKey });
    } finally {
      stop.end();
    }
  }

  /** A doubt stays: a refusal of the second attempt does not tell what became of the first. */
  async #repeat<T>(
    call: Call<T>,
    timeoutMs: number,
    stop: Stop,
    doubt: { remains: boolean },
  ): Promise<T> {
    for (let retries = 0; ; retries += 1) {
      const outcome = await this.#attempt(call, timeoutMs, stop, retries > 0);
      if ("data" in outcome) return outcome.data;
      const { error, isInDoubt } = outcome;
      doubt.remains ||= isInDoubt;
      if (retries >= this.#options.maxRetries || !isTransient(error)) throw error;
      if ((error.retryAfterMs ?? 0) > this.#options.maxRetryAfterMs) throw error;
      if (isInDoubt && !(await this.#isSafeToRepeat(call, error, stop))) throw error;
      const waitMs = waitBeforeRetryMs(error, retries);
      if (call.pace && error.status === 429) this.#paces[call.pace].holdFor(waitMs);
      await pauseMs(waitMs, stop.waiting);
    }
  }

  async #attempt<T>(
    call: Call<T>,
    timeoutMs: number,
    stop: Stop,
    isRetry: boolean,
  ): Promise<Outcome<T>> {
    stop.waiting.throwIfAborted();
    const send = () => this.#send(call, timeoutMs, stop);
    if (!call.pace) return send();
    return this.#paces[call.pace].run(send, { signal: stop.waiting, isRetry });
  }

  async #send<T>(call: Call<T>, timeoutMs: number, stop: Stop): Promise<Outcome<T>> {
    const { method, path, body, read } = call;
    const headers = this.#headersOf(call);
    try {
      const signal = stop.sending;
      const answer = await this.#connection.send({
        method,
        path,
        headers,
        body,
        timeoutMs,
        signal,
      });
      return { data: read(answer, this.#scrub) };
    } catch (thrown) {
      if (thrown instanceof Unanswered) {
        return { error: thrown.error, isInDoubt: call.isChange === true && thrown.sent };
      }
      if (!(thrown instanceof EnergyDeskError)) throw thrown;
      return { error: thrown, isInDoubt: call.isChange === true && leavesDoubt(thrown) };
    }
  }

  #headersOf({ body, isPublic, idempotencyKey }: Call<unknown>): Record<string, string> {
    return {
      accept: "application/json",
      ...(isPublic ? {} : { "x-api-key": this.#options.apiKey }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    };
  }

  async #isSafeToRepeat(call: Call<unknown>, error: EnergyDeskError, stop: Stop): Promise<boolean> {
    if (call.idempotencyKey === undefined || error.code === "IDEMPOTENCY_IN_PROGRESS") return true;
    this.#honoursKeys ??= this.#askForKeys();
    return stop.orStopped(this.#honoursKeys);
  }

  /** No answer is no promise, and is asked for again the next time; so is what a gateway says while the service is away. */
  async #askForKeys(): Promise<boolean> {
    try {
      const path = "/openapi.json";
      return takesKeys(await this.run({ method: "GET", path, isPublic: true, read: readDocument }));
    } catch (error) {
      const isAnswered = error instanceof EnergyDeskError && error.status !== undefined;
      if (!isAnswered || isTransient(error)) this.#honoursKeys = undefined;
      return false;
    }
  }

  /** A pause between calls, which ends as they do. */
  async pause(ms: number, signal: AbortSignal): Promise<void> {
    const stop = new Stop(signal, this.#closing.signal, this.#scrub);
    try {
      await pauseMs(ms, stop.waiting);
    } finally {
      stop.end();
    }
  }

  /** What waits fails with `CLOSED`; resolves when what was sent has been answered. */
  close(): Promise<void> {
    this.#closing.abort();
    this.#closed ??= this.#connection.close();
    return this.#closed;
  }
}

/** Whether an OpenAPI document lists the header with the creation of orders. */
function takesKeys(document: Record<string, unknown>): boolean {
  const paths = isObject(document.paths) ? document.paths : {};
  const [, path] = Object.entries(paths).find(([name]) => name.endsWith("/v1/order/create")) ?? [];
  const post = isObject(path) && isObject(path.post) ? path.post : {};
  return /idempotency-?key/i.test(JSON.stringify(post.parameters ?? []));
}
