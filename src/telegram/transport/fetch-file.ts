/**
 * Fetches files that users send. Telegram gives a path for an id, and then the bytes. The token is in that address, so of a
 * failure only its meaning is passed on.
 */
import { type Api, GrammyError } from "grammy";
import { later } from "./later.js";

/** A document of a message. */
export interface SentFile {
  readonly id: string;
  readonly name: string;
  /** Telegram does not always say it. */
  readonly bytes: number | undefined;
}

export type FetchedFile =
  | { readonly bytes: Uint8Array }
  | { readonly problem: "tooLarge" | "unavailable" };

export type FetchFile = (file: SentFile, maxBytes: number) => Promise<FetchedFile>;

export interface FileSource {
  readonly api: Api;
  readonly token: string;
  /** Where the Bot API is; the official one unless given. */
  readonly apiRoot: string | undefined;
  readonly retryMs: number;
}

const OFFICIAL_ROOT = "https://api.telegram.org";
const TIMEOUT_MS = 10_000;
const TRIES = 2;

export function fileFetcher(source: FileSource, stopping: AbortSignal): FetchFile {
  return async (file, maxBytes) => {
    if (file.bytes !== undefined && file.bytes > maxBytes) return { problem: "tooLarge" };
    for (let tries = 1; ; tries += 1) {
      const fetched = await fetchOnce(source, file, maxBytes, stopping);
      const isFinal = "bytes" in fetched || fetched.problem === "tooLarge";
      if (isFinal || tries === TRIES || stopping.aborted) return fetched;
      await later(source.retryMs, stopping);
    }
  };
}

async function fetchOnce(
  { api, token, apiRoot = OFFICIAL_ROOT }: FileSource,
  { id }: SentFile,
  maxBytes: number,
  stopping: AbortSignal,
): Promise<FetchedFile> {
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    const { file_path: path, file_size: bytes = 0 } = await api.getFile(id, signal as never);
    if (bytes > maxBytes) return { problem: "tooLarge" };
    if (path === undefined) return { problem: "unavailable" };
    const url = `${apiRoot.replace(/\/+$/, "")}/file/bot${token}/${encodeURI(path)}`;
    const response = await fetch(url, { signal, redirect: "error" });
    if (!response.ok || !response.body) return { problem: "unavailable" };
    return await bytesOf(response.body, maxBytes);
  } catch (error) {
    const isTooBig = error instanceof GrammyError && /file is too big/.test(error.description);
    return { problem: isTooBig ? "tooLarge" : "unavailable" };
  }
}

/** Never holds more bytes than wanted, however many come. */
async function bytesOf(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<FetchedFile> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) return { problem: "tooLarge" };
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks) };
}
