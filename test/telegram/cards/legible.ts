/**
 * Whether a label can be read whole on a phone 360 px wide: Telegram cuts what is too long, and never breaks it. Measured in
 * Inter, which is as wide as what phones use.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createCanvas, GlobalFonts } from "@napi-rs/canvas";
import type { Card } from "../../../src/telegram/transport/message.js";

/** As wide as a message can be there, less what is between buttons and inside of them, in px. */
const ROW_WIDTH = 300;
const GAP = 4;
const PADDING = 14;
const FONT_SIZE = 14;

const SCRIPTS = ["latin", "cyrillic"];
const { resolve } = createRequire(import.meta.url);
for (const script of SCRIPTS) {
  const file = resolve(`@fontsource/inter/files/inter-${script}-500-normal.woff2`);
  GlobalFonts.register(readFileSync(file), `Label ${script}`);
}
const context = createCanvas(1, 1).getContext("2d");
context.font = `500 ${FONT_SIZE}px ${SCRIPTS.map((script) => `"Label ${script}"`).join(", ")}`;

/** Pictures are in another font, each about as wide as it is high. */
const PICTURES = /\p{Extended_Pictographic}\uFE0F?/gu;

/** Chinese letters and punctuation, which Inter does not have: each is as wide as it is high. */
const FULL_WIDTH = /[\p{Script=Han}\u3000-\u303f\uff00-\uff60]/gu;

export function widthOf(label: string): number {
  const pictures = label.match(PICTURES)?.length ?? 0;
  const full = label.match(FULL_WIDTH)?.length ?? 0;
  const narrow = label.replace(PICTURES, "").replace(FULL_WIDTH, "");
  return context.measureText(narrow).width + (pictures * 1.3 + full) * FONT_SIZE;
}

/** Labels that would be cut, with the px that are missing. */
export function cutLabels({ keyboard }: Card): string[] {
  return keyboard.flatMap((row) => {
    const room = (ROW_WIDTH - GAP * (row.length - 1)) / row.length - PADDING;
    return row
      .map(({ text }) => ({ text, missing: Math.ceil(widthOf(text) - room) }))
      .filter(({ missing }) => missing > 0)
      .map(({ text, missing }) => `[${text}] of ${row.length} in its row: ${missing} px too long`);
  });
}
