/** What a failed call to Telegram means for the message. */
import { GrammyError, HttpError } from "grammy";
import { ConnectionFailure } from "./api.js";

export type Failure =
  /** The message already looks like that. */
  | { readonly kind: "unchanged" }
  /** The message is gone or cannot be edited: a new one is needed. */
  | { readonly kind: "gone" }
  /** The topic is closed or gone, but the chat takes messages. */
  | { readonly kind: "noTopic" }
  /** The message replied to is gone. */
  | { readonly kind: "noReply" }
  /** Blocked, kicked or never started: nothing reaches this chat. */
  | { readonly kind: "unreachable"; readonly reason: string }
  | { readonly kind: "migrated"; readonly to: number }
  | { readonly kind: "wait"; readonly seconds: number }
  /** There was no connection: nothing was sent. */
  | { readonly kind: "unsent" }
  /** Nobody knows whether it arrived. */
  | { readonly kind: "unknown"; readonly reason: string }
  /** Telegram refuses it for good. */
  | { readonly kind: "refused"; readonly reason: string };

export function failureOf(error: unknown): Failure {
  if (error instanceof HttpError) return connectionFailure(error);
  if (!(error instanceof GrammyError)) {
    return { kind: "unknown", reason: error instanceof Error ? error.name : "unknown" };
  }
  const { error_code: code, description, parameters } = error;
  if (parameters.migrate_to_chat_id) return { kind: "migrated", to: parameters.migrate_to_chat_id };
  if (code === 429) return { kind: "wait", seconds: parameters.retry_after ?? 1 };
  if (code >= 500) return { kind: "unknown", reason: description };
  if (code === 403) return { kind: "unreachable", reason: description };
  if (/message is not modified/.test(description)) return { kind: "unchanged" };
  if (/message to edit not found|message can't be edited/.test(description))
    return { kind: "gone" };
  if (/message thread not found|TOPIC_CLOSED/.test(description)) return { kind: "noTopic" };
  if (/message to be replied not found/.test(description)) return { kind: "noReply" };
  if (/chat not found/.test(description)) return { kind: "unreachable", reason: description };
  return { kind: "refused", reason: description };
}

/** Failures before or while connecting: nothing was sent. */
const NEVER_LEFT: ReadonlySet<string> = new Set([
  "MAY_NOT_SEND",
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ENETUNREACH",
  "EHOSTUNREACH",
]);

function connectionFailure({ error }: HttpError): Failure {
  const code = error instanceof ConnectionFailure ? error.code : "no answer";
  return NEVER_LEFT.has(code) ? { kind: "unsent" } : { kind: "unknown", reason: code };
}
