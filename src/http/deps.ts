/** What every route works with. */
import type { Logger } from "pino";
import type { Engine } from "../engine/context.js";
import type { MetricsSources } from "./metrics/metrics.js";

export interface HttpDeps {
  readonly engine: Engine;
  /** "off", "ok", or "does not answer": shown by /readyz, and no obstacle to orders over HTTP. */
  readonly telegram: () => string;
  /** Takes Telegram's deliveries; undefined while the desk polls, or has no bot. */
  readonly telegramWebhook?: TelegramWebhook | undefined;
  /** Undefined when metrics are off. */
  readonly metrics?: MetricsDeps | undefined;
  /**
   * What is wrong with the host that a request was sent to, judged by its `rawHeaders`; undefined when any name will do. A
   * sandbox answers to its own names alone, because it gives away keys and chats.
   */
  readonly hostProblem?: ((rawHeaders: readonly string[]) => string | undefined) | undefined;
  readonly logger: Logger;
}

export interface MetricsDeps extends MetricsSources {
  /** Secret; without one only this machine may read. */
  readonly token: string | undefined;
}

export interface TelegramWebhook {
  /** Secret. */
  readonly secretToken: string;
  /** Resolves once the update is durable; rejects with a DeskError when it is not taken. */
  readonly receive: (update: unknown) => Promise<void>;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The customer of the request's key; empty on public routes. */
    customerId: string;
  }
}
