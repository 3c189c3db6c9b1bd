/**
 * Routes of the operator's own programs and of Telegram, each behind a secret of its own.
 *
 * `/metrics` shows what the desk earns: with the token or, in a sandbox without one, from the same machine. Behind a proxy on the machine an
 * address proves nothing, so elsewhere nothing is served without a token.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyRequest, onRequestHookHandler } from "fastify";
import { DeskError } from "../domain/errors.js";
import { bodyOf, readForeignJson } from "./json-body.js";
import type { Route } from "./route.js";

const METRICS_REFUSAL = "Send METRICS_TOKEN in the header: authorization: Bearer TOKEN.";
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

const SECRET_HEADER = "x-telegram-bot-api-secret-token";
/** Far above the largest update, because a refused one would hold up its chat for a day. */
const BODY_LIMIT_BYTES = 1_048_576;
/** The same answer for a missing and a wrong secret. */
const WEBHOOK_REFUSAL = `Only Telegram is served here, with the secret of the webhook in the header ${SECRET_HEADER}.`;

export const OPERATOR_ROUTES: readonly Route[] = [
  {
    method: "get",
    path: "/metrics",
    id: "metrics",
    tag: "Operator",
    summary:
      "The desk in numbers, for the operator's Prometheus; served where METRICS_TOKEN is set",
    description:
      "Prometheus text, for whoever sends the operator's token as `Authorization: Bearer`.",
    caller: "operator",
    isServedWhileClosing: true,
    answer: { contentTypes: ["text/plain"] },
    errors: ["FORBIDDEN", "NOT_FOUND"],
    mount(scope, { engine, metrics }) {
      if (!metrics) return;
      let opening: Promise<{ contentType: string; render(): Promise<string> }> | undefined;
      const open = async () =>
        (await import("./metrics/metrics.js")).createMetrics(engine, metrics);
      const { token } = metrics;
      const expected = token === undefined ? undefined : digestOf(`Bearer ${token}`);
      scope.get("/metrics", async (request, reply) => {
        assertMayRead(request, expected);
        opening ??= open();
        const { contentType, render } = await opening;
        return reply.type(contentType).send(await render());
      });
    },
  },
  {
    method: "post",
    path: "/telegram/webhook",
    id: "telegramWebhook",
    tag: "Operator",
    summary: "Where Telegram brings updates, and nobody else; served in webhook mode only",
    description:
      "Telegram shows the secret that the desk has given it. An update that comes again is taken once.",
    caller: "telegram",
    body: { schema: () => ({ type: "object" }), examples: { Update: { update_id: 1 } } },
    answer: { contentTypes: [] },
    errors: ["NOT_FOUND", "BUSY"],
    // 200 means that the update is durable; after anything else Telegram delivers it again.
    mount(scope, { telegramWebhook: webhook }) {
      if (!webhook) return;
      readForeignJson(scope);
      scope.addHook("onRequest", askForSecret(webhook.secretToken));
      scope.post("/telegram/webhook", { bodyLimit: BODY_LIMIT_BYTES }, async (request, reply) => {
        await webhook.receive(bodyOf(request));
        return reply.code(200).send();
      });
    },
  },
];

/** Compares digests of one length, so the time it takes says nothing about the token. */
function assertMayRead({ raw }: FastifyRequest, expected: Buffer | undefined): void {
  if (expected === undefined) {
    if (LOOPBACK.test(raw.socket.remoteAddress ?? "")) return;
    throw new DeskError(
      "FORBIDDEN",
      "Without METRICS_TOKEN metrics are served to this machine only. Set the token, and send it.",
    );
  }
  // The scheme's name is read in any case (RFC 9110, 11.1).
  const given = (raw.headers.authorization ?? "").replace(/^bearer /i, "Bearer ");
  if (!timingSafeEqual(digestOf(given), expected))
    throw new DeskError("UNAUTHORIZED", METRICS_REFUSAL);
}

/** The same for the webhook, before the body is read: whoever knows the secret is Telegram. */
function askForSecret(secretToken: string): onRequestHookHandler {
  const expected = digestOf(secretToken);
  return (request, _reply, done) => {
    const given = request.raw.headers[SECRET_HEADER];
    const isRight = typeof given === "string" && timingSafeEqual(digestOf(given), expected);
    done(isRight ? undefined : new DeskError("UNAUTHORIZED", WEBHOOK_REFUSAL));
  };
}

function digestOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
