/** What timers and starts ask for again and again is found in an index that holds little else, however old the desk is. */
import { expect, test } from "vitest";
import { bookingsDue } from "../../src/store/bookings.js";
import { lookAtCardsOfKind, moveCards } from "../../src/store/chat/cards.js";
import {
  deleteFlowsOverBefore,
  findFlowOfBatch,
  flowsDue,
  latestFlows,
  missingForNewest,
  moveFlows,
  openFlows,
  openFlowsAtStep,
} from "../../src/store/chat/flows.js";
import { countUpdates } from "../../src/store/chat/inbox.js";
import {
  depositsToReview,
  openOperatorNews,
  orderedBetween,
  paidInSince,
  paidOutSince,
  unpaidWithdrawalsSun,
  withdrawalsToApprove,
  withdrawalsToNewAddresses,
} from "../../src/store/chat/operator-chat.js";
import { countMessages, deleteMessagesBefore, isToldBetween } from "../../src/store/chat/outbox.js";
import {
  creditedSince,
  depositsInReview,
  isCreditedAddress,
  listDeposits,
  listUnusedAddresses,
  placeOfDeposit,
  tallyDeposits,
} from "../../src/store/deposits.js";
import { crossedSince, keyHolds } from "../../src/store/history.js";
import { balanceOf } from "../../src/store/ledger.js";
import { legsIncluded, plannedToCompensate } from "../../src/store/leg-lists.js";
import { countOverruns, countRunning } from "../../src/store/locks.js";
import {
  countNotRead,
  forgetNotReadAfter,
  isPassedByAny,
  openNotRead,
  unreadBlocks,
} from "../../src/store/not-read.js";
import {
  countIdleOrders,
  firstOrdersOfBatches,
  isOrderOfGroup,
  listOrders,
} from "../../src/store/orders.js";
import { listPayouts, openPayouts, tallyPayouts } from "../../src/store/payouts.js";
import { openQuotes } from "../../src/store/quotes.js";
import { setReclaimSigned, setReclaimsSent } from "../../src/store/reclaims.js";
import { openFillsOf } from "../../src/store/sellers.js";
import { endedStakes, openTakeBacks } from "../../src/store/take-backs.js";
import { isMoneyHeld } from "../../src/store/unknown-payouts.js";
import {
  countOpenWithdrawals,
  listWithdrawals,
  takenSince,
  tallyWithdrawals,
} from "../../src/store/withdrawals.js";
import { addressOf } from "../support/addresses.js";
import { readsOf } from "./reads-of.js";

test.each([
  ["what was not read", () => openNotRead(5), ["SCAN not_read USING INDEX not_read_open"]],
  ["how much was not read", countNotRead, ["SCAN not_read USING INDEX not_read_open"]],
  ["what is to be taken back", openTakeBacks, ["SCAN take_back USING INDEX take_back_open"]],
  [
    "whose end an undelegation was",
    () => endedStakes({ owner: addressOf(1), receiver: addressOf(2), resource: "energy" }, 1),
    [
      "SEARCH leg USING INDEX leg_of_record (receiver=? AND resource=? AND locked=? AND owner=?)",
      "SEARCH leg USING INDEX leg_released (receiver=? AND resource=? AND owner=?)",
    ],
  ],
  [
    "the legs of several undelegations",
    () => setReclaimsSent(["a"]),
    [
      "SEARCH leg USING INDEX leg_by_reclaim_txid (reclaim_txid=?)",
      "SCAN json_each VIRTUAL TABLE INDEX 1:",
    ],
  ],
  [
    "the legs that an undelegation is signed for",
    () => setReclaimSigned([], { txid: "a", hex: "a", expiresAt: 1 }),
    ["SCAN wanted VIRTUAL TABLE INDEX 1:", "SEARCH leg USING INDEX sqlite_autoindex_leg_1 (id=?)"],
  ],
  [
    "whose money is held",
    () => isMoneyHeld("c1"),
    [
      "SCAN CONSTANT ROW",
      "SCAN unknown_payout USING INDEX unknown_payout_open",
      "SEARCH w USING INDEX withdrawal_of_customer (customer_id=?)",
      "SEARCH u USING INDEX unknown_payout_open (receiver=?)",
    ],
  ],
  ["payouts under way", openPayouts, ["SCAN payout USING INDEX payout_open"]],
  [
    "what runs, locked or not",
    countRunning,
    ["SCAN leg USING INDEX leg_included", "SCAN leg USING INDEX leg_to_reclaim"],
  ],
  ["locks that held others too long", countOverruns, ["SCAN leg USING COVERING INDEX leg_overran"]],
  ["legs in blocks", legsIncluded, ["SCAN leg USING INDEX leg_included"]],
  [
    "bookings that are due",
    () => bookingsDue(1),
    ["SEARCH booking USING INDEX booking_open (due_at<?)"],
  ],
  [
    "a user's cards of a kind",
    () => lookAtCardsOfKind(7, "withdrawing"),
    [
      "SEARCH card USING INDEX card_of_flow (flow_id=?)",
      "SEARCH flow USING INDEX flow_of_owner (owner_user_id=?)",
    ],
  ],
  [
    "open drafts",
    () => openFlowsAtStep("draft", "confirm"),
    ["SCAN flow USING INDEX flow_open_of_owner"],
  ],
  [
    "a customer's calls",
    () => firstOrdersOfBatches("c1", "f".repeat(24), 6),
    [
      "SEARCH orders USING INDEX orders_of_customer (customer_id=? AND id<?)",
      "SEARCH other USING INDEX orders_of_batch (batch_id=?)",
    ],
  ],
  [
    "whose an order is in a group",
    () => isOrderOfGroup("0198c0de00000000000000d1", -1),
    [
      "SEARCH orders USING INDEX sqlite_autoindex_orders_1 (id=?)",
      "SEARCH flow USING INDEX flow_of_batch (batch_id=?)",
    ],
  ],
  [
    "what keys have ordered",
    () => keyHolds(5, 10),
    [
      "SEARCH t USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)",
      "SEARCH u USING INDEX sqlite_autoindex_telegram_user_1 (customer_id=?)",
      "SEARCH o USING INDEX sqlite_autoindex_orders_1 (id=?)",
      "SEARCH b USING PRIMARY KEY (id=?)",
      "SEARCH outbox USING COVERING INDEX sqlite_autoindex_outbox_1 (key=?)",
    ],
  ],
  [
    "what the operator's chat knows",
    openOperatorNews,
    ["SCAN operator_news USING INDEX operator_news_open"],
  ],
  [
    "withdrawals that it may hear wait",
    () => withdrawalsToApprove("withdrawal"),
    [
      "SEARCH n USING INDEX operator_news_open (kind=?)",
      "SEARCH t USING PRIMARY KEY (id=?)",
      "SEARCH t USING INDEX withdrawal_open (status=?)",
      "SEARCH n USING PRIMARY KEY (kind=? AND key=?)",
    ],
  ],
  [
    "those of a day to new addresses",
    () => withdrawalsToNewAddresses("new-address", 1),
    [
      "SEARCH n USING INDEX operator_news_open (kind=?)",
      "SEARCH t USING PRIMARY KEY (id=?)",
      "SEARCH t USING PRIMARY KEY (id>?)",
      "SEARCH n USING PRIMARY KEY (kind=? AND key=?)",
    ],
  ],
  [
    "deposits that it may hear wait",
    () => depositsToReview("deposit"),
    [
      "SEARCH n USING INDEX operator_news_open (kind=?)",
      "SEARCH t USING INDEX sqlite_autoindex_deposit_1 (id=?)",
      "SCAN t USING INDEX deposit_in_review",
      "SEARCH n USING PRIMARY KEY (kind=? AND key=?)",
    ],
  ],
  [
    "what waits to be paid",
    unpaidWithdrawalsSun,
    ["SEARCH withdrawal USING INDEX withdrawal_open (status=?)"],
  ],
  [
    "an hour's orders",
    () => orderedBetween(1, 2),
    ["SEARCH orders USING INDEX sqlite_autoindex_orders_1 (id>? AND id<?)"],
  ],
  [
    "what was paid in lately",
    () => paidInSince(1),
    ["SEARCH deposit USING INDEX deposit_noted (noted_at>?)"],
  ],
  [
    "what was paid out lately",
    () => paidOutSince(1),
    ["SEARCH payout USING INDEX sqlite_autoindex_payout_1 (id>?)"],
  ],
  [
    "whether an hour of keys was told of",
    () => isToldBetween("a", "b"),
    ["SEARCH outbox USING COVERING INDEX sqlite_autoindex_outbox_1 (key>? AND key<?)"],
  ],
  [
    "a customer's open withdrawals",
    () => countOpenWithdrawals("c1"),
    ["SEARCH withdrawal USING INDEX withdrawal_open_of_customer (customer_id=?)"],
  ],
  [
    "a customer's open quotes",
    () => openQuotes("c1", 1),
    ["SEARCH quote USING COVERING INDEX quote_open (customer_id=? AND expires_at>?)"],
  ],
  [
    "a customer's open orders, and those they gave up today",
    () => countIdleOrders("c1", 1),
    [
      "SCAN CONSTANT ROW",
      "SEARCH orders USING COVERING INDEX orders_open (customer_id=?)",
      "SEARCH orders USING COVERING INDEX orders_given_up (customer_id=? AND given_up_at>?)",
    ],
  ],
  [
    "addresses at which nothing ever came",
    listUnusedAddresses,
    [
      "SCAN one USING COVERING INDEX deposit_address_of_customer",
      "SEARCH deposit USING INDEX deposit_of_customer (customer_id=?)",
    ],
  ],
  ["legs to make good with", plannedToCompensate, ["SCAN leg USING INDEX leg_planned"]],
  [
    "what a seller has out",
    () => openFillsOf(addressOf(1), 9),
    ["SEARCH leg USING INDEX leg_open_of_seller (owner=?)"],
  ],
])("%s are read without those that are over", (_, phase, reads) => {
  expect(readsOf(phase())).toEqual(reads);
});

test.each([
  ["processing", "orders_open"],
  ["completed", "orders_completed"],
  ["cancelled", "orders_cancelled"],
] as const)(
  "a page of a customer's %s orders is read, whatever else they have",
  (status, index) => {
    const page = { customerId: "c1", status, before: "f".repeat(24), limit: 20 };
    const reads = [`SEARCH orders USING INDEX ${index} (customer_id=? AND id<?)`];
    expect(readsOf(listOrders(page))).toEqual(reads);
    const since = { ...page, since: "0", from: 1 };
    const within = [`SEARCH orders USING INDEX ${index} (customer_id=? AND id>? AND id<?)`];
    expect(readsOf(listOrders(since))).toEqual(within);
  },
);

const PERIOD = { from: 0, to: 1, after: "0", before: "g", limit: 20, customerId: undefined };
const WITHDRAWALS = { ...PERIOD, onlyOpen: false };
const OPEN = { ...PERIOD, onlyOpen: true };
const PAYOUTS = { ...PERIOD, seller: undefined };
const DEPOSITS = { ...PERIOD, onlyReview: false, after: placeOfDeposit(1) };
const OF_ONE = { customerId: "c1" };

test.each([
  ["withdrawals", listWithdrawals(WITHDRAWALS), "withdrawal USING PRIMARY KEY (id>? AND id<?)"],
  [
    "a customer's withdrawals",
    listWithdrawals({ ...WITHDRAWALS, ...OF_ONE }),
    "withdrawal USING INDEX withdrawal_of_customer (customer_id=? AND id>? AND id<?)",
  ],
  [
    "open withdrawals",
    listWithdrawals(OPEN),
    "withdrawal USING INDEX withdrawal_open_by_age (id>? AND id<?)",
  ],
  [
    "a customer's open withdrawals",
    listWithdrawals({ ...OPEN, ...OF_ONE }),
    "withdrawal USING INDEX withdrawal_open_of_customer (customer_id=? AND id>? AND id<?)",
  ],
  ["payouts", listPayouts(PAYOUTS), "payout USING INDEX sqlite_autoindex_payout_1 (id>? AND id<?)"],
  [
    "a seller's payouts",
    listPayouts({ ...PAYOUTS, seller: addressOf(1) }),
    "payout USING INDEX payout_of_seller (seller=? AND id>? AND id<?)",
  ],
  [
    "deposits",
    listDeposits(DEPOSITS),
    "deposit USING INDEX deposit_by_time ((at,id)>(?,?) AND at<?)",
  ],
  [
    "a customer's deposits",
    listDeposits({ ...DEPOSITS, ...OF_ONE }),
    "deposit USING INDEX deposit_of_customer_by_time (customer_id=? AND (at,id)>(?,?) AND at<?)",
  ],
])("a page of %s is read in the order in which it is shown, and no more", (_, page, read) => {
  const [first, ...rest] = readsOf(page, /^(SCAN|SEARCH|USE TEMP B-TREE)/);
  expect(first).toBe(`SEARCH ${read}`);
  expect(rest.filter((one) => one.startsWith("USE"))).toEqual([]);
});

test.each([
  ["open withdrawals", tallyWithdrawals(OPEN), ["withdrawal_open_by_age"]],
  [
    "a customer's open withdrawals",
    tallyWithdrawals({ ...OPEN, ...OF_ONE }),
    ["withdrawal_open_of_customer"],
  ],
  [
    "a customer's payouts",
    tallyPayouts({ ...PAYOUTS, ...OF_ONE }),
    [
      ...["sqlite_autoindex_payout_1", "withdrawal_of_customer", "payout_of_withdrawal"],
      ...["seller_of_customer", "payout_of_seller"],
    ],
  ],
  ["deposits in review", tallyDeposits({ ...DEPOSITS, onlyReview: true }), ["deposit_in_review"]],
  ["all deposits", tallyDeposits(DEPOSITS), ["deposit_by_time"]],
  ["deposits credited at an address", isCreditedAddress(addressOf(1)), ["deposit_credited"]],
  [
    "money that a customer moved today",
    crossedSince("c1", 1),
    ["transfer_from_outside", "sqlite_autoindex_transfer_1"],
  ],
])(
  "of %s, what they come to or whether there is any is read through indexes",
  (_, sums, indexes) => {
    const reads = readsOf(sums).flatMap((read) => / INDEX (\w+)/.exec(read)?.[1] ?? []);
    expect(reads).toEqual(indexes);
  },
);

test.each([
  ["messages that were told", () => deleteMessagesBefore(1), "outbox", ["outbox_closed"]],
  ["flows that are over", () => deleteFlowsOverBefore(1), "flow", twice("flow_over")],
  ["flows of a group that moves", () => moveFlows(-1, -2), "flow", ["flow_of_group"]],
  ["what somebody works on in a chat", () => openFlows(1, 2), "flow", ["flow_open"]],
  ["their last drafts there", () => latestFlows("draft", 1, 2, 20), "flow", ["flow_of_owner"]],
  ["the draft of a call", () => findFlowOfBatch("b"), "flow", ["flow_of_batch"]],
  ["quotes that are over", () => flowsDue(1), "flow", ["flow_due"]],
  ["what an order lacks", () => missingForNewest(7, 1), "flow", ["flow_open_of_owner"]],
  ["cards of a group that moves", () => moveCards(-1, -2), "card", ["card_in_chat"]],
  ["what sellers wait for", () => balanceOf("c1"), "leg", ["leg_waiting_to_be_paid"]],
  ["deposits that wait", depositsInReview, "deposit", ["deposit_in_review"]],
  ["blocks that were not read", () => unreadBlocks("stake", 9, 1), "not_read", ["not_read_open"]],
  ["whether a block was passed", () => isPassedByAny(1), "not_read", ["not_read_once"]],
  [
    "what was not read after a fork",
    () => forgetNotReadAfter("follower", 1),
    "not_read",
    ["not_read_once"],
  ],
  ["messages that wait or are dead", countMessages, "outbox", ["outbox_open", "outbox_dead"]],
  [
    "updates that wait or are dead",
    () => countUpdates(3),
    "inbox",
    ["inbox_pending", "inbox_failed"],
  ],
])("%s are found without reading the rest", (_, phase, table, indexes) => {
  const reads = readsOf(phase()).filter((read) => read.split(" ")[1] === table);
  expect(reads.map((read) => / INDEX (\w+)/.exec(read)?.[1])).toEqual(indexes);
});

test("what was asked for today is searched for, not all withdrawals that ever were", () => {
  const reads = ["SEARCH withdrawal USING INDEX withdrawal_since (created_at>?)"];
  expect(readsOf(takenSince("c1", 1))).toEqual(reads);
});

test("what was credited in the last hour is searched for, not all that ever was", () => {
  const reads = readsOf(creditedSince(1, 1));
  expect(reads).toContain("SEARCH deposit USING INDEX deposit_at (at>?)");
  expect(reads).toContain("SEARCH deposit USING INDEX deposit_noted (noted_at>?)");
});

/** Their cards go before them. */
function twice(index: string): string[] {
  return [index, index];
}
