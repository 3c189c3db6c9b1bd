/** The process of painter.ts: reads a picture from its standard input, writes the PNG to its standard output, and ends. */
import { text } from "node:stream/consumers";
import { paint } from "./paint.js";
import type { Picture } from "./picture.js";

// Ctrl-C reaches every process of a terminal; the desk decides when this one ends.
process.on("SIGINT", () => {});
process.stdout.end(paint(JSON.parse(await text(process.stdin)) as Picture));
