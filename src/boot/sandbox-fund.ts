/** Asks the sandbox node's faucet for TRX: how accounts are activated there. */
import { request } from "undici";
import { z } from "zod";
import type { Address } from "../domain/address.js";
import type { Sun } from "../domain/money.js";

const answerSchema = z.object({ txid: z.string() });

/** Resolves once the transfer is in a block. */
export function sandboxFund(nodeUrl: string) {
  return async (address: Address, amountSun: Sun): Promise<{ readonly txid: string }> => {
    const answer = await request(`${nodeUrl}/sandbox/fund`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ address, amountSun }),
    });
    const text = await answer.body.text();
    const parsed = answerSchema.safeParse(JSON.parse(text));
    if (!parsed.success) throw new Error(`the sandbox node refused: ${text.slice(0, 200)}`);
    return parsed.data;
  };
}
