/** Parts of cards: buttons and their rows, short addresses, and the card around a text. */
import { MAX_RECEIVERS } from "../../domain/fields.js";
import type { Messages } from "../text/messages.js";
import { code, type Part, plain, rich, shorten } from "../transport/format.js";
import type { Button, Card } from "../transport/message.js";
import { type ButtonTap, encodeTap, type FlowPress } from "./buttons.js";
import type { AnyState } from "./state.js";
import type { WalletNames } from "./views.js";

const LONGEST_LABEL = 48;

/** Names in it have up to 64 letters, a button no more. */
export const labelOf = (text: string): string => shorten(text, LONGEST_LABEL);

export type Row = readonly Button[];
export type Style = "primary" | "success" | "danger";

/** Makes the buttons of one card: each carries the flow and the version it was drawn from. */
type FlowButton<On extends FlowPress["on"]> = (
  text: string,
  action: ButtonTap<On>["action"],
  style?: Style,
) => Button;
export type DraftButton = FlowButton<"draft">;
export type SellingButton = FlowButton<"selling">;

export function flowButtons<On extends FlowPress["on"]>(
  on: On,
  { id: flowId, version }: Pick<AnyState, "id" | "version">,
): FlowButton<On> {
  return (text, action, style) => ({
    text,
    callback_data: encodeTap({ on, flowId, version, action } as ButtonTap),
    ...(style ? { style } : {}),
  });
}

export function disabledButton(text: string): Button {
  return { text, disabled: {} };
}

/** Opens a card for the next of the wallets that a draft had beyond 20. */
export function nextButton(
  { draftId, count }: { readonly draftId: string; readonly count: number },
  { files }: Messages,
): Button {
  const text = files.next(Math.min(count, MAX_RECEIVERS), count);
  return { text, callback_data: encodeTap({ on: "waiting", draftId }), style: "primary" };
}

/** Rows of up to so many buttons. */
export function rowsOf(buttons: readonly Button[], perRow: number): Row[] {
  const rows: Row[] = [];
  for (let at = 0; at < buttons.length; at += perRow) rows.push(buttons.slice(at, at + perRow));
  return rows;
}

/** An address on a button: its first and last 6 characters; a text always shows all of it. */
export function shortAddress(address: string): string {
  return address.length > 13 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address;
}

/** A wallet in full, copied by a tap on it, and what its owner calls it. */
export function namedWallet(address: string, names?: WalletNames): Part {
  const name = names?.get(address);
  return name === undefined ? code(address) : rich`${code(address)} ${name}`;
}

/** How many narrow letters fit on half a row. */
const WIDEST_NAME = 13;
const WIDE_LETTER = 1.5;

/** A wallet by its name, shortened for one of two buttons in a row; a text always shows all of it. */
export function nameLabel(name: string): string {
  let room = WIDEST_NAME;
  const fitting = [...name].findIndex((letter) => {
    room -= /[a-ln-vx-z0-9_-]/.test(letter) ? 1 : WIDE_LETTER;
    return room < 0;
  });
  return fitting < 0 ? name : shorten(name, fitting);
}

/** A wallet on a button: its name, or its address in short. */
export function walletLabel(wallet: string, name: string | undefined): string {
  return name === undefined ? shortAddress(wallet) : nameLabel(name);
}

export function cardOf(text: Part, keyboard: readonly Row[] = []): Card {
  return { ...plain(text), keyboard: keyboard.filter((row) => row.length > 0) };
}
