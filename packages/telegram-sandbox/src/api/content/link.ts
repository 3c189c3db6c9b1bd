/**
 * Which links Telegram takes for a button: web addresses with a dot in their host, and tg: links.
 */

export function linkProblem(link: string): string | undefined {
  if (/^tg:/i.test(link)) {
    return /^tg:(\/\/)?[\w-]+([/?#].*)?$/i.test(link) ? undefined : "Wrong tg URL";
  }
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(link)?.[1]?.toLowerCase();
  if (scheme !== undefined && scheme !== "http" && scheme !== "https") {
    return "Unsupported URL protocol";
  }
  const address = scheme === undefined ? `http://${link}` : link;
  const host = /^https?:\/\/([^/?#]*)/i.exec(address)?.[1] ?? "";
  if (host === "") return "URL host is empty";
  if (!URL.canParse(address) || !host.includes(".")) return "Wrong HTTP URL";
  return undefined;
}
