/** `desk team` and the keys of teams, on a database alone. */
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { receiveUpdates } from "../../src/engine/chat/inbox.js";
import { telegramUser } from "../../src/engine/chat/telegram-users.js";
import { changeTeam, foundTeam } from "../../src/engine/teams/teams.js";
import { insertMember } from "../../src/store/teams/teams.js";
import { type Desk, deskOn, errorOf, resultOf, temporaryDirectory } from "./desk-command.js";
import { openEngine } from "./running-desk.js";

const [ADA, BEN] = [11, 12];
const directory = temporaryDirectory();
const databasePath = join(directory.path, "desk.db");
const desk: Desk = deskOn(databasePath);
const result = (...args: string[]) => resultOf(desk, ...args);
let team = "";

beforeAll(async () => {
  const { engine, close } = await openEngine(databasePath);
  for (const userId of [ADA, BEN]) {
    const who = { userId, name: `@user${userId}`, clientLanguage: "en" };
    await telegramUser(engine, who, { amountSun: sun(0), kind: "payment" });
  }
  const update = async (updateId: number) => {
    await receiveUpdates(engine, [{ updateId, lane: "lane", body: "{}" }]);
    return updateId;
  };
  const told = (customerId: string) => {
    team = customerId;
    return [];
  };
  await foundTeam(engine, { updateId: await update(1), userId: ADA, name: "Big Desk", told });
  const joined_at = engine.now();
  await engine.database.commit(() =>
    insertMember({ customer_id: team, user_id: BEN, role: "owner", joined_at }),
  );
  await changeTeam(engine, {
    ...{ updateId: await update(2), customerId: team, userId: ADA, told: () => [] },
    change: { kind: "link", chatId: -5, title: "Group" },
  });
  await close();
});
afterAll(() => directory.remove());

test("a key of a team belongs to a member and has a cap, and is listed with both", async () => {
  const bare = await errorOf(desk, "key", "issue", "--customer", team);
  expect(bare.message).toContain("give --member USER_ID");
  const issue = ["key", "issue", "--customer", team, "--member", String(BEN), "--cap", "20"];
  const withdrawing = await errorOf(desk, ...issue, "--withdraw");
  expect(withdrawing.message).toContain("no key of a team takes money out");
  await result(...issue);
  const { keys } = await result("key", "list", "--customer", team);
  expect(keys).toMatchObject([{ member: BEN, cap: 20, mayWithdraw: false }]);
});

test("teams are listed and shown; a request is decided, a role given, a member removed", async () => {
  expect((await desk("team", "list")).stdout).toMatch(/Big Desk +2 +2 +1 /);
  const shown = await desk("team", "show", team);
  expect(shown.stdout).toMatch(/12 +@user12 +owner +none +none +none +0 +1/);
  const { requests } = (await result("team", "show", team)) as {
    requests: readonly { request: string; kind: string }[];
  };
  const { request, kind } = must(requests[0], "a request");
  expect(kind).toBe("link");
  await result("team", "approve", request);
  expect((await errorOf(desk, "team", "decline", request)).code).toBe("NOT_CHANGEABLE");
  await result("team", "role", team, String(BEN), "trader");
  expect((await errorOf(desk, "team", "remove", team, String(ADA))).message).toContain(
    "last owner",
  );
  await result("team", "remove", team, String(BEN));
  expect(await result("team", "show", team)).toMatchObject({
    ...{ members: [{ userId: ADA, role: "owner", keys: 0 }], requests: [] },
  });
});
