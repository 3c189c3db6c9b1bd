/** What the page makes of messages: who is asked for a reply, what a chat's events say, which topic. */
import { describe, expect, test } from "vitest";
import { eventText } from "../../src/chat/browser/chat-event.js";
import { askedFor } from "../../src/chat/browser/force-reply.js";
import { type Message, snippet } from "../../src/chat/browser/message.js";
import { chatIdOf, chatOption, hashOf, messagesIn, placeOf } from "../../src/chat/browser/place.js";

const ALICE = { id: 7001, first_name: "Alice" };
const BOB = { id: 7002, first_name: "Bob" };
const BOT = { id: 42, first_name: "Energy Desk" };

let lastId = 0;
function message(fields: Partial<Message>): Message {
  lastId += 1;
  return { message_id: lastId, date: 1_800_000_000, from: ALICE, ...fields };
}

describe("a forced reply", () => {
  const question = message({ text: "/buy" });
  const toAlice = message({
    from: BOT,
    text: "How much?",
    reply_to_message: question,
    reply_markup: { force_reply: true, selective: true },
  });
  const toAll = message({ from: BOT, text: "Who?", reply_markup: { force_reply: true } });

  test("that is selective is for who is answered", () => {
    expect(askedFor([question, toAlice], ALICE.id)).toBe(toAlice);
    expect(askedFor([question, toAlice], BOB.id)).toBeUndefined();
  });

  test("that is selective is for who is mentioned", () => {
    const entities = [{ type: "text_mention", offset: 0, length: 3, user: BOB }];
    const mention = message({ ...toAlice, text: "Bob?", entities });
    expect(askedFor([question, mention], BOB.id)).toBe(mention);
  });

  test("that is not selective is for everybody", () => {
    expect(askedFor([toAll], BOB.id)).toBe(toAll);
  });

  test("is over when the person has written", () => {
    const answer = message({ text: "65k", reply_to_message: toAlice });
    expect(askedFor([question, toAlice, answer], ALICE.id)).toBeUndefined();
    const others = message({ from: BOB, text: "hello" });
    expect(askedFor([question, toAlice, others], ALICE.id)).toBe(toAlice);
  });

  test("is not over because an anonymous admin has written", () => {
    const anonymous = message({ sender_chat: { id: -1001, title: "OTC desk" }, text: "hm" });
    expect(askedFor([toAll, anonymous], ALICE.id)).toBe(toAll);
  });
});

describe("an event of a chat", () => {
  test.each<[Partial<Message>, string]>([
    [{ new_chat_members: [ALICE] }, "Alice joined"],
    [{ new_chat_members: [BOB, BOT] }, "Alice added Bob, Energy Desk"],
    [{ left_chat_member: ALICE }, "Alice left"],
    [{ left_chat_member: BOB }, "Alice removed Bob"],
    [{ forum_topic_created: { name: "Orders" } }, "Topic “Orders” was created"],
    [{ migrate_to_chat_id: -100 }, "This group became a supergroup"],
    [{ group_chat_created: true }, "Alice created the group"],
    [{}, "Something happened that is not shown here"],
  ])("%j", (fields, expected) => {
    expect(eventText(message(fields))).toBe(expected);
  });

  test("is nothing that somebody wrote", () => {
    expect(eventText(message({ text: "hello" }))).toBeUndefined();
    expect(eventText(message({ document: { file_id: "f" } }))).toBeUndefined();
  });
});

test("a message is one short line elsewhere", () => {
  expect(snippet(message({ text: "two\n  lines" }))).toBe("two lines");
  expect(snippet(message({ document: { file_id: "f", file_name: "list.csv" } }))).toBe("list.csv");
  expect(snippet(message({ text: "x".repeat(500) }))).toHaveLength(120);
});

describe("a place", () => {
  test.each([
    ["", { personId: 7001, chat: "private" }],
    ["#person=7003&chat=group", { personId: 7003, chat: "group" }],
    ["#person=1&chat=nowhere", { personId: 7001, chat: "private" }],
  ])("%j", (hash, expected) => {
    expect(placeOf(hash)).toEqual(expected);
    expect(placeOf(hashOf(expected))).toEqual(expected);
  });

  test("has the chat id of the person or the group", () => {
    expect(chatIdOf({ personId: 7002, chat: "private" })).toBe(7002);
    expect(chatIdOf({ personId: 7002, chat: "group" })).toBe(-1001);
    expect(chatIdOf({ personId: 7002, chat: "topic" })).toBe(-1001000000002);
  });

  test("shows one topic of a forum", () => {
    const general = message({ text: "general" });
    const topic = message({ text: "topic", message_thread_id: 2 });
    expect(messagesIn(chatOption("forum"), [general, topic])).toEqual([general]);
    expect(messagesIn(chatOption("topic"), [general, topic])).toEqual([topic]);
    expect(messagesIn(chatOption("group"), [general, topic])).toEqual([general, topic]);
  });
});
