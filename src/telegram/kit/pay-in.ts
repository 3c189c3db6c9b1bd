/** Buttons that copy how much to pay in, as wallets take it. */
import { payInFor, type Taken } from "../../domain/deposit.js";
import { decimalTrx } from "../../domain/money.js";
import { readMissingSun } from "../../engine/chat/flows.js";
import type { Engine } from "../../engine/context.js";
import { readTaken } from "../../engine/deposits/deposits.js";
import type { Messages } from "../text/messages.js";
import { join, type Part } from "../transport/format.js";
import type { Button, Card } from "../transport/message.js";
import { cardOf, type Row } from "./parts.js";

/** What half of a row holds. */
const LONGEST_LABEL = 16;

/** For so much that is missing. */
export function payInRows(missingSun: number, taken: Taken, { buttons, trx }: Messages): Row[] {
  const payIn = payInFor(missingSun, taken);
  const amounts = [
    { millionths: payIn.trx, asset: "TRX" },
    ...(payIn.usdt === undefined ? [] : [{ millionths: payIn.usdt, asset: "USDT" }]),
  ];
  const labels = buttons.copyAmounts(
    amounts.map(({ millionths, asset }) => `${trx(millionths)} ${asset}`),
    LONGEST_LABEL,
  );
  const row = amounts.map(
    ({ millionths }, at): Button => ({
      text: labels[at] ?? "",
      copy_text: { text: decimalTrx(millionths) },
    }),
  );
  const isWide = row.some(({ text }) => text.length > LONGEST_LABEL);
  return isWide ? row.map((button) => [button]) : [row];
}

/** What a user's order lacks; a private chat's id is its user's. */
export async function lackingOf(engine: Engine, userId: number): Promise<Lacking> {
  const missingSun = await readMissingSun(engine, userId);
  return missingSun === undefined ? {} : { missingSun, taken: await readTaken(engine) };
}

/** A credit, and what the customer's order still lacks after it. */
export function creditCard(said: Part, { missingSun, taken }: Lacking, messages: Messages): Card {
  if (missingSun === undefined) return cardOf(said);
  const lacks = messages.orderLacks(messages.trx(missingSun));
  return cardOf(join([said, lacks]), taken ? payInRows(missingSun, taken, messages) : []);
}

export interface Lacking {
  /** Undefined where nothing is missing. */
  readonly missingSun?: number | undefined;
  /** Undefined where deposits are off. */
  readonly taken?: Taken | undefined;
}
