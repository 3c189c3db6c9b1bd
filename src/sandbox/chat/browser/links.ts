/** Where links lead: the web in another tab, the bot's own t.me link into its private chat. */
import { BOT } from "./message.js";

export type Destination =
  | { readonly kind: "web"; readonly href: string }
  /** The private chat, perhaps with a payload for /start. */
  | { readonly kind: "bot"; readonly payload: string | undefined }
  | { readonly kind: "none" };

const SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);
const NONE: Destination = { kind: "none" };

export function destination(written: string): Destination {
  const url = parse(written);
  if (url === undefined) return NONE;
  if (isBotLink(url)) return { kind: "bot", payload: url.searchParams.get("start") ?? undefined };
  return SCHEMES.has(url.protocol) ? { kind: "web", href: url.href } : NONE;
}

/** Telegram takes addresses without a scheme too. */
function parse(written: string): URL | undefined {
  if (URL.canParse(written)) return new URL(written);
  const secure = `https://${written}`;
  return written.includes(".") && URL.canParse(secure) ? new URL(secure) : undefined;
}

function isBotLink({ protocol, hostname, pathname, searchParams }: URL): boolean {
  if (protocol === "tg:") return searchParams.get("domain")?.toLowerCase() === BOT.username;
  return hostname === "t.me" && pathname.toLowerCase() === `/${BOT.username}`;
}
