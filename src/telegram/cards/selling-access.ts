/** What makes an account sell: the permission that lets the desk delegate, and the signature that shows whose it is. */
import { present } from "../../domain/assert.js";
import type { Card } from "../card.js";
import { blocks, bold, code, type Part, pre, time } from "../format.js";
import type { Messages } from "../text/messages.js";
import { cardOf, type SellingButton } from "./buttons.js";
import { closeOf, noticeLine, type SellingView } from "./selling-view.js";

export function permissionCard(view: SellingView, messages: Messages, button: SellingButton): Card {
  const { sell, buttons } = messages;
  const { permission, buttons: words } = sell;
  const { address = "", look } = view.selling.data;
  const isOpen = look !== undefined && !look.gap;
  const maySign = isOpen && !look.isOwn;
  return cardOf(
    blocks(
      [bold(permission.title)],
      [noticeLine(view, messages)],
      [permission.account(code(address)), ...findings(view, messages)],
      [permission.steps(code(view.operator))],
    ),
    [
      [{ text: words.copyDesk, copy_text: { text: view.operator } }],
      [button(words.check, { kind: "check" }, "primary")],
      maySign ? [button(words.goOn, { kind: "sign" })] : [],
      [button(buttons.back, { kind: "back" }), closeOf(messages, button)],
    ],
  );
}

/** What the chain said at the last look. */
function findings({ selling }: SellingView, { sell }: Messages): (Part | undefined)[] {
  const { look } = selling.data;
  if (!look) return [];
  const { gap, powers } = look;
  const { permission } = sell;
  const tooMuch = powers.length > 0 ? permission.tooMuch(powers) : undefined;
  if (!gap) return [permission.fine, tooMuch];
  if (!gap.hasKey) return [permission.noKey, tooMuch];
  const { missing, weight } = gap;
  return [
    missing.length > 0 ? permission.missing(missing) : undefined,
    weight && permission.weight(weight.has, weight.needs),
    tooMuch,
  ];
}

export function challengeCard(view: SellingView, messages: Messages, button: SellingButton): Card {
  const { sell, buttons } = messages;
  const { challenge: words } = sell;
  const { address = "", challenge } = view.selling.data;
  const { text, expiresAt } = present(challenge, "a text to sign");
  const { signCommand } = view;
  return cardOf(
    blocks(
      [bold(words.title)],
      [noticeLine(view, messages)],
      [sell.permission.account(code(address)), words.ask],
      [pre(text)],
      [
        words.how,
        signCommand === undefined
          ? undefined
          : words.sandbox(code(`${signCommand} ${address} --file -`)),
      ],
      [words.until(time(expiresAt))],
    ),
    [
      [
        button(sell.buttons.newText, { kind: "sign" }),
        button(sell.buttons.check, { kind: "check" }),
      ],
      [button(buttons.back, { kind: "back" }), closeOf(messages, button)],
    ],
  );
}
