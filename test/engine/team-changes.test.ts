/** Changes of a team that another owner decides, or that only waiting decides: what a thief of one owner's phone can and cannot do. */
import { expect, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import type { TeamChange } from "../../src/domain/team-change.js";
import { decide, lapseRequests } from "../../src/engine/chat/team-requests.js";
import { changeTeam } from "../../src/engine/teams/teams.js";
import { linkGroup } from "../../src/store/chat/telegram-users.js";
import { type Desk, openDesk } from "../support/desk.js";
import { OTHER_OWNER, OWNER, TRADER, TRX, teamOn, VIEWER } from "../support/teams.js";
import { newUpdate } from "./faults/updates.js";

const GROUP = -5;
const THIRD = 17;

async function open(members?: Parameters<typeof teamOn>[1]) {
  const desk = await openDesk();
  const team = await teamOn(desk, members);
  /** The id of the request that is open then, of whoever asked. */
  const wants = async (userId: number, change: TeamChange, customerId = team) => {
    const by = { updateId: await newUpdate(desk), customerId, userId };
    await changeTeam(desk.engine, { ...by, change, told: () => [] });
    const [row] = desk.rows("SELECT id FROM team_request WHERE status = 'open' ORDER BY id DESC");
    return String(row?.id);
  };
  const says = (requestId: string, userId: number, decision: "approve" | "decline") =>
    decide(desk.engine, { requestId, userId, decision });
  const roleOf = (userId: number) =>
    desk.rows(`SELECT role FROM team_member WHERE user_id = ${userId}`)[0]?.role;
  return { desk, team, wants, says, roleOf };
}

function wait72h({ clock }: Desk) {
  clock.nowMs += 73 * 3_600_000;
  clock.monotonicMs += 73 * 3_600_000;
}

const toldOf = (desk: Desk, end: string) =>
  desk
    .rows(`SELECT chat_id FROM outbox WHERE key LIKE 'team:%${end}' ORDER BY chat_id`)
    .map((row) => row.chat_id);

const limit = (of: "order" | "day", trx: number | null): TeamChange => ({
  ...{ kind: "teamLimits", of, limitSun: trx === null ? null : sun(trx * TRX) },
});

test("a change sets one limit, and only while that is what it was", async () => {
  const { desk, wants, says } = await open();
  await wants(OWNER, limit("order", 10));
  const wider = await wants(OWNER, limit("order", null));
  await wants(OTHER_OWNER, limit("day", 2));
  await wants(OTHER_OWNER, limit("order", 1));
  await expect(says(wider, OTHER_OWNER, "approve")).rejects.toThrow("no longer possible");
  const again = await wants(OWNER, limit("order", null));
  await says(again, OTHER_OWNER, "approve");
  expect(desk.rows("SELECT order_limit_sun, day_limit_sun FROM team")).toEqual([
    { order_limit_sun: null, day_limit_sun: 2 * TRX },
  ]);
  // Nothing at all is no limit, but a way to stop everybody.
  await expect(wants(OWNER, limit("order", 0))).rejects.toThrow("least limit");
});

test("an owner does not decide their own removal: it waits where nobody else can, and both are told", async () => {
  const { desk, wants, says, roleOf } = await open();
  const removal = { kind: "removal", userId: OTHER_OWNER } as const;
  const first = await wants(OWNER, removal);
  const id = await wants(OWNER, removal);
  expect(desk.rows(`SELECT status FROM team_request WHERE id = '${first}'`)).toEqual([
    { status: "withdrawn" },
  ]);
  for (const decision of ["approve", "decline"] as const) {
    await expect(says(id, OTHER_OWNER, decision)).rejects.toThrow("may not");
  }
  expect(toldOf(desk, `${id}:__`)).toEqual([OTHER_OWNER]);
  wait72h(desk);
  await lapseRequests(desk.engine);
  expect(roleOf(OTHER_OWNER)).toBeUndefined();
  expect(toldOf(desk, ":end")).toEqual([OWNER, OTHER_OWNER]);
  const [removed] = desk.rows("SELECT before FROM team_log WHERE act = 'removed'");
  expect(JSON.parse(String(removed?.before))).toMatchObject({ name: "@user12", role: "owner" });
});

test("of three owners the third decides a demotion", async () => {
  const { wants, says, roleOf } = await open([
    [OTHER_OWNER, "owner"],
    [THIRD, "owner"],
  ]);
  const id = await wants(OWNER, { kind: "role", userId: OTHER_OWNER, role: "viewer" });
  await expect(says(id, OTHER_OWNER, "decline")).rejects.toThrow("may not");
  await says(id, THIRD, "approve");
  expect(roleOf(OTHER_OWNER)).toBe("viewer");
});

test("a promotion that nobody confirmed takes no owner's rights later", async () => {
  const { desk, wants, says, roleOf } = await open();
  await wants(OWNER, { kind: "role", userId: VIEWER, role: "trader" });
  const owner = await wants(OTHER_OWNER, { kind: "role", userId: VIEWER, role: "owner" });
  await says(owner, OWNER, "approve");
  wait72h(desk);
  await lapseRequests(desk.engine);
  expect(roleOf(VIEWER)).toBe("owner");
});

test("a link that waited takes no group that is another team's by then", async () => {
  const { desk, team, wants, says } = await open();
  const id = await wants(OWNER, { kind: "link", chatId: GROUP, title: "Group" });
  const other = await teamOn(desk, []);
  await desk.commit(() => linkGroup(GROUP, other));
  await expect(says(id, OTHER_OWNER, "approve")).rejects.toThrow("another team");
  await desk.commit(() => linkGroup(GROUP, null));
  await says(id, OTHER_OWNER, "approve");
  expect(desk.rows("SELECT team_id FROM telegram_chat WHERE team_id IS NOT NULL")).toEqual([
    { team_id: team },
  ]);
});

test("who leaves is named in the log", async () => {
  const { desk, wants } = await open();
  await wants(TRADER, { kind: "removal", userId: TRADER });
  expect(desk.rows("SELECT name FROM team_log WHERE act = 'removed'")).toEqual([
    { name: "@user14" },
  ]);
});
