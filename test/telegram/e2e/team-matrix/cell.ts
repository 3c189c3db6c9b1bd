/** A cell of the matrix: a team of its own on a shared desk, somebody who acts in it, and what became of what they did. */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { API_KEY_RANDOM_BYTES, formatApiKey, hashApiKey } from "../../../../src/domain/api-key.js";
import { sun } from "../../../../src/domain/money.js";
import type { Role } from "../../../../src/domain/team.js";
import { telegramUser } from "../../../../src/engine/chat/telegram-users.js";
import { creditCustomer } from "../../../../src/engine/customers/customers.js";
import { linkGroup, payFrom } from "../../../../src/store/chat/telegram-users.js";
import { insertApiKey, insertCustomer } from "../../../../src/store/customers.js";
import { openCustomerAccounts } from "../../../../src/store/ledger.js";
import type { Phase, Row } from "../../../../src/store/phase.js";
import {
  deleteMember,
  findTeam,
  insertMember,
  insertTeam,
  updateTeam,
} from "../../../../src/store/teams/teams.js";
import { encodeTap } from "../../../../src/telegram/kit/buttons.js";
import { http, JSON_HEADERS } from "../../../support/http.js";
import { paidCredit } from "../../../support/terms.js";
import { until } from "../../../support/until.js";
import { buttonsOf, dataOf, GROUP, type Person, type Seen } from "../people.js";
import type { Rig } from "../rig.js";

export type Actor = "none" | Role;
export type Outcome = "allowed" | "request" | "refused";

const TRX = 1_000_000;
/** No other number looks like it. */
const BALANCE_TRX = 7_319;
export const BALANCE = /7,?3\d\d(?:\.\d+)? TRX|\b73\d{8}\b|"available":/;

let made = 0;

export type Cell = Awaited<ReturnType<typeof openCell>>;

/** There is one group, which belongs to the team of one cell at a time. */
export async function openCell(desk: Rig, role: Actor, isTaken: boolean, isInGroup: boolean) {
  made += 1;
  const number = made;
  const idOf = (name: string) => `${name}${String(number).padStart(6, "0")}`.padEnd(24, "0");
  const { engine } = desk;
  const { database } = engine;
  const team = idOf("7ea");
  const groupId = GROUP;
  const lastBefore = Math.max(0, ...(await desk.messagesOf(groupId)).map((one) => one.message_id));
  const [actorId, otherId, ownerId, lastId] = [1, 2, 3, 4].map(
    (at) => 500_000 + number * 10 + at,
  ) as [number, number, number, number];
  const known = (userId: number) =>
    telegramUser(
      engine,
      { userId, name: `@user${userId}`, clientLanguage: "en" },
      paidCredit(sun(0)),
    );
  const own = await known(actorId);
  for (const userId of [otherId, ownerId, lastId]) await known(userId);
  const at = engine.now();
  const [key, ownKey] = [1, 2].map(() => formatApiKey(randomBytes(API_KEY_RANDOM_BYTES)));
  const keyed = (id: string, customerId: string, text = "") => ({
    ...{ id: idOf(id), customerId, hash: hashApiKey(text), hint: "edk_", at },
  });
  const join = (userId: number, as: Role) =>
    insertMember({ customer_id: team, user_id: userId, role: as, joined_at: at });
  await database.commit(function* (): Phase<void> {
    yield* insertCustomer(team, `Desk ${number}`, at);
    yield* openCustomerAccounts(team);
    yield* insertTeam(team, at);
    for (const id of [ownerId, lastId]) yield* join(id, "owner");
    yield* join(otherId, "approver");
    if (role !== "none") yield* join(actorId, role);
    yield* insertApiKey({
      ...keyed("a1", team, key),
      ofMember: { memberId: actorId, madeBy: ownerId, capSun: sun(1_000 * TRX) },
    });
    yield* insertApiKey(keyed("a2", own.customer_id, ownKey));
    if (isInGroup) yield* linkGroup(groupId, team, "Group");
    yield* payFrom(actorId, team);
  });
  await creditCustomer(engine, {
    ...{ customerId: team, amountSun: sun(BALANCE_TRX * TRX), kind: "payment" },
    ...{ reason: "test", reference: "first" },
  });
  const actor = desk.person(actorId);
  const inGroup = desk.person(actorId, groupId);
  const other = desk.person(otherId, groupId);

  // A bot writes first to nobody.
  await Promise.all(
    [actorId, otherId, ownerId, lastId].map((userId) => desk.person(userId).say("hello")),
  );
  const rows = (sql: string): Promise<Row[]> =>
    database.read(function* (): Phase<Row[]> {
      return yield { sql, params: [] };
    });
  const chats = `(${[actorId, otherId, ownerId, lastId, ...(isInGroup ? [groupId] : [])].join(",")})`;
  /** Until the bot has read what was done, and has said all it will. */
  const quiet = async (done?: { readonly update_id: number | null }) => {
    const look = () =>
      rows(`SELECT
        ${done?.update_id == null ? 0 : `1 - (SELECT count(*) FROM inbox WHERE update_id = ${done.update_id} AND done_at IS NOT NULL)`} AS unread,
        (SELECT count(*) FROM outbox WHERE sent_at IS NULL AND dead_reason IS NULL AND chat_id IN ${chats}) AS unsent,
        (SELECT count(*) FROM card WHERE dirty = 1 AND chat_id IN ${chats}) AS dirty`);
    const isQuiet = ([row]: Row[]) =>
      row && Object.values(row).every((count) => Number(count) === 0);
    await until("the bot is quiet", look, isQuiet, 4_000);
    await sleep(0);
  };
  const ofGroup = async () =>
    isInGroup ? (await inGroup.cards()).filter((one) => one.message_id > lastBefore) : [];
  const said = async () =>
    [...(await actor.cards()), ...(await actor.news()), ...(await ofGroup())].map((message) =>
      JSON.stringify([message.message_id, message.text, buttonsOf(message)]),
    );
  const replies: string[] = [];
  let take: () => Promise<unknown> = () => database.commit(() => deleteMember(team, actorId));
  let atFirst = new Set(await said());
  let before = atFirst;
  let books = "";
  let requests: readonly unknown[] = [];
  const booksNow = async () =>
    JSON.stringify([
      await rows(
        `SELECT id, price_sun, status = 'cancelled' AS over FROM orders WHERE customer_id = '${team}' ORDER BY id`,
      ),
      await rows(`SELECT id, status FROM booking WHERE customer_id = '${team}' ORDER BY id`),
      await rows(`SELECT name, address FROM wallet_name WHERE customer_id = '${team}' ORDER BY id`),
      await rows(
        `SELECT order_limit_sun, day_limit_sun, alone_limit_sun, only_booked_wallets FROM team WHERE customer_id = '${team}'`,
      ),
      await rows(`SELECT user_id, role FROM team_member WHERE customer_id = '${team}'`),
      await rows(`SELECT id, status FROM team_invitation WHERE customer_id = '${team}'`),
      await rows(
        `SELECT id FROM api_key WHERE customer_id = '${team}' AND revoked_at IS NULL ORDER BY id`,
      ),
      await rows(`SELECT chat_id FROM telegram_chat WHERE team_id = '${team}' ORDER BY chat_id`),
      await rows(`SELECT id, status FROM withdrawal WHERE customer_id = '${team}'`),
      await rows(`SELECT count(*) AS n FROM team_link_code WHERE customer_id = '${team}'`),
    ]);
  const requestsNow = async () =>
    (
      await rows(`SELECT id FROM team_request WHERE customer_id = '${team}' AND status = 'open'`)
    ).map(({ id }) => id);
  const hasAsked = async () => (await requestsNow()).some((id) => !requests.includes(id));

  return {
    ...{
      desk,
      team,
      role,
      isTaken,
      actor,
      inGroup,
      other,
      owner: desk.person(ownerId),
      lastId,
      otherId,
    },
    ...{ quiet, rows, groupId },
    /** What is taken, where it is not the actor's membership. */
    takes(other: () => Promise<unknown>): void {
      take = other;
    },
    /** From here on it counts what is done; the right is taken now, if it is to be. */
    async act(): Promise<void> {
      await quiet();
      if (isTaken) await take();
      // Of what they were told before, they had the right.
      before = new Set(await said());
      if (isTaken) atFirst = before;
      [books, requests] = [await booksNow(), await requestsNow()];
    },
    async say(person: Person, text: string) {
      const written = await person.say(text);
      await quiet(written);
      return written;
    },
    async press(person: Person, messageId: number, data: string): Promise<string> {
      const tapped = await person.press(messageId, data);
      replies.push(tapped.text ?? "");
      await quiet(tapped);
      return tapped.text ?? "";
    },
    /** Taps a button that is to come, also on the card as it is by then. */
    async tap(person: Person, label: string, holds = ""): Promise<void> {
      for (let times = 0; times < 5; times += 1) {
        const card = await this.toCome(person, label, holds);
        const told = await this.press(person, card.message_id, dataOf(card, label));
        if (!told.includes("has changed meanwhile")) return;
      }
    },
    toCome(person: Person, label: string, ...holds: string[]): Promise<Seen> {
      const look = async () => {
        const card = await this.withButton(person, label);
        return holds.every((one) => card?.text?.includes(one)) ? card : undefined;
      };
      return until(`a card has ${label}`, look, Boolean, 8_000);
    },
    /** Anybody can send any callback data, upon whatever message the bot has there. */
    async forge(tapped: Parameters<typeof encodeTap>[0], person = actor): Promise<void> {
      await this.press(person, 1, encodeTap(tapped));
    },
    async edit(person: Person, messageId: number, text: string): Promise<void> {
      await quiet(await person.edit(messageId, text));
    },
    async call(
      method: string,
      path: string,
      { body, isOwn = false }: { readonly body?: object; readonly isOwn?: boolean } = {},
    ): Promise<string> {
      const headers = { "x-api-key": `${isOwn ? ownKey : key}`, ...(body && JSON_HEADERS) };
      const root = `http://127.0.0.1:${desk.delivery.port}`;
      const asked = { method, headers, body: body ? JSON.stringify(body) : null };
      const { text } = await http(`${root}${path}`, asked);
      replies.push(text);
      return text;
    },
    limit: (columns: object) =>
      database.commit(function* (): Phase<void> {
        const row = yield* findTeam(team);
        if (row) yield* updateTeam({ ...row, ...columns });
      }),
    /** The newest message with a button that holds this. */
    async withButton(person: Person, label: string): Promise<Seen | undefined> {
      const has = (message: Seen) =>
        buttonsOf(message).some(({ text, callback_data: data }) => data && text.includes(label));
      const cards = person.chatId === groupId ? await ofGroup() : await person.cards();
      return cards.findLast(has);
    },
    /** What came of it, what was said to them, and what of that was said since they acted. */
    async outcome(awaited = /./): Promise<{
      readonly is: Outcome;
      readonly told: string;
      readonly answers: string;
    }> {
      const hasChanged = (await hasAsked()) || (await booksNow()) !== books;
      const news = async (since: ReadonlySet<string>) =>
        [...replies, ...(await said()).filter((one) => !since.has(one))].join("\n").trim();
      if (!hasChanged)
        await until(
          "something is said",
          () => news(atFirst),
          (text) => awaited.test(text),
          3_000,
        ).catch(() => "");
      await quiet();
      const [told, answers] = [await news(atFirst), await news(before)];
      const isBooked = (await booksNow()) !== books;
      const isAsked = await hasAsked();
      return { is: isAsked ? "request" : isBooked ? "allowed" : "refused", told, answers };
    },
  };
}
