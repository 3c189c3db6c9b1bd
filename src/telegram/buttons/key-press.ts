/** What a tap on a card of /key asks for, as words of a button and back. */
import { isOrderId } from "../../domain/ids.js";

export type KeyPress =
  | { readonly act: "list" }
  /** `issued` is how many keys there were when the button was drawn: each button issues one. */
  | { readonly act: "issue"; readonly issued: number }
  | { readonly act: "ask" | "revoke"; readonly keyId: string };

export function keyWords(press: KeyPress): string[] {
  switch (press.act) {
    case "list":
      return [press.act];
    case "issue":
      return [press.act, String(press.issued)];
    case "ask":
    case "revoke":
      return [press.act, press.keyId];
  }
}

/** Undefined unless the words are exactly a press. */
export function readKeyPress(words: readonly string[]): KeyPress | undefined {
  const [act, argument, ...rest] = words;
  if (rest.length > 0) return undefined;
  if (act === "list") return argument === undefined ? { act } : undefined;
  if (argument === undefined) return undefined;
  if (act === "issue") {
    return /^\d{1,9}$/.test(argument) ? { act, issued: Number(argument) } : undefined;
  }
  if (act !== "ask" && act !== "revoke") return undefined;
  return isOrderId(argument) ? { act, keyId: argument } : undefined;
}
