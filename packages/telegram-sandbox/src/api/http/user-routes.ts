/**
 * The user's side: what a person's Telegram application would do, for scripts and the chat page.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { unlessJson } from "#shared/same-origin.js";
import type { Posted } from "../chats/post.js";
import { fileById } from "../storage/files.js";
import { redeliver } from "../storage/updates.js";
import { changeMember, migrate } from "../user/chat-changes.js";
import { chatWithMessages, listChats, listedCommands, shownChat } from "../user/chats.js";
import { deleteWritten, editWritten, write } from "../user/messages.js";
import { assertNone, Refused } from "../user/refused.js";
import { tap } from "../user/taps.js";
import { isObject } from "../wire/json-field.js";
import { BODY_LIMIT_BYTES } from "../wire/read-params.js";
import { streamEvents } from "./events.js";
import { faultSchema } from "./faults.js";
import type { Parts } from "./parts.js";
import {
  afterSchema,
  chatIdSchema,
  commandsSchema,
  deleteSchema,
  editSchema,
  memberSchema,
  messageSchema,
  redeliverSchema,
  tapSchema,
} from "./user-schemas.js";

/** As large a file as the bot may send: in base64 three bytes are four. */
const UPLOAD_LIMIT_BYTES = Math.ceil(BODY_LIMIT_BYTES / 3) * 4;

interface ChatRoute {
  readonly Params: { readonly chatId: string };
}

export function userRoutes(scope: FastifyInstance, parts: Parts): void {
  const { world } = parts;
  scope.addHook("onRequest", async (request) => {
    const { method, raw } = request;
    const isRead = method === "GET" || method === "HEAD";
    if (!isRead) assertNone(unlessJson(raw.rawHeaders));
  });
  scope.get("/chats", () => listChats(world));
  scope.get<ChatRoute>("/chats/:chatId", (request) => chatWithMessages(world, chatIdOf(request)));
  scope.get<ChatRoute>("/chats/:chatId/commands", (request) => {
    const { from, language_code } = commandsSchema.parse(request.query);
    return listedCommands(world, chatIdOf(request), from, language_code);
  });
  scope.get<ChatRoute>("/chats/:chatId/events", (request, reply) => {
    streamEvents(parts, request, reply, shownChat(world, chatIdOf(request)).id);
  });
  writingRoutes(scope, parts);
  changingRoutes(scope, parts);
  toolRoutes(scope, parts);
}

function writingRoutes(scope: FastifyInstance, { world, closing }: Parts): void {
  const { storage } = world;
  const limits = { bodyLimit: UPLOAD_LIMIT_BYTES };
  scope.post<ChatRoute>("/chats/:chatId/messages", limits, async (request) => {
    const body = messageSchema.parse(jsonBody(request));
    const chatId = chatIdOf(request);
    return written(await storage.commit(() => write(world, chatId, body)));
  });
  scope.post<ChatRoute>("/chats/:chatId/taps", async (request) => {
    return tap(world, chatIdOf(request), tapSchema.parse(jsonBody(request)), closing);
  });
  scope.post<ChatRoute>("/chats/:chatId/edits", async (request) => {
    const body = editSchema.parse(jsonBody(request));
    return written(await storage.commit(() => editWritten(world, chatIdOf(request), body)));
  });
  scope.post<ChatRoute>("/chats/:chatId/deletes", async (request) => {
    const { message_id } = deleteSchema.parse(jsonBody(request));
    await storage.commit(() => deleteWritten(world, chatIdOf(request), message_id));
    return { message_id };
  });
}

function changingRoutes(scope: FastifyInstance, { world }: Parts): void {
  const { storage } = world;
  scope.post<ChatRoute>("/chats/:chatId/migrate", async (request) => {
    return { chat_id: await storage.commit(() => migrate(world, chatIdOf(request))) };
  });
  scope.post<ChatRoute>("/chats/:chatId/members", async (request) => {
    const body = memberSchema.parse(jsonBody(request));
    const chatId = chatIdOf(request);
    return { update_id: await storage.commit(() => changeMember(world, chatId, body)) };
  });
}

function toolRoutes(scope: FastifyInstance, { world, faults, calls }: Parts): void {
  const { storage } = world;
  scope.post("/redeliver", async (request) => {
    const { update_id } = redeliverSchema.parse(jsonBody(request));
    await storage.commit(() => {
      if (!redeliver(storage, update_id)) throw new Refused(404, `there is no update ${update_id}`);
      storage.afterCommit(() => world.events.emit("update"));
    });
    return { update_id };
  });
  scope.post("/faults", (request) => {
    const fault = faultSchema.parse(jsonBody(request));
    faults.add(fault);
    return fault;
  });
  scope.get<{ Querystring: { after?: string } }>("/calls", ({ query }) => {
    return { calls: calls.after(afterSchema.parse(query.after)) };
  });
  scope.get<{ Params: { fileId: string } }>("/files/:fileId", (request, reply) => {
    return sendFile(world.storage, request.params.fileId, reply);
  });
}

/** As a download: nothing that was uploaded is ever shown as a page of the desk's own address. */
function sendFile(storage: Parts["world"]["storage"], fileId: string, reply: FastifyReply) {
  const file = fileById(storage, fileId);
  if (file === undefined) throw new Refused(404, `there is no file ${fileId}`);
  return reply
    .type(file.mimeType)
    .header("content-disposition", "attachment")
    .header("x-content-type-options", "nosniff")
    .send(file.bytes);
}

function written({ message, updateId }: Posted): { message_id: number; update_id: number | null } {
  return { message_id: message.messageId, update_id: updateId };
}

function chatIdOf({ params }: { readonly params: { readonly chatId: string } }): number {
  return chatIdSchema.parse(params.chatId);
}

function jsonBody({ body }: FastifyRequest): unknown {
  if (!Buffer.isBuffer(body)) throw new Refused(400, "the body must be a JSON object");
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    throw new Refused(400, "the body is not JSON");
  }
  if (!isObject(value)) throw new Refused(400, "the body must be a JSON object");
  return value;
}
