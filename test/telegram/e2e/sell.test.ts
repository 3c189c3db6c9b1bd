/** /sell through real polling, on a chain with its own keys: from an account of one's own to an offer that fills an order. */

import { expect, test } from "vitest";
import { parseOrderRequest } from "../../../src/domain/order-request.js";
import { createOrders } from "../../../src/engine/orders/create-orders.js";
import { readOrder } from "../../../src/engine/orders/read-orders.js";
import { readSellers } from "../../../src/engine/sellers/seller-resource.js";
import { findTelegramUser } from "../../../src/store/chat/telegram-users.js";
import { readNow } from "../../support/read-now.js";
import { until } from "../../support/until.js";
import { textInCode } from "../picture/read-code.js";
import { ALICE, buttonsOf, dataOf, GROUP, type Person, type Seen } from "./people.js";
import { type Rig, sharedRig } from "./rig.js";
import { active, NOT_ACTIVATED } from "./wallets.js";

const shared = sharedRig();

/** An account with stake that nobody has registered. */
async function account(rig: Rig, permitsOperator = true): Promise<string> {
  const given = { energy: 400_000, feeBandwidth: 100_000, permitsOperator };
  return (await rig.node<{ address: string }>("account", given)).address;
}

async function sign(rig: Rig, address: string, text: string): Promise<string> {
  return (await rig.node<{ signature: string }>("sign", { address, text })).signature;
}

const DELEGATING = `${"0".repeat(14)}06${"0".repeat(48)}`;
const DELEGATE_ONLY = `${"0".repeat(14)}02${"0".repeat(48)}`;
const AND_TRANSFER = `02${"0".repeat(12)}06${"0".repeat(48)}`;

async function permit(rig: Rig, address: string, operations: string, threshold = 1): Promise<void> {
  const operator = rig.engine.sellerAccounts?.operator;
  const actives = [{ operations, threshold, keys: [{ address: operator }] }];
  await rig.node("permission", { address, actives });
}

/** The text to sign, as it stands on the card. */
function challengeIn({ text = "", entities = [] }: Seen): string {
  const found = entities.find(({ type }) => type === "pre") as
    | { readonly offset: number; readonly length: number }
    | undefined;
  return found ? text.slice(found.offset, found.offset + found.length) : "";
}

async function toChallenge(rig: Rig, person: Person): Promise<{ address: string; text: string }> {
  const address = await account(rig);
  await person.say("/sell");
  await person.see("Which account do you want to sell from?");
  await person.say(address);
  const card = await person.see("Show that the account is yours");
  expect(card.text).toContain(address);
  return { address, text: challengeIn(card) };
}

interface Pictured extends Seen {
  readonly photo?: readonly { readonly file_id: string }[];
  readonly caption?: string;
}

/** What the QR codes of the chat say, once there is one for so many texts. */
async function codesOf(rig: Rig, person: Person, count = 1): Promise<string[]> {
  const photos = await until(
    async () => `${count} pictures are seen\n${JSON.stringify(await person.cards())}`,
    async () => {
      const all = ((await person.cards()) as Pictured[]).filter(({ photo }) => photo);
      return all.length >= count ? all : undefined;
    },
  );
  return Promise.all(
    photos.map(async ({ photo = [], caption }) => {
      expect(caption).toContain("The same text as a QR code");
      const file = photo.at(-1)?.file_id ?? "";
      const response = await fetch(`${rig.apiRoot}/files/${encodeURIComponent(file)}`);
      return textInCode(Buffer.from(await response.arrayBuffer()));
    }),
  );
}

function customerOf({ engine }: Rig, { id }: Person): string {
  return readNow(engine.database, () => findTelegramUser(id))?.customer_id ?? "";
}

const sellersOf = (rig: Rig, person: Person) => readSellers(rig.engine, customerOf(rig, person));

test("the whole walk: address, text, signature, offer, and a Manual order that it fills", async () => {
  const rig = shared();
  const person = rig.person(9_971);
  const { address, text } = await toChallenge(rig, person);
  expect(text).toContain(customerOf(rig, person));
  expect(await codesOf(rig, person)).toEqual([text]);
  await person.say(await sign(rig, address, text));
  const suggested = await person.see("Offer Energy");
  // What others ask, the desk itself among them.
  expect(suggested.text).toMatch(/\nOffered: .* at 60\n/);
  expect(await sellersOf(rig, person)).toMatchObject([{ address, status: "active" }]);

  await person.tap("Price:");
  const asked = await person.see("Your minimum price");
  expect(buttonsOf(asked).map((one) => one.text)).toEqual(
    expect.arrayContaining(["40 SUN", "59 SUN", "60 SUN"]),
  );
  await person.say("47");
  await person.tap("Shortest: 15m");
  await person.tap("1h");
  await person.tap("Longest: 1d");
  await person.tap("15m");
  const both = await person.see("You get 2.7495 of 3.055 TRX for 65,000 Energy, 15 minutes");
  expect(buttonsOf(both).map((one) => one.text)).toEqual(
    expect.arrayContaining(["Price: 47 SUN", "Shortest: 15m", "Longest: 15m"]),
  );
  await person.tap("Keep for myself: 0");
  await person.say("65k");
  await person.tap("Keep for myself: 65,000");
  await person.tap("0");
  await person.tap("Put on sale");
  await person.see("47 SUN, 15m to 15m, parts of 20,000 or more");
  const offered = await untilText(person, /Can sell now: [1-9]/, "Refresh");
  expect(offered.text).toContain("No open delegations");

  const request = parseOrderRequest({
    type: "Manual",
    resourceType: "Energy",
    receiver: [active(3)],
    resourceAmount: 65_000,
    duration: "15m",
    price: 50,
    options: { allow_partial: true },
  });
  const { orderIds } = await createOrders(rig.engine, {
    customerId: customerOf(rig, person),
    channel: "http",
    request,
    idempotencyKey: undefined,
  });
  const orderId = orderIds[0] ?? "";
  await until(
    "the order is filled",
    async () =>
      (await readOrder(rig.engine, customerOf(rig, person), orderId)).status === "completed",
  );
  const filled = await untilText(person, /Open delegations: 1/, "Refresh");
  expect(filled.text).toContain("65,000 Energy at 47 SUN, earns 2.7495 TRX, until");
  await untilText(person, /Earned: 2\.7495 TRX to be paid out, 0 TRX paid out/, "Refresh");
  const sold = await until("the sale is told", async () =>
    (await person.news()).find(({ text }) => text?.startsWith("🔔 Sold")),
  );
  expect(sold.text).toContain("\n65,000 Energy in 1 order: 2.7495 TRX for you\n");

  const permission = await person.tap("Permission");
  expect(permission.text).toBe(
    "✅ Checked again: the desk can delegate and take back, nothing else.",
  );
  await person.tap("Energy off");
  const off = await person.see("⏸ Energy");
  expect(off.text).toContain("⏸ Nothing on sale");
  expect(off.text).not.toMatch(/On sale|Can sell now/);
  await person.tap("Energy on");
  await person.see("✅ Energy");
  await person.tap("All accounts");
  const list = await person.see("Your accounts that sell");
  expect(list.text).toContain(address);
  // All of it on one message.
  expect((await person.cards()).filter(({ text: said }) => said?.includes("Sell"))).toHaveLength(1);
  expect(list.text).toContain("✅ on sale");
  await person.tap("T");
  await person.tap("Energy off");
  await person.see("⏸ Nothing on sale");
  await person.tap("Close");
  const closed = await person.see(({ text }) => text === "Closed. Open it again with /sell.");
  expect(closed.message_id).toBe(list.message_id);
});

async function untilText(person: Person, pattern: RegExp, label: string): Promise<Seen> {
  return until(
    async () => `${pattern} is seen\n${(await person.transcript()).join("\n")}`,
    async () => {
      const card = (await person.cards()).findLast(({ text = "" }) => pattern.test(text));
      if (card) return card;
      await person.tapNow(label).catch(() => undefined);
      return undefined;
    },
  );
}

test("a wrong signature, no signature, a foreign one: the text stays and can be signed rightly", async () => {
  const rig = shared();
  const person = rig.person(9_972);
  const { address, text } = await toChallenge(rig, person);
  const { message_id: typed } = await person.say("here you are");
  const below = await person.see("You typed “here you are”.");
  expect(below.text).toContain("That is not a signature");
  expect(below.message_id).toBeGreaterThan(typed);
  await person.say(await sign(rig, address, `${text} `));
  const refused = await person.see("This signature was made by another key.");
  expect(challengeIn(refused)).toBe(text);
  // How to sign would push it off a low screen.
  expect(refused.text).not.toContain("signMessageV2");
  expect(refused.text?.indexOf("another key")).toBeGreaterThan(refused.text?.indexOf(text) ?? 0);
  const own = await sign(rig, address, text);
  await person.say(`${own}0`);
  await person.see("That is not a signature");
  const stranger = await account(rig);
  await person.say(await sign(rig, stranger, text));
  await person.see(`It belongs to ${stranger}.`);
  expect(await sellersOf(rig, person)).toEqual([]);
  await person.say(`"${own.replace(/^0x/, "")}"`);
  await person.see("Offer Energy");
});

test("a text that lapsed, or was replaced, is asked for anew", async () => {
  const rig = shared();
  const person = rig.person(9_973);
  const { address, text } = await toChallenge(rig, person);
  rig.wall.aheadMs += 11 * 60_000;
  await person.say(await sign(rig, address, text));
  const lapsed = await person.see("has expired or was replaced");
  await person.tap("New text");
  const fresh = await person.see((seen) => !["", text].includes(challengeIn(seen)));
  expect(fresh.message_id).toBe(lapsed.message_id);
  expect(await codesOf(rig, person, 2)).toEqual([text, challengeIn(fresh)]);
  await person.say(await sign(rig, address, challengeIn(fresh)));
  await person.see("Offer Energy");
});

test("a permission is missing, in part, too strong, too weak: the card says what, and goes on when it is right", async () => {
  const rig = shared();
  const person = rig.person(9_974);
  const address = await account(rig, false);
  await person.say("/sell");
  await person.say(address);
  const card = await person.see("names the desk yet");
  const operator = rig.engine.sellerAccounts?.operator;
  expect(buttonsOf(card)).toContainEqual({
    text: "Copy the desk's address",
    copy_text: { text: operator },
  });
  expect((await person.tap("Check")).text).toContain("nothing has changed yet");
  await permit(rig, address, DELEGATE_ONLY);
  expect((await person.tap("Check")).text).toBeUndefined();
  await person.see("Not allowed yet: Reclaim Resources");
  await permit(rig, address, DELEGATING, 2);
  await person.tap("Check");
  await person.see("The threshold is 2, the desk's weight 1");
  await permit(rig, address, AND_TRANSFER);
  await person.tap("Check");
  await person.see("the desk could also transfer TRX");
  await person.tap("Continue anyway");
  await person.see("Show that the account is yours");
  await permit(rig, address, DELEGATING);
  await person.tap("Back");
  await person.tap("Check");
  await person.see("Show that the account is yours");
});

test("addresses that cannot sell are refused in words", async () => {
  const rig = shared();
  const person = rig.person(9_975);
  await person.say("/sell");
  await person.see("Which account");
  await person.say("hello");
  await person.see("no TRON address in that");
  await person.say(NOT_ACTIVATED);
  await person.see("is not activated");
  await person.say(rig.engine.sellerAccounts?.operator ?? "");
  await person.see("belongs to the desk");
  // A line or a list orders Energy.
  await person.say(`65k 1h ${active(1)}`);
  await person.see("3.9 TRX for 65,000 Energy, 1 hour");
  await person.say("/cancel");
  await person.see("Order dropped");
  await person.say(`${active(1)} ${active(2)}`);
  await person.see("7.8 TRX for 2 × 65,000 Energy");
  await person.say("/sell");
  await person.say(active(1));
  const unstaked = await person.see("nothing to sell yet");
  expect(unstaked.text).not.toContain("100 TRX");
  expect(unstaked.text).toMatch(/The desk keeps \d+ % of each sale\./);
});

test("someone else's card, an old button and a double tap change nothing", async () => {
  const rig = shared();
  const person = rig.person(9_976);
  const { address, text } = await toChallenge(rig, person);
  await person.say(await sign(rig, address, text));
  const card = await person.see("Put on sale");
  const save = dataOf(card, "Put on sale");
  const stranger = rig.person(9_977);
  await stranger.say("/start");
  const menu = await stranger.see("Energy Desk");
  const refused = await stranger.press(menu.message_id, save);
  expect(refused.text).toContain("belongs to somebody else");
  const [first, second] = await Promise.all([
    person.press(card.message_id, save),
    person.press(card.message_id, save),
  ]);
  const answers = [first.text ?? "", second.text ?? ""].sort();
  expect(answers).toEqual(["Saved.", expect.stringContaining("changed meanwhile")]);
});

test("the card survives a restart, and /cancel closes it without a word to what sells", async () => {
  const rig = shared();
  const person = rig.person(9_978);
  const { address, text } = await toChallenge(rig, person);
  await rig.restartDesk();
  await person.say(await sign(rig, address, text));
  await person.see("Put on sale");
  await rig.restartDesk();
  await person.tap("Put on sale");
  await person.see("✅ Energy");
  await person.say("/cancel");
  await person.see("Your offers stay on sale");
  expect(await sellersOf(rig, person)).toHaveLength(1);
});

test("the card worked on last takes a pasted address; a wallet elsewhere still opens an order", async () => {
  const rig = shared();
  const person = rig.person(9_979);
  await person.say("/sell");
  await person.see("Which account");
  await person.say("/buy energy 65k 1h");
  await person.see("Which wallets");
  await person.say(active(7));
  await person.see("Pay 3.9 TRX");
  await person.say("/sell");
  await until("one card of /sell is open", async () =>
    (await person.transcript()).some((said) => said.includes("replaced by a newer")),
  );
  const address = await account(rig);
  await person.say(address);
  await person.see("Show that the account is yours");
});

test("in a group it is refused with the way to the private chat", async () => {
  const rig = shared();
  const person = rig.person(ALICE, GROUP);
  await person.say("/sell");
  const refused = await person.see("That is shown in private only");
  expect(buttonsOf(refused).map(({ url }) => url)).toEqual([expect.stringContaining("t.me/")]);
});
