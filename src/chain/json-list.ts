/**
 * Cuts the elements of a JSON list out of bytes as they come, so that a list needs no more memory than its largest element. Of
 * anything else than a list the bytes are kept.
 */
const [QUOTE, BACKSLASH, COMMA] = bytesOf('"\\,');
const [LIST, LIST_END, OBJECT, OBJECT_END] = bytesOf("[]{}");
const BLANKS = new Set(bytesOf(" \t\r\n"));

function bytesOf(text: string): number[] {
  return [...Buffer.from(text)];
}

export class JsonList {
  /** Of the element that has begun, or of what is no list. */
  #parts: Buffer[] = [];
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  #hasElements = false;
  #state: "before" | "in" | "after" | "other" = "before";

  /** The elements that end in these bytes. Throws `SyntaxError` where they are no JSON. */
  push(bytes: Buffer): unknown[] {
    const found: unknown[] = [];
    let at = 0;
    while (this.#state === "before" && at < bytes.length) {
      const byte = bytes[at] ?? 0;
      if (byte === LIST) this.#state = "in";
      else if (!BLANKS.has(byte)) this.#state = "other";
      if (this.#state !== "other") at += 1;
    }
    let start = at;
    for (; this.#state === "in" && at < bytes.length; at += 1) {
      if (!this.#ends(bytes[at])) continue;
      this.#parts.push(bytes.subarray(start, at));
      start = at + 1;
      this.#take(found);
    }
    if (this.#state === "after" && bytes.subarray(start).some((byte) => !BLANKS.has(byte))) {
      throw new SyntaxError("there is more behind the list");
    }
    if (this.#state === "in" || this.#state === "other") this.#parts.push(bytes.subarray(start));
    return found;
  }

  /** All bytes have come; the text of what is no list. Throws `SyntaxError` for a list that has not ended. */
  end(): string | undefined {
    if (this.#state === "in") throw new SyntaxError("the list has no end");
    return this.#state === "after" ? undefined : Buffer.concat(this.#parts).toString();
  }

  /** Whether an element, or the list, ends before this byte. */
  #ends(byte: number | undefined): boolean {
    if (this.#inString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#inString = false;
      return false;
    }
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OBJECT || byte === LIST) this.#depth += 1;
    else if (byte === COMMA) return this.#depth === 0;
    else if (byte === OBJECT_END || byte === LIST_END) {
      if (this.#depth === 0 && byte === OBJECT_END) throw new SyntaxError("the list has no end");
      if (this.#depth === 0) this.#state = "after";
      this.#depth -= 1;
      return this.#state === "after";
    }
    return false;
  }

  #take(found: unknown[]): void {
    const text = Buffer.concat(this.#parts).toString();
    this.#parts = [];
    const isEmpty = this.#state === "after" && !this.#hasElements && text.trim() === "";
    if (!isEmpty) found.push(JSON.parse(text));
    this.#hasElements = true;
  }
}
