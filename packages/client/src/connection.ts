/**
 * One attempt of one call over the client's own keep-alive connections. Nothing is sent twice here, no redirect is
 * followed, and a failure says whether the request had left.
 */
import { type Dispatcher, Pool } from "undici";
import { EnergyDeskError } from "./error.js";
import type { Answer } from "./read-answer.js";
import type { Scrub } from "./scrub.js";
import { TimeLimit } from "./time-limit.js";

const MAX_CONNECTIONS = 64;
const MAX_ANSWER_BYTES = 16_777_216;

export interface Sending {
  readonly method: "GET" | "POST" | "PUT" | "PATCH";
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly timeoutMs: number;
  /** Ends it; its reason is the EnergyDeskError to throw. */
  readonly signal: AbortSignal;
}

/** No answer came. `sent` is false where the service cannot have seen the request. */
export class Unanswered extends Error {
  constructor(
    readonly error: EnergyDeskError,
    readonly sent: boolean,
  ) {
    super(error.message);
  }
}

export class Connection {
  readonly #pool: Pool;
  readonly #basePath: string;
  readonly #scrub: Scrub;

  constructor(baseUrl: URL, scrub: Scrub) {
    this.#basePath = baseUrl.pathname.replace(/\/+$/, "");
    this.#scrub = scrub;
    this.#pool = new Pool(baseUrl.origin, {
      connections: MAX_CONNECTIONS,
      maxResponseSize: MAX_ANSWER_BYTES,
      // Each attempt has one time limit, for all of it.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  async send({ method, path, headers, body, timeoutMs, signal }: Sending): Promise<Answer> {
    const limit = new TimeLimit(signal, timeoutMs);
    let sent = false;
    try {
      const onSent = () => {
        sent = true;
      };
      const answer = await this.#pool.compose(watchSending(onSent)).request({
        method,
        path: this.#basePath + path,
        headers,
        ...(body === undefined ? {} : { body }),
        signal: limit.signal,
      });
      const text = await answer.body.text();
      const retryAfter = answer.headers["retry-after"];
      return {
        status: answer.statusCode,
        text,
        retryAfter: typeof retryAfter === "string" ? retryAfter : undefined,
      };
    } catch (cause) {
      throw new Unanswered(this.#explain(cause, limit, timeoutMs, sent), sent);
    } finally {
      limit.end();
    }
  }

  #explain(raw: unknown, limit: TimeLimit, timeoutMs: number, sent: boolean): EnergyDeskError {
    if (limit.isOver) return new EnergyDeskError("TIMEOUT", `No answer within ${timeoutMs} ms.`);
    if (raw instanceof EnergyDeskError) return raw;
    const cause = this.#scrub(raw instanceof Error ? raw : new Error(String(raw)));
    const code = "code" in cause ? String(cause.code) : cause.name;
    if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE") {
      return new EnergyDeskError(
        "BAD_ANSWER",
        `The answer is larger than ${MAX_ANSWER_BYTES} bytes.`,
      );
    }
    const message = sent
      ? `The connection broke before the answer was there: ${code}.`
      : `The service could not be reached: ${code}. Does it run, and is baseUrl its address?`;
    return new EnergyDeskError("NETWORK", message, { cause });
  }

  /** Resolves when what is under way has been answered. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** Calls back when a connection stands and the request is written to it. */
function watchSending(onSent: () => void): Dispatcher.DispatcherComposeInterceptor {
  return (dispatch) => (options, handler) => {
    const watching: Dispatcher.DispatchHandler = {
      onRequestStart(controller, context) {
        onSent();
        handler.onRequestStart?.(controller, context);
      },
      onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    };
    return dispatch(options, watching);
  };
}
