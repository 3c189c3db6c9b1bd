/** What cards are made of: buttons and their rows, short addresses, and the card around a text. */
import { encodePress, type FlowPress, type Press } from "../buttons.js";
import type { Button, Card } from "../card.js";
import { type Part, plain, shorten } from "../format.js";
import type { AnyState } from "../state/flow.js";

export type Row = readonly Button[];
export type Style = "primary" | "success" | "danger";

/** Makes the buttons of one card: each carries the flow and the version it was drawn from. */
type FlowButton<On extends FlowPress["on"]> = (
  text: string,
  action: Press<On>["action"],
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
    callback_data: encodePress({ on, flowId, version, action } as Press),
    ...(style ? { style } : {}),
  });
}

export function disabledButton(text: string): Button {
  return { text, disabled: {} };
}

/** Rows of so many buttons. */
export function rowsOf(buttons: readonly Button[], perRow: number): Row[] {
  const rows: Row[] = [];
  for (let at = 0; at < buttons.length; at += perRow) rows.push(buttons.slice(at, at + perRow));
  return rows;
}

/** An address on a button, first and last 6; a text always shows all of it. */
export function shortAddress(address: string): string {
  return address.length > 13 ? `${address.slice(0, 6)}…${address.slice(-6)}` : address;
}

/** In narrow letters. */
const WIDEST_NAME = 12;
const WIDE_LETTER = 1.5;

/** A wallet by its name on one of two buttons in a row, shortened; a text always shows all of it. */
export function nameLabel(name: string): string {
  let room = WIDEST_NAME;
  const fitting = [...name].findIndex((letter) => {
    room -= /[a-ln-vx-z0-9_-]/.test(letter) ? 1 : WIDE_LETTER;
    return room < 0;
  });
  return `@${fitting < 0 ? name : shorten(name, fitting)}`;
}

export function cardOf(text: Part, keyboard: readonly Row[] = []): Card {
  return { ...plain(text), keyboard: keyboard.filter((row) => row.length > 0) };
}
