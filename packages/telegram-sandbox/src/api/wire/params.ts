/**
 * Parameters of a call the way Telegram reads them: every one is a string, whether it came in the
 * query, a form or JSON; what is no string in JSON counts by its JSON text.
 */

/** A file that nobody has seen yet. */
export interface NewFile {
  readonly fileName: string;
  /** Empty where the sender did not say. */
  readonly mimeType: string;
  readonly bytes: Buffer;
}

export interface UploadedFile extends NewFile {
  readonly field: string;
}

export class Params {
  constructor(
    readonly values: ReadonlyMap<string, string>,
    readonly files: readonly UploadedFile[] = [],
  ) {}

  has(name: string): boolean {
    return this.values.has(name);
  }

  /** Empty when absent: Telegram makes no difference. */
  text(name: string): string {
    return this.values.get(name) ?? "";
  }

  /** The number a text begins with, else 0. */
  integer(name: string): number {
    return leadingInteger(this.text(name));
  }

  integerWithin(name: string, preset: number, least: number, most: number): number {
    if (this.text(name) === "") return preset;
    return Math.min(Math.max(this.integer(name), least), most);
  }

  flag(name: string): boolean {
    return ["true", "yes", "1"].includes(this.text(name).trim().toLowerCase());
  }

  file(field: string): UploadedFile | undefined {
    return this.files.find((file) => file.field === field);
  }

  /** For the log of calls: objects where the text is JSON of one, and files by name and size. */
  toJSON(): Record<string, unknown> {
    const json: Record<string, unknown> = {};
    for (const [name, text] of this.values) json[name] = readable(text);
    for (const { field, fileName, bytes } of this.files) {
      json[field] = { file_name: fileName, file_size: bytes.length };
    }
    return json;
  }
}

export function leadingInteger(text: string): number {
  const digits = /^-?\d+/.exec(text)?.[0];
  const number = digits === undefined ? 0 : Number(digits);
  return Number.isSafeInteger(number) ? number : 0;
}

function readable(text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
