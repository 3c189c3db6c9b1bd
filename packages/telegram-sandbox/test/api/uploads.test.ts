/** What a person uploads: a file within JSON. */
import { expect, test } from "vitest";
import { ALICE, documentOf, type Fields, startShared } from "./support.js";

const MESSAGES = `/chats/${ALICE}/messages`;
const HELLO = documentOf("a.dat", "hello");

interface Uploaded {
  readonly document: { readonly file_id: string };
}

const shared = startShared();

async function upload(document: unknown, more: Fields = {}): Promise<Uploaded> {
  const sandbox = await shared;
  const { update_id } = await sandbox.user<{ update_id: number }>(MESSAGES, {
    from: ALICE,
    document,
    ...more,
  });
  const updates = await sandbox.bot<{ message: Uploaded }[]>("getUpdates", { offset: update_id });
  const [update] = updates;
  if (update === undefined) throw new Error(`no update ${update_id}`);
  return update.message;
}

test.each([0, 1, 2])("every byte arrives, with %i bytes of padding", async (padding) => {
  const bytes = Uint8Array.from({ length: 300 - padding }, (_, at) => at % 256);
  const { base } = await shared;
  const { document } = await upload(documentOf("all.dat", bytes));
  expect(document).toMatchObject({ file_name: "all.dat", file_size: bytes.length });
  const down = await fetch(`${base}/files/${document.file_id}`);
  expect(new Uint8Array(await down.arrayBuffer())).toEqual(bytes);
});

test.each([
  ["a.dat", undefined, "application/octet-stream"],
  ["a.dat", "image/webp", "image/webp"],
  ["a.dat", "text/plain; charset=utf-8", "text/plain; charset=utf-8"],
  ["a.csv", "application/vnd.ms-excel", "text/csv"],
])("%s said to be %s is %s", async (file_name, mime_type, expected) => {
  const { base } = await shared;
  const { document } = await upload({ ...HELLO, file_name, mime_type });
  expect(document).toMatchObject({ mime_type: expected });
  const down = await fetch(`${base}/files/${document.file_id}`);
  expect(down.headers.get("content-type")).toBe(expected);
});

test("the other fields of the message go along", async () => {
  const { message_id } = await (await shared).say(ALICE, "hello");
  const also = { caption: " /book ", reply_to_message_id: message_id, language_code: "ru" };
  expect(await upload(HELLO, also)).toMatchObject({
    from: { language_code: "ru" },
    caption: "/book",
    caption_entities: [{ type: "bot_command" }],
    reply_to_message: { message_id },
  });
});

test.each([
  ["aGVsbG8", "without its padding"],
  ["aGVsbG9=", "with bits left over"],
  ["aGVsbG8=aGVsbG8=", "after an end"],
  ["aGVs bG8=", "with a space"],
  ["aGVsbG8=\n", "with a line's end"],
  ["_-_-", "in another alphabet"],
  ["data:text/plain;base64,aGVsbG8=", "with what stands before it in an address"],
  ["hällo===", "that is none"],
])("%j is refused as base64 %s", async (base64) => {
  const refused = (await shared).user(MESSAGES, { from: ALICE, document: { ...HELLO, base64 } });
  await expect(refused).rejects.toThrow('400 {"error":"document.base64: must be base64');
});

test.each<[unknown, string]>([
  [null, "document: "],
  ["aGVsbG8=", "document: "],
  [{ ...HELLO, base64: "" }, "document.base64: the file must not be empty"],
  [{ ...HELLO, base64: undefined }, "document.base64: "],
  [{ ...HELLO, base64: 5 }, "document.base64: "],
  [{ ...HELLO, file_name: undefined }, "document.file_name: "],
  [{ ...HELLO, mime_type: "text" }, "document.mime_type: must be a media type"],
  [{ ...HELLO, mime_type: "text/plain\r\nx: y" }, "document.mime_type: must be a media type"],
  [{ ...HELLO, mime_type: "text/plain; é" }, "document.mime_type: must be a media type"],
  [{ ...HELLO, colour: "red" }, "document: Unrecognized key"],
])("the document %j is refused by its field", async (document, told) => {
  const refused = (await shared).user(MESSAGES, { from: ALICE, document });
  await expect(refused).rejects.toThrow(`400 {"error":"${told}`);
});
