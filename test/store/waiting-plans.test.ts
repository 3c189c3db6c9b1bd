/** What waits for chats that take nothing, for months perhaps, is not read by what looks for something to send each second. */
import { expect, test } from "vitest";
import { dirtyCards, markShortCardsDirty } from "../../src/store/chat/cards.js";
import { flowsCovered } from "../../src/store/chat/flows.js";
import { nextMessages } from "../../src/store/chat/outbox.js";
import { readsOf } from "./reads-of.js";

test("what waits for chats that take nothing is passed over in the index", () => {
  const reads = [...readsOf(dirtyCards(1)), ...readsOf(nextMessages(1))];
  expect(reads).toContain("SCAN card USING COVERING INDEX card_dirty");
  expect(reads).toContain("SCAN outbox USING COVERING INDEX outbox_open");
  expect(reads.filter((read) => read.includes("telegram_chat_unreachable"))).toHaveLength(2);
});

test("orders whose money has come are found by what is of them and their chats", () => {
  expect(readsOf(flowsCovered(1))).toEqual([
    "SEARCH flow USING INDEX flow_short (updated_at>?)",
    "SEARCH account USING PRIMARY KEY (id=?)",
    "SEARCH newer USING COVERING INDEX flow_open_of_owner (owner_user_id=? AND kind=? AND rowid>?)",
    "SEARCH telegram_chat USING INTEGER PRIMARY KEY (rowid=?)",
    "SEARCH outbox USING COVERING INDEX outbox_open (chat_id=?)",
  ]);
  expect(readsOf(markShortCardsDirty("0".repeat(24)))).toContain(
    "SEARCH flow USING INDEX flow_short_of_customer (customer_id=?)",
  );
});
