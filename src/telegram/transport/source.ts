/** Where updates come from: either Telegram is asked for them, or it brings them. */
import type { Update } from "grammy/types";
import type { CallSignal } from "./api.js";

/** Resolves once the updates are durable; those that were taken before are not taken again. */
export type TakeUpdates = (updates: readonly Update[]) => Promise<void>;

export interface UpdateSource {
  readonly state: SourceState;
  /** Has Telegram hand over updates in this way and drop none; when it has failed it is called again. */
  begin(take: TakeUpdates, signal: CallSignal): Promise<void>;
  /** Stops taking updates. */
  stop(): Promise<void>;
}

export interface SourceState {
  readonly mode: "polling" | "webhook";
  /** Unix milliseconds of the last poll that Telegram answered; it may hold one for 30 s. */
  readonly lastPollAt: number | null;
  /** Unix milliseconds of the last update that Telegram brought. */
  readonly lastDeliveryAt: number | null;
  /** Why no updates come now. */
  readonly problem: string | null;
}
