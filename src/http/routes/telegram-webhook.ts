/**
 * POST /telegram/webhook: Telegram delivers an update. Whoever knows the secret is Telegram, so it is checked before the body
 * is read. 200 means that the update is durable; after anything else Telegram delivers it again.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, onRequestHookHandler } from "fastify";
import { DeskError } from "../../domain/errors.js";
import type { TelegramWebhook } from "../deps.js";
import { bodyOf, readForeignJson } from "../json-body.js";

const SECRET_HEADER = "x-telegram-bot-api-secret-token";
/** Far above the largest update, because a refused one would hold up its chat for a day. */
const BODY_LIMIT_BYTES = 1_048_576;
/** One answer for no secret and a wrong one. */
const REFUSAL = `Only Telegram is served here, with the secret of the webhook in the header ${SECRET_HEADER}.`;

export function telegramWebhookRoute(scope: FastifyInstance, webhook: TelegramWebhook): void {
  readForeignJson(scope);
  scope.addHook("onRequest", askForSecret(webhook.secretToken));
  scope.post("/telegram/webhook", { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
    await webhook.receive(bodyOf(request));
    return reply.code(200).send();
  });
}

/** Compares digests of one length, so the time it takes says nothing about the secret. */
function askForSecret(secretToken: string): onRequestHookHandler {
  const expected = digestOf(secretToken);
  return (request, _reply, done) => {
    const given = request.raw.headers[SECRET_HEADER];
    const isRight = typeof given === "string" && timingSafeEqual(digestOf(given), expected);
    done(isRight ? undefined : new DeskError("UNAUTHORIZED", REFUSAL));
  };
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
