/** The log and the report of a team in the chat: in words, and as files. */
import { expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../../src/common/time.js";
import { sun } from "../../src/domain/money.js";
import type { TeamChange } from "../../src/domain/team-change.js";
import { decide, saysWhy } from "../../src/engine/chat/team-requests.js";
import { createOrders } from "../../src/engine/orders/create-orders.js";
import { type Doer, type Entry, logged } from "../../src/engine/teams/log.js";
import { LANGUAGES } from "../../src/telegram/kit/language.js";
import { assertSendable } from "../../src/telegram/kit/sendable.js";
import { logCard, writeLog } from "../../src/telegram/team/log.js";
import { reportCard, writeReport } from "../../src/telegram/team/report.js";
import { newUpdate } from "../engine/faults/updates.js";
import { addressOf } from "../support/addresses.js";
import { readCsv } from "../support/csv.js";
import { openDesk, request } from "../support/desk.js";
import { deliver, mine } from "../support/steps.js";
import { APPROVER, asked, GUEST, OWNER, TRADER, teamOn, VIEWER } from "../support/teams.js";

const ORDER = "0198c0de00000000000000f1";
const WITHDRAWN = { status: "waiting", address: addressOf(9), amountSun: 5_000_000 };
const ONE_ORDER = {
  ...{ resource: "energy", duration: "1h", receivers: [addressOf(1)], amounts: [65_000] },
};
const change = (change: TeamChange) => ({ subject: "team", after: change });
const LINES: readonly (readonly [Doer, Entry])[] = [
  [{ userId: OWNER }, { act: "invited", subject: "trader" }],
  [
    { userId: TRADER, confirmedBy: 12 },
    {
      act: "joined",
      subject: `user ${TRADER}`,
      before: null,
      after: { kind: "join", userId: TRADER, name: "n", role: "trader", invitedBy: OWNER },
    },
  ],
  [
    { userId: OWNER },
    {
      ...{ act: "teamLimits", before: null },
      ...change({ kind: "teamLimits", of: "alone", limitSun: sun(5_000_000) }),
    },
  ],
  [{ userId: OWNER }, { act: "named", subject: "x", before: addressOf(1), after: addressOf(2) }],
  [
    { userId: 13, chatId: -5 },
    { act: "cancelled", subject: `withdrawal ${ORDER}`, before: WITHDRAWN },
  ],
  [
    { userId: 13, keyId: "k" },
    {
      ...{ act: "changed", subject: ORDER, after: { priceSun: 51, deadlineAt: null } },
      before: { orderedBy: TRADER, orders: [ONE_ORDER], priceSun: 50, deadlineAt: null },
    },
  ],
  [
    { userId: OWNER },
    {
      ...{ act: "keyRevoked", subject: `user ${TRADER}` },
      before: { startsWith: "edk_a", capSun: 10_000_000 },
    },
  ],
  [
    { userId: OWNER },
    {
      ...{ act: "renamed", subject: "team", before: "Desk" },
      after: { kind: "rename", name: "Desk 7" },
    },
  ],
  [{ userId: OWNER }, { act: "withdrawn", subject: "invitation x", before: { role: "trader" } }],
  [
    { userId: OWNER },
    {
      ...{ act: "removed", subject: `user ${GUEST}`, before: { name: "n", role: "approver" } },
      after: { kind: "removal", userId: GUEST },
    },
  ],
  [
    { userId: TRADER },
    {
      ...{ act: "removed", subject: `user ${TRADER}`, before: { name: "n", role: "trader" } },
      after: { kind: "removal", userId: TRADER },
    },
  ],
];

async function written() {
  const desk = await openDesk();
  const team = await teamOn(desk);
  for (const [doer, entry] of LINES)
    await desk.commit(() => logged(team, doer, entry, desk.clock.nowMs));
  const requestId = await asked(desk, team, "7e", { receiver: [1, 2, 3, 4].map(addressOf) });
  await decide(desk.engine, { requestId, userId: APPROVER, chatId: -5, decision: "decline" });
  const why = { requestId, userId: APPROVER, reason: "too much today", told: () => [] };
  await saysWhy(desk.engine, { updateId: await newUpdate(desk), ...why });
  return { desk, team };
}

test("its lines say who, what, from what to what, and where", async () => {
  const { desk, team } = await written();
  const read = (userId: number, language: keyof typeof LANGUAGES = "en", before?: number) =>
    logCard(desk, userId, { team, before }, LANGUAGES[language].messages);
  const text = `${(await read(OWNER)).text}\n\n${(await read(OWNER, "en", 7)).text}`;
  expect(text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, "T")).toMatchInlineSnapshot(`
    "Log of team Desk

    T · @user13 · declined @user14's request: 4 × 65,000 Energy, 1 hour, up to 15.6 TRX, T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn, T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH, T9yD14Nj9j7xAB4dbGeiX9h8unkKawPyGg, and 1 more · Why: too much today

    T · @user13 · declined @user14's request: 4 × 65,000 Energy, 1 hour, up to 15.6 TRX, T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn, T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH, T9yD14Nj9j7xAB4dbGeiX9h8unkKawPyGg, and 1 more · in the group

    T · @user14 · asked: 4 × 65,000 Energy, 1 hour, up to 15.6 TRX, T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn, T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH, T9yD14Nj9j7xAB4dbGeiX9h8unkKawPyGg, and 1 more

    T · @user14 · left the team: @user14 (Telegram id 14), trader

    T · @user11 · removed: @user16 (Telegram id 16), approver

    T · @user11 · invitation withdrawn: trader

    T · @user11 · renamed: Desk → Desk 7

    T · @user11 · API key revoked: @user14 (Telegram id 14), Key edk_a…: up to 10 TRX a day (UTC)

    T · @user13 · changed @user14's order: 65,000 Energy, 1 hour, T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn, 50 SUN → 51 SUN · with an API key

    T · @user13 · withdrawal cancelled: 5 TRX to T9yD14Nj9j7xAB4dbGeiX9h8unkLG5AT1X · in the group

    Log of team Desk

    T · @user13 · withdrawal cancelled: 5 TRX to T9yD14Nj9j7xAB4dbGeiX9h8unkLG5AT1X · in the group

    T · @user11 · wallet put into the book: x, T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn → T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH

    T · @user11 · limit changed: The team's limit “Alone”: No limit → 5 TRX

    T · @user14 · joined: @user14 (Telegram id 14) joins team Desk as trader, invited by @user11 · confirmed by @user12

    T · @user11 · invitation made: trader

    T · @user11 · team founded: Desk"
  `);
  const ofChinese = "拒绝 @user14 的申请：4 × 65,000 能量，1 小时，最多 15.6 TRX";
  expect((await read(OWNER, "zh")).text).toContain(ofChinese);
  expect((await read(GUEST)).text).not.toContain("@user");
});

test("as files all of it is there once, the newest first", async () => {
  const { desk, team } = await written();
  const lines: string[][] = [];
  let before: number | undefined;
  let files = 0;
  do {
    const document = { kind: "teamLog", customerId: team, userId: OWNER, before } as const;
    const file = await writeLog(desk.engine, document, () => {}, 1, 3);
    if (!("bytes" in file)) throw new Error(file.instead.text);
    const [columns = [], ...rest] = readCsv(file.bytes.toString("utf8"));
    expect(rest.every(({ length }) => length === columns.length)).toBe(true);
    lines.push(...rest);
    files += 1;
    const [button] = file.card?.keyboard.flat() ?? [];
    const data = button && "callback_data" in button ? button.callback_data : undefined;
    before = data === undefined ? undefined : Number.parseInt(data.split(":").at(-1) ?? "", 36);
  } while (before !== undefined);
  expect(files).toBe(5);
  const asks = { resource: "energy", duration: "1h", amounts: [1, 2, 3, 4].map(() => 65_000) };
  const orders = [{ ...asks, receivers: [1, 2, 3, 4].map(addressOf) }];
  const values = (act: string) =>
    lines
      .filter((line) => line[1] === act)
      .map(([, , , , , , , , , before = "", after = ""]) => [before, after])
      .map((both) => both.map((json) => JSON.parse(json || "null")));
  expect(values("asked")).toEqual([[null, { mostSun: 15_600_000, orders }]]);
  expect(values("declined")).toEqual([
    [{ orders }, { reason: "too much today" }],
    [{ orders }, { askedBy: TRADER, mostSun: 15_600_000 }],
  ]);
  expect(values("teamLimits")[0]?.[0]).toEqual({ limitSun: null });
  expect(lines.map(([, act]) => act)).toEqual([
    ...["declined", "declined", "asked"],
    ...LINES.map(([, { act }]) => act).toReversed(),
    "founded",
  ]);
  expect(lines.find(([, act]) => act === "joined")?.slice(0, 9)).toEqual([
    ...[expect.anything(), "joined", `'@user${TRADER}`, String(TRADER), ""],
    ...["'@user12", "12", `user ${TRADER}`, `'@user${TRADER}`],
  ]);
});

/** The trader orders and waits for a minute, the approver two hours of the next day. */
async function reported() {
  const desk = await openDesk();
  const team = await teamOn(desk);
  const ordered = (userId: number, change: Record<string, unknown>) =>
    createOrders(desk.engine, {
      ...{ customerId: team, channel: "telegram", by: { kind: "member", userId } },
      ...{ idempotencyKey: undefined, request: request(change) },
    });
  await ordered(TRADER, {});
  await mine(desk, [], true, 60_000);
  await deliver(desk);
  await mine(desk, [], true, DAY_MS);
  await ordered(APPROVER, { receiver: [addressOf(2), addressOf(3)] });
  await mine(desk, [], true, 2 * HOUR_MS);
  await deliver(desk);
  return { desk, team };
}

test("the report says what was spent, by day and by member, how fast, and at which price", async () => {
  const { desk, team } = await reported();
  const read = (userId: number, days: "1" | "7") =>
    reportCard(desk, userId, { team, days }, LANGUAGES.en.messages);
  expect((await read(VIEWER, "7")).text).toMatchInlineSnapshot(`
    "Team Desk in 7 days (UTC)

    Spent · 11.7 TRX · 3 orders delivered
    Saved against burning: 7.8 TRX, at today's price
    195,000 Energy at 60 SUN on average; burning costs 100 SUN
    To the first delivery: half within 2 h, the slowest 2 h

    By day
    15 Jan · 3.9 TRX · 1 order delivered
    16 Jan · 7.8 TRX · 2 orders delivered

    By member
    @user13 · 7.8 TRX · 2 orders delivered
    @user14 · 3.9 TRX · 1 order delivered"
  `);
  for (const { messages } of Object.values(LANGUAGES)) {
    assertSendable(await reportCard(desk, VIEWER, { team, days: "30" }, messages));
    assertSendable(await logCard(desk, VIEWER, { team, before: undefined }, messages));
  }
  expect((await read(VIEWER, "1")).text).not.toContain(`@user${TRADER}`);
  expect((await read(GUEST, "7")).text).not.toContain("@user");
});

test("as a file it has a line for each day of each member", async () => {
  const { desk, team } = await reported();
  const { nowMs: at } = desk.clock;
  const document = { kind: "teamReport", customerId: team, userId: VIEWER, days: 7, at } as const;
  const file = await writeReport(desk.engine, document);
  if (!("bytes" in file)) throw new Error(file.instead.text);
  expect(file.bytes.toString("utf8")).toMatchInlineSnapshot(`
    "day,member,user_id,spent_trx,orders,median_seconds,slowest_seconds,energy_units,energy_price_sun,energy_burn_price_sun,bandwidth_units,bandwidth_price_sun,bandwidth_burn_price_sun
    2027-01-15,'@user14,14,3.9,1,63,63,65000,60,100,0,,1000
    2027-01-16,'@user13,13,7.8,2,7203,7203,130000,60,100,0,,1000
    "
  `);
  expect(await writeReport(desk.engine, { ...document, userId: GUEST })).toHaveProperty("instead");
});
