/** The process of painter.ts: reads a picture from its standard input, writes the PNG to its standard output, and ends. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { createCanvas, GlobalFonts, type SKRSContext2D } from "@napi-rs/canvas";
import encodeQR from "qr";
import { assert } from "../../domain/assert.js";
import { type Picture, type Shape, WEIGHTS } from "./picture.js";

type CodeShape = Extract<Shape, { kind: "code" }>;

/** Inter has one file for each script and weight; a letter is looked up in this order. */
const SCRIPTS = ["latin", "latin-ext", "cyrillic"] as const;
const FAMILIES = SCRIPTS.map((script) => `"Inter ${script}"`).join(", ");

/** Paints with Skia, with fonts from the package: installed fonts change nothing. A PNG. */
function paint(picture: Picture): Buffer {
  if (picture.shapes.some(({ kind }) => kind === "text")) loadFonts();
  const canvas = createCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d");
  context.fillStyle = picture.background;
  context.fillRect(0, 0, picture.width, picture.height);
  for (const shape of picture.shapes) paintShape(context, shape);
  return canvas.toBuffer("image/png");
}

function loadFonts(): void {
  const { resolve } = createRequire(import.meta.url);
  for (const script of SCRIPTS) {
    for (const weight of WEIGHTS) {
      const file = resolve(`@fontsource/inter/files/inter-${script}-${weight}-normal.woff2`);
      const font = GlobalFonts.register(readFileSync(file), `Inter ${script}`);
      assert(font, `the font ${file} cannot be read`);
    }
  }
}

function paintShape(context: SKRSContext2D, shape: Shape): void {
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
      context.font = `${shape.weight} ${shape.size}px ${FAMILIES}`;
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
