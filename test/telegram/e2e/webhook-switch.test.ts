/** From polling to the webhook and back: no update is lost on the way, and none is done twice. */
import { expect, test } from "vitest";
import { longTest } from "../../support/forms.js";
import { until } from "../../support/until.js";
import { allDelivered, bot, type Info, ordersOf, rows } from "./deliveries.js";
import { dataOf, type Person } from "./people.js";
import { type Rig, sharedRig } from "./rig.js";
import { active } from "./wallets.js";

const shared = sharedRig();

/** Stops the desk, lets things happen, and starts it so that updates come the other way. */
async function switchTo(
  rig: Rig,
  mode: Rig["delivery"]["mode"],
  meanwhile: () => Promise<void>,
): Promise<void> {
  await rig.stopDesk();
  await meanwhile();
  rig.delivery.mode = mode;
  await rig.startDesk();
}

/** What the bot answered, oldest first. */
async function answers(person: Person, count: number): Promise<string[]> {
  const seen = async () => (await person.cards()).map(({ text = "" }) => text);
  return until(
    async () => `${count} answers\n${(await seen()).join("\n")}`,
    async () => {
      const texts = await seen();
      return texts.length >= count ? texts : undefined;
    },
  );
}

test("updates around both switches are answered, each once and in order", async () => {
  const rig = shared();
  const people = [rig.person(9_407), rig.person(9_408)];
  const all = async (text: string) => void (await Promise.all(people.map((one) => one.say(text))));
  await all("/start");
  for (const one of people) await one.see("Energy Desk");
  await switchTo(rig, "webhook", () => all("/help"));
  await all("/balance");
  for (const one of people) await answers(one, 3);
  await switchTo(rig, "polling", async () => {
    await all("/orders");
    await all("/cancel");
  });
  await all("/help");
  for (const one of people) {
    const told = await answers(one, 6);
    const words = [
      /Energy Desk/,
      /How it works/,
      /Balance/,
      /No orders yet/,
      /No open card/,
      /How it works/,
    ];
    expect(told).toEqual(words.map((word) => expect.stringMatching(word)));
  }
  expect(await rows(rig, "SELECT count(*) AS count FROM inbox")).toEqual([{ count: 12 }]);
  const hooks = (await rig.calls()).filter(({ method }) => /Webhook$/.test(method));
  expect(hooks.map(({ method }) => method)).toEqual([
    "deleteWebhook",
    "setWebhook",
    "deleteWebhook",
  ]);
  for (const { parameters } of hooks) expect(parameters.drop_pending_updates).toBe("false");
});

longTest("of a steady stream over four switches all is answered once", async () => {
  const rig = shared();
  const count = "SELECT count(*) AS count FROM inbox";
  const [{ count: before } = { count: 0 }] = await rows(rig, count);
  const people = [9_421, 9_422, 9_423].map((id) => rig.person(id));
  const write = async (person: Person, count: number) => {
    for (let at = 0; at < count; at += 1) await person.say("/help");
  };
  for (const mode of ["webhook", "polling", "webhook", "polling"] as const) {
    const writing = people.map((person) => write(person, 15));
    await switchTo(rig, mode, async () => void (await writing[0]));
    await Promise.all([...writing, ...people.map((person) => write(person, 5))]);
  }
  for (const person of people) {
    const told = await answers(person, 80);
    expect(told).toEqual(Array(80).fill(expect.stringContaining("How it works")));
  }
  expect(await rows(rig, count)).toEqual([{ count: Number(before) + 240 }]);
});

test("an order goes on over both switches and is paid once", async () => {
  const rig = shared();
  const person = rig.person(9_409);
  await person.say("/buy energy 1h");
  await person.see("Which wallets");
  await switchTo(rig, "webhook", async () => void (await person.say(active(3))));
  await person.see("How much Energy");
  await person.say("65000");
  const card = await person.see("Pay 3.9 TRX");
  let tapped: Promise<unknown> | undefined;
  await switchTo(rig, "polling", async () => {
    tapped = person.press(card.message_id, dataOf(card, "Pay"));
    await until(
      "the tap waits",
      async () => (await bot<Info>(rig, "getWebhookInfo")).pending_update_count === 1,
    );
  });
  expect(await tapped).toMatchObject({ answered: true });
  await person.see("safe to send");
  expect(await ordersOf(rig, person)).toBe(1);
});

test("what was polled and not confirmed comes by webhook again, and is not done again", async () => {
  const rig = shared();
  const person = rig.person(9_410);
  await person.say("/start");
  await person.see("Energy Desk");
  // The poll under way brings it; the one that would confirm it is held up.
  await rig.fault({ method: "getUpdates", times: 1, delay_ms: 60_000 });
  await person.say("/help");
  await person.see("How it works");
  await rig.stopDesk();
  await rig.fault({ method: "getUpdates", times: 0 });
  expect(await bot<Info>(rig, "getWebhookInfo")).toMatchObject({ pending_update_count: 1 });
  rig.delivery.mode = "webhook";
  await rig.startDesk();
  await allDelivered(rig);
  await person.say("/balance");
  await person.see("Balance 1,000 TRX");
  expect(await person.cards()).toHaveLength(3);
});

test("what was brought and not confirmed is polled again, and is not done again", async () => {
  const rig = shared();
  const person = rig.person(9_411);
  await person.say("/start");
  await person.see("Energy Desk");
  const { update_id } = await person.say("/help");
  await person.see("How it works");
  await switchTo(rig, "polling", async () => void (await rig.redeliver(Number(update_id))));
  await person.say("/balance");
  await person.see("Balance 1,000 TRX");
  expect(await person.cards()).toHaveLength(3);
});
