/** multipart/form-data, of which grammY's kind leaves out quotes and spaces. */
import { Busboy, type BusboyHeaders, type BusboyInstance } from "@fastify/busboy";
import { badRequest } from "./api-error.js";
import type { UploadedFile } from "./params.js";

export interface Form {
  readonly values: readonly (readonly [string, string])[];
  readonly files: readonly UploadedFile[];
}

/** No part can be larger than the body, which has a limit of its own. */
const FIELD_BYTES = 1_048_576;

export function readMultipart(contentType: string, body: Buffer): Promise<Form> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(badRequest("can't parse form data"));
    const values: [string, string][] = [];
    const files: UploadedFile[] = [];
    let reader: BusboyInstance;
    try {
      const headers: BusboyHeaders = { "content-type": contentType };
      reader = new Busboy({ headers, limits: { fieldSize: FIELD_BYTES } });
    } catch {
      return fail();
    }
    reader.on("field", (name, value) => values.push([name, value]));
    reader.on("file", (field, stream, fileName, _encoding, mimeType) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("error", fail);
      stream.on("end", () => {
        files.push({ field, fileName, mimeType, bytes: Buffer.concat(chunks) });
      });
    });
    reader.on("error", fail);
    reader.on("finish", () => resolve({ values, files }));
    reader.end(body);
  });
}
