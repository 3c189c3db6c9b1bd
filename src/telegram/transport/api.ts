/**
 * The Bot API as the bot calls it. Only calls that can be repeated are repeated here; sends, edits and polls have retries of
 * their own. The token is in the address of every call, so no connection error is passed on unchanged.
 */
import { autoRetry } from "@grammyjs/auto-retry";
import { Api, HttpError } from "grammy";

/** Node's signal, under the older type that grammY asks for. */
export type CallSignal = Parameters<Api["getMe"]>[0];

type Transformer = Parameters<Api["config"]["use"]>[0];

/** Longer than Telegram holds a poll. */
const TIMEOUT_SECONDS = 45;
const RETRY = { maxRetryAttempts: 3, maxDelaySeconds: 5, rethrowHttpErrors: true };

/** `maySend`: asked right before each call, and before each repetition. */
export function createApi(
  token: string,
  apiRoot: string | undefined,
  maySend: () => boolean = () => true,
): Api {
  const api = new Api(token, {
    ...(apiRoot !== undefined && { apiRoot }),
    timeoutSeconds: TIMEOUT_SECONDS,
  });
  const onlyThen: Transformer = async (call, method, payload, signal) => {
    if (maySend()) return call(method, payload, signal);
    throw Object.assign(new Error("not sent"), { code: "MAY_NOT_SEND" });
  };
  api.config.use(onlyThen, withoutToken, retryWhereHarmless(autoRetry(RETRY)));
  return api;
}

/** Why a connection failed, without the address that was called. */
export class ConnectionFailure extends Error {
  override name = "ConnectionFailure";

  constructor(readonly code: string) {
    super(`the connection failed (${code})`);
  }
}

const withoutToken: Transformer = async (call, method, payload, signal) => {
  try {
    return await call(method, payload, signal);
  } catch (error) {
    const cause = error instanceof HttpError ? error.error : error;
    throw new HttpError(`${method} got no answer`, new ConnectionFailure(codeOf(cause)));
  }
};

function codeOf(cause: unknown): string {
  const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
  return typeof code === "string" && /^[A-Z_]+$/.test(code) ? code : "no answer";
}

function retryWhereHarmless(retry: Transformer): Transformer {
  return (call, method, payload, signal) =>
    /^(send|edit|getFile|getUpdates|getMe|getWebhookInfo|setWebhook|deleteWebhook)/.test(method)
      ? call(method, payload, signal)
      : retry(call, method, payload, signal);
}
