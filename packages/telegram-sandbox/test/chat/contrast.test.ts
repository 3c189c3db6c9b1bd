/** Every colour of text stands out from what it is written on by WCAG's AA, light and dark. */
import { describe, expect, test } from "vitest";
import { TOKENS } from "../../src/chat/style/tokens.js";

const TEXT = 4.5;
/** Borders of fields, and the ring of what is focused. */
const PART = 3;

const SENDERS = [0, 1, 2, 3, 4, 5, 6].map((one) => `sender-${one}`);
const PAIRS: readonly [foreground: string, background: string, least: number][] = [
  ...over("incoming", ["text", "faint", "link", "code", ...SENDERS]),
  ...over("outgoing", ["text", "outgoing-faint", "link", "code"]),
  ...over("quote", ["text", "link", "code"]),
  ...over("outgoing-quote", ["text", "link", "code"]),
  ...over("bar", ["text", "faint", "link"]),
  ...over("field", ["text", "faint"]),
  ...over("desk", ["text", "faint"]),
  ...over("phone", ["text", "faint"]),
  ...over("key", ["key-text"]),
  ...over("key-hover", ["key-text", "text"]),
  ...over("key-off", ["key-off-text"]),
  ...over("accent", ["on-accent"]),
  ...over("toast", ["phone"]),
  ...["primary", "success", "danger", "pill", "warning"].flatMap((one) => over(one, ["white"])),
  ...["field", "bar", "desk"].flatMap((one) => over(one, ["field-line"], PART)),
  ...["incoming", "outgoing", "wall", "bar", "desk", "key"].flatMap((one) =>
    over(one, ["focus"], PART),
  ),
];

describe.each([
  ["light", palette(0)],
  ["dark", palette(1)],
])("%s", (_, colours) => {
  test.each(PAIRS)("%s on %s", (foreground, background, least) => {
    expect(contrast(colours(foreground), colours(background))).toBeGreaterThanOrEqual(least);
  });
});

function over(background: string, foregrounds: readonly string[], least = TEXT) {
  return foregrounds.map((one): [string, string, number] => [one, background, least]);
}

/** The tokens' first block is light, the second dark. */
function palette(block: number): (name: string) => string {
  const text = TOKENS.split(":root {")[block + 1] ?? "";
  const found = new Map([...text.matchAll(/--([\w-]+): (#\w{6});/g)].map(([, a, b]) => [a, b]));
  return (name) => {
    const colour = name === "white" ? "#ffffff" : found.get(name);
    if (colour === undefined) throw new Error(`there is no colour ${name}`);
    return colour;
  };
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
