/** Server-Sent Events of a chat: each change as it happens, so that a page need not ask. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { changeJson } from "../user/chats.js";
import type { ChatChange } from "../world.js";
import type { Parts } from "./parts.js";

/** How soon the page's browser comes back after the stream broke. */
const RETRY_MS = 500;
/** Says that the desk is there while nothing happens. */
const BEAT_MS = 15_000;

export function streamEvents(
  { world, closing }: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  chatId: number,
): void {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  raw.write(`retry: ${RETRY_MS}\n\n`);
  const onChange = (change: ChatChange): void => {
    if (change.chatId !== chatId) return;
    raw.write(`event: ${change.type}\ndata: ${JSON.stringify(changeJson(world, change))}\n\n`);
  };
  const beat = setInterval(() => raw.write(": here\n\n"), BEAT_MS);
  const end = (): void => {
    clearInterval(beat);
    world.events.off("change", onChange);
    closing.removeEventListener("abort", end);
    // A connection that is kept would hold up a server that closes.
    raw.end(() => request.raw.socket.destroy());
  };
  world.events.on("change", onChange);
  closing.addEventListener("abort", end);
  raw.on("close", end);
}
