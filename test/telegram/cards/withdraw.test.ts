/** The cards of /withdraw, in every language; and its rows: no second tap sends money. */
import { expect, test } from "vitest";
import { address } from "../../../src/domain/address.js";
import { sun } from "../../../src/domain/money.js";
import { decodeTap } from "../../../src/telegram/kit/buttons.js";
import { LANGUAGES } from "../../../src/telegram/kit/language.js";
import {
  nothingToWithdrawCard,
  type WithdrawingView,
  withdrawalsOffCard,
  withdrawingCard,
} from "../../../src/telegram/money/withdrawing-card.js";
import {
  WITHDRAWING_NOTICES,
  type Withdrawing,
} from "../../../src/telegram/money/withdrawing-state.js";
import { addressOf } from "../../support/addresses.js";
import { en } from "../en.js";
import { drawn, golden, goldenOf } from "./drawn.js";
import { cutLabels } from "./legible.js";
import { DESK, HOUR_MS, NOW, withdrawalView as withdrawal } from "./views.js";

const TRX = 1_000_000;
const [COLD, HOT] = [address(addressOf(1)), address(addressOf(2))];
const TERMS = {
  ...{ feeSun: TRX, activationSun: 0, minimumSun: TRX, withdrawableSun: 100 * TRX },
  ...{ isNewAddress: false, needsApproval: false },
};

const WAITS = withdrawal({ dueAt: NOW + 24 * HOUR_MS });

function viewAt(
  step: Withdrawing["step"],
  data: Partial<Withdrawing["data"]> = {},
  change: Partial<WithdrawingView> = {},
): WithdrawingView {
  return {
    withdrawing: {
      ...{ id: "0198c0de00000000000000e1", version: 3, ownerUserId: 7001 },
      ...{ customerId: "c1c1c1c1c1c1", chatId: 7001, threadId: undefined, isGroup: false },
      ...{ status: "open", step },
      data: { wallets: [], asksAgain: false, ...data },
    },
    names: new Map([[COLD, "cold1"]]),
    withdrawals: [],
    balance: { availableSun: 1_100 * TRX, withdrawableSun: 100 * TRX },
    terms: { feeSun: sun(TRX), minimumSun: sun(TRX), newAddressMs: 24 * HOUR_MS },
    desk: DESK,
    ...{ now: NOW, isPaused: false },
    ...change,
  };
}

const shown = (view: WithdrawingView) => golden((messages) => withdrawingCard(view, messages));
const CONFIRM = { address: COLD, amountSun: 10 * TRX, terms: TERMS };
const NEW = { ...TERMS, feeSun: 2.1 * TRX, activationSun: 1.1 * TRX, isNewAddress: true };

test("the address is asked for, with named wallets and what can still be cancelled", () => {
  expect(shown(viewAt("address"))).toMatchInlineSnapshot(`
    "*Withdraw TRX*
    Can be withdrawn: 100 TRX
    Credits from the operator can be spent here, not withdrawn.

    To which address? Send it here.
    [Close]"
  `);
  const approval = withdrawal({ status: "approval", id: "0198c0de00000000000000f2" });
  const withdrawals = [WAITS, approval];
  const notice = { code: "NO_ADDRESS", said: "abc" } as const;
  const known = { wallets: [COLD, HOT], amountSun: 10 * TRX, notice };
  const full = viewAt("address", known, { withdrawals });
  expect(shown(full)).toMatchInlineSnapshot(`
    "*Not sent yet*
    10 TRX to |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|, not before ‹2026-11-21 14:05 UTC›
    10 TRX to |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|, waits for the operator's approval

    *Withdraw 10 TRX*
    Can be withdrawn: 100 TRX
    Credits from the operator can be spent here, not withdrawn.

    |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn| cold1
    |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|

    ⚠️ “abc” is not a TRON address. Addresses start with T.
    To which address? Tap one of your wallets, or send another.
    [cold1] [T9yD14…T76qbH]
    [Cancel 10 TRX to T9yD14…T76qbH (danger)]
    [Cancel 10 TRX to T9yD14…T76qbH (danger)]
    [Close]"
  `);
});

test("the amount", () => {
  expect(shown(viewAt("amount", { address: COLD, terms: TERMS }))).toMatchInlineSnapshot(`
    "*Withdraw TRX*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn| cold1
    Can be withdrawn: 100 TRX
    Credits from the operator can be spent here, not withdrawn.

    How much TRX should arrive? From 1 to 99.
    Fee: 1 TRX
    [All of it: 99 TRX (primary)]
    [Back]
    [Close]"
  `);
  expect(shown(viewAt("amount", { address: HOT, terms: NEW }))).toMatchInlineSnapshot(`
    "*Withdraw TRX*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|
    Can be withdrawn: 100 TRX
    Credits from the operator can be spent here, not withdrawn.

    How much TRX should arrive? From 1 to 97.9.
    Fee: 2.1 TRX; 1.1 TRX of it activates the new account
    [All of it: 97.9 TRX (primary)]
    [Back]
    [Close]"
  `);
});

test("what is paid for what", () => {
  expect(shown(viewAt("confirm", CONFIRM))).toMatchInlineSnapshot(`
    "*Withdraw 10 TRX*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn| cold1

    Arrives: 10 TRX
    Fee: 1 TRX
    Taken from the balance: 11 TRX

    It is sent at once.
    [Back] [Close]
    [Withdraw 10 TRX (success)]"
  `);
  const terms = { ...NEW, needsApproval: true };
  expect(shown(viewAt("confirm", { ...CONFIRM, terms }))).toMatchInlineSnapshot(`
    "*Withdraw 10 TRX*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn| cold1

    Arrives: 10 TRX
    Fee: 2.1 TRX; 1.1 TRX of it activates the new account
    Taken from the balance: 12.1 TRX

    ⏳ The operator must approve it first.
    ⏳ New address: it is sent after 24 h, and you can cancel it until then.
    [Back] [Close]
    [Withdraw 10 TRX (success)]"
  `);
  expect(shown(viewAt("confirm", { ...CONFIRM, asksAgain: true }))).toMatchInlineSnapshot(`
    "⚠️ A sent withdrawal cannot be undone. Check the address.

    *Withdraw 10 TRX*
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn| cold1

    Taken from the balance: 11 TRX
    [Yes, send 10 TRX (success)]
    [Back]
    [Close]
    [Confirm above ✗]"
  `);
});

test("of a team the card says whose money it is, and who else confirms", () => {
  const ofTeam = { team: "777", needsOwner: true };
  expect(shown(viewAt("confirm", { ...CONFIRM, terms: NEW }, ofTeam))).toMatchInlineSnapshot(`
    "*Withdraw 10 TRX*
    From team 777
    To |T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn| cold1

    Arrives: 10 TRX
    Fee: 2.1 TRX; 1.1 TRX of it activates the new account
    Taken from the balance: 12.1 TRX

    ⏳ Another owner of the team must confirm it first.
    ⏳ New address: it is sent after 24 h, and you can cancel it until then.
    [Back] [Close]
    [Withdraw 10 TRX (success)]"
  `);
});

test("of an amount with two readings those are buttons that can be withdrawn", () => {
  const notice = { code: "TWO_READINGS", readings: ["1", "1000000000"] } as const;
  const { keyboard } = withdrawingCard(viewAt("amount", { ...CONFIRM, terms: NEW, notice }), en);
  expect(keyboard[0]?.map(({ text }) => text)).toEqual(["1 TRX"]);
});

test("every notice can be said, with its sums and what was typed", () => {
  const said = goldenOf((messages) =>
    WITHDRAWING_NOTICES.map((code) => {
      const notice = { code, said: "cold9", readings: ["1", "1000"] };
      const data = { ...CONFIRM, terms: NEW, notice };
      return drawn(withdrawingCard(viewAt("amount", data), messages)).split("\n")[0];
    }),
  );
  expect(new Set(said).size).toBe(WITHDRAWING_NOTICES.length);
  expect(said.filter((one) => /\d/.test(one ?? ""))).toMatchInlineSnapshot(`
    [
      "⚠️ “cold9” is not a TRON address. Addresses start with T.",
      "⚠️ No wallet of this name is in your /book: cold9.",
      "⚠️ Is “cold9” 1 or 1000 TRX? Tap or type one of the two.",
      "⚠️ “cold9” is not an amount. Type TRX such as 10 or 12.5.",
      "⚠️ At least 1 TRX.",
      "⚠️ At most 97.9 TRX can arrive, after the fee of 2.1 TRX.",
      "⚠️ To this address the fee is 2.1 TRX, because its account is new: too little would be left. Give another address.",
      "⚠️ The balance has changed: at most 97.9 TRX can arrive. Nothing was sent.",
      "⚠️ You have 20 withdrawals that are not paid yet. Cancel one of them, or wait until one is paid. Nothing was taken.",
    ]
  `);
});

test("nothing can be withdrawn, or withdrawals are off", () => {
  const { terms, now, desk } = viewAt("address");
  const balance = { availableSun: 1_000 * TRX, withdrawableSun: 0 };
  const withdrawals = [WAITS];
  expect(
    golden((messages) => nothingToWithdrawCard({ terms, now, balance, withdrawals }, messages)),
  ).toMatchInlineSnapshot(`
    "*Withdraw TRX*
    Can be withdrawn: 0 TRX
    Credits from the operator can be spent here, not withdrawn.

    The minimum is 1 TRX plus a fee of 1 TRX.

    *Not sent yet*
    10 TRX to |T9yD14Nj9j7xAB4dbGeiX9h8unkKT76qbH|, not before ‹2026-11-21 14:05 UTC›
    [Cancel 10 TRX to T9yD14…T76qbH (danger)]"
  `);
  expect(
    golden((messages) => withdrawalsOffCard({ desk, now, withdrawals: [] }, messages)),
  ).toMatchInlineSnapshot(
    `"Withdrawals are off at this desk. To take money out, write to @desk_operator."`,
  );
});

/** The rows of a card, each button as what it does. */
function rowsOf(view: WithdrawingView): string[][] {
  const { keyboard } = withdrawingCard(view, en);
  return keyboard.map((row) =>
    row.map((button) => {
      const tapped = "callback_data" in button ? decodeTap(button.callback_data) : undefined;
      return tapped?.on === "withdrawing" ? tapped.action.kind : "nothing";
    }),
  );
}

test("counted from the bottom, no row that leads to a sending one is that row", () => {
  const leading = rowsOf(viewAt("amount", { address: COLD, terms: TERMS }));
  const asking = rowsOf(viewAt("confirm", CONFIRM));
  const sending = rowsOf(viewAt("confirm", { ...CONFIRM, asksAgain: true }));
  const placeOf = (rows: string[][], action: string) =>
    rows.toReversed().findIndex((row) => row.includes(action));
  expect(placeOf(leading, "all")).not.toBe(placeOf(asking, "send"));
  expect(placeOf(asking, "send")).not.toBe(placeOf(sending, "send"));
  expect(sending.toReversed()[placeOf(asking, "send")]).toEqual(["nothing"]);
});

test("the largest sums fit the buttons of a phone, in every language", () => {
  const amountSun = 9_999_999_123_456;
  const terms = { ...TERMS, withdrawableSun: amountSun + TRX };
  const withdrawals = [withdrawal({ amountSun: sun(amountSun) })];
  const views = [
    viewAt("address", { wallets: [COLD, HOT], amountSun }, { withdrawals }),
    viewAt("amount", { address: COLD, terms }),
    viewAt("confirm", { ...CONFIRM, amountSun, terms }),
    viewAt("confirm", { ...CONFIRM, amountSun, terms, asksAgain: true }),
  ];
  for (const { messages } of Object.values(LANGUAGES)) {
    for (const view of views) expect(cutLabels(withdrawingCard(view, messages))).toEqual([]);
  }
});

test("while payouts are paused it does not promise to send at once", () => {
  expect(shown(viewAt("confirm", CONFIRM))).toContain("It is sent at once.");
  const paused = shown(viewAt("confirm", CONFIRM, { isPaused: true }));
  expect(paused).toContain("Payouts are paused; it is sent when they resume.");
  expect(paused).not.toContain("at once");
});
