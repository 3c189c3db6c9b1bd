/** Uploaded files, in the database beside the messages that show them: one commit holds both. */
import { randomBytes } from "node:crypto";
import type { StoredFile } from "../model.js";
import { nextNumber } from "./settings.js";
import type { Storage } from "./storage.js";

interface KeptFile {
  readonly bytes: Buffer;
  readonly filePath: string;
  readonly mimeType: string;
}

interface FileRow {
  file_path: string;
  mime_type: string;
  content: string;
  bytes: Buffer;
}

export function newFileIds(size: number): StoredFile {
  return {
    file_id: `BQACAgQAAx${randomBytes(30).toString("base64url")}`,
    file_unique_id: `AgAD${randomBytes(8).toString("base64url")}`,
    file_size: size,
  };
}

/** `content` is what a message shows of the file, so that it can be sent again by its id. */
export function keepFile(
  storage: Storage,
  content: StoredFile,
  file: { folder: string; extension: string; mimeType: string; bytes: Buffer },
): void {
  const number = nextNumber(storage, "file_number", 0);
  const path = `${file.folder}/file_${number}${file.extension}`;
  storage.run(
    "INSERT INTO files VALUES (?, ?, ?, ?, ?, ?)",
    content.file_id,
    content.file_unique_id,
    path,
    file.mimeType,
    JSON.stringify(content),
    file.bytes,
  );
}

export function fileContent(storage: Storage, fileId: string): StoredFile | undefined {
  const sql = "SELECT content FROM files WHERE file_id = ?";
  const row = storage.get<{ content: string }>(sql, fileId);
  return row && (JSON.parse(row.content) as StoredFile);
}

export function filePathOf(storage: Storage, fileId: string): string | undefined {
  const sql = "SELECT file_path FROM files WHERE file_id = ?";
  return storage.get<{ file_path: string }>(sql, fileId)?.file_path;
}

export function fileById(storage: Storage, fileId: string): KeptFile | undefined {
  return keptFile(storage.get<FileRow>("SELECT * FROM files WHERE file_id = ?", fileId));
}

export function fileByPath(storage: Storage, path: string): KeptFile | undefined {
  return keptFile(storage.get<FileRow>("SELECT * FROM files WHERE file_path = ?", path));
}

function keptFile(row: FileRow | undefined): KeptFile | undefined {
  return row && { bytes: row.bytes, filePath: row.file_path, mimeType: row.mime_type };
}
