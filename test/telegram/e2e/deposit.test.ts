/** Money paid in, through a real node and real polling: where to, what is told of it, and that it can be spent. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { openAddressLog } from "../../../src/boot/deposits.js";
import { must } from "../../../src/domain/assert.js";
import { readBalance, readCustomers } from "../../../src/engine/customers/customers.js";
import {
  confirmDepositKey,
  depositAddressFor,
  depositKeysOf,
  retireDepositKey,
} from "../../../src/engine/deposits/addresses.js";
import { readDepositList } from "../../../src/engine/deposits/deposits.js";
import { confirmUsdtRate } from "../../../src/engine/deposits/usdt-rates.js";
import { readCsv } from "../../support/csv.js";
import { accountXpub, DEPOSITS } from "../../support/deposits.js";
import { until } from "../../support/until.js";
import { textInCode } from "../picture/read-code.js";
import { openDeposits } from "./deposits.js";
import { ALICE, buttonsOf, GROUP, type Person, type Seen } from "./people.js";
import { type Rig, sharedRig, startRig } from "./rig.js";
import { active } from "./wallets.js";

type Pictured = Seen & {
  readonly photo?: readonly { readonly file_id: string }[];
  readonly caption?: string;
  readonly caption_entities?: readonly {
    readonly type: string;
    readonly offset: number;
    readonly length: number;
  }[];
};

type Filed = Seen & { readonly document?: { readonly file_id: string } };

const seePicture = (person: Person): Promise<Pictured> =>
  until(
    async () => `a picture is seen\n${JSON.stringify(await person.cards())}`,
    async () => ((await person.cards()) as Pictured[]).findLast(({ photo }) => photo !== undefined),
  );

async function addressOf(person: Person): Promise<string> {
  await person.say("/deposit");
  return copiedBy(await seePicture(person));
}

function copiedBy(message: Seen): string {
  return buttonsOf(message)[0]?.copy_text?.text ?? "";
}

const newsOf = async (person: Person) => (await person.news()).map(({ text = "" }) => text);

/** Waits until so many are told. */
async function seeNews(person: Person, count: number): Promise<string[]> {
  return until(
    async () => `${count} messages are told\n${JSON.stringify(await newsOf(person))}`,
    async () => {
      const told = await newsOf(person);
      return told.length >= count ? told : undefined;
    },
  );
}

/** The file of /history in short. */
async function movementsOf(rig: Rig, person: Person): Promise<string[]> {
  const fileId = await until(
    "a file is seen",
    async () => ((await person.cards()) as Filed[]).at(-1)?.document?.file_id,
  );
  const text = await (await fetch(`${rig.apiRoot}/files/${encodeURIComponent(fileId)}`)).text();
  const [titles = [], ...lines] = readCsv(text);
  const cell = (line: readonly string[], title: string) => line[titles.indexOf(title)] ?? "";
  return lines.map((line) => {
    const numbers = `${cell(line, "available_change_trx")} ${cell(line, "available_trx")}`;
    const isOnChain = /^[0-9a-f]{64}$/.test(cell(line, "transaction"));
    return `${cell(line, "entry")} ${numbers}${isOnChain ? " by a transaction" : ""}`;
  });
}

const pay = (rig: Rig, to: string, what: object) => rig.node("pay", { to, ...what });

/** Blocks come by hand: what is seen stays so until then. */
const BY_HAND = { node: { blockMs: "manual" } } as const;

/** Where the log of addresses is, which cannot be written yet. */
const directory = join(mkdtempSync(join(tmpdir(), "desk-log-")), "other-disk");
afterAll(() => rmSync(dirname(directory), { recursive: true }));
const addressLog = openAddressLog(join(directory, "addresses.log"));
const taking = sharedRig({
  ...{ ...BY_HAND, deposits: "on", addressLog },
  settings: { firstCredit: { amountSun: 0 as never, kind: "payment" } },
});

test("no address is shown while the log of addresses cannot be written, and it can be asked for again", async () => {
  const person = taking().person(9_309);
  await person.say("/deposit");
  await person.see("No address can be shown right now. Nothing is lost");
  mkdirSync(directory);
  expect(addressLog.read()).toEqual([]);
  const address = await addressOf(person);
  expect(addressLog.read()).toMatchObject([{ address, index: 1 }]);
});

test("the address is text, button and picture, the same each time, in private", async () => {
  const rig = taking();
  const person = rig.person(9_301);
  await person.say("/start");
  await person.tap("Deposit");
  const { photo = [], caption = "", caption_entities = [], ...message } = await seePicture(person);
  const address = copiedBy(message);
  expect(address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
  expect(caption.split("\n").slice(0, 5)).toEqual([
    "Deposit address, TRON Sandbox (TRC20) only",
    address,
    "",
    "TRX: at least 1 TRX",
    "USDT: at least 1 USDT. 1 USDT = 3.2 TRX now; the rate at the block of your transfer counts.",
  ]);
  const code = caption_entities.find(({ type }) => type === "code");
  expect(code && caption.slice(code.offset, code.offset + code.length)).toBe(address);
  const file = encodeURIComponent(photo.at(-1)?.file_id ?? "");
  const bytes = await (await fetch(`${rig.apiRoot}/files/${file}`)).arrayBuffer();
  expect(await textInCode(Buffer.from(bytes))).toBe(address);

  await rig.restartDesk();
  expect(await addressOf(person)).toBe(address);
  expect(await addressOf(rig.person(9_302))).not.toBe(address);
  const inGroup = rig.person(ALICE, GROUP);
  await inGroup.say("/deposit");
  await inGroup.see("That is shown in private only");
});

test("TRX and USDT are told when seen and when credited, each once, and are spent", async () => {
  const rig = taking();
  const person = rig.person(9_303);
  const address = await addressOf(person);
  await person.say(`/buy 65k energy 1h ${active(0)}`);
  await person.see("3.9 TRX missing");
  await pay(rig, address, { trx: 50 });
  await seeNews(person, 1);
  await pay(rig, address, { usdt: 20 });
  expect(await seeNews(person, 2)).toEqual([
    "🔔 On the way: 50 TRX\nThe transfer is in a block. It is credited in about a minute.",
    "🔔 On the way: 20 USDT\nThe transfer is in a block. It is credited in about a minute.",
  ]);
  await rig.node("mine", { count: 5 });
  expect((await seeNews(person, 4)).slice(2)).toEqual([
    "🔔 Deposit credited: +50 TRX\nThe balance is 50 TRX now.",
    "🔔 Deposit credited: +64 TRX\n20 USDT at 3.2 TRX each\nThe balance is 114 TRX now.",
  ]);
  await person.tap("Pay 3.9 TRX");
  await until("the order is delivered", async () => {
    await rig.node("mine");
    return (await person.cards()).find(({ text = "" }) => text.includes("safe to send"));
  });
  await rig.restartDesk();
  await person.say("/balance");
  await person.see("Balance 110.1 TRX");
  expect(await newsOf(person)).toHaveLength(4);
  await person.say("/history");
  expect(await movementsOf(rig, person)).toEqual([
    "deposit 50 50 by a transaction",
    "deposit 64 114 by a transaction",
    "hold -3.9 110.1",
    "delivered 0 110.1 by a transaction",
  ]);
});

test("what will not be credited is said once, with whom to ask", async () => {
  const rig = taking();
  const person = rig.person(9_304);
  const address = await addressOf(person);
  await pay(rig, address, { trx: "0.999999" });
  await pay(rig, address, { usdt: "0.5" });
  await rig.node("mine", { count: 5 });
  const told = await seeNews(person, 2);
  const { customerId } = /customer id (?<customerId>\w+)/.exec(told[0] ?? "")?.groups ?? {};
  const ask = `Write to @desk_operator and quote your customer id ${customerId}`;
  const come = "Your transfer has come, but it is less than the minimum of";
  expect(told).toEqual([
    `🔔 Not credited: 0.999999 TRX\n${come} 1 TRX.\n${ask}`,
    `🔔 Not credited: 0.5 USDT\n${come} 1 USDT.\n${ask}`,
  ]);
  const { availableSun } = await readBalance(rig.engine, customerId as never);
  expect(availableSun).toBe(0);
});

test("of what is credited before it could be told as seen, only that is told", async () => {
  const rig = taking();
  const person = rig.person(9_305);
  const address = await addressOf(person);
  await rig.stopApi();
  await pay(rig, address, { trx: 5 });
  await rig.node("mine", { count: 5 });
  await until("it is credited", async () => {
    const { deposits } = await readDepositList(rig.engine, { limit: 9, onlyReview: false });
    return deposits.some(({ amount, status }) => amount === 5_000_000n && status === "credited");
  });
  await rig.startApi();
  const told = await seeNews(person, 1);
  expect(told).toEqual(["🔔 Deposit credited: +5 TRX\nThe balance is 5 TRX now."]);
});

test("while the key is not confirmed the operator is named; what comes to a lost key's address is said to have come there, too little as well", async () => {
  const rig = await startRig({ ...BY_HAND, deposits: "waits", rateLastsMs: 1 });
  const person = rig.person(9_311);
  await person.say("/deposit");
  const { text } = await person.see("not credited automatically here");
  expect(text).toContain("To top up, write to @desk_operator and quote your customer id");
  const [customer] = await readCustomers(rig.engine);
  const keys = depositKeysOf(accountXpub(5));
  const before = { ...rig.engine, deposits: { ...DEPOSITS, keys } };
  await confirmDepositKey(before, keys.first);
  const retired = await depositAddressFor(before, must(customer, "the person").customerId);
  await retireDepositKey(rig.engine, keys.hash, "Ann");
  await openDeposits(rig.engine);
  await pay(rig, retired, { trx: "0.6" });
  await pay(rig, retired, { usdt: 20 });
  await rig.node("mine", { count: 5 });
  expect(await seeNews(person, 2)).toEqual([
    expect.stringMatching(/^🔔 Sent to an old address: 0.6 TRX\n/),
    expect.stringMatching(/^🔔 Sent to an old address: 20 USDT\n/),
  ]);
  // USDT that waits for a rate is not told of as on its way.
  const other = rig.person(9_310);
  await pay(rig, await addressOf(other), { usdt: 20 });
  await rig.node("mine", { count: 5 });
  expect(await seeNews(other, 1)).toEqual([
    "🔔 Waiting for a rate: 20 USDT\nYour transfer has come. It is credited as soon as the desk sets its rate of USDT, at that rate.",
  ]);
  await confirmUsdtRate(rig.engine, "Ann");
  expect((await seeNews(other, 2))[1]).toMatch(/^🔔 Deposit credited: \+64 TRX\n/);
});

test("without deposits the operator is named", async () => {
  const person = (await startRig(BY_HAND)).person(9_306);
  await person.say("/deposit");
  const { text } = await person.see("not credited automatically here");
  expect(text).toContain("To top up, write to @desk_operator and quote your customer id");
});
