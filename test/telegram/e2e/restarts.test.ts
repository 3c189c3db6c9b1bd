/** Stops and starts, updates that cannot be applied, and users who are slow: nobody else notices, and nothing is lost. */
import { expect, onTestFinished, test } from "vitest";
import { readCustomers } from "../../../src/engine/customers/customers.js";
import { forgetOld } from "../../../src/engine/operating/forget-old.js";
import { readOrders } from "../../../src/engine/orders/read-orders.js";
import { until } from "../../support/until.js";
import { dataOf, hasButton, type Person } from "./people.js";
import { type Rig, startRig } from "./rig.js";
import { active, NOT_ACTIVATED } from "./wallets.js";

type Row = Record<string, string | number | null>;

function rows(rig: Rig, sql: string): Promise<Row[]> {
  return rig.engine.database.commit(function* () {
    const found: Row[] = yield { sql, params: [] };
    return found;
  });
}

async function ordersOf({ engine }: Rig, { id }: Person): Promise<number> {
  const customer = (await readCustomers(engine)).find(({ name }) => name.includes(String(id)));
  const page = { customerId: customer?.customerId ?? "", before: undefined, limit: 100 };
  return (await readOrders(engine, page)).orders.length;
}

test("after a restart in the middle of a draft the card can be paid", async () => {
  const rig = await startRig();
  const person = rig.person(9_701);
  await person.say(`/buy 65k energy 1h ${active(0)}`);
  const card = await person.see("Pay 3.9 TRX");
  await rig.restartDesk();
  await person.tap("Pay 3.9 TRX");
  const paid = await person.see("safe to send");
  expect(paid.message_id).toBe(card.message_id);
  expect(await person.cards()).toHaveLength(1);
});

test("what is written and tapped while the desk is down is done when it is up, in order", async () => {
  const rig = await startRig();
  const person = rig.person(9_702);
  await person.say("/buy energy 1h");
  await person.see("Which wallets");
  await rig.stopDesk();
  await person.say(active(1));
  await person.say("/help");
  const other = rig.person(9_703);
  await other.say(`/buy 65k energy 1h ${active(2)}`);
  await rig.startDesk();
  await person.see("How much Energy");
  await person.see("How it works");
  const card = await other.see("Pay 3.9 TRX");
  await rig.stopDesk();
  const tapped = other.press(card.message_id, dataOf(card, "Pay"));
  await rig.startDesk();
  expect((await tapped).answered).toBe(true);
  await other.see("safe to send");
  expect(await ordersOf(rig, other)).toBe(1);
});

test("a stop between a complete draft and its price: the next start asks for it", async () => {
  const rig = await startRig();
  const person = rig.person(9_704);
  await person.say(`/buy 65k energy 1h ${active(3)}`);
  await person.see("Pay 3.9 TRX");
  const [flow] = await rows(rig, "SELECT data FROM flow");
  const data = JSON.stringify({ ...JSON.parse(String(flow?.data)), quote: undefined });
  await rows(rig, `UPDATE flow SET version = version + 1, due_at = NULL, data = '${data}'`);
  await rig.restartDesk();
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
});

test("an update that cannot be applied is tried three times, then told; others go on", async () => {
  const rig = await startRig();
  const [person, other] = [rig.person(9_705), rig.person(9_706)];
  await person.say(`/buy 65k energy 1h ${active(4)}`);
  const card = await person.see("Pay 3.9 TRX");
  await rows(rig, "UPDATE flow SET data = '{'");
  const [tapped] = await Promise.all([
    person.press(card.message_id, dataOf(card, "Pay")),
    other.say(`/buy 65k energy 1h ${active(5)}`),
  ]);
  expect(tapped.answered).toBe(true);
  await person.see("nothing was charged; see /orders");
  expect(await rows(rig, "SELECT update_id FROM inbox WHERE done_at IS NULL")).toEqual([]);
  expect(await rows(rig, "SELECT 1 FROM inbox WHERE attempts = 3")).toHaveLength(1);
  await other.tap("Pay 3.9 TRX");
  await other.see("safe to send");
  // A card that cannot be drawn stops neither a start nor any other card.
  await rows(rig, "UPDATE card SET watching = 1, drawn_hash = NULL");
  const calls = await other.callsFromNow();
  await rig.restartDesk();
  await until("the other's card is drawn again", async () => (await calls()).length > 0);
  await person.say(`/buy 65k energy 1h ${active(6)}`);
  const next = await person.see(({ text = "" }) => text.includes(active(6)));
  await until("a price", async () => hasButton((await person.card()) ?? next, "Pay", true));
  await person.press(next.message_id, dataOf((await person.card()) ?? next, "Pay"));
  await person.see("safe to send");
});

test("what fails after a payment is committed is no failure of the payment", async () => {
  const rig = await startRig();
  const person = rig.person(9_707);
  await person.say(`/buy 65k energy 1h ${active(7)}`);
  await person.see("Pay 3.9 TRX");
  const { signals } = rig.engine;
  const broken = () => {
    throw new Error("broken on purpose");
  };
  signals.prependOnceListener("planned", broken);
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
  await person.say("/help");
  await person.see("How it works");
  expect((await person.transcript()).join("\n")).not.toContain("Something went wrong");
  expect(await ordersOf(rig, person)).toBe(1);
});

test("one whose wallets take long to check keeps nobody waiting, and their messages stay in order", async () => {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let isHeld = false;
  const rig = await startRig({
    account: (ofNode) => async (wallet) => {
      if (isHeld && wallet === active(9)) await released;
      return ofNode(wallet);
    },
  });
  onTestFinished(letGo);
  const [slow, quick] = [rig.person(9_708), rig.person(9_709)];
  await slow.say("/buy energy 1h");
  await slow.see("Which wallets");
  await quick.say(`/quote 65k energy 1h ${active(8)}`);
  await quick.see("Quote");
  isHeld = true;
  await slow.say(`${active(9)} ${NOT_ACTIVATED}`);
  await slow.say("70000");
  await quick.say(`/buy 65k energy 1h ${active(8)}`);
  await quick.tap("Pay 3.9 TRX");
  await quick.see("On its way");
  expect((await slow.card())?.text).toContain("Which wallets");
  letGo();
  await slow.see("Pay 4.2 TRX");
});

test("a chat with a long queue keeps no other waiting", async () => {
  const rig = await startRig({ timings: { chatPauseMs: 3_600_000 } });
  const [noisy, quiet] = [rig.person(9_710), rig.person(9_711)];
  await Promise.all(Array.from({ length: 20 }, () => noisy.say("/help")));
  await quiet.say("/help");
  await quiet.see("How it works");
  expect((await noisy.cards()).length).toBeLessThan(2);
});

test("an outage of the Bot API is waited out", async () => {
  const rig = await startRig();
  const person = rig.person(9_712);
  await person.say(`/buy 65k energy 1h ${active(10)}`);
  await person.see("Pay 3.9 TRX");
  await rig.stopApi();
  await until("the outage is seen", () =>
    rig.log.some((line) => line.includes("cannot be polled")),
  );
  await rig.startApi();
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
});

test("a start while the connection breaks tells the token to nobody, and the door opens", async () => {
  const rig = await startRig();
  await rig.stopDesk();
  await rig.fault({ method: "getMyCommands", times: 2, cut: "before" });
  await rig.startDesk();
  await until("a warning", () => rig.log.some((line) => line.includes("could not be published")));
  const person = rig.person(9_715);
  await person.say("/start");
  await person.see("Energy Desk");
  // That the log holds no token is checked when the rig ends.
});

test("what came to nothing is forgotten after a month; taps on it are answered", async () => {
  const rig = await startRig();
  const person = rig.person(9_716);
  await person.say(`/buy 65k energy 1h ${active(12)}`);
  const old = await person.see("Pay 3.9 TRX");
  await person.say(`/buy 65k energy 1h ${active(13)}`);
  await person.see(/replaced by a newer card/i);
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
  rig.wall.aheadMs += 31 * 86_400_000;
  await forgetOld(rig.engine);
  expect(await rows(rig, "SELECT status FROM flow")).toEqual([{ status: "paid" }]);
  expect(await rows(rig, "SELECT 1 FROM card")).toHaveLength(1);
  const tapped = await person.press(old.message_id, dataOf(old, "Pay"));
  expect(tapped.text).toContain("closed");
  await person.tap("Refresh");
});

test("a stop is bounded, and what it leaves is done by the next start", async () => {
  const rig = await startRig();
  const person = rig.person(9_713);
  await person.say("/buy energy 1h");
  await person.see("Which wallets");
  await rig.node("faults", {
    add: [{ kind: "accept-then-hang", path: "/wallet/getaccount", count: 9 }],
  });
  // As long as nothing cuts it off, longer than a test.
  await rig.fault({ method: "sendMessage", times: 1, delay_ms: 600_000 });
  await rig.person(9_714).say("/help");
  await until(
    "the help is on its way",
    async () => (await rows(rig, "SELECT 1 FROM outbox WHERE attempts = 1")).length > 0,
  );
  await person.say(active(11));
  await until(
    "the update is being applied",
    async () => (await rows(rig, "SELECT 1 FROM inbox WHERE done_at IS NULL")).length > 0,
  );
  await rig.stopDesk();
  await rig.node("faults", { clear: true });
  await rig.startDesk();
  await person.see("How much Energy");
  await rig.person(9_714).see("How it works");
});
