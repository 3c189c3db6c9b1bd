/** The desk's own HTTP server, to which the sandbox's Telegram brings updates, and the way in for updates made by hand. */
import type { Logger } from "pino";
import type { Engine } from "../../../src/engine/context.js";
import { createHttpServer } from "../../../src/http/server.js";
import { Deliveries } from "../../../src/telegram/transport/deliveries.js";
import type { WebhookTarget } from "../../../src/telegram/transport/webhook.js";
import { http, JSON_HEADERS } from "../../support/http.js";

export const WEBHOOK_SECRET = "not-for-anybodys-eyes_1";

export interface WebhookServer {
  readonly port: number;
  readonly target: WebhookTarget;
  stop(): Promise<void>;
}

export async function startWebhookServer(
  engine: Engine,
  logger: Logger,
  port: number,
): Promise<WebhookServer> {
  const deliveries = new Deliveries(engine.now);
  const secretToken = WEBHOOK_SECRET;
  const server = createHttpServer({
    engine,
    telegram: () => "ok",
    telegramWebhook: { secretToken, receive: deliveries.receive },
    logger,
  });
  const root = await server.listen({ host: "127.0.0.1", port });
  const url = `${root}/telegram/webhook`;
  return {
    port: Number(new URL(root).port),
    target: { url, secretToken, deliveries },
    stop: () => server.close(),
  };
}

/** What Telegram would send; the status of the answer. */
export async function deliver(url: string, update: unknown): Promise<number> {
  const headers = { ...JSON_HEADERS, "x-telegram-bot-api-secret-token": WEBHOOK_SECRET };
  const { status } = await http(url, { headers, body: JSON.stringify(update) });
  return status;
}

/** A private message as Telegram tells of it. */
export function written(updateId: number, from: number, text: string) {
  const person = { id: from, is_bot: false, first_name: "Test" };
  const chat = { id: from, type: "private", first_name: "Test" };
  const isCommand = text.startsWith("/");
  const length = text.split(" ")[0]?.length ?? 0;
  const message = {
    message_id: updateId,
    from: person,
    chat,
    date: 1_800_000_000,
    text,
    ...(isCommand && { entities: [{ type: "bot_command", offset: 0, length }] }),
  };
  return { update_id: updateId, message };
}
