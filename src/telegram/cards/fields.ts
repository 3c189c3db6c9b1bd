/** Filled fields as buttons that lead back to their question, and the last row of a draft card. */
import { formatInteger } from "../../domain/money.js";
import { MIN_CHUNK } from "../../domain/resource.js";
import type { Button } from "../card.js";
import type { Draft, Step } from "../state/draft.js";
import type { Messages } from "../text/messages.js";
import { type DraftButton, type Row, shortAddress } from "./buttons.js";

/** A shortened receiver needs a row of its own on a phone. */
const ROWS: readonly (readonly Step[])[] = [
  ["type", "resource"],
  ["receivers"],
  ["amount", "duration"],
  ["price", "options"],
];

export function fieldRows(draft: Draft, messages: Messages, button: DraftButton): Row[] {
  const buttonOf = (step: Step): Button[] => {
    const value = step === draft.step ? undefined : writtenValue(draft, step, messages);
    return value ? [button(messages.buttons.field(value), { kind: "jump", step })] : [];
  };
  return ROWS.map((steps) => steps.flatMap(buttonOf)).filter((row) => row.length > 0);
}

function writtenValue(
  { data }: Draft,
  step: Step,
  { buttons, manual }: Messages,
): string | undefined {
  const { receivers, amount } = data;
  switch (step) {
    case "type":
      return data.type && buttons.type[data.type];
    case "resource":
      return data.resource && buttons.resource[data.resource];
    case "receivers":
      return receivers[0] && buttons.receiversField(receivers.length, shortAddress(receivers[0]));
    case "amount":
      return amount === undefined ? undefined : formatInteger(amount);
    case "duration":
      return data.duration && buttons.duration(data.duration);
    case "price":
      return data.price === undefined ? undefined : manual.buttons.priceField(data.price);
    case "options":
      return optionsWritten(data, manual);
    case "confirm":
      return undefined;
  }
}

function optionsWritten(data: Draft["data"], { buttons }: Messages["manual"]): string | undefined {
  const { allowPartial, partialMin, receivers, resource = "energy" } = data;
  if (allowPartial === undefined) return undefined;
  const least = allowPartial ? (partialMin ?? MIN_CHUNK[resource]) : undefined;
  return buttons.optionsField(least, data.bulk && receivers.length > 1);
}

export function endRow({ buttons }: Messages, button: DraftButton): Row {
  return [
    button(buttons.back, { kind: "back" }),
    button(buttons.cancel, { kind: "cancel" }, "danger"),
  ];
}
