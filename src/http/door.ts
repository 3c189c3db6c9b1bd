/** What every route works with. */
import type { Logger } from "pino";
import type { Engine } from "../engine/context.js";
import type { MetricsSources } from "./metrics/metrics.js";

export interface Door {
  readonly engine: Engine;
  /** Resolves while the TRON node answers what the desk asks it; rejects with the reason when it does not. */
  readonly chainReady: () => Promise<void>;
  /** "off", "ok", or that Telegram does not answer: told by /readyz, and no obstacle to orders over HTTP. */
  readonly telegram: () => string;
  /** Where Telegram brings updates; undefined where the desk asks for them, or has no bot. */
  readonly telegramWebhook?: TelegramWebhook | undefined;
  /** Undefined where metrics are off. */
  readonly metrics?: MetricsDoor | undefined;
  /**
   * What is wrong with the host that a request was sent to, by its headers as `rawHeaders` has them; undefined where any name will
   * do. A sandbox answers to its own names alone: it gives away keys and chats without one.
   */
  readonly hostProblem?: ((rawHeaders: readonly string[]) => string | undefined) | undefined;
  readonly logger: Logger;
}

export interface MetricsDoor extends MetricsSources {
  /** Secret; without one, whoever is on the same machine may read. */
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
    /** Whose key came with the request; empty on public routes. */
    customerId: string;
  }
}
