/** Bodies of the user's side. Numbers may come as text, because a form has nothing else. */
import { z } from "zod";
import { STATUSES } from "../model.js";

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

export const messageSchema = z.strictObject({
  from: id,
  text: z.string().optional(),
  caption: z.string().optional(),
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
export const chatIdSchema = id;
export const afterSchema = id.default(0);
