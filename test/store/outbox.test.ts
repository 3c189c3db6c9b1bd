/** Messages to Telegram: an event is told once, by its key, whether it waits, was sent, or never will be. */

import { expect, onTestFinished, test } from "vitest";
import {
  attemptMessage,
  enqueue,
  messageDead,
  messageSent,
  nextMessages,
} from "../../src/store/chat/outbox.js";
import { SqliteDatabase } from "../../src/store/sqlite/database.js";
import { databasePath } from "../support/files.js";
import { readNow } from "../support/read-now.js";
import { withSchema } from "../support/schema.js";

test.each([
  ["waits", undefined],
  ["was sent", (id: number) => messageSent(id, 5, 2)],
  ["is given up", (id: number) => messageDead(id, "blocked")],
])("what %s is not told again", async (_, end) => {
  const database = new SqliteDatabase({ path: withSchema(databasePath()) });
  onTestFinished(() => database.close());
  await database.commit(() => enqueue("event", 1, "first", 1));
  const [row] = readNow(database, () => nextMessages(9));
  const id = row?.id ?? 0;
  await database.commit(() => attemptMessage(id));
  if (end) await database.commit(() => end(id));
  const before = readNow(database, () => nextMessages(9));
  await database.commit(() => enqueue("event", 1, "again", 3));
  expect(readNow(database, () => nextMessages(9))).toEqual(before);
  expect(before).toHaveLength(end ? 0 : 1);
});
