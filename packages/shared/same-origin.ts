/**
 * Whom a port of the sandbox obeys: programs, and pages that came from this very port. A browser takes requests to it for every page
 * it has open, but says in headers that no page can change whose they are: Host names what the page thinks it asks, which is the
 * attacker's name where DNS was bent to this machine, and Origin and Sec-Fetch-Site name the page itself.
 */

/** Why nothing is done; the text says what to do instead. */
export interface Refusal {
  readonly status: 403 | 415 | 421;
  readonly text: string;
}

/** Names and values in turn, as Node has them in `rawHeaders`: a header that came twice must be seen twice. */
type RawHeaders = readonly string[];

/** What a port was opened for. */
export interface PortNames {
  /** The address it is bound to; this machine's own by default. */
  readonly host?: string | undefined;
  /** More names it is reached by, without ports. */
  readonly hosts?: readonly string[] | undefined;
}

export type HostCheck = (headers: RawHeaders) => Refusal | undefined;

/** Refuses what was not sent to a name of the port. Throws a RangeError that tells the name that is none. */
export function hostCheck({ host = "127.0.0.1", hosts = [] }: PortNames): HostCheck {
  const bound = nameOf(host.includes(":") ? `[${host}]` : host);
  const isOpenToAll = bound !== undefined && ALL_ADDRESSES.includes(bound);
  const names = new Set(isOpenToAll ? [] : [bound]);
  for (const one of hosts) names.add(listedName(one));
  return (headers) => {
    const given = valuesOf(headers, "host");
    const name = given.length === 1 ? nameOf(given[0] ?? "") : undefined;
    if (name !== undefined) {
      if (LOOPBACK.test(name) || names.has(name)) return undefined;
      // DNS can bend names alone: whoever asks for an address means this machine.
      if (isOpenToAll && ADDRESS.test(name) && !ODD_ADDRESS.test(name)) return undefined;
    }
    return { status: 421, text: `${complaint(given)} ${ADVICE}` };
  };
}

/** Refuses what a browser sent for a page that is not of this port. Programs send none of the two headers. */
export function foreignPage(headers: RawHeaders): Refusal | undefined {
  const [origins, sites] = [valuesOf(headers, "origin"), valuesOf(headers, "sec-fetch-site")];
  const [host = ""] = valuesOf(headers, "host");
  const isOwn =
    origins.every((one) => isOriginOf(one, host)) &&
    sites.every((one) => one === "same-origin" || one === "none");
  if (isOwn) return undefined;
  const text = "This port does nothing for pages that are not its own. Ask from a program.";
  return { status: 403, text };
}

/** Refuses what a form, or a script without leave, could have sent: other types than JSON a browser posts to anybody. */
export function unlessJson(headers: RawHeaders): Refusal | undefined {
  const types = valuesOf(headers, "content-type");
  const isJson = (type: string) => /^application\/json[\t ]*(;|$)/i.test(type);
  if (types.length === 1 && types.every(isJson)) return undefined;
  return { status: 415, text: "Send this by POST, with Content-Type: application/json." };
}

/** What a URL to a port bound to this address says: one that the port answers to. */
export function hostInUrl(host: string): string {
  const written = host.includes(":") ? `[${host}]` : host;
  const name = nameOf(written) ?? written;
  if (!ALL_ADDRESSES.includes(name)) return written;
  return name === "[::]" ? "[::1]" : "127.0.0.1";
}

const ADVICE =
  "List the names it is meant to have in SANDBOX_HOSTS (--hosts where the node runs by itself).";
const LOOPBACK = /^(?:127(?:\.\d+){3}|\[::1\]|(?:.+\.)?localhost)$/;
const ADDRESS = /^(?:\d+(?:\.\d+){3}|\[.*\])$/;
const ALL_ADDRESSES = ["0.0.0.0", "[::]", "[::ffff:0:0]"];
/** Those, and IPv4 within IPv6: they lead to this machine, and a browser does not say which page asks there. */
const ODD_ADDRESS = /^(?:0(?:\.\d+){3}|\[::\]|\[::ffff:.*\])$/;
const HOST = /^([\w-]+(?:\.[\w-]+)*\.?|\[[\da-f:.]+\])(:\d{0,5})?$/i;

function complaint(given: readonly string[]): string {
  if (given.length !== 1) return `The request has ${given.length} Host headers, it needs one.`;
  return `This port does not answer to the name "${(given[0] ?? "").slice(0, 100)}".`;
}

function listedName(text: string): string {
  const name = HOST.exec(text)?.[2] === undefined ? nameOf(text) : undefined;
  if (name === undefined) throw new RangeError(`"${text}" is no host name without a port`);
  return name;
}

/** As URLs have it, without the port and the dot of the root; undefined where it is no host. */
function nameOf(host: string): string | undefined {
  const url = `http://${HOST.exec(host)?.[1] ?? ""}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, "") : undefined;
}

/** A proxy may have taken the encryption off, so the scheme is the page's. */
function isOriginOf(origin: string, host: string): boolean {
  const [, scheme] = /^(https?):\/\/[^/]+$/i.exec(origin) ?? [];
  const asked = `${scheme}://${host}`;
  if (scheme === undefined || !URL.canParse(origin) || !URL.canParse(asked)) return false;
  return new URL(origin).origin === new URL(asked).origin;
}

function valuesOf(headers: RawHeaders, name: string): string[] {
  return headers.filter((_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === name);
}
