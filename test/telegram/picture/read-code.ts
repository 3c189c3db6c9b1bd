/** What a QR code on a picture says, read from its pixels as a phone does. */
import { createCanvas, loadImage } from "@napi-rs/canvas";
import decodeQR from "qr/decode.js";

/** The pixels of a picture, four bytes each: red, green, blue and how opaque. */
export async function pixelsOf(png: Buffer) {
  const image = await loadImage(png);
  const context = createCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

/** Throws when there is no code that can be read. */
export async function textInCode(png: Buffer): Promise<string> {
  return decodeQR(await pixelsOf(png));
}
