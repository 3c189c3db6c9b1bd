/**
 * Faults that tests ask for, by method, chat and number of calls: what Telegram, or the way to it,
 * can do wrong. The first fault that a call meets and that has calls left applies. They are lost at
 * a restart.
 */
import { z } from "zod";

export const faultSchema = z.strictObject({
  /** In any case; "*" is every method, getUpdates included. */
  method: z.string().min(1),
  /** Only calls to this chat meet it; without, those of every chat and of none. */
  chat_id: z.int().optional(),
  /** How many calls it applies to; 0 takes away the faults of the same method and chat. */
  times: z.int().min(0),
  error_code: z.int().min(400).max(599).optional(),
  description: z.string().optional(),
  parameters: z.record(z.string(), z.unknown()).optional(),
  delay_ms: z.int().min(0).max(600_000).optional(),
  /** Whether the connection breaks before or after the call has its effect. */
  cut: z.enum(["before", "after"]).optional(),
});

export type Fault = z.infer<typeof faultSchema>;

const PRESET_RETRY_S = 1;
const WORDS: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
  504: "Gateway Timeout",
};

export class Faults {
  #faults: Fault[] = [];

  add(fault: Fault): void {
    if (fault.times > 0) this.#faults.push(fault);
    else this.#faults = this.#faults.filter((one) => !isSamePlace(one, fault));
  }

  /** The fault for a call of this method to this chat, if to any; one of its calls is used up. */
  take(method: string, chatId: number | undefined): Fault | undefined {
    const index = this.#faults.findIndex(
      (one) =>
        (one.method === "*" || one.method.toLowerCase() === method.toLowerCase()) &&
        (one.chat_id === undefined || one.chat_id === chatId),
    );
    const fault = this.#faults[index];
    if (fault === undefined) return undefined;
    if (fault.times === 1) this.#faults.splice(index, 1);
    else this.#faults[index] = { ...fault, times: fault.times - 1 };
    return fault;
  }
}

function isSamePlace(one: Fault, other: Fault): boolean {
  return one.method === other.method && one.chat_id === other.chat_id;
}

/** What the bot is told when a fault has an error code: 429 always says how long to wait. */
export function faultAnswer(fault: Fault, code: number): Readonly<Record<string, unknown>> {
  const retryAfter = fault.parameters?.retry_after ?? PRESET_RETRY_S;
  const parameters =
    code === 429 ? { ...fault.parameters, retry_after: retryAfter } : fault.parameters;
  const words =
    code === 429 ? `Too Many Requests: retry after ${retryAfter}` : (WORDS[code] ?? "Error");
  return {
    ok: false,
    error_code: code,
    description: fault.description ?? words,
    ...(parameters && { parameters }),
  };
}
