/** sendDocument, sendPhoto and getFile. */
import { fixText, lengthOf, readText } from "../content/text.js";
import type { Content, DocumentContent, PhotoContent } from "../model.js";
import { fileContent, filePathOf, keepFile, newFileIds } from "../storage/files.js";
import type { Storage } from "../storage/storage.js";
import { badRequest } from "../wire/api-error.js";
import type { NewFile, Params } from "../wire/params.js";
import type { World } from "../world.js";
import { deliver, readTarget } from "./send.js";

export const MOST_CAPTION = 1_024;
const ATTACHED = /^attach:\/\/(.+)$/;
const EXTENSION = /\.[A-Za-z0-9]{1,10}$/;

type Source = NewFile | { readonly fileId: string };

export function sendDocument(world: World, params: Params): unknown {
  return sendFile(world, params, "document", (source) => ({
    document:
      "fileId" in source ? known(world, source.fileId) : keepDocument(world.storage, source),
  }));
}

export function sendPhoto(world: World, params: Params): unknown {
  return sendFile(world, params, "photo", (source) => ({
    photo: ["fileId" in source ? known(world, source.fileId) : keepPhoto(world.storage, source)],
  }));
}

function sendFile(
  world: World,
  params: Params,
  field: "document" | "photo",
  keep: (source: Source) => Content,
): unknown {
  const source = readSource(params, field);
  if (source === undefined) throw badRequest(`there is no ${field} in the request`);
  const given = readText(params, "caption");
  const { target, markup } = readTarget(world, params);
  const content = keep(source);
  const { text, entities } = fixText(given, true);
  if (lengthOf(text) > MOST_CAPTION) throw badRequest("message caption is too long");
  return deliver(world, params, target, markup, {
    ...content,
    ...(text !== "" && { caption: text }),
    ...(entities.length > 0 && { caption_entities: entities }),
  });
}

/** A part of the form, by its name or by attach://, else the id of a file that was sent before. */
function readSource(params: Params, field: string): Source | undefined {
  const text = params.text(field);
  const attached = ATTACHED.exec(text)?.[1];
  const file = params.file(attached ?? field);
  if (file) return file;
  if (text === "" || attached !== undefined) return undefined;
  return { fileId: text };
}

function known<T extends DocumentContent | PhotoContent>(world: World, fileId: string): T {
  if (/^https?:/i.test(fileId)) throw badRequest("failed to get HTTP URL content");
  const content = fileContent(world.storage, fileId);
  if (content === undefined) throw badRequest("wrong file identifier/HTTP URL specified");
  return content as T;
}

export function keepDocument(storage: Storage, file: NewFile): DocumentContent {
  const { bytes, fileName } = file;
  if (bytes.length === 0) throw badRequest("file must be non-empty");
  const name = fileName === "" ? "file" : fileName;
  const extension = EXTENSION.exec(name)?.[0] ?? "";
  const mimeType = mimeTypeOf(extension, file.mimeType);
  const content = { file_name: name, mime_type: mimeType, ...newFileIds(bytes.length) };
  keepFile(storage, content, { folder: "documents", extension, mimeType, bytes });
  return content;
}

function keepPhoto(storage: Storage, { bytes }: NewFile): PhotoContent {
  if (bytes.length === 0) throw badRequest("file must be non-empty");
  const size = imageSize(bytes);
  if (size === undefined) throw badRequest("IMAGE_PROCESS_FAILED");
  const content = { ...newFileIds(bytes.length), ...size };
  keepFile(storage, content, {
    folder: "photos",
    extension: ".jpg",
    mimeType: "image/jpeg",
    bytes,
  });
  return content;
}

/** Telegram goes by the name; what the sender says counts where the name says nothing. */
function mimeTypeOf(extension: string, said: string): string {
  const types: Record<string, string> = {
    ".csv": "text/csv",
    ".txt": "text/plain",
    ".json": "application/json",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".jpg": "image/jpeg",
  };
  return types[extension.toLowerCase()] ?? (said === "" ? "application/octet-stream" : said);
}

export function getFile(world: World, params: Params): unknown {
  const fileId = params.text("file_id");
  if (fileId === "") throw badRequest("file_id not specified");
  const content = fileContent(world.storage, fileId);
  const file_path = filePathOf(world.storage, fileId);
  if (content === undefined || file_path === undefined) throw badRequest("invalid file_id");
  const { file_unique_id, file_size } = content;
  return { file_id: fileId, file_unique_id, file_size, file_path };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Marks of a frame's start; three numbers of the row mean something else. */
const NOT_A_FRAME = [0xc4, 0xc8, 0xcc];

/** Width and height of a PNG or JPEG: Telegram looks into photos, so a text file is none. */
function imageSize(bytes: Buffer): Size | undefined {
  if (bytes.length >= 24 && bytes.subarray(0, 8).equals(PNG)) {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  }
  if (bytes.length >= 4 && bytes.readUInt16BE(0) === 0xffd8) return jpegSize(bytes);
  return undefined;
}

function jpegSize(bytes: Buffer): Size | undefined {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const mark = bytes[at + 1] ?? 0;
    if (mark >= 0xc0 && mark <= 0xcf && !NOT_A_FRAME.includes(mark)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}
