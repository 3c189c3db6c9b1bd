/** Telegram brings the updates: each is durable before it is taken and is done once; what hinders is told. */
import { inspect } from "node:util";
import pino from "pino";
import { expect, test } from "vitest";
import { createApi } from "../../../src/telegram/transport/api.js";
import { Deliveries } from "../../../src/telegram/transport/deliveries.js";
import { Webhook } from "../../../src/telegram/transport/webhook.js";
import { breakWrites, dropTrigger } from "../../support/broken-writes.js";
import { longTest } from "../../support/forms.js";
import { until } from "../../support/until.js";
import { allDelivered, bot, type Info, ordersOf, rows } from "./deliveries.js";
import { dataOf, GROUP } from "./people.js";
import { type Rig, sharedRig } from "./rig.js";
import { active } from "./wallets.js";
import { deliver, WEBHOOK_SECRET, written } from "./webhook-server.js";

const shared = sharedRig({ mode: "webhook" });

async function allApplied(rig: Rig): Promise<void> {
  await until(
    "every update is applied",
    async () => (await rows(rig, "SELECT 1 FROM inbox WHERE done_at IS NULL")).length === 0,
  );
}

const logged = (rig: Rig, words: string) => () => rig.log.some((line) => line.includes(words));

test("an order from the first word to the delivery, without a single poll", async () => {
  const rig = shared();
  const [person, member] = [rig.person(9_401), rig.person(9_402, GROUP)];
  await person.say(`/buy 65k energy 1h ${active(0)}`);
  await member.say(`/buy 65k energy 1h ${active(1)}`);
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
  await member.tap("Pay 3.9 TRX");
  await member.see("safe to send");
  const calls = await rig.calls();
  expect(calls.filter(({ method }) => method === "getUpdates")).toEqual([]);
  expect(calls.find(({ method }) => method === "setWebhook")?.parameters).toEqual({
    url: rig.webhookUrl,
    secret_token: WEBHOOK_SECRET,
    allowed_updates: ["message", "edited_message", "callback_query", "my_chat_member"],
    max_connections: "40",
    drop_pending_updates: "false",
  });
  expect(rig.telegram).toMatchObject({ mode: "webhook", lastPollAt: null, problem: null });
  expect(Date.now() - Number(rig.telegram.lastDeliveryAt)).toBeLessThan(20_000);
  expect(JSON.stringify(rig.telegram)).not.toContain(WEBHOOK_SECRET);
});

test("an update that comes again, later or many times at once, is taken and does nothing", async () => {
  const rig = shared();
  const person = rig.person(9_403);
  await person.say(`/buy 65k energy 1h ${active(2)}`);
  const card = await person.see("Pay 3.9 TRX");
  const { update_id } = await person.press(card.message_id, dataOf(card, "Pay"));
  await person.see("safe to send");
  await rig.redeliver(Number(update_id));
  await person.say("/balance");
  await person.see("996.1 TRX");
  await allDelivered(rig);
  expect(await ordersOf(rig, person)).toBe(1);
  const before = (await person.cards()).length;
  const once = written(1, person.id, "/help");
  const taken = await Promise.all(Array.from({ length: 12 }, () => deliver(rig.webhookUrl, once)));
  expect(taken).toEqual(Array(12).fill(200));
  expect(await deliver(rig.webhookUrl, once)).toBe(200);
  await allApplied(rig);
  await person.see("How it works");
  expect(await person.cards()).toHaveLength(before + 1);
  expect(await rows(rig, "SELECT count(*) AS count FROM inbox WHERE update_id = 1")).toEqual([
    { count: 1 },
  ]);
});

test("what cannot be stored is not taken; the operator is told, and Telegram brings it again", async () => {
  const rig = shared();
  const person = rig.person(9_404);
  await person.say("/start");
  await person.see("Energy Desk");
  await breakWrites(rig.engine.database, "INSERT ON inbox");
  await person.say("/help");
  const problem = () => rig.telegram.problem;
  expect(await until("status tells", problem)).toBe(
    "Wrong response from the webhook: 500 Internal Server Error (updates that wait: 1)",
  );
  await until("the log tells", logged(rig, "Telegram does not deliver to the webhook"));
  expect(await deliver(rig.webhookUrl, written(3, person.id, "/balance"))).toBe(500);
  await dropTrigger(rig.engine.database, "inbox");
  await person.see("How it works");
  await until("the log tells that it is over", logged(rig, "Telegram delivers again"));
  expect(rig.telegram.problem).toBeNull();
  expect(await rows(rig, "SELECT 1 FROM inbox WHERE update_id = 3")).toEqual([]);
});

test("while the desk shuts down nothing is taken, and the next start gets it", async () => {
  const rig = shared();
  const person = rig.person(9_405);
  await person.say("/start");
  await person.see("Energy Desk");
  rig.engine.gates.shutDown();
  const response = await fetch(rig.webhookUrl, { method: "POST" });
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("3");
  expect(await deliver(rig.webhookUrl, written(4, person.id, "/orders"))).toBe(503);
  await person.say("/help");
  await until(
    "Telegram was refused",
    async () => (await bot<Info>(rig, "getWebhookInfo")).last_error_message,
  );
  expect(await rows(rig, "SELECT 1 FROM inbox WHERE done_at IS NULL")).toEqual([]);
  await rig.restartDesk();
  await person.see("How it works");
  expect(await person.cards()).toHaveLength(2);
});

test("before the bot is open nothing is taken either", async () => {
  const rig = shared();
  const person = rig.person(9_406);
  await rig.stopDesk();
  await rig.stopApi();
  await rig.startDesk();
  expect(rig.telegram).toMatchObject({ username: null, mode: "webhook" });
  expect(await deliver(rig.webhookUrl, written(5, person.id, "/help"))).toBe(503);
  await rig.startApi();
  await person.say("/help");
  await person.see("How it works");
  expect(await rows(rig, "SELECT 1 FROM inbox WHERE update_id = 5")).toEqual([]);
});

test("a webhook that Telegram refuses is tried again, and its secret is told to nobody", async () => {
  const rig = shared();
  await rig.stopDesk();
  const description = "Bad Request: bad webhook: IP address 127.0.0.1 is reserved";
  await rig.fault({ method: "setWebhook", times: 2, error_code: 400, description });
  await rig.fault({ method: "setWebhook", times: 1, cut: "before" });
  await rig.startDesk();
  expect(rig.telegram.problem).toBe(`setWebhook: ${description}`);
  const person = rig.person(9_412);
  await person.say("/help");
  await person.see("How it works");
  await until("the problem is over", () => rig.telegram.problem === null);
  expect(rig.log.join("\n")).toContain(description);
});

test("the error of a refused webhook does not carry what was sent", async () => {
  const rig = shared();
  const webhook = new Webhook({
    api: createApi("42:sandbox", rig.apiRoot),
    logger: pino({ level: "silent" }),
    now: Date.now,
    lookEveryMs: 60_000,
    target: {
      url: "http://127.0.0.1:9/telegram/webhook",
      secretToken: WEBHOOK_SECRET,
      deliveries: new Deliveries(Date.now),
    },
  });
  await rig.fault({ method: "setWebhook", times: 1, error_code: 400 });
  const error = await webhook.begin(async () => {}, undefined).catch((refused: unknown) => refused);
  expect(error).toMatchObject({ error_code: 400, method: "setWebhook" });
  expect(inspect(error)).not.toContain(WEBHOOK_SECRET);
  await webhook.stop();
});

longTest("a webhook taken over is told, and taken back at the next start only", async () => {
  const rig = shared();
  await bot(rig, "setWebhook", { url: "http://127.0.0.1:9/elsewhere" });
  const problem = () => rig.telegram.problem;
  expect(await until("status tells", problem)).toContain("set a webhook of its own");
  await bot(rig, "deleteWebhook");
  await until("status tells", () => rig.telegram.problem?.includes("taken the webhook away"));
  const person = rig.person(9_413);
  await person.say("/help");
  await rig.restartDesk();
  await person.see("How it works");
  expect(rig.telegram.problem).toBeNull();
});

test("a Telegram that is away is told, as is its return", async () => {
  const rig = shared();
  await rig.stopApi();
  await until("status tells", () => rig.telegram.problem?.startsWith("getWebhookInfo"));
  await rig.startApi();
  await until("it is over", () => rig.telegram.problem === null);
  const person = rig.person(9_414);
  await person.say("/help");
  await person.see("How it works");
});
