/** The built desk with a webhook: in the plain sandbox, killed after it took an update, and with an address that leads nowhere. */
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../../bench/free-ports.js";
import { auditOnce } from "../../../src/engine/operating/audit.js";
import { deskOn, resultOf } from "../../cli/desk-command.js";
import { sellersOffer, takesOrders } from "../../e2e/api.js";
import { refusedHere, startDeskHere } from "../../e2e/desk-here.js";
import { deskEnv, startDeskProcess, temporaryDirectory } from "../../e2e/desk-process.js";
import { longTest } from "../../support/forms.js";
import { sourceAt } from "../../support/open-database.js";
import { until } from "../../support/until.js";
import { chatSide } from "./people.js";
import { startRig } from "./rig.js";
import { active } from "./wallets.js";
import { deliver, WEBHOOK_SECRET, written } from "./webhook-server.js";

const WEBHOOK = { TELEGRAM_MODE: "webhook", TELEGRAM_WEBHOOK_SECRET: WEBHOOK_SECRET };

interface Status {
  readonly mode: string;
  readonly lastPollAt: number | null;
  readonly lastDeliveryAt: number | null;
  readonly problem: string | null;
}

async function telegramOf(directory: string): Promise<Status> {
  return (await resultOf(deskOn(`${directory}/desk.db`), "status")).telegram as Status;
}

test("the plain sandbox needs a secret alone: its Telegram brings updates to the desk's own port", async () => {
  const directory = temporaryDirectory(onTestFinished);
  // A busy machine reads no 20 blocks a second: what is solid would be ahead of it, and nothing sold.
  const chain = { SANDBOX_BLOCK_MS: "1000" };
  const env = deskEnv(directory, { ...WEBHOOK, ...chain, LOG_LEVEL: "trace" });
  let desk = await startDeskHere(env);
  await takesOrders(desk.baseUrl);
  await sellersOffer(desk.baseUrl);
  let chat = chatSide(`${desk.baseUrl}/sandbox/telegram`);
  await chat.person(9_431).say(`/buy 65k energy 1h ${active(0)}`);
  await chat.person(9_431).tap("Pay 2.925 TRX");
  await chat.person(9_431).see("safe to send");
  const polls = (await chat.calls()).filter(({ method }) => method === "getUpdates");
  expect(polls).toEqual([]);
  const status = await telegramOf(directory);
  expect(status).toMatchObject({ mode: "webhook", lastPollAt: null, problem: null });
  expect(status.lastDeliveryAt).toEqual(expect.any(Number));
  expect(JSON.stringify(status)).not.toContain(WEBHOOK_SECRET);
  expect(await desk.end("SIGTERM")).toBe(0);
  const logs = [desk.log()];
  // Another port: what the address was before is of no account.
  desk = await startDeskHere(env);
  chat = chatSide(`${desk.baseUrl}/sandbox/telegram`);
  await chat.person(9_431).say("/balance");
  await chat.person(9_431).see("Balance 997.075 TRX");
  expect(await desk.end("SIGTERM")).toBe(0);
  logs.push(desk.log());
  expect(logs.join("\n")).not.toContain(WEBHOOK_SECRET);
  expect(await auditOnce(sourceAt(`${directory}/desk.db`))).toEqual({ ok: true, violations: [] });
}, 120_000);

test("what the desk said it took is done though it was killed at once", async () => {
  const rig = await startRig();
  await rig.stopDesk();
  const directory = temporaryDirectory(onTestFinished);
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}/telegram/webhook`;
  const borrowed = { TELEGRAM_BOT_TOKEN: "42:sandbox", TELEGRAM_API_ROOT: rig.apiRoot };
  const own = { PORT: port, TELEGRAM_WEBHOOK_URL: url };
  const env = deskEnv(directory, { ...WEBHOOK, ...borrowed, ...own });
  const killed = await startDeskProcess(env);
  onTestFinished(() => void killed.end("SIGKILL"));
  // Ten chats, because each is told one thing a second.
  const people = Array.from({ length: 10 }, (_, at) => rig.person(9_440 + at));
  await Promise.all(people.map((person) => person.say("/start")));
  for (const person of people) await person.see("Energy Desk");
  const updates = people.flatMap(({ id }, at) =>
    [1, 2, 3].map((round) => written(at * 3 + round, id, "/help")),
  );
  const taken = new Set<number>();
  const bringing = updates.map(async (update) => {
    const status = await deliver(url, update).catch(() => 0);
    if (status === 200) taken.add(update.update_id);
    if (taken.size === 5) await killed.end("SIGKILL");
  });
  await Promise.all(bringing);
  expect(taken.size).toBeGreaterThanOrEqual(5);
  const desk = await startDeskHere(env);
  // As Telegram would, what was not taken comes once more, and some of what was.
  const again = updates.filter(({ update_id: id }) => !taken.has(id) || id % 2 === 0);
  for (const update of again) expect(await deliver(url, update)).toBe(200);
  for (const person of people) {
    const helps = async () =>
      (await person.cards()).filter(({ text }) => text?.includes("How it works")).length;
    await until(
      async () => `every update is answered\n${`${await helps()} answers`}`,
      async () => (await helps()) >= 3,
    );
  }
  expect(await telegramOf(directory)).toMatchObject({ inbox: 0, deadLetters: 0 });
  expect(await desk.end("SIGTERM")).toBe(0);
}, 90_000);

longTest("an address that leads nowhere, or a setting that is missing, is told", async () => {
  const rig = await startRig();
  await rig.stopDesk();
  const directory = temporaryDirectory(onTestFinished);
  const env = deskEnv(directory, {
    ...WEBHOOK,
    TELEGRAM_BOT_TOKEN: "42:sandbox",
    TELEGRAM_API_ROOT: rig.apiRoot,
    TELEGRAM_WEBHOOK_URL: "http://127.0.0.1:9/telegram/webhook",
  });
  const said = await refusedHere({ ...env, TELEGRAM_WEBHOOK_SECRET: "" });
  expect(said).toContain(
    "TELEGRAM_WEBHOOK_SECRET is not set; TELEGRAM_MODE=webhook needs 1 to 256",
  );
  const desk = await startDeskHere(env);
  await rig.person(9_433).say("/help");
  const problem = async () => (await telegramOf(directory)).problem;
  expect(await until("status tells", problem)).toBe(
    "Webhook connection closed (updates that wait: 1)",
  );
  expect(desk.log()).toContain("Telegram does not deliver to the webhook");
  expect(await desk.end("SIGTERM")).toBe(0);
});
