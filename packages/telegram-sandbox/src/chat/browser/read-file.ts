/** Reads what a person has attached. */
import { words } from "./reader.js";

/** It was moved, changed or locked since it was chosen; the message says so to the reader. */
export class Unreadable extends Error {}

/** The browser encodes by itself: a script would run out of stack or time with a large file. */
export function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(afterComma(String(reader.result))));
    reader.addEventListener("error", () => {
      reject(new Unreadable(words.unreadable(file.name)));
    });
    reader.readAsDataURL(file);
  });
}

/** A data URL's media type may have commas in it, base64 has none. */
function afterComma(url: string): string {
  return url.slice(url.lastIndexOf(",") + 1);
}
