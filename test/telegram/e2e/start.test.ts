/** Telegram is away, slow or refuses the token when the desk starts; and what the operator sees of it. */
import { fetch } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { deskOn, resultOf } from "../../cli/desk-command.js";
import { createOrder, orderBody, takesOrders } from "../../e2e/api.js";
import { refusedHere, startDeskHere } from "../../e2e/desk-here.js";
import { deskEnv, temporaryDirectory } from "../../e2e/desk-process.js";
import { longTest } from "../../support/forms.js";
import { until } from "../../support/until.js";
import { type Rig, startRig } from "./rig.js";

const TEXT = "the Telegram bot cannot start; the desk serves without it and tries again";

const LONGER_THAN_A_TEST_MS = 600_000;

function warnings(rig: Rig): Record<string, unknown>[] {
  return rig.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === TEXT);
}

test("a start without Telegram goes on, tries with growing pauses, and opens when it is there", async () => {
  const rig = await startRig();
  await rig.stopDesk();
  await rig.stopApi();
  await rig.startDesk();
  await until("it was tried three times", () => warnings(rig).length >= 3);
  expect(warnings(rig).map(({ level, retryMs }) => [level, retryMs])).toEqual(
    expect.arrayContaining([
      [40, 40],
      [20, 80],
      [20, 160],
    ]),
  );
  expect(warnings(rig)[0]?.why).toBe("getMe got no answer: the connection failed (ECONNREFUSED)");
  await rig.startApi();
  const person = rig.person(9_951);
  await person.say("/start");
  await person.see("Energy Desk");
  expect(rig.log.join("\n")).toContain("the Telegram bot has started after all");
});

longTest("whatever Telegram answers but a refused token, the start is tried again", async () => {
  const rig = await startRig();
  await rig.stopDesk();
  for (const fault of [
    { error_code: 502 },
    { error_code: 429, parameters: { retry_after: 1 } },
    { cut: "before" as const },
  ]) {
    await rig.fault({ method: "getMe", times: 1, ...fault });
  }
  await rig.fault({ method: "deleteWebhook", times: 1, error_code: 500 });
  await rig.startDesk();
  const person = rig.person(9_952);
  await person.say("/start");
  await person.see("Energy Desk");
  expect(warnings(rig).map(({ why }) => why)).toEqual([
    "getMe: Bad Gateway",
    expect.stringContaining("getMe: Too Many Requests"),
    expect.stringContaining("getMe got no answer"),
    "deleteWebhook: Internal Server Error",
  ]);
  expect(warnings(rig)[1]?.retryMs).toBe(1_000);
});

/** A desk whose bot is in the Telegram of a rig. */
function borrowingEnv(directory: string, apiRoot: string, token = "42:sandbox") {
  return deskEnv(directory, { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_ROOT: apiRoot });
}

/** A Telegram that nobody else polls. */
async function telegramAlone(): Promise<Rig> {
  const rig = await startRig();
  await rig.stopDesk();
  return rig;
}

test("a refused token stops the start with what to do, and is not repeated", async () => {
  const { apiRoot } = await telegramAlone();
  const directory = temporaryDirectory(onTestFinished);
  const token = "43:nobodysbot";
  const said = await refusedHere(borrowingEnv(directory, apiRoot, token));
  expect(said).toMatch(/^TELEGRAM_BOT_TOKEN, TELEGRAM_API_ROOT: the bot cannot start, the token/m);
  expect(said).toContain("(Unauthorized). Check both, or unset the token");
  expect(said).not.toContain("nobodysbot");
}, 120_000);

test("without Telegram the desk sells over HTTP, says so, and ends in order", async () => {
  const directory = temporaryDirectory(onTestFinished);
  const desk = await startDeskHere(borrowingEnv(directory, "http://127.0.0.1:9"));
  const { baseUrl, apiKey = "" } = desk;
  await takesOrders(baseUrl);
  expect((await createOrder(baseUrl, apiKey, orderBody())).status).toBe(200);
  const ready = (await (await fetch(`${baseUrl}/readyz`)).json()) as { data: unknown };
  expect(ready.data).toMatchObject({ status: "ready", telegram: "does not answer" });
  const status = await resultOf(deskOn(`${directory}/desk.db`), "status");
  expect(status.telegram).toMatchObject({
    door: "connecting",
    username: null,
    lastPollAt: null,
    problem: expect.stringContaining("getMe got no answer"),
  });
  expect(await desk.end("SIGTERM")).toBe(0);
}, 120_000);

test("a Telegram that never answers holds the start up for seconds only, and its end not at all", async () => {
  const rig = await telegramAlone();
  await rig.fault({ method: "getMe", times: 9, delay_ms: LONGER_THAN_A_TEST_MS });
  const directory = temporaryDirectory(onTestFinished);
  const desk = await startDeskHere(borrowingEnv(directory, rig.apiRoot));
  expect(desk.log()).toContain("Telegram has not answered yet; the desk serves without the bot");
  expect(await desk.end("SIGTERM")).toBe(0);
}, 120_000);

test("status tells the bot, its polls and what waits", async () => {
  const rig = await telegramAlone();
  const directory = temporaryDirectory(onTestFinished);
  const startedAtMs = Date.now();
  const env = borrowingEnv(directory, `${rig.apiRoot}/`);
  await startDeskHere({ ...env, OPERATOR_CHAT: "9954" });
  const person = rig.person(9_953);
  await person.say("/start");
  await person.see("Energy Desk");
  const telegram = async () => {
    const status = await resultOf(deskOn(`${directory}/desk.db`), "status");
    return status.telegram as {
      problem: string | null;
      lastPollAt: number;
      operatorChat: { takesMessages: boolean };
    };
  };
  const told = await until(
    "the operator's chat, which nobody has opened, takes no messages",
    async () => {
      const now = await telegram();
      return now.operatorChat.takesMessages ? undefined : now;
    },
  );
  expect(told).toEqual({
    door: "open",
    username: expect.stringMatching(/bot$/),
    mode: "polling",
    lastPollAt: expect.any(Number),
    lastDeliveryAt: null,
    problem: null,
    inbox: 0,
    outbox: 0,
    deadLetters: 0,
    operatorChat: { id: 9_954, takesMessages: false },
  });
  expect(told.lastPollAt).toBeGreaterThanOrEqual(startedAtMs);
  await rig.stopApi();
  const away = await until("a poll has failed", async () => {
    const now = await telegram();
    return now.problem ? now : undefined;
  });
  expect(away).toMatchObject({ door: "open", problem: expect.stringContaining("getUpdates") });
}, 120_000);
