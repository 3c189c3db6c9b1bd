/** A desk that may not be the active one any more: another one answers by now. */
import { expect, test } from "vitest";
import { until } from "../../support/until.js";
import { startRig } from "./rig.js";

test("sends nobody anything while it is not sure, and what was left once it is", async () => {
  const rig = await startRig({ mode: "webhook", timings: { webhookLookMs: 3_600_000 } });
  const alice = rig.person(9_811);
  await alice.say("/help");
  await alice.see("/start");
  const calls = await rig.callsFromNow(({ method }) => method === "sendMessage");
  const { database } = rig.engine;
  const { isSure } = database;
  let asked = 0;
  database.isSure = () => {
    asked += 1;
    return false;
  };
  await alice.say("/help");
  const tried = async () => asked > 9 || (await calls()).length > 0;
  await until("it would have sent, and more than once", tried);
  expect(await calls()).toEqual([]);
  database.isSure = isSure;
  await until("it is sent", calls, ({ length }) => length > 0);
});
