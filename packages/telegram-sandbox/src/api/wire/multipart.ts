/**
 * multipart/form-data as Telegram reads it: names may stand without quotes, also with spaces in
 * them, which is how grammY writes the names of files.
 */
import { badRequest } from "./api-error.js";
import type { UploadedFile } from "./params.js";

interface Form {
  readonly values: readonly (readonly [string, string])[];
  readonly files: readonly UploadedFile[];
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly bytes: Buffer;
}

const LINE_END = "\r\n";
const HEADERS_END = "\r\n\r\n";
const LAST = "--";

export function readMultipart(contentType: string, body: Buffer): Form {
  const values: [string, string][] = [];
  const files: UploadedFile[] = [];
  for (const { headers, bytes } of partsOf(body, boundaryOf(contentType))) {
    const disposition = headers.get("content-disposition") ?? "";
    if (!/^form-data\b/i.test(disposition)) {
      throw badRequest("expected form-data content disposition");
    }
    const names = parametersOf(disposition);
    const field = names.get("name");
    if (field === undefined) throw badRequest("field name in multipart/form-data not found");
    const fileName = names.get("filename");
    if (fileName === undefined) values.push([field, bytes.toString("utf8")]);
    else files.push({ field, fileName, mimeType: headers.get("content-type") ?? "", bytes });
  }
  return { values, files };
}

function boundaryOf(contentType: string): string {
  const boundary = parametersOf(contentType).get("boundary");
  if (boundary === undefined || boundary === "") throw badRequest("boundary not found");
  return boundary;
}

function* partsOf(body: Buffer, boundary: string): Generator<Part> {
  const delimiter = Buffer.from(`${LINE_END}--${boundary}`);
  // The first boundary may stand at the very beginning, without a line before it.
  const bytes = Buffer.concat([Buffer.from(LINE_END), body]);
  let at = bytes.indexOf(delimiter);
  for (;;) {
    const start = at + delimiter.length;
    const mark = bytes.toString("latin1", start, start + 2);
    if (at >= 0 && mark === LAST) return;
    const headersEnd = bytes.indexOf(HEADERS_END, start);
    const end = bytes.indexOf(delimiter, headersEnd + LINE_END.length);
    if (at < 0 || mark !== LINE_END || headersEnd < 0 || end < 0) {
      throw badRequest("unexpected end of request content");
    }
    const headers = headersOf(bytes.toString("utf8", start + LINE_END.length, headersEnd));
    yield { headers, bytes: bytes.subarray(headersEnd + HEADERS_END.length, end) };
    at = end;
  }
}

function headersOf(text: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of text.split(LINE_END)) {
    const colon = line.indexOf(":");
    if (colon < 0) throw badRequest("can't parse form data headers");
    headers.set(line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim());
  }
  return headers;
}

/** What follows a header's first word: `; name="a b"; filename=c d.csv`. */
function parametersOf(header: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const found of header.matchAll(/;\s*([\w*-]+)=(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g)) {
    const [, name = "", quoted, bare = ""] = found;
    const value = quoted === undefined ? bare.trim() : quoted.replace(/\\(.)/g, "$1");
    parameters.set(name.toLowerCase(), value);
  }
  return parameters;
}
