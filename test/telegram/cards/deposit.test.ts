/** Where to pay in, what is told of a deposit, and the cards that lead there. */

import { expect, test } from "vitest";
import { sun } from "../../../src/domain/money.js";
import { draftCard } from "../../../src/telegram/buy/card.js";
import { LANGUAGES } from "../../../src/telegram/kit/language.js";
import { failureCard } from "../../../src/telegram/kit/notices.js";
import { balanceCard } from "../../../src/telegram/money/balance.js";
import {
  addressRetiredCard,
  type DepositNewsView,
  depositCard,
  depositNewsCard,
  noDepositsCard,
} from "../../../src/telegram/money/deposit.js";

import { addressOf } from "../../support/addresses.js";
import { en } from "../en.js";
import { drawn, golden, keyboardOf } from "./drawn.js";
import { confirmView, DESK, QUOTE } from "./views.js";

const OFFER = {
  network: "mainnet",
  address: addressOf(1),
  minimumTrxSun: sun(10_000_000),
  usdt: { minimumUnits: 5_000_000, rateSun: 3_200_000 },
};
const TAKEN = { minimumTrxSun: sun(1_000_000), usdt: { minimumUnits: 0, rateSun: 3_200_000 } };
const TAKES = { ...DESK, takesDeposits: true };
const CUSTOMER = "c1c1c1c1c1c1";

test("where and what to pay in", () => {
  expect(golden((messages) => depositCard(OFFER, messages))).toMatchInlineSnapshot(`
    "*Deposit address, TRON (TRC20) only*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|

    TRX: at least 10 TRX
    USDT: at least 5 USDT. 1 USDT = 3.2 TRX now; the rate at the block of your transfer counts.

    Credited about a minute after your transfer is in a block, once that is final. The address stays the same.
    ⚠️ Other tokens, and coins sent on another network, are not credited.
    [Copy address ⧉ T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn]"
  `);
  const lacking = { ...OFFER, missingSun: sun(3_425_000), taken: TAKEN };
  const short = golden((messages) => depositCard(lacking, messages));
  expect(short.split("\n").slice(-3)).toEqual([
    "Your order still lacks 3.425 TRX.",
    `[Copy address ⧉ ${OFFER.address}]`,
    "[Copy 3.425 TRX ⧉ 3.425] [Copy 1.08 USDT ⧉ 1.08]",
  ]);
  const off = golden((messages) => depositCard({ ...OFFER, usdt: undefined }, messages));
  expect(off).toContain("\nUSDT: not taken now\n");
  expect(golden((messages) => noDepositsCard(DESK, CUSTOMER, messages))).toMatchInlineSnapshot(`
    "Deposits are not credited automatically here.
    To top up, write to @desk_operator and quote your customer id |c1c1c1c1c1c1|"
  `);
});

test("a test network is named", () => {
  const [title] = depositCard({ ...OFFER, network: "nile" }, en).text.split("\n");
  expect(title).toBe("Deposit address, TRON Nile (TRC20) only");
});

test("it fits under a picture in every language", () => {
  const large = { minimumUnits: 1_000_000_000_001, rateSun: 999_999_999_999 };
  const view = { ...OFFER, minimumTrxSun: sun(1_000_000_000_001), usdt: large };
  for (const { messages } of Object.values(LANGUAGES)) {
    expect(depositCard(view, messages).text.length).toBeLessThanOrEqual(1_024);
  }
});

test("what is told of a deposit", () => {
  const news: DepositNewsView = {
    ...{ status: "seen", asset: "USDT", amount: 20_000_000, creditedSun: 0, rateSun: null },
    ...{ minimum: 5_000_000, isTiny: false, availableSun: 1_064_000_000 },
    ...{ customerId: CUSTOMER, contact: "@desk_operator", isAtRetiredKey: false },
  };
  const all: DepositNewsView[] = [
    news,
    { ...news, status: "credited", creditedSun: 64_000_000, rateSun: 3_200_000 },
    { ...news, asset: "TRX", status: "credited", amount: 50_000_000, creditedSun: 50_000_000 },
    { ...news, status: "below_minimum", amount: 4_999_999 },
    { ...news, status: "unsupported", contact: undefined },
    { ...news, status: "below_minimum", amount: 1, isTiny: true },
  ];
  const short = { ...all[2], availableSun: 1_000_000, missingSun: 2_900_000, taken: TAKEN };
  all.push(short as DepositNewsView, { ...short, taken: undefined } as DepositNewsView);
  for (const view of all) {
    golden((messages) => depositNewsCard(view, messages));
  }
  expect(all.map((view) => drawn(depositNewsCard(view, en))).join("\n\n")).toMatchInlineSnapshot(`
    "*🔔 On the way: 20 USDT*
    The transfer is in a block. It is credited in about a minute.

    *🔔 Deposit credited: +64 TRX*
    20 USDT at 3.2 TRX each
    The balance is 1,064 TRX now.

    *🔔 Deposit credited: +50 TRX*
    The balance is 1,064 TRX now.

    *🔔 Not credited: 4.999999 USDT*
    Your transfer has come, but it is less than the minimum of 5 USDT.
    Write to @desk_operator and quote your customer id |c1c1c1c1c1c1|

    *🔔 Not credited: 20 USDT*
    Your transfer has come, but USDT is not taken now.
    Write to the operator and quote your customer id |c1c1c1c1c1c1|

    🔔 Not credited: 0.000001 USDT is far below the minimum. More such transfers today are listed without a message.

    *🔔 Deposit credited: +50 TRX*
    The balance is 1 TRX now.
    Your order still lacks 2.9 TRX.
    [Copy 2.9 TRX ⧉ 2.9] [Copy 0.91 USDT ⧉ 0.91]

    *🔔 Deposit credited: +50 TRX*
    The balance is 1 TRX now.
    Your order still lacks 2.9 TRX."
  `);
});

test("that an address is not to be used any more, and what came there all the same", () => {
  expect(golden((messages) => addressRetiredCard(addressOf(1), messages))).toMatchInlineSnapshot(`
    "*⚠️ Do not use your old deposit address any more*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    What is sent there may be lost. Remove it wherever you have saved it; /deposit shows your new one."
  `);
  const view: DepositNewsView = {
    ...{ status: "review", asset: "USDT", amount: 20_000_000, creditedSun: 0, rateSun: null },
    ...{ minimum: 5_000_000, availableSun: 0, customerId: CUSTOMER, contact: undefined },
    isTiny: false,
    isAtRetiredKey: true,
  };
  const others: Partial<DepositNewsView>[] = [
    { status: "waits_for_rate" },
    { status: "below_minimum" },
    { status: "below_minimum", isTiny: true },
  ];
  for (const other of others) {
    const card = depositNewsCard({ ...view, ...other }, en);
    expect(card).toEqual(depositNewsCard(view, en));
  }
  expect(golden((messages) => depositNewsCard(view, messages))).toMatchInlineSnapshot(`
    "*🔔 Sent to an old address: 20 USDT*
    The operator decides by hand whether it is credited, as this address must not be used any more. Pay in only at the one that /deposit shows."
  `);
});

test("the balance, and every place where it is too low, lead there", () => {
  const balance = {
    customerId: CUSTOMER,
    availableSun: 2_000_000,
    heldSun: 0,
    heldForWithdrawalsSun: 0,
    desk: TAKES,
  };
  expect(golden((messages) => balanceCard(balance, messages))).toMatchInlineSnapshot(`
    "*Balance 2 TRX*
    [Deposit]
    [Buy Energy] [Orders]"
  `);
  const short = confirmView({ quote: { ...QUOTE, availableSun: 2_000_000 } });
  expect(
    golden((messages) => draftCard({ ...short, desk: TAKES, taken: TAKEN }, messages)),
  ).toMatchInlineSnapshot(`
    "*3.9 TRX for 65,000 Energy, 1 hour*
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn|
    ⚠️ Balance 2 TRX: 1.9 TRX missing
    If it is credited within 24 hours, this order comes back here with its Pay button.

    > 65,000 Energy × 60 SUN = 3.9 TRX
    > Up to 1 day costs the same
    > Burning TRX would cost 6.5 TRX: you save 2.6 TRX
    [Copy 1.9 TRX ⧉ 1.9] [Copy 0.6 USDT ⧉ 0.6]
    [Deposit]
    [Check the balance again]
    [✏️ Change] [Cancel (danger)]
    [Not enough balance ✗]"
  `);
  const details = { required: 3.9, available: 2 };
  const failure = { code: "INSUFFICIENT_BALANCE", details, customerId: CUSTOMER, desk: TAKES };
  expect(
    golden((messages) => failureCard({ ...failure, isGroup: false }, messages)),
  ).toMatchInlineSnapshot(`
    "⚠️ Not enough balance. Nothing was charged.
    Missing: 1.9 of 3.9 TRX
    To top up: /deposit
    [Deposit]"
  `);
  const inGroup = failureCard({ ...failure, isGroup: true }, en);
  expect(keyboardOf(inGroup)).toEqual(["[Open private chat → https://t.me/desk_sandbox_bot]"]);
});

test("USDT without a rate is said to wait, before it is sent and once it has come", () => {
  const offer = { ...OFFER, usdt: { minimumUnits: 5_000_000, rateSun: undefined } };
  golden((messages) => depositCard(offer, messages));
  expect(depositCard(offer, en).text).toContain(
    "USDT: at least 5 USDT. There is no rate now; what you send waits for the next one.",
  );
  const view: DepositNewsView = {
    ...{
      status: "waits_for_rate",
      asset: "USDT",
      amount: 20_000_000,
      creditedSun: 0,
      rateSun: null,
    },
    ...{ minimum: 5_000_000, availableSun: 0, customerId: CUSTOMER, contact: undefined },
    isAtRetiredKey: false,
    isTiny: false,
  };
  expect(golden((messages) => depositNewsCard(view, messages))).toMatchInlineSnapshot(`
    "*🔔 Waiting for a rate: 20 USDT*
    Your transfer has come. It is credited as soon as the desk sets its rate of USDT, at that rate."
  `);
});

test("both sums to copy are named in one form", () => {
  const quote = { ...QUOTE, perReceiverSun: 513_702_995, totalSun: 513_702_995, availableSun: 0 };
  const view = { ...confirmView({ quote }), desk: TAKES, taken: TAKEN };
  const labels = Object.values(LANGUAGES).map(({ messages }) =>
    draftCard(view, messages)
      .keyboard.flat()
      .flatMap((button) => ("copy_text" in button ? [button.text] : [])),
  );
  expect(labels).toEqual(labels.map(() => ["📋 513.702995 TRX", "📋 160.54 USDT"]));
});
