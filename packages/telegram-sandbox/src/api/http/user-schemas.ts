/** Bodies of the user's side. Numbers may come as text, because a path and a query have nothing else. */
import { z } from "zod";
import { STATUSES } from "../model.js";
import type { NewFile } from "../wire/params.js";

const id = z.union([
  z.int(),
  z
    .string()
    .regex(/^-?\d{1,15}$/, "must be a number")
    .transform(Number),
]);

/** What the person's application speaks, from then on: "ru", "pt-br". */
const language = z
  .string()
  .regex(/^[a-z]{2,3}(-[a-z0-9]+)*$/i, "must be a language")
  .optional();

/** Canonical base64 only: Node's decoder passes over what it does not know, and half a file would be kept. */
const base64 = z
  .string()
  .min(1, "the file must not be empty")
  .transform((text, context): Buffer => {
    const bytes = Buffer.from(text, "base64");
    if (bytes.toString("base64") === text) return bytes;
    context.addIssue("must be base64 (A-Z a-z 0-9 + /, padded with =, nothing else)");
    return z.NEVER;
  });

/** It becomes a header when the file is read. */
const mediaType = z
  .string()
  .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+ *(;[ -~]*)?$/, "must be a media type");

const documentSchema = z
  .strictObject({ file_name: z.string(), mime_type: mediaType.optional(), base64 })
  .transform(
    ({ file_name, mime_type, base64: bytes }): NewFile => ({
      fileName: file_name,
      mimeType: mime_type ?? "",
      bytes,
    }),
  );

export const messageSchema = z.strictObject({
  from: id,
  text: z.string().optional(),
  caption: z.string().optional(),
  document: documentSchema.optional(),
  reply_to_message_id: id.optional(),
  message_thread_id: id.optional(),
  sender_chat_id: id.optional(),
  language_code: language,
});

export const tapSchema = z
  .strictObject({
    from: id,
    label: z.string().min(1).optional(),
    message_id: id.optional(),
    callback_data: z.string().optional(),
    language_code: language,
  })
  .refine(
    ({ label, message_id, callback_data }) =>
      label === undefined
        ? message_id !== undefined && callback_data !== undefined
        : message_id === undefined && callback_data === undefined,
    { error: "give either label, or message_id and callback_data" },
  );

export const editSchema = z.strictObject({ from: id, message_id: id, text: z.string() });
export const deleteSchema = z.strictObject({ message_id: id, from: id.optional() });
export const memberSchema = z.strictObject({ user_id: id, status: z.enum(STATUSES) });
export const redeliverSchema = z.strictObject({ update_id: id });
export const commandsSchema = z.strictObject({ from: id, language_code: language });
export const chatIdSchema = id;
export const afterSchema = id.default(0);
