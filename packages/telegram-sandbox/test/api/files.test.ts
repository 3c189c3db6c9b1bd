/** Photos and captions. */
import { expect, test } from "vitest";
import { ALICE, type Sandbox, startSandbox, TOKEN } from "./support.js";

/** The head of a PNG of 3 by 2; nobody looks further. */
const PNG = Buffer.from("89504e470d0a1a0a0000000d494844520000000300000002", "hex");
const JPEG = Buffer.from("ffd8ffe00004aaaaffc0001108000500070301", "hex");

interface Answered {
  readonly ok: boolean;
  readonly result: { readonly message_id: number };
  readonly description: string;
}

async function upload(
  sandbox: Sandbox,
  method: string,
  field: string,
  bytes: Buffer,
  caption = "",
): Promise<Answered> {
  const form = new FormData();
  form.set("chat_id", String(ALICE));
  form.set("caption", caption);
  form.set(field, new File([new Uint8Array(bytes)], "picture.png"));
  const address = `${sandbox.base}/bot${TOKEN}/${method}`;
  const response = await fetch(address, { method: "POST", body: form });
  return (await response.json()) as Answered;
}

test.each([
  ["PNG", PNG, 3, 2],
  ["JPEG", JPEG, 7, 5],
])("a photo is measured: %s", async (_name, bytes, width, height) => {
  const sandbox = await startSandbox();
  await sandbox.say(ALICE, "hello");
  const sent = await upload(sandbox, "sendPhoto", "photo", bytes, " a picture ");
  expect(sent).toMatchObject({
    ok: true,
    result: { caption: "a picture", photo: [{ width, height, file_size: bytes.length }] },
  });
});

test("what is no picture, nothing, or said at too great length", async () => {
  const sandbox = await startSandbox();
  await sandbox.say(ALICE, "hello");
  const refused = async (method: string, field: string, bytes: Buffer, caption?: string) =>
    (await upload(sandbox, method, field, bytes, caption)).description;
  expect(await refused("sendPhoto", "photo", Buffer.from("x"))).toBe(
    "Bad Request: IMAGE_PROCESS_FAILED",
  );
  expect(await refused("sendDocument", "document", Buffer.alloc(0))).toBe(
    "Bad Request: file must be non-empty",
  );
  expect(await refused("sendDocument", "document", PNG, "x".repeat(1_025))).toBe(
    "Bad Request: message caption is too long",
  );
});

test("captions are edited like texts", async () => {
  const sandbox = await startSandbox();
  await sandbox.say(ALICE, "hello");
  const { result } = await upload(sandbox, "sendDocument", "document", PNG, "one");
  const message = { chat_id: ALICE, message_id: result.message_id };
  const edit = (caption: string) => sandbox.bot("editMessageCaption", { ...message, caption });
  expect(await edit("two")).toMatchObject({
    caption: "two",
    document: { file_name: "picture.png" },
  });
  await expect(edit("two")).rejects.toThrow("message is not modified");
  await expect(edit("x".repeat(1_025))).rejects.toThrow("MEDIA_CAPTION_TOO_LONG");
  expect(await edit("")).not.toHaveProperty("caption");
  const text = sandbox.refusal("editMessageText", { ...message, text: "x" });
  expect((await text).description).toBe("Bad Request: there is no text in the message to edit");
});
