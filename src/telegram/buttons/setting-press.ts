/** What a button of the card of /settings asks for, and the words it is written in. It names what it sets, never "the next". */
import { NEWS_KINDS, NEWS_MODES, type NewsKind, type NewsMode } from "../../domain/notification.js";

export type SettingPress =
  | { readonly what: "mode"; readonly kind: NewsKind; readonly mode: NewsMode }
  /** A limit of the balance is to be typed, is to be none, or is not to be asked for any more. */
  | { readonly what: "question" }
  | { readonly what: "noLimit" }
  | { readonly what: "back" }
  /** Undefined follows the client. */
  | { readonly what: "language"; readonly code: string | undefined };

const BARE = ["question", "noLimit", "back"] as const;

export function settingWords(press: SettingPress): string[] {
  switch (press.what) {
    case "mode":
      return ["mode", press.kind, press.mode];
    case "language":
      return press.code === undefined ? ["language"] : ["language", press.code];
    default:
      return [press.what];
  }
}

export function readSettingPress(words: readonly string[]): SettingPress | undefined {
  const [what, first, second] = words;
  if (what === "mode") {
    const kind = NEWS_KINDS.find((name) => name === first);
    const mode = NEWS_MODES.find((name) => name === second);
    return kind && mode && { what, kind, mode };
  }
  if (what === "language") {
    const isCode = first === undefined || /^[a-z]{2}$/.test(first);
    return isCode ? { what, code: first } : undefined;
  }
  const bare = BARE.find((name) => name === what);
  return bare && { what: bare };
}
