/** The built desk, killed after a key was issued and before Telegram has said that it took it. */

import { expect, onTestFinished, test } from "vitest";
import Sqlite from "../../../src/sqlite.js";
import { deskEnv, startDeskProcess, temporaryDirectory } from "../../e2e/desk-process.js";
import { chatSide } from "./people.js";
import { until } from "./until.js";

test("a key that was on its way when the desk was killed is revoked at the start, and its owner told", async () => {
  const directory = temporaryDirectory(onTestFinished);
  const env = deskEnv(directory, { LOG_LEVEL: "trace" });
  let desk = await startDeskProcess(env);
  onTestFinished(() => void desk.end("SIGKILL"));
  const chat = chatSide(`${desk.baseUrl}/sandbox/telegram`);
  let person = chat.person(9_951);
  await person.say("/key");
  await person.see("API keys");
  await chat.fault({ method: "sendMessage", times: 1, delay_ms: 60_000 });
  const tapped = person.tapNow("Issue a key").catch(() => undefined);
  const books = new Sqlite(`${directory}/desk.db`, { readonly: true });
  const keys = () => books.prepare("SELECT revoked_at FROM api_key WHERE pending = 1").all();
  await until(
    () => keys().length > 0,
    () => "the key is issued",
  );
  expect(keys()).toEqual([{ revoked_at: null }]);
  await desk.end("SIGKILL");
  await tapped;
  desk = await startDeskProcess(env);
  person = chatSide(`${desk.baseUrl}/sandbox/telegram`).person(9_951);
  await person.see("could not be shown for sure");
  expect(keys()).toEqual([{ revoked_at: expect.any(Number) }]);
  expect((await person.transcript()).join("\n")).not.toMatch(/edk_[0-9A-Za-z]{38}/);
  books.close();
  expect(await desk.end("SIGTERM")).toBe(0);
}, 60_000);
