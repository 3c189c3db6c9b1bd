/** Where the bot wants to be paid: the address under its picture, which a button copies. */
import { BOT, type Message } from "./message.js";

const ADDRESS = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;

/** Undefined of any other message. */
export function depositAddressIn({ from, photo, reply_markup }: Message): string | undefined {
  if (from?.id !== BOT.id || photo === undefined) return undefined;
  const copied = (reply_markup?.inline_keyboard ?? [])
    .flat()
    .flatMap(({ copy_text }) => copy_text?.text ?? []);
  return copied.find((text) => ADDRESS.test(text));
}
