/** Where links lead: the web in another tab, the bot's own t.me link into its private chat. */
import { BOT } from "./message.js";

export type Destination =
  | { readonly kind: "web"; readonly href: string }
  /** The private chat, perhaps with a payload that is sent with /start at once. */
  | { readonly kind: "bot"; readonly payload: string | undefined }
  | { readonly kind: "none" };

const SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);
const NONE: Destination = { kind: "none" };
/** Telegram takes no other; the link then leads to the chat alone. */
const PAYLOAD = /^[\w-]{1,64}$/;

export function destination(written: string): Destination {
  const url = parse(written);
  if (url === undefined) return NONE;
  if (isBotLink(url)) return { kind: "bot", payload: payloadOf(url) };
  return SCHEMES.has(url.protocol) ? { kind: "web", href: url.href } : NONE;
}

/** Telegram takes addresses without a scheme too. */
function parse(written: string): URL | undefined {
  if (URL.canParse(written)) return new URL(written);
  const secure = `https://${written}`;
  return written.includes(".") && URL.canParse(secure) ? new URL(secure) : undefined;
}

function payloadOf({ searchParams }: URL): string | undefined {
  const payload = searchParams.get("start");
  return payload !== null && PAYLOAD.test(payload) ? payload : undefined;
}

function isBotLink({ protocol, hostname, pathname, searchParams }: URL): boolean {
  if (protocol === "tg:") return searchParams.get("domain")?.toLowerCase() === BOT.username;
  return hostname === "t.me" && pathname.toLowerCase() === `/${BOT.username}`;
}
