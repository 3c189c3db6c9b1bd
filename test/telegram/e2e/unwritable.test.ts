/** A database that cannot be written: whoever writes hears so at once, once, and gets their answer when it is over. */

import pino from "pino";
import { expect, test } from "vitest";
import Sqlite from "#shared/sqlite.js";
import { fileOf } from "../../../src/store/database.js";
import { one } from "../../../src/store/phase.js";
import { Inbox } from "../../../src/telegram/transport/inbox.js";
import { openDesk } from "../../support/desk.js";
import { sqliteTest } from "../../support/sqlite-only.js";
import { until } from "../../support/until.js";
import { GROUP, type Person } from "./people.js";
import { startRig } from "./rig.js";
import { active } from "./wallets.js";

const TOLD =
  "The desk cannot take this right now. You will get your answer as soon as it can; nothing was paid.";

const told = async (person: Person, text: string) =>
  (await person.transcript()).filter((line) => line === text).length;

sqliteTest(
  "a text and a tap are answered without it, once a chat, and done when it can be written",
  async () => {
    const rig = await startRig();
    const alice = rig.person(9_801);
    const bob = rig.person(9_802, 9_802, { language_code: "ru" });
    const group = rig.person(9_803, GROUP);
    await alice.say(`/buy 65k energy 1h ${active(0)}`);
    await alice.see("Pay 3.9 TRX");
    const { database } = rig.engine;
    await database.read(() => one("PRAGMA busy_timeout = 1"));
    const lock = new Sqlite(fileOf(database));
    lock.exec("BEGIN IMMEDIATE");
    const tapped = alice.tapNow("Pay 3.9 TRX");
    await until("alice is told", async () => (await told(alice, TOLD)) > 0);
    await group.say("good morning");
    await bob.say("/help");
    const inRussian =
      "Сейчас сервис не может это принять. Ответим, как только сможем; ничего не списано.";
    await until("bob is told", async () => (await told(bob, inRussian)) > 0);
    await alice.say("/help");
    expect(await told(group, TOLD)).toBe(0);
    lock.close();
    await tapped;
    await bob.see("/start");
    await alice.see("safe to send");
    expect([await told(alice, TOLD), await told(bob, inRussian)]).toEqual([1, 1]);
  },
);

test("of an update that was stored before, those who wait are told, but not of what was done", async () => {
  const desk = await openDesk();
  const full = new Sqlite.SqliteError("database or disk is full", "SQLITE_FULL");
  const heard: string[] = [];
  let fails = true;
  const inbox = new Inbox({
    engine: desk.engine,
    logger: pino({ level: "silent" }),
    apply: async ({ update_id: id }) => {
      if (id === 2)
        await desk.commit(() => one("UPDATE inbox SET done_at = 1 WHERE update_id = 2"));
      if (!fails) return;
      fails = id === 1;
      throw full;
    },
    onBuried: async ({ update_id: id }) => void heard.push(`buried ${id}`),
    notice: {
      tell: ({ update_id: id }) => {
        heard.push(`told ${id}`);
        fails = false;
      },
      over: () => heard.push("over"),
    },
  });
  await inbox.take([{ update_id: 1 }]);
  await until("it is over", () => heard.includes("over"));
  expect(heard).toEqual(["told 1", "over"]);
  fails = true;
  heard.length = 0;
  await inbox.take([{ update_id: 2 }]);
  await until("it is over", () => heard.length > 0);
  expect(heard).toEqual(["over"]);
  await inbox.stop();
});
