/** Groups of a team: linked and unlinked by each door, told so, and without what was open there for another account. */
import { expect, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import type { TeamChange } from "../../src/domain/team-change.js";
import { migrateChat } from "../../src/engine/chat/outbox.js";
import { decide } from "../../src/engine/chat/team-requests.js";
import { unlinkGroup } from "../../src/engine/teams/groups.js";
import { decideByOperator } from "../../src/engine/teams/operator.js";
import { readWhyEnded } from "../../src/engine/teams/paid-from.js";
import { changeTeam } from "../../src/engine/teams/teams.js";
import { findFlow } from "../../src/store/chat/flows.js";
import { linkGroup } from "../../src/store/chat/telegram-users.js";
import { openDesk } from "../support/desk.js";
import { OTHER_OWNER, OWNER, TRADER, teamDraft, teamOn } from "../support/teams.js";
import { newUpdate } from "./faults/updates.js";

const GROUP = -5;

async function open() {
  const desk = await openDesk();
  const team = await teamOn(desk);
  /** The id of the request that is open then. */
  const wants = async (userId: number, change: TeamChange) => {
    const by = { updateId: await newUpdate(desk), customerId: team, userId };
    await changeTeam(desk.engine, { ...by, change, told: () => [] });
    return String(desk.rows("SELECT id FROM team_request WHERE status = 'open'")[0]?.id);
  };
  const says = (requestId: string, userId: number, decision: "approve" | "decline") =>
    decide(desk.engine, { requestId, userId, decision });
  return { desk, team, wants, says };
}

test("a group hears whose orders it places, by whatever door, and what is open there ends", async () => {
  const { desk, team, wants, says } = await open();
  const { engine } = desk;
  const own = String(
    desk.rows(`SELECT customer_id FROM telegram_user WHERE user_id = ${TRADER}`)[0]?.customer_id,
  );
  const statusOf = (id: string) => desk.rows(`SELECT status FROM flow WHERE id = '${id}'`)[0];
  const whyOf = async (id: string) =>
    readWhyEnded(engine, must(await engine.database.read(() => findFlow(id)), "a card"));
  const heard = () =>
    desk
      .rows("SELECT chat_id, payload FROM outbox WHERE key LIKE 'team:%:group' ORDER BY id")
      .map(({ chat_id, payload }) => [chat_id, JSON.parse(String(payload)).is]);
  const draftIn = async (id: string, customerId: string) =>
    (await teamDraft(desk, customerId, { id, chatId: GROUP })).flow.id;
  const link = { kind: "link", chatId: GROUP, title: "Group" } as const;
  const ofOwn = await draftIn("a1", own);
  const id = await wants(OWNER, link);
  expect(heard()).toEqual([]);
  expect(statusOf(ofOwn)).toEqual({ status: "open" });
  await says(id, OTHER_OWNER, "approve");
  expect(statusOf(ofOwn)).toEqual({ status: "dropped" });
  expect(await whyOf(ofOwn)).toEqual({ why: "linked", teamName: "Desk" });
  expect(heard()).toEqual([[GROUP, "linked"]]);

  const ofTeam = await draftIn("a2", team);
  // Who drops it themselves is told no such reason.
  expect(await whyOf(ofTeam)).toBeUndefined();
  const elsewhere = (await teamDraft(desk, team, { id: "a3" })).flow.id;
  await wants(OWNER, { ...link, kind: "unlink" });
  expect(statusOf(ofTeam)).toEqual({ status: "dropped" });
  expect(await whyOf(ofTeam)).toEqual({ why: "unlinked", teamName: "Desk" });
  expect(statusOf(elsewhere)).toEqual({ status: "open" });
  expect(heard()).toEqual([
    [GROUP, "linked"],
    [GROUP, "unlinked"],
  ]);

  await decideByOperator(engine, await wants(OWNER, link), true);
  expect(heard()).toHaveLength(3);
  // Who says it in the group is answered there; the other owners hear of it.
  const again = await draftIn("a4", team);
  let said: string | undefined;
  const told = (was: string | undefined) => {
    said = was;
    return [];
  };
  const updateId = await newUpdate(desk);
  const byTrader = unlinkGroup(engine, { chatId: GROUP, userId: TRADER }, { updateId, told });
  await expect(byTrader).rejects.toMatchObject({ code: "FORBIDDEN" });
  await unlinkGroup(engine, { chatId: GROUP, userId: OWNER }, { updateId, told });
  expect(said).toBe("Desk");
  expect(statusOf(again)).toEqual({ status: "dropped" });
  expect(heard()).toHaveLength(3);
  const [{ id: by } = {}] = desk.rows(
    `SELECT user_id AS id FROM team_log WHERE act = 'unlinked' AND chat_id = ${GROUP}`,
  );
  expect(by).toBe(OWNER);
  const ends = desk.rows(
    `SELECT chat_id FROM outbox WHERE key LIKE 'team:%:end' AND payload LIKE '%unlink%' AND payload LIKE '%"askedBy":${OWNER}%'`,
  );
  // Of this one, and of that by /team before.
  expect(ends.map(({ chat_id }) => chat_id)).toEqual([OTHER_OWNER, OTHER_OWNER]);
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

test("a linked group stays linked as it becomes a supergroup", async () => {
  const { desk, wants, says } = await open();
  const link = { kind: "link", chatId: GROUP, title: "Group" } as const;
  await says(await wants(OWNER, link), OTHER_OWNER, "approve");
  await migrateChat(desk.engine, GROUP, -100);
  const linked = "SELECT chat_id, team_title FROM telegram_chat WHERE team_id IS NOT NULL";
  expect(desk.rows(linked)).toEqual([{ chat_id: -100, team_title: "Group" }]);
  // The old number still names it.
  await wants(OWNER, { ...link, kind: "unlink" });
  expect(desk.rows(linked)).toEqual([]);
  await expect(wants(OWNER, { ...link, kind: "unlink" })).rejects.toThrow("no longer possible");
});
