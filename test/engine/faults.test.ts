/**
 * A fault before every statement of every use case of the engine, one after the other: nothing of it is left, the books are
 * right, what shares its transaction stands, and doing it again succeeds. Which use cases there are is read from the sources.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { faultyInto, type Stories, type Tally } from "../support/exhaust.js";
import { byForm } from "../support/forms.js";
import { book } from "./faults/book.js";
import { chain } from "./faults/chain.js";
import { deposits } from "./faults/deposits.js";
import { drafts } from "./faults/drafts.js";
import { legs } from "./faults/legs.js";
import { operator } from "./faults/operator.js";
import { orders } from "./faults/orders.js";
import { payouts } from "./faults/payouts.js";
import { sellers } from "./faults/sellers.js";
import { telegram } from "./faults/telegram.js";
import { withdrawals } from "./faults/withdrawals.js";

const STORIES: Record<string, Stories> = {
  ...{ orders, legs, chain, book, payouts, sellers, operator, telegram, drafts },
  ...{ deposits, withdrawals },
};

/** The use cases of the engine, and at how many statements each must have been made to fail at least. */
const STATEMENTS: Record<string, number> = {
  addConfiguredOwners: 4,
  addPoolOwner: 3,
  answerUpdate: 3,
  applyBlock: 15,
  applyScanned: 20,
  applySolid: 16,
  applyToFlow: 26,
  approveDeposit: 6,
  approveSellerPayout: 3,
  approveWithdrawal: 2,
  assertCreatable: 1,
  assertDeliverable: 1,
  backToSent: 3,
  bindFile: 2,
  bindNetwork: 2,
  bindNetworkName: 2,
  bookDeposits: 8,
  bookPayout: 9,
  bookUnknownWithdrawal: 12,
  bookWithdrawal: 9,
  booksCompared: 4,
  bindPrice: 1,
  cancelBooking: 6,
  cancelFlow: 5,
  cancelOrder: 9,
  cancelWithdrawal: 5,
  challengeSeller: 3,
  changeSettings: 6,
  chooseLanguage: 2,
  changeOrder: 17,
  claimAddress: 18,
  closeOverdue: 9,
  commitAndTell: 11,
  confirmDepositKey: 4,
  confirmRestore: 46,
  completeLog: 2,
  confirmUsdtRate: 12,
  countAttempt: 1,
  countFailure: 2,
  createCustomer: 5,
  createOrders: 20,
  createWithdrawal: 9,
  creditRatedAtStart: 2,
  creditCustomer: 6,
  debitCustomer: 5,
  declarePayoutDead: 6,
  depositAddressFor: 4,
  drainPoolOwner: 1,
  dismissUnknownPayout: 1,
  dropFork: 6,
  enableDisabledKeys: 2,
  enrolSeller: 4,
  fileMoved: 2,
  finishRestoreStep: 4,
  forget: 1,
  forgetOld: 7,
  giveUpUnsigned: 7,
  heardFrom: 1,
  importAddresses: 26,
  issueKey: 3,
  issuePendingKey: 3,
  judgeReclaim: 3,
  judgeTakeBack: 3,
  keepInLog: 2,
  keyNotShown: 3,
  keyShown: 1,
  legExpired: 15,
  legFailed: 12,
  legNotLate: 2,
  legRefused: 11,
  legSent: 2,
  legsSent: 3,
  legsSigned: 2,
  liftHold: 1,
  loadRates: 2,
  lockExtended: 2,
  locksRead: 3,
  lookAtRestingCards: 1,
  markDone: 1,
  matchSeller: 20,
  repairAfterForks: 8,
  migrateChat: 5,
  missedRead: 8,
  passBlock: 6,
  passedAsked: 1,
  passMissed: 4,
  recordRead: 5,
  recordsRead: 1,
  passScanned: 4,
  scanAgain: 6,
  depositsLate: 2,
  depositsInTime: 2,
  movePlannedLegsAway: 9,
  nameWallets: 7,
  networkRead: 5,
  nextAttempt: 2,
  nextPayoutAttempt: 2,
  nextReclaimAttempt: 2,
  nodesDisagree: 1,
  noteDepositKey: 1,
  noteFirstDue: 1,
  noteCover: 2,
  noteMistake: 1,
  openFlow: 7,
  onChain: 1,
  ownerTookBack: 4,
  pausePayouts: 1,
  payoutBackToSent: 2,
  payoutExpired: 5,
  payoutFailed: 5,
  payoutFinal: 5,
  payoutNotLate: 2,
  payoutRefused: 2,
  payoutSent: 2,
  payoutSigned: 7,
  payoutStaysOpen: 1,
  payoutsRead: 4,
  placeHold: 1,
  prepareWithdrawal: 1,
  quoteOrders: 1,
  quoteWithdrawal: 1,
  readyToSign: 12,
  receiveUpdates: 3,
  reclaimDead: 2,
  reclaimRefused: 2,
  reclaimSent: 2,
  retireDepositKey: 5,
  reclaimSigned: 1,
  redrawAfterStart: 1,
  redrawBatch: 1,
  redrawCards: 1,
  redrawOrders: 2,
  refuseDeposit: 3,
  refuseWithdrawal: 5,
  releaseCover: 4,
  replanAll: 4,
  removePoolOwner: 5,
  resumeDesk: 3,
  resumePayouts: 1,
  revokeKey: 1,
  revokeOwnKey: 4,
  revokePendingKeys: 3,
  saveDead: 1,
  saveDrawn: 1,
  saveIgnoredNodes: 1,
  saveOwnerCheck: 2,
  savePermission: 1,
  saveReachable: 1,
  saveSellerCheck: 3,
  saveSellerSnapshot: 8,
  saveSent: 1,
  saveUnused: 2,
  saveSnapshot: 3,
  scanFrom: 2,
  scanGoesOn: 2,
  setOffer: 3,
  setRates: 1,
  setUsdtRate: 3,
  settleFound: 8,
  settleUnread: 1,
  settleUnreadTransactions: 2,
  startAt: 4,
  startDueBookings: 20,
  startInFork: 9,
  secondDeskSeen: 2,
  sweepBook: 11,
  takeReclaimTimestamp: 1,
  takeBackConfirmed: 1,
  takeBackDead: 2,
  takeBackDone: 2,
  takeBackGone: 2,
  takeBackRead: 10,
  takeBackSigned: 3,
  takeUpCards: 3,
  telegramUser: 5,
  tellDay: 3,
  tellDifferences: 2,
  tellHour: 3,
  tellNews: 9,
  tellOnce: 1,
  tellOperator: 12,
  transactionUnclear: 1,
  unbookPayout: 7,
  undoDeposit: 6,
  uncountAttempt: 1,
  unnameWallet: 3,
  verdicts: 1,
  verifySeller: 8,
  watchUnknown: 5,
  withdrawalsDelayed: 2,
};

/** They commit nothing that a fault could leave behind. */
const WRITES_NOTHING: Record<string, string> = {
  takesDeposits: "reads",
  assertCustomer: "reads",
  assertMeant: "reads",
  assertNoBackup: "reads",
  audit: "reads",
  auditFile: "reads",
  backUp: "writes into its copy, and a note that it was made",
  createEngine: "reads",
  bookInstead: "reads",
  customerForKey: "reads",
  settleAll: "waits for the phases of others",
  filledNow: "reads",
  ignoredNodes: "reads",
  inTime: "waits for the node",
  isKeyDisabled: "reads",
  knownOffer: "reads",
  learn: "remembers what others read",
  longSolidTransaction: "reads",
  lookAtPrices: "reads",
  lookAtSeller: "asks the node",
  mayWithdraw: "reads",
  offeringAfter: "reads",
  priceOrders: "reads",
  read: "asks the node",
  readStatement: "reads; its only commit is empty",
  recount: "counts what others read",
  recountLoad: "reads",
  refreshMarket: "reads",
  sizeTransfer: "asks the node",
  whyUnconfirmable: "reads",
};

/** What screens write with their cards: their statements fail among those of `applyToFlow`. */
const WITH_A_CARD = ["amendBatch", "bookDraft", "payDraft", "withdrawalPhase"];

const SOURCES = join(import.meta.dirname, "../../src");

function sources(isOfEngine: boolean): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && name.startsWith("engine/") === isOfEngine)
    .map((name) => readFileSync(join(SOURCES, name), "utf8"));
}

/**
 * Whatever of the engine may commit: its asynchronous functions and methods, but for those that are called reads and hold no
 * commit, and the phases that others commit.
 */
function useCases(): string[] {
  const taken = sources(false).flatMap((text) => [
    ...text.matchAll(/\b(?:import|const) \{([^{}]*)\}/g),
  ]);
  const others = new Set(taken.flatMap(([, names = ""]) => names.match(/\w+/g) ?? []));
  return sources(true).flatMap((text) => {
    const calls = [...text.matchAll(/^(?:export| ) async (?:function\*? )?(\w+)[<(]/gm)].filter(
      ({ index, 1: name = "" }) => {
        const [body = ""] = text.slice(index).split(/^ {0,2}\}$/m, 1);
        return !/^read./.test(name) || body.includes(".commit(");
      },
    );
    const phases = [...text.matchAll(/^export function\* (\w+)[<(]/gm)];
    return [
      ...calls.flatMap(([, name = ""]) => name),
      ...phases.flatMap(([, name = ""]) => (others.has(name) ? name : [])),
    ];
  });
}

/** The short form has a fault at the first statement, and at each sixth after it. */
const EVERY = byForm(12, 1);
const tally: Tally = new Map();
const NAMED = Object.entries(STORIES).flatMap(([file, stories]) =>
  Object.entries(stories).map(([name, story]) => [`${file}: ${name}`, story] as const),
);

test.each(NAMED)("%s", (_, story) => story(faultyInto(tally, EVERY)));

test("all use cases of the engine are in the table, and fail at as many statements as it says", () => {
  expect(
    [...Object.keys(STATEMENTS), ...Object.keys(WRITES_NOTHING), ...WITH_A_CARD].sort(),
  ).toEqual([...new Set(useCases())].sort());
  expect([...tally.keys()].sort()).toEqual(Object.keys(STATEMENTS).sort());
  for (const [name, statements] of tally) {
    expect(statements, name).toBeGreaterThanOrEqual(STATEMENTS[name] ?? 1);
  }
});
