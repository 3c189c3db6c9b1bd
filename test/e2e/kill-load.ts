/** Callers that order under a key each until the desk dies under them, and send again what got no answer. */
import { randomInt, randomUUID } from "node:crypto";
import { MNEMONIC_ACCOUNTS } from "tron-sandbox";
import { expect } from "vitest";
import { NoAnswer } from "../support/http.js";
import { until } from "../support/until.js";
import { createOrder, orderBody } from "./api.js";
import type { DeskProcess } from "./desk-process.js";
import { PRICE_SUN } from "./manual-sellers.js";

const FAST_CALLERS = 3;
const MANUAL_CALLS = 2;

type Body = Record<string, unknown>;

export interface Load {
  /** Orders until the desk is dead or each caller has made so many calls. */
  run(desk: DeskProcess, calls: number): Promise<void>;
  /** How many calls were acknowledged. */
  readonly answered: () => number;
  /** How many calls got no answer. */
  readonly unanswered: () => number;
  /** Sends every call that got no answer again with its key, until it has one. */
  sendAgain(desk: DeskProcess): Promise<void>;
  /** All that a desk has acknowledged. */
  acknowledgedIds(): string[];
}

/** What the client knows, outside the victim: a key for each call, and the order ids once they were acknowledged. */
export function loadOf(apiKey: string): Load {
  const sent = new Map<string, Body>();
  const acknowledged = new Map<string, readonly string[]>();

  /** True when the call was acknowledged. A refusal (too many calls a second) takes the call off the books. */
  async function send(desk: DeskProcess, key: string, body: Body): Promise<boolean> {
    sent.set(key, body);
    const headers = { "idempotency-key": key };
    try {
      const answer = await createOrder(desk.baseUrl, apiKey, body, headers);
      if (answer.status === 200) {
        acknowledged.set(
          key,
          answer.body.data.orders.map(({ orderId }) => orderId),
        );
        return true;
      }
      expect(answer.body.error?.code).toBe("RATE_LIMITED");
      sent.delete(key);
      return false;
    } catch (error) {
      // The connection died with the desk: whether the order exists is for the retry to find out.
      if (error instanceof NoAnswer) return false;
      throw error;
    }
  }

  async function call(desk: DeskProcess, times: number, bodyOf: () => Body): Promise<void> {
    for (let calls = 0; calls < times && desk.child.signalCode === null; calls += 1) {
      await send(desk, randomUUID(), bodyOf());
    }
  }

  return {
    answered: () => acknowledged.size,
    unanswered: () => sent.size - acknowledged.size,
    async run(desk, calls) {
      const fast = Array.from({ length: FAST_CALLERS }, () => call(desk, calls, fastBody));
      await Promise.all([...fast, call(desk, MANUAL_CALLS, manualBody)]);
    },
    async sendAgain(desk) {
      const open = [...sent].filter(([key]) => !acknowledged.has(key));
      for (const [key, body] of open) {
        const sendOnce = () => send(desk, key, body);
        await until("a retry is answered", sendOnce);
      }
    },
    acknowledgedIds: () => [...acknowledged.values()].flat(),
  };
}

function fastBody(): Body {
  return orderBody({ receiver: someReceivers(), resourceAmount: 32_000 });
}

/** Filled by one seller or resting: there is always one who can, sooner or later. */
function manualBody(): Body {
  const options = { allow_partial: false };
  const wanted = { type: "Manual", price: PRICE_SUN, resourceAmount: 100_000, options };
  return orderBody({ ...wanted, receiver: someReceivers().slice(0, 1) });
}

/** One or several of the accounts every sandbox has. */
function someReceivers(): string[] {
  const first = randomInt(0, MNEMONIC_ACCOUNTS.length - 2);
  return MNEMONIC_ACCOUNTS.slice(first, first + randomInt(1, 3));
}
