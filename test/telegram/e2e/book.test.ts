/** The address book through real polling: names given, used, taken away, exported and taken in again; in private only. */
import { expect, test } from "vitest";
import { readCsv } from "../../support/csv.js";
import { until } from "../../support/until.js";
import { buttonsOf, dataOf, GROUP, hasButton, type Person, type Seen } from "./people.js";
import { type Rig, sharedRig } from "./rig.js";
import { active, MISTYPED } from "./wallets.js";

const rig = sharedRig();
let lastPerson = 14_000;

function stranger(chatId?: number): Person {
  lastPerson += 1;
  return rig().person(lastPerson, chatId);
}

type Filed = Seen & {
  readonly document?: { readonly file_id: string; readonly file_name: string };
};

async function exportOf(desk: Rig, person: Person): Promise<string> {
  const known = (await person.cards()).length;
  await person.say("/book export");
  const { document } = await until("the address book is sent", async () =>
    ((await person.cards()) as Filed[]).slice(known).find((one) => one.document),
  );
  expect(document?.file_name).toBe("wallets.csv");
  const id = encodeURIComponent(document?.file_id ?? "");
  return (await fetch(`${desk.apiRoot}/files/${id}`)).text();
}

test("a wallet gets a name, and the name stands for it wherever a wallet is asked", async () => {
  const person = stranger();
  await person.say("/book");
  await person.see("Your address book is empty");
  await person.say(`/book cold1 ${active(0)}`);
  await person.see(`cold1 is ${active(0)}`);
  await person.say(`/book ${active(1)} Cold1`);
  await person.tap("Replace");
  await person.see(`Cold1 is ${active(1)} now. It was ${active(0)}`);
  await person.say(`/book hot ${active(2)}`);
  await person.see("hot is");

  await person.say("/buy 65k energy 1h @COLD1");
  expect((await person.see("Pay 3.9 TRX")).text).toContain(active(1));
  await person.say("/buy 65k energy 1h");
  await person.see("Which wallets");
  await person.say("@cold1, @hot and @warm");
  const confirm = await person.see("Pay 7.8 TRX");
  expect(confirm.text).toContain(`${active(1)} Cold1`);
  expect(confirm.text).toContain(`${active(2)} hot`);
  expect(confirm.text).toContain("warm is not in your address book");
  await person.tap("Pay 7.8 TRX");
  const paid = await person.see("All 2 delivered: safe to send");
  expect(paid.text).toContain(`${active(2)} hot`);

  await person.say("/quote 65k energy 1h @hot");
  await person.see(({ text = "" }) => text.includes("Quote") && text.includes(`${active(2)} hot`));
  await person.tap("Buy");
  await person.tap("Pay 3.9 TRX");
  await person.see("✅ Delivered: safe to send");
  await person.say("/orders");
  const list = await person.see("Your orders");
  expect(list.text).toMatch(
    new RegExp(`UTC · 65,000 Energy, 1 hour · 3.9 TRX · ✅ delivered\n${active(2)} hot`),
  );
  expect(list.text).toContain("UTC · 2 × 65,000 Energy, 1 hour · 7.8 TRX · ✅ delivered");
  await person.say("/buy 65k energy 1h");
  const asked = await person.see("Which wallets");
  const labels = buttonsOf(asked).map(({ text }) => text);
  expect(labels.slice(0, 2)).toEqual(["hot", "Cold1"]);
  await person.tap("hot");
  await person.see(({ text = "" }) => text.includes(active(2)) && !text.includes(active(1)));
});

test("a name is taken as it is shown, without its sign, where it can mean nothing else", async () => {
  const person = rig().person(9_740);
  for (const [at, name] of ["hot", "cold"].entries()) {
    await person.say(`/book ${name} ${active(at)}`);
    await person.see(`✅ ${name}`);
  }
  await person.say("65k 1h hot");
  expect((await person.see("65,000 Energy, 1 hour")).text).toContain(active(0));
  await person.say("/cancel");
  await person.say("/buy energy 1h");
  await person.see("Which wallets");
  await person.say("Cold");
  expect((await person.see("How much Energy")).text).not.toContain("not understood");
  await person.say("/usdt hot");
  expect((await person.see("Who gets the USDT")).text).not.toContain("understood");
  await person.say("cold");
  await person.see(`${active(1)} cold`);
  // Beside an address it may be a label: it is asked.
  await person.say(`/buy 65k 1h ${active(5)} hot`);
  const asked = await person.see("“hot”: did you mean @hot?");
  expect(asked.text).toContain(active(5));
  expect(asked.text).not.toContain(active(0));
  await person.say("my hot lunch");
  await person.see("did not understand “my hot lunch”");
  await person.say("65k hott");
  await person.see("No wallet named hott in your /book. Did you mean hot?");
  await person.say("65k 1h hott");
  const near = await person.see("hott is not in your address book");
  expect(buttonsOf(near).map(({ text }) => text)[0]).toBe("hot");
  await person.say("/cancel");
  await person.say("65k 1h nobody");
  await person.see("No wallet named nobody in your /book.");
  await person.say("65k 1h TXXXXXXXXXX");
  await person.see("TXXXXXXXXXX is not a TRON address. Copy it once more.");
  await person.say(`/book 65k ${active(5)}`);
  await person.see("“65k” means something else in an order. Choose another name.");
});

test("named wallets are the first buttons, those never used as well; others used last follow", async () => {
  const person = stranger();
  await person.say(`/buy 65k energy 1h ${active(3)}`);
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
  await person.say(`/book cold1 ${active(0)}`);
  await person.say(`/book hot ${active(2)}`);
  await person.see("hot is");
  await person.say("/buy 65k energy 1h");
  const offered = buttonsOf(await person.see("Which wallets")).map(({ text }) => text);
  expect(offered.slice(0, 3)).toEqual(["hot", "cold1", expect.stringContaining("…")]);
});

test("a name that stands for another wallet is replaced by a tap only, and only while it stands for that one", async () => {
  const person = stranger();
  await person.say(`/book cold1 ${active(0)}`);
  await person.see(`cold1 is ${active(0)}`);
  await person.say(`/book cold1 ${active(0)}`);
  await person.see(`cold1 is already ${active(0)}`);
  await person.say(`/book cold1 ${active(1)}`);
  const first = await person.see(`Replace it with ${active(1)}?`);
  expect(first.text).toContain(`cold1 is ${active(0)}`);
  await person.say("/book cold1");
  await person.see(`cold1\n${active(0)}`);
  await person.say(`/book cold1 ${active(2)}`);
  const second = await person.see(`Replace it with ${active(2)}?`);
  const thief = stranger();
  await thief.say("/book");
  const { message_id: own } = await thief.see("Your address book is empty");
  await thief.press(own, dataOf(second, "Replace"));
  await thief.see("Nothing was replaced");
  await thief.say("/book");
  await thief.see("Your address book is empty");
  const inGroup = rig().person(person.id, GROUP);
  await inGroup.say("/book");
  const { message_id: told } = await inGroup.see("shown in private");
  await inGroup.press(told, dataOf(second, "Replace"));
  await person.press(second.message_id, dataOf(second, "Replace"));
  await person.see(`cold1 is ${active(2)} now. It was ${active(0)}`);

  await person.press(first.message_id, dataOf(first, "Replace"));
  const asked = await person.see(
    ({ message_id: id, text = "" }) => id === first.message_id && text.includes(active(2)),
  );
  expect(asked.text).toBe(`cold1 is ${active(2)}\nReplace it with ${active(1)}?`);
  await person.press(asked.message_id, dataOf(asked, "Keep"));
  await person.see("Nothing was replaced");
  await person.send("names.csv", `cold1,${active(3)}\nhot,${active(4)}`, { caption: "/book" });
  const file = await person.see("1 new, 0 changed, 0 as before");
  expect(file.text).toContain("not changed: cold1");
  await person.press(file.message_id, dataOf(file, "Replace"));
  await person.see(`cold1 is ${active(3)} now. It was ${active(2)}`);
});

test("in a group no card has a name, or a wallet on a button", async () => {
  const own = stranger();
  await own.say(`/book cold1 ${active(20)}`);
  await own.say(`/buy 65k energy 1h ${active(20)}`);
  await own.tap("Pay 3.9 TRX");
  await own.see("safe to send");
  const inGroup = rig().person(own.id, GROUP);
  await inGroup.say("/buy energy 1h");
  const asked = await inGroup.see("Reply to my question");
  expect(
    buttonsOf(asked)
      .map(({ text }) => text)
      .join(),
  ).not.toMatch(/T\w{5}…|cold1/);
  await inGroup.say("/buy 65k energy 1h @cold1");
  const confirm = await inGroup.see("Pay 3.9 TRX");
  expect(confirm.text).toContain(active(20));
  await inGroup.tap("Change");
  const fields = await inGroup.see("Back to the order");
  expect(hasButton(fields, "Receivers: 1", true)).toBe(true);
  await inGroup.tap("Back to the order");
  await inGroup.tap("Pay 3.9 TRX");
  const paid = await inGroup.see("safe to send");
  const shown = [asked, confirm, fields, paid].map(({ text = "" }) => text);
  expect(shown.join()).not.toContain("cold1");
});

test("what is no name, no wallet, or nothing at all is told", async () => {
  const person = stranger();
  const said: readonly [string, string][] = [
    [`/book 55 ${active(0)}`, "“55” is not a name"],
    [`/book a.b ${active(0)}`, "“a.b” is not a name"],
    [`/book cold1 ${MISTYPED}`, "is not a TRON address. Copy it once more"],
    ["/book cold1", "cold1 is not in your address book"],
    ["/book remove cold1", "cold1 is not in your address book"],
    ["/book cold2 remove", "cold2 is not in your address book"],
    ["/book cold3 удалить", "cold3 is not in your address book"],
    ["/book cold4 删除", "cold4 is not in your address book"],
    ["/book cold5 eliminar", "cold5 is not in your address book"],
    ["/book one two three", "did not understand"],
    ["/book cold wallet", "did not understand"],
    ["/book export", "Your address book is empty"],
  ];
  for (const [line, answer] of said) {
    await person.say(line);
    await person.see(answer);
  }
  await person.say("@nobody");
  await person.see("Buy Energy");
});

test("the list turns its pages, opens a name, buys for it and removes it", async () => {
  const person = stranger();
  const lines = Array.from({ length: 12 }, (_, at) => `w${10 + at},${active(at)}`);
  await person.send("names.csv", `name,wallet\n${lines.join("\n")}`, { caption: "/book" });
  await person.see("12 new, 0 changed, 0 as before");
  await person.say("/book");
  const list = await person.see("Address book · 12 wallets");
  const onList = (said: string) => (message: Seen) =>
    message.message_id === list.message_id && (message.text ?? "").includes(said);
  expect(list.text).toContain(active(9));
  expect(list.text).not.toContain(active(10));
  await person.tap("Next");
  expect((await person.see(onList("Page 2 of 2"))).text).toContain("w21");
  await person.tap("w21");
  await person.see(onList(active(11)));
  await person.tap("Buy for it");
  const card = await person.see("What do you need");
  expect(hasButton(card, "Receiver", true)).toBe(true);
  const opened = (await person.cards()).find(({ message_id: id }) => id === list.message_id);
  if (!opened) throw new Error("the name is shown");
  const gone = dataOf(opened, "Remove");
  await person.press(list.message_id, gone);
  await person.see(onList("w21 is removed"));
  await person.press(list.message_id, gone);
  await person.see(onList("Address book · 11 wallets"));
  await person.say("/book remove W20");
  await person.see("Address book · 10 wallets");
  await person.say(`/book w20 ${active(10)}`);
  await person.see(`w20 is ${active(10)}`);
});

test("what was exported can be taken in again, by anybody", async () => {
  const [person, friend] = [stranger(), stranger()];
  const names = [
    ["кошелёк", active(0)],
    ["-cold", active(1)],
    ["火", active(2)],
    ["a_1", active(0)],
  ] as const;
  for (const [name, wallet] of names) await person.say(`/book ${name} ${wallet}`);
  await person.see("a_1 is");
  const file = await exportOf(rig(), person);
  expect(readCsv(file.replace(/^\ufeff/, ""))[0]).toEqual(["name", "wallet"]);
  await friend.send("again.csv", file, { caption: "/book" });
  await friend.see("4 new, 0 changed, 0 as before");
  expect(await exportOf(rig(), friend)).toBe(file);
  await person.send("again.csv", file, { caption: "/book" });
  await person.see("0 new, 0 changed, 4 as before");
});

test("names are their customer's, and a group sees none", async () => {
  const alice = stranger();
  const inGroup = rig().person(alice.id, GROUP);
  const bob = stranger();
  await alice.say(`/book vault ${active(20)}`);
  await alice.see("vault is");
  await alice.say("/buy 65k energy 1h @vault");
  await alice.tap("Pay 3.9 TRX");
  await alice.see("safe to send");
  await bob.say("/buy 65k energy 1h @vault");
  const asked = await bob.see("vault is not in your address book");
  expect(asked.text).not.toContain(active(20));

  await inGroup.say("/book");
  expect((await inGroup.see("shown in private")).text).not.toContain("vault");
  await inGroup.say("/buy 65k energy 1h");
  const card = await inGroup.see("Which wallets");
  expect(JSON.stringify(card)).not.toContain("vault");
  const prompt = await inGroup.see("Which wallets? Reply");
  await inGroup.say("@vault", { reply_to_message_id: prompt.message_id });
  const confirm = await inGroup.see(active(20));
  expect(JSON.stringify(confirm)).not.toContain("vault");

  await alice.say("/book vault");
  const opened = await alice.see("Ordered once");
  await bob.press(
    (await bob.see("not in your address book")).message_id,
    dataOf(opened, "Buy for it"),
  );
  await bob.see("Your address book is empty");
});
