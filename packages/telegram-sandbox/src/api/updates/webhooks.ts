/**
 * Delivers updates to the webhook: those of one chat one after the other, in order, until each was
 * taken with a 2xx; chats do not wait for each other.
 */

import { setMaxListeners } from "node:events";
import { type Webhook, type WebhookTrouble, webhookOf } from "../methods/webhook.js";
import { confirm, type PendingUpdate, pendingUpdates } from "../storage/updates.js";
import type { World } from "../world.js";

const LOOKED_AT = 1_000;
const FIRST_RETRY_MS = 50;
const LONGEST_RETRY_MS = 60_000;
const ANSWER_WITHIN_MS = 60_000;

export class Webhooks {
  readonly #world: World;
  readonly #closing = new AbortController();
  /** Chats with a delivery under way or a retry to wait for. */
  readonly #busy = new Set<number>();
  readonly #retryMs = new Map<number, number>();
  /** By chat. */
  readonly #retries = new Map<number, NodeJS.Timeout>();
  #trouble: WebhookTrouble | undefined;

  constructor(world: World) {
    this.#world = world;
    // Each delivery under way listens.
    setMaxListeners(0, this.#closing.signal);
    world.events.on("update", () => this.#pump());
    world.events.on("webhook", () => this.#start());
    setImmediate(() => this.#pump());
  }

  get trouble(): WebhookTrouble | undefined {
    return this.#trouble;
  }

  close(): void {
    this.#closing.abort();
    for (const timer of this.#retries.values()) clearTimeout(timer);
  }

  /** What waited for the next try at an old address is delivered at once. */
  #start(): void {
    this.#trouble = undefined;
    this.#retryMs.clear();
    for (const [chatId, timer] of this.#retries) {
      clearTimeout(timer);
      this.#busy.delete(chatId);
    }
    this.#retries.clear();
    this.#pump();
  }

  #pump(): void {
    if (this.#closing.signal.aborted) return;
    const { storage, nowMs } = this.#world;
    const webhook = webhookOf(storage);
    if (webhook === undefined) return;
    for (const update of pendingUpdates(storage, 0, LOOKED_AT, nowMs)) {
      if (this.#busy.size >= webhook.maxConnections) return;
      if (this.#busy.has(update.chatId)) continue;
      this.#busy.add(update.chatId);
      void this.#deliver(webhook, update);
    }
  }

  async #deliver(webhook: Webhook, { updateId, chatId, body }: PendingUpdate): Promise<void> {
    const problem = await this.#problemOf(webhook, body);
    if (this.#closing.signal.aborted) return;
    if (problem === undefined) {
      await this.#world.storage.commit(() => confirm(this.#world.storage, updateId));
      this.#retryMs.delete(chatId);
      return this.#free(chatId);
    }
    this.#trouble = { dateS: this.#world.nowS, message: problem };
    const waitMs = this.#retryMs.get(chatId) ?? FIRST_RETRY_MS;
    this.#retryMs.set(chatId, Math.min(waitMs * 2, LONGEST_RETRY_MS));
    const again = () => {
      this.#retries.delete(chatId);
      this.#free(chatId);
    };
    this.#retries.set(chatId, setTimeout(again, waitMs));
  }

  #free(chatId: number): void {
    this.#busy.delete(chatId);
    this.#pump();
  }

  async #problemOf({ url, secretToken }: Webhook, body: string): Promise<string | undefined> {
    const secret = secretToken === "" ? {} : { "x-telegram-bot-api-secret-token": secretToken };
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { "content-type": "application/json", ...secret },
        body,
        redirect: "manual",
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      await response.arrayBuffer();
      if (response.ok) return undefined;
      return `Wrong response from the webhook: ${response.status} ${response.statusText}`;
    } catch {
      return "Webhook connection closed";
    }
  }
}
