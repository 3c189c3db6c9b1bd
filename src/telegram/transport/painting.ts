/** The process of painter.ts: reads a picture from its standard input, writes the PNG to its standard output, and ends. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { createCanvas, GlobalFonts, type SKRSContext2D } from "@napi-rs/canvas";
import encodeQR from "qr";
import { assert } from "../../domain/assert.js";
import { type Picture, type Shape, WEIGHTS } from "./picture.js";

type CodeShape = Extract<Shape, { kind: "code" }>;

const require = createRequire(import.meta.url);

/** Inter has one file for each script and weight; a letter is looked up in this order, and then in Noto Sans SC. */
const SCRIPTS = ["latin", "latin-ext", "cyrillic"] as const;

/** Chinese, with its punctuation and forms of full width: what Noto Sans SC is there for. */
const CHINESE = /[\p{Script=Han}\u3000-\u303f\uff00-\uffef]/gu;

/** Paints with Skia, with fonts from the package: installed fonts change nothing. A PNG. */
function paint(picture: Picture): Buffer {
  const texts = picture.shapes.flatMap((shape) => (shape.kind === "text" ? [shape.text] : []));
  const families = texts.length > 0 ? [...loadInter(), ...loadChinese(texts.join(""))] : [];
  const fonts = families.map((family) => `"${family}"`).join(", ");
  const canvas = createCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d");
  context.fillStyle = picture.background;
  context.fillRect(0, 0, picture.width, picture.height);
  for (const shape of picture.shapes) paintShape(context, shape, fonts);
  return canvas.toBuffer("image/png");
}

function loadInter(): string[] {
  return SCRIPTS.map((script) => {
    const family = `Inter ${script}`;
    for (const weight of WEIGHTS) {
      load(`@fontsource/inter/files/inter-${script}-${weight}-normal.woff2`, family);
    }
    return family;
  });
}

/** Noto Sans SC is cut into a hundred files, of all weights each: only those with a letter of the text are read. */
function loadChinese(text: string): string[] {
  const letters = (text.match(CHINESE) ?? []).map((letter) => letter.codePointAt(0) ?? 0);
  if (letters.length === 0) return [];
  const cuts: Record<string, string> = require("@fontsource-variable/noto-sans-sc/unicode.json");
  return Object.entries(cuts)
    .filter(([, ranges]) => letters.some((letter) => isWithin(ranges, letter)))
    .map(([cut]) => {
      const name = cut.replace(/[[\]]/g, "");
      const family = `Noto Sans SC ${name}`;
      load(
        `@fontsource-variable/noto-sans-sc/files/noto-sans-sc-${name}-wght-normal.woff2`,
        family,
      );
      return family;
    });
}

/** `ranges` as CSS has them: "U+4e00,U+ff01-ff0f". */
function isWithin(ranges: string, letter: number): boolean {
  return ranges.split(",").some((range) => {
    const [first = 0, last = first] = range
      .slice(2)
      .split("-")
      .map((hex) => Number.parseInt(hex, 16));
    return first <= letter && letter <= last;
  });
}

function load(path: string, family: string): void {
  const file = require.resolve(path);
  assert(GlobalFonts.register(readFileSync(file), family), `the font ${file} cannot be read`);
}

function paintShape(context: SKRSContext2D, shape: Shape, fonts: string): void {
  context.beginPath();
  switch (shape.kind) {
    case "box":
      context.roundRect(...shape.at, shape.width, shape.height, shape.radius);
      context.fillStyle = shape.fill;
      context.fill();
      break;
    case "dot":
      context.arc(...shape.at, shape.radius, 0, 2 * Math.PI);
      context.fillStyle = shape.fill;
      context.fill();
      break;
    case "line":
      for (const point of shape.points) context.lineTo(...point);
      context.strokeStyle = shape.stroke;
      context.lineWidth = shape.width;
      context.lineCap = shape.dash ? "butt" : "round";
      context.lineJoin = "round";
      context.setLineDash([...(shape.dash ?? [])]);
      context.stroke();
      break;
    case "code":
      context.fillStyle = shape.fill;
      addSquares(context, shape);
      context.fill();
      break;
    case "text":
      context.font = `${shape.weight} ${shape.size}px ${fonts}`;
      // A font that holds all weights is told which; the others have one each.
      context.fontVariationSettings = `"wght" ${shape.weight}`;
      context.textAlign = shape.align;
      context.fillStyle = shape.fill;
      context.fillText(shape.text, ...shape.at, shape.maxWidth);
      break;
  }
}

/** The least correction of errors: its squares are the largest, and nothing covers a part of a screen. */
function addSquares(context: SKRSContext2D, { text, at: [x, y], size }: CodeShape): void {
  const rows = encodeQR(text, "raw", { ecc: "low", border: 4 });
  const side = Math.floor(size / rows.length);
  const edge = Math.floor((size - side * rows.length) / 2);
  rows.forEach((row, down) => {
    row.forEach((isDark, right) => {
      if (isDark) context.rect(x + edge + right * side, y + edge + down * side, side, side);
    });
  });
}

// Ctrl-C reaches every process of a terminal; the desk decides when this one ends.
process.on("SIGINT", () => {});
process.stdout.end(paint(JSON.parse(await text(process.stdin)) as Picture));
