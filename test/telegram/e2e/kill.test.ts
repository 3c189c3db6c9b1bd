/** The built desk, killed right after a payment is committed and before anything of it is told. */

import { expect, onTestFinished, test } from "vitest";
import { auditFile } from "../../../src/engine/audit.js";
import Sqlite from "../../../src/sqlite.js";
import { deskEnv, startDeskProcess, temporaryDirectory } from "../../e2e/desk-process.js";
import { chatSide, dataOf } from "./people.js";
import { until } from "./until.js";
import { active } from "./wallets.js";

test("a payment that was committed when the desk was killed exists once, and its card shows it", async () => {
  const directory = temporaryDirectory(onTestFinished);
  const env = deskEnv(directory, { LOG_LEVEL: "debug" });
  let desk = await startDeskProcess(env);
  onTestFinished(() => void desk.end("SIGKILL"));
  const chat = chatSide(`${desk.baseUrl}/sandbox/telegram`);
  let person = chat.person(9_801);
  await person.say(`/buy 65k energy 1h ${active(0)}`);
  const card = await person.see("Pay 3.9 TRX");
  await chat.fault({ method: "answerCallbackQuery", times: 9, delay_ms: 60_000 });
  await chat.fault({ method: "editMessageText", times: 9, delay_ms: 60_000 });
  const books = new Sqlite(`${directory}/desk.db`, { readonly: true });
  const orders = () => books.prepare("SELECT id, batch_id FROM orders").all();
  const tapped = person.press(card.message_id, dataOf(card, "Pay")).catch(() => undefined);
  await until(
    () => orders().length > 0,
    () => "the order is committed",
  );
  await desk.end("SIGKILL");
  await tapped;
  const logs = [desk.log()];
  desk = await startDeskProcess(env);
  person = chatSide(`${desk.baseUrl}/sandbox/telegram`).person(9_801);
  const shown = await person.see("safe to send");
  expect(shown.message_id).toBe(card.message_id);
  expect(await person.cards()).toHaveLength(1);
  // The same tap again, as Telegram may send it.
  const again = await person.press(card.message_id, dataOf(card, "Pay"));
  expect(again.text).toContain("Already paid");
  expect(orders()).toHaveLength(1);
  await person.say("/balance");
  await person.see("Balance 996.1 TRX");
  books.close();
  expect(await desk.end("SIGTERM")).toBe(0);
  logs.push(desk.log());
  expect(logs.join("\n")).not.toContain("42:sandbox");
  expect(auditFile(`${directory}/desk.db`)).toEqual({ ok: true, violations: [] });
}, 30_000);
