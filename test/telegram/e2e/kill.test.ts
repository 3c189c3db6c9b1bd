/**
 * The built desk, killed once at several points at the same time: right after a payment is committed and before anything of it
 * is told, while a notification is on its way, after Telegram has taken one and its answer was lost, after one was told, and
 * after a key was issued and before Telegram has said that it took it.
 */

import { expect, onTestFinished, test } from "vitest";
import { auditOnce } from "../../../src/engine/operating/audit.js";
import { sellersOffer } from "../../e2e/api.js";
import { deskEnv, startDeskProcess, temporaryDirectory } from "../../e2e/desk-process.js";
import { sourceAt } from "../../support/open-database.js";
import { connectTo } from "../../support/read-now.js";
import { until } from "../../support/until.js";
import { chatSide, dataOf, hearEach, type Person } from "./people.js";
import { active } from "./wallets.js";

const IDS = {
  told: 9_801,
  onTheWay: 9_802,
  unanswered: 9_803,
  paying: 9_804,
  issuing: 9_805,
} as const;
type People = Readonly<Record<keyof typeof IDS, Person>>;
type Rows = Record<string, number | string | null>[];

/** What never comes back before the desk is killed. */
const HANGS = { times: 99, delay_ms: 60_000 };

test("what was committed or told when the desk was killed exists once, each notification comes, and a key on its way is revoked", async () => {
  const directory = temporaryDirectory(onTestFinished);
  const env = deskEnv(directory, { LOG_LEVEL: "debug", SANDBOX_BLOCK_MS: "200" });
  let desk = await startDeskProcess(env);
  onTestFinished(() => void desk.end("SIGKILL"));
  await sellersOffer(desk.baseUrl);
  const chat = chatSide(`${desk.baseUrl}/sandbox/telegram`);
  const books = connectTo(sourceAt(`${directory}/desk.db`));
  onTestFinished(() => books.close());
  const rows = (sql: string, ...params: number[]) => books.execute({ sql, params });
  const outboxOf = ({ id }: Person) =>
    rows("SELECT attempts, sent_at FROM outbox WHERE chat_id = ? AND key LIKE 'news:%'", id);
  const ordersOf = ({ id }: Person) =>
    rows(
      `SELECT id FROM orders WHERE customer_id IN
         (SELECT customer_id FROM telegram_user WHERE user_id = ?)`,
      id,
    );
  const keysOnTheWay = () => rows("SELECT revoked_at FROM api_key WHERE pending = 1");

  const before = peopleOf(chat);
  const { issuing, ...buying } = before;
  for (const person of Object.values(buying)) await hearEach(person);
  const [card] = await Promise.all([
    limitAndQuote(before.paying),
    toldOf(before.told, outboxOf),
    quote(before.onTheWay, 1),
    quote(before.unanswered, 2),
    issuing.say("/key").then(() => issuing.see("API keys")),
  ]);
  await chat.fault({ method: "sendMessage", times: 1, cut: "after" });
  await before.unanswered.tap("Pay 2.925 TRX");
  await until(
    "Telegram has taken what it could not say that it took",
    async () => (await before.unanswered.news()).length > 0,
  );
  await chat.fault({ method: "sendMessage", ...HANGS });
  await before.onTheWay.tap("Pay 2.925 TRX");
  await until("a notification is on its way", () =>
    outboxOf(before.onTheWay).some(({ attempts }) => attempts === 1),
  );
  const issued = issuing.tapNow("Issue a key").catch(() => undefined);
  await until("the key is issued", () => keysOnTheWay().length > 0);
  await chat.fault({ method: "answerCallbackQuery", ...HANGS });
  await chat.fault({ method: "editMessageText", ...HANGS });
  const tapped = before.paying.press(card.message_id, dataOf(card, "Pay")).catch(() => undefined);
  await until("the order is committed", () => ordersOf(before.paying).length > 0);
  await desk.end("SIGKILL");
  await Promise.all([tapped, issued]);
  expect(keysOnTheWay()).toEqual([{ revoked_at: null }]);
  expect(outboxOf(before.onTheWay)).toEqual([{ attempts: 1, sent_at: null }]);
  expect(outboxOf(before.unanswered)).toEqual([{ attempts: expect.any(Number), sent_at: null }]);
  const logs = [desk.log()];

  desk = await startDeskProcess(env);
  const after = peopleOf(chatSide(`${desk.baseUrl}/sandbox/telegram`));
  const { paying } = after;
  const shown = await paying.see("safe to send");
  expect(shown.message_id).toBe(card.message_id);
  // The same tap again, as Telegram may send it.
  const again = await paying.press(card.message_id, dataOf(card, "Pay"));
  expect(again.text).toContain("Already paid");
  expect(ordersOf(paying)).toHaveLength(1);
  await until(
    async () => `all is told\n${JSON.stringify(Object.values(after).map(outboxOf))}`,
    () =>
      outboxOf(paying).length === 2 &&
      Object.values(after).every((one) => outboxOf(one).every(({ sent_at }) => sent_at !== null)),
  );
  await after.issuing.see("may not have reached you");
  expect(keysOnTheWay()).toEqual([{ revoked_at: expect.any(Number) }]);
  expect((await after.issuing.transcript()).join("\n")).not.toMatch(/edk_[0-9A-Za-z]{38}/);
  await paying.say("/balance");
  await paying.see("Balance 997.075 TRX");
  expect(await titlesOf(paying)).toEqual(["🔔 Delivered", "🔔 Low balance"]);
  expect(await titlesOf(after.told)).toEqual(["🔔 Delivered"]);
  expect(await titlesOf(after.onTheWay)).toEqual(["🔔 Delivered"]);
  // Whether it had arrived could not be known.
  expect(await titlesOf(after.unanswered)).toEqual(["🔔 Delivered", "🔔 Delivered"]);
  expect(await desk.end("SIGTERM")).toBe(0);
  logs.push(desk.log());
  expect(logs.join("\n")).not.toContain("42:sandbox");
  expect(await auditOnce(sourceAt(`${directory}/desk.db`))).toEqual({ ok: true, violations: [] });
}, 120_000);

function peopleOf({ person }: ReturnType<typeof chatSide>): People {
  const { told, onTheWay, unanswered, paying, issuing } = IDS;
  return {
    ...{ told: person(told), onTheWay: person(onTheWay) },
    ...{ unanswered: person(unanswered), paying: person(paying), issuing: person(issuing) },
  };
}

async function quote(person: Person, wallet: number) {
  await person.say(`/buy 65k energy 1h ${active(wallet)}`);
  return person.see("Pay 2.925 TRX");
}

/** Told, and the desk knows it. */
async function toldOf(person: Person, outboxOf: (one: Person) => Rows): Promise<void> {
  await quote(person, 3);
  await person.tap("Pay 2.925 TRX");
  await until("a delivery is told", () => outboxOf(person).some(({ sent_at }) => sent_at !== null));
}

/** The payment of this card falls below the limit too. */
async function limitAndQuote(person: Person) {
  await person.say("/settings");
  await person.tap("Alert me at a low balance");
  await person.see("Below how many TRX");
  await person.say("999");
  await person.see("Alert me when my balance drops below 999 TRX");
  return quote(person, 0);
}

const titlesOf = async (person: Person) =>
  (await person.news()).map(({ text = "" }) => text.split("\n")[0]).sort();
