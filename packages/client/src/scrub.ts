/** Takes the API key out of whatever becomes part of an error: a service, or a proxy before it, may repeat what it was sent. */

export type Scrub = <T>(value: T) => T;

const HIDDEN = "***";
/** Deeper than any answer is meant to be. */
const MAX_DEPTH = 20;

export function createScrub(apiKey: string): Scrub {
  const forms = [
    apiKey,
    encodeURIComponent(apiKey),
    JSON.stringify(apiKey).slice(1, -1),
    Buffer.from(apiKey).toString("base64").replace(/=+$/, ""),
  ];
  const ofText = (text: string) =>
    forms.reduce((scrubbed, form) => scrubbed.replaceAll(form, HIDDEN), text);

  function scrub(value: unknown, depth: number): unknown {
    if (typeof value === "string") return ofText(value);
    if (typeof value !== "object" || value === null) return value;
    if (depth >= MAX_DEPTH) return "…";
    if (value instanceof Error) return ofError(value);
    if (Array.isArray(value)) return value.map((entry) => scrub(entry, depth + 1));
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [ofText(name), scrub(entry, depth + 1)]),
    );
  }

  /** Its words only: what else hangs on an error of the network is not ours to know. */
  function ofError(error: Error): Error {
    const copy = new Error(ofText(error.message));
    copy.name = ofText(error.name);
    copy.stack = `${copy.name}: ${copy.message}`;
    const code = "code" in error && typeof error.code === "string" ? ofText(error.code) : undefined;
    return code === undefined ? copy : Object.assign(copy, { code });
  }

  return <T>(value: T) => scrub(value, 0) as T;
}
