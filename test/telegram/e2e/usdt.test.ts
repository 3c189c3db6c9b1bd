/** /usdt and the warning of what a wallet has already, through real polling. */
import { expect, test } from "vitest";
import { addressOf } from "../../support/addresses.js";
import { until } from "../../support/until.js";
import { GROUP, hasButton, hearEach } from "./people.js";
import { sharedRig, startRig } from "./rig.js";
import { active, MISTYPED, NOT_ACTIVATED } from "./wallets.js";

const rig = sharedRig();

test("a node without the contract leaves the rule, and says so; the card is for the sender", async () => {
  const person = rig().person(16_001);
  await person.say(`/usdt ${active(0)} ${active(1)}`);
  const card = await person.see("Pay 3.9 TRX");
  expect(card.text).toContain("usually takes 65,000 Energy");
  expect(card.text).toContain(`If ${active(1)} never held USDT`);
  expect(card.text).toContain(`1 hour\n${active(0)}`);
  await person.tap("Change");
  await person.tap("65,000");
  await person.tap("131,000");
  const changed = await person.see("Pay 7.86 TRX");
  expect(changed.text).not.toContain("usually takes");

  await person.say(`/usdt ${active(2)} ${NOT_ACTIVATED}`);
  const first = await person.see("Pay 7.86 TRX");
  await person.see(({ text = "" }) => text.includes("so it holds no USDT: 131,000 Energy"));
  expect(first.message_id).toBeGreaterThan(0);
});

test("what the sender holds is taken off, for an hour whatever was rented last; what is enough is not rented", async () => {
  const person = rig().person(16_002);
  await person.say(`/buy 32k energy 3d ${active(5)}`);
  await person.tap("Pay 5.76 TRX");
  const delivered = await person.see(/USDT transfer\. Missing: 3\d,\d{3} Energy$/m);
  expect(delivered.text).toContain("⚠️ Delivered: 32,000 Energy, too little for a USDT transfer\n");
  await person.tap("Rent 3");
  const rest = await person.see(/TRX for 3\d,000 Energy, 3 days/);
  expect(rest.text).toContain("This wallet already holds 32,000 Energy");
  expect(rest.text).not.toContain("still burns TRX");
  await person.say(`/usdt ${active(5)} ${active(6)}`);
  const card = await person.see(/so 3\d,\d{3} are missing/);
  expect(card.text).toMatch(/TRX for 3\d,\d{3} Energy, 1 hour/);
  await person.say(`/buy 131k energy 1h ${active(7)}`);
  await person.tap("Pay 7.86 TRX");
  await person.see(({ text = "" }) => text.includes(active(7)) && text.includes("safe to send"));
  await person.say(`/usdt ${active(7)} ${active(8)}`);
  const enough = await person.see("Nothing to rent");
  expect(hasButton(enough, "Pay", false)).toBe(false);
});

test("names stand for wallets; two that differ are needed, and the sender must exist", async () => {
  const person = rig().person(16_003);
  await person.say(`/book a ${active(10)}`);
  await person.say(`/book b ${active(11)}`);
  await person.see("b is");
  await person.say("/usdt @a @b");
  expect((await person.see("Pay 3.9 TRX")).text).toMatch(new RegExp(`USDT.*${active(11)} b `));
  const said: readonly [string, string][] = [
    [" nonsense", "❌ “nonsense”: not understood"],
    [` 3 ${active(10)}`, "❌ “3”: not understood"],
    [` cold9 ${active(10)}`, "How much Energy does a USDT transfer take"],
    [` a ${active(12)}`, `If ${active(12)} never held USDT`],
    [` ${active(12)} b`, `If ${active(11)} b never held USDT`],
    ["", "How much Energy does a USDT transfer take"],
    [` ${active(10)}`, `Who gets the USDT from ${active(10)} a?`],
    [` ${[10, 11, 12].map(active).join(" ")}`, "Two wallets needed"],
    [` ${active(10)} ${MISTYPED}`, `${MISTYPED}: mistyped`],
    [` ${active(10)} ${MISTYPED}`, `Who gets the USDT from ${active(10)} a?`],
    [` ${MISTYPED} ${active(11)}`, `Who sends the USDT to ${active(11)} b?`],
    [` ${active(10)} ${active(10)}`, `${active(10)}: listed twice`],
    [" @a @c", "c is not in your address book"],
    [` ${NOT_ACTIVATED} ${active(10)}`, "is not activated on TRON, so it cannot send USDT"],
  ];
  for (const [args, answer] of said) {
    await person.say(`/usdt${args}`);
    await person.see(answer);
  }
  const inGroup = rig().person(16_003, GROUP);
  await inGroup.say(`/usdt ${active(12)} ${active(13)}`);
  const card = await inGroup.see(active(12));
  expect(card.text).not.toContain("Balance");
});

test("/usdt alone asks for two wallets; the answer is who sends and who gets, for the sender only", async () => {
  for (const where of [undefined, GROUP]) {
    const person = rig().person(16_007, where);
    const command = await person.say("/usdt");
    const asked = await person.see("the sender first, then the recipient");
    expect(asked.message_id).toBeGreaterThan(command.message_id);
    const prompt = where && (await person.see("Who sends the USDT, and who gets it? Reply"));
    const to = prompt ? { reply_to_message_id: prompt.message_id } : {};
    await person.say(`${active(14)} ${active(15)}`, to);
    const card = await person.see(new RegExp(`TRX for .*\n(.*'s order\n)?${active(14)}`));
    expect(hasButton(card, "Pay 3.9 TRX", true)).toBe(true);
    expect(card.text).toContain(`If ${active(15)} never held USDT`);
    await person.tap("Take 131,000");
    expect((await person.see("Pay 7.86 TRX")).text).not.toContain("never held");
  }
});

test("a line that is an order takes the place of the question for the wallets", async () => {
  const person = rig().person(16_012);
  for (const command of ["/usdt", "/buy energy"]) {
    await person.say(command);
    await person.see(/sender first, then the recipient|Which wallets/);
    const { message_id: said } = await person.say("10m energy 30d");
    const asked = await person.see(
      ({ text = "", message_id: id }) => id > said && text.includes("Which wallets"),
    );
    expect(asked.text).not.toContain("not understood");
  }
});

test("one wallet that was named is kept as the sender; a wrong one is asked for again", async () => {
  for (const where of [undefined, GROUP]) {
    const person = rig().person(16_008, where);
    const questions = async (text: string) =>
      where === undefined
        ? undefined
        : { reply_to_message_id: (await person.see(text)).message_id };
    await person.say(`/usdt ${active(16)}`);
    await person.see(`Who gets the USDT from ${active(16)}?`);
    await person.say(MISTYPED, await questions("Who gets the USDT? Reply"));
    await person.see(
      ({ text = "" }) => text.includes(`${MISTYPED}: mistyped`) && text.includes("Who gets"),
    );
    await person.say(active(17), await questions("Who gets the USDT? Reply"));
    const card = await person.see(new RegExp(`TRX for .*\n(.*'s order\n)?${active(16)}`));
    expect(card.text).toContain(`If ${active(17)} never held USDT`);
  }
});

test("a recipient is kept while the sender is asked for again", async () => {
  const person = rig().person(16_014);
  await person.say(`/usdt ${MISTYPED} ${active(17)}`);
  await person.see(`${MISTYPED}: mistyped`);
  await person.say(active(18));
  const card = await person.see(new RegExp(`TRX for .*\n${active(18)}`));
  expect(card.text).toContain(`If ${active(17)} never held USDT`);
});

test("the Bandwidth that the sender lacks is bought with the Energy: one payment, two orders, one card", async () => {
  const person = rig().person(16_009);
  const [from, to] = [active(30), active(31)];
  await rig().node("use", { address: from, resource: "bandwidth", units: 600 });
  await hearEach(person);
  await person.say(`/usdt ${from} ${to}`);
  const card = await person.see("Pay 3.9 TRX");
  expect(card.text).toContain(
    "The sender lacks Bandwidth: the transfer burns 0.345 TRX for it; renting 1,000 here costs 0.6 TRX.",
  );
  await person.tap("+ Bandwidth");
  const both = await person.see("Pay 4.5 TRX");
  expect(both.text).toContain("4.5 TRX for 65,000 Energy + 1,000 Bandwidth, 1 hour");
  expect(both.text).toContain("This transfer is free: it burns no TRX.");
  expect(both.text).toContain(
    "65,000 Energy × 60 SUN = 3.9 TRX\n1,000 Bandwidth × 600 SUN = 0.6 TRX",
  );
  await person.tap("No Bandwidth");
  await person.see("Pay 3.9 TRX");
  await person.tap("+ Bandwidth");
  await person.tap("Pay 4.5 TRX");
  const paid = await person.see("safe to send");
  expect(paid.text).toContain("65,000 Energy + 1,000 Bandwidth, 1 hour · 4.5 TRX");
  expect(paid.text).toContain(`${from} · 65,000 Energy`);
  expect(paid.text).toContain(`${from} · 1,000 Bandwidth`);
  const bell = await until("the bell", async () => (await person.news())[0]);
  expect(bell.text).toContain("65,000 Energy + 1,000 Bandwidth, 1 hour · 4.5 TRX");
  await person.say("/orders");
  await person.see("65,000 Energy + 1,000 Bandwidth, 1 hour · 4.5 TRX");
  await person.say("/again");
  const again = await person.see("Pay 4.5 TRX");
  expect(again.text).toContain("4.5 TRX for 65,000 Energy + 1,000 Bandwidth, 1 hour");
});

test("the bell of a rest that was rented says the same of the transfer as the card", async () => {
  const person = rig().person(16_013);
  const from = active(32);
  await person.say(`/buy 66k energy 1h ${from}`);
  await person.tap("Pay 3.96 TRX");
  await person.see("safe to send");
  await hearEach(person);
  await person.say(`/usdt ${from} ${NOT_ACTIVATED}`);
  await person.tap("Pay");
  const isFirst = "Energy for 1 USDT transfer\nSet fee_limit to at least 13.1 TRX\n";
  await person.see(isFirst);
  const bell = await until("the bell", async () => (await person.news())[0]);
  expect(bell.text).toContain(isFirst);
});

test("a node that tries contracts is believed", async () => {
  const usdt = addressOf(77);
  const units = { value: 130_285 };
  const desk = await startRig({
    transferReads: {
      usdt,
      tryContract: async ({ contract, selector }) => {
        expect(contract).toBe(usdt);
        const success = selector.startsWith("transfer");
        return { success, energyUnits: units.value, resultHex: "" };
      },
    },
  });
  const person = desk.person(16_004);
  await person.say(`/usdt ${active(0)} ${active(1)}`);
  const card = await person.see("Pay 7.86 TRX");
  expect(card.text).toContain("takes 130,285 Energy; 131,000 Energy is enough");
  await person.tap("Change");
  await person.tap("131,000");
  await person.tap("65,000");
  await person.tap("Pay 3.9 TRX");
  await person.see("to a wallet that holds USDT. Missing for one that holds none: 6");
  await desk.stopNode();
  await person.say(`/usdt ${active(0)} ${active(1)}`);
  await person.see("cannot check wallets now");
});

test("a wallet that holds a rental, or is getting one, is warned of before it is paid again", async () => {
  const person = rig().person(16_005);
  const stranger = rig().person(16_006);
  await person.say(`/buy 65k energy 1h ${active(36)}`);
  const fresh = await person.see("Pay 3.9 TRX");
  expect(fresh.text).not.toContain("already");
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
  await person.say(`/buy 65k energy 1h ${active(36)} ${active(37)}`);
  const warned = await person.see(`${active(36)} already holds 65,000 Energy until`);
  expect(warned.text).not.toContain(`${active(37)} already`);
  await person.say(`/buy 1000 bandwidth 1h ${active(36)}`);
  const other = await person.see("1,000 Bandwidth");
  expect(other.text).not.toContain("already");
  await stranger.say(`/buy 65k energy 1h ${active(36)}`);
  await stranger.see("This wallet already holds 65,000 Energy until");
});

test("a wallet is read once after its delivery; nothing is promised that the node cannot say, or beyond a rental's end", async () => {
  const node = { fails: true, asked: 0 };
  const desk = await startRig({
    resources: (ofNode) => async (account) => {
      node.asked += 1;
      if (node.fails) throw new Error("busy");
      return ofNode(account);
    },
  });
  const person = desk.person(16_007);
  await person.say(`/buy 65k energy 1h ${active(0)}`);
  await person.tap("Pay 3.9 TRX");
  const card = await person.see("delivered, confirmed");
  expect(card.text).toMatch(/^✅ Delivered: 65,000 Energy\n/);
  expect(card.text).not.toContain("safe to send");
  expect(node.asked).toBeGreaterThan(0);

  node.fails = false;
  desk.wall.aheadMs += 10_000;
  await person.tap("Refresh");
  await person.see("✅ Delivered: safe to send");
  const { asked } = node;

  await desk.restartDesk();
  desk.wall.aheadMs += 10_000;
  await person.tap("Refresh");
  await person.say(`/order ${/Order (\w+)/.exec(card.text ?? "")?.[1]}`);
  await until(
    "both cards of the order say it",
    async () =>
      (await person.cards()).filter(({ text = "" }) => text.includes("safe")).length === 2,
  );
  expect(node.asked).toBe(asked);

  // What the hour's rental holds counts as long as it runs, and no transfer is promised for longer.
  await person.say(`/buy 32k energy 1d ${active(0)}`);
  await person.tap("Pay 1.92 TRX");
  const both = await person.see("Only until another rental ends: ");
  expect(both.text).toMatch(
    /^✅ Delivered: safe to send USDT to a wallet that already holds USDT\n/,
  );
  await desk.node("mine", { missedMs: 60 * 60_000 });
  await person.tap("Refresh");
  const rest = await person.see("Delivered: 32,000 Energy, too little for a USDT transfer");
  expect(rest.message_id).toBe(both.message_id);
  expect(rest.text).not.toContain("Only until");
});
