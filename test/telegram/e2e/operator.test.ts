/** The operator's chat through real polling: each thing once and its end, also over restarts, and what no table can take. */

import { expect, test } from "vitest";
import Sqlite from "#shared/sqlite.js";
import { sun } from "../../../src/domain/money.js";
import { noteMistake } from "../../../src/engine/incidents.js";
import { noteCover } from "../../../src/engine/operating/cover.js";
import { QUIET_MS } from "../../../src/engine/operating/operator-news.js";
import { fileOf } from "../../../src/store/database.js";
import { one } from "../../../src/store/phase.js";
import { sqliteTest } from "../../support/sqlite-only.js";
import { until } from "../../support/until.js";
import type { Person } from "./people.js";
import { sharedRig } from "./rig.js";

const OPERATOR = 9_901;

const told = async (person: Person, holds: string) =>
  (await person.transcript()).filter((line) => line.includes(holds)).length;

const hears = (person: Person, holds: string) =>
  until(
    async () => `the operator hears “${holds}”\n${(await person.transcript()).join("\n")}`,
    async () => (await told(person, holds)) > 0,
  );

const shared = sharedRig({ operatorChat: OPERATOR });

test("a chat that takes no messages stops nothing, and hears when it is opened", async () => {
  const rig = shared();
  await until("it is logged", () =>
    rig.log.some((line) => line.includes("OPERATOR_CHAT takes no messages")),
  );
  await noteMistake(rig.engine, "janitor", new Error("meanwhile"));
  const trader = rig.person(9_902);
  await trader.say("/start");
  await trader.see("Energy Desk");
  const operator = rig.person(OPERATOR);
  await operator.say("/start");
  await operator.see("Energy Desk");
  await hears(operator, "meanwhile");
  expect(await told(operator, "This chat hears of the desk")).toBe(1);
  expect(rig.log.filter((line) => line.includes("OPERATOR_CHAT takes no")).length).toBe(1);
});

test("an incident and its end arrive once each, though the desk restarts between", async () => {
  const rig = shared();
  const operator = rig.person(OPERATOR);
  const short = { shortfallSun: sun(7_000_000), coversWaiting: false, lastBlock: 9 };
  await noteCover(rig.engine, short, []);
  await hears(operator, "the desk owes 7 TRX more than is there");
  expect(await told(operator, "the desk owes 7 TRX more than is there")).toBe(1);
  await rig.restartDesk();
  await noteMistake(rig.engine, "janitor", new Error("the next"));
  await hears(operator, "the next");
  await noteCover(rig.engine, { ...short, shortfallSun: sun(0) }, []);
  await until("it is seen to be over", () =>
    rig.engine.database.read(() =>
      one("SELECT 1 FROM operator_news WHERE over_since IS NOT NULL AND key = 'cover-short'"),
    ),
  );
  rig.wall.aheadMs += QUIET_MS;
  await hears(operator, "✅ Over");
  await rig.restartDesk();
  await noteMistake(rig.engine, "janitor", new Error("the last"));
  await hears(operator, "the last");
  for (const [holds, times] of [
    ["This chat hears of the desk", 1],
    ["the desk owes 7 TRX more than is there", 2],
    ["✅ Over", 1],
    ["the next", 1],
  ] as const) {
    expect(await told(operator, holds), holds).toBe(times);
  }
});

test("a line of the day comes once in the morning, with what waits", async () => {
  const rig = shared();
  const operator = rig.person(OPERATOR);
  const next = new Date();
  next.setDate(next.getDate() + 1);
  rig.wall.aheadMs = next.setHours(8, 1, 0, 0) - Date.now();
  await hears(operator, "Wait for you: 0 withdrawals, 0 sellers, 0 deposits");
  await rig.restartDesk();
  await noteMistake(rig.engine, "janitor", new Error("later"));
  await hears(operator, "later");
  expect(await told(operator, "📋 The last day")).toBe(1);
});

sqliteTest(
  "that the database cannot be written, and a halt then, are said once past it; all with a sound",
  async () => {
    const rig = shared();
    const operator = rig.person(OPERATOR);
    // Even while the operator answers a question of the bot.
    await operator.say("/buy energy 1h");
    await operator.see("Which wallets");
    const calls = await operator.callsFromNow();
    const { database } = rig.engine;
    await database.read(() => one("PRAGMA busy_timeout = 1"));
    const lock = new Sqlite(fileOf(database));
    lock.exec("BEGIN IMMEDIATE");
    rig.engine.gates.haltFor("the file is damaged");
    await hears(operator, "the file is damaged");
    await hears(operator, "The database cannot be written");
    lock.close();
    rig.engine.gates.resume();
    await noteMistake(rig.engine, "janitor", new Error("afterwards"));
    await hears(operator, "afterwards");
    expect(await told(operator, "The database cannot be written")).toBe(1);
    const silent = (await calls()).filter(({ parameters }) => parameters.disable_notification);
    expect(silent).toEqual([]);
  },
);
