/**
 * A fault before every statement of every use case of the engine, one after the other: nothing of it is left, the books are
 * right, what shares its transaction stands, and doing it again succeeds. Which use cases there are is read from the sources.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { faultyInto, type Stories, type Tally } from "../support/exhaust.js";
import { byForm } from "../support/forms.js";
import { sqliteTest } from "../support/sqlite-only.js";
import { book } from "./faults/book.js";
import { chain } from "./faults/chain.js";
import { deposits } from "./faults/deposits.js";
import { drafts } from "./faults/drafts.js";
import { legs } from "./faults/legs.js";
import { operator } from "./faults/operator.js";
import { orders } from "./faults/orders.js";
import { payouts } from "./faults/payouts.js";
import { sellers } from "./faults/sellers.js";
import { teams } from "./faults/teams.js";
import { telegram } from "./faults/telegram.js";
import { withdrawals } from "./faults/withdrawals.js";

const STORIES: Record<string, Stories> = {
  ...{ orders, legs, chain, book, payouts, sellers, operator, telegram, drafts },
  ...{ deposits, withdrawals, teams },
};

/** They commit nothing that a fault could leave behind. */
const WRITES_NOTHING: Record<string, string> = {
  takesDeposits: "reads",
  logged: "written by what it logs",
  answerWith: "commits what others decide",
  apply: "written by what decides it",
  eachDelivered: "reads",
  usedToday: "reads",
  assertCustomer: "reads",
  assertKeyMay: "reads",
  assertMeant: "reads",
  assertNoBackup: "reads",
  audit: "reads",
  auditOnce: "reads",
  bookedFrom: "reads",
  backUp: "writes into its copy, and a note that it was made",
  close: "reads",
  createEngine: "reads",
  holderForKey: "reads",
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
  prepareConfirmation: "asks the node",
  priceOrders: "reads",
  read: "asks the node",
  readStatement: "reads; its only commit is empty",
  recount: "counts what others read",
  recountLoad: "reads",
  run: "of a move: killed at each step in test/postgres/move-killed.test.ts",
  refreshMarket: "reads",
  sizeTransfer: "asks the node",
  whyUnconfirmable: "reads",
};

/** What screens write with their cards: their statements fail among those of `applyToFlow`. */
const WITH_A_CARD = [
  ...["amendBatch", "askForOrder", "bookDraft", "paidFromNow", "payDraft", "askWithdrawal"],
];

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
    const calls = [...text.matchAll(/^(?:export| ) (async )?(?:function\*? )?(\w+)[<(]/gm)].filter(
      ({ index, 1: isAsync, 2: name = "" }) => {
        const [body = ""] = text.slice(index).split(/^ {0,2}\}$/m, 1);
        if (!isAsync) return body.includes(" answerWith(");
        return !/^read./.test(name) || body.includes(".commit(");
      },
    );
    const phases = [...text.matchAll(/^export function\* (\w+)[<(]/gm)];
    return [
      ...calls.flatMap(([, , name = ""]) => name),
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

sqliteTest(
  "no use case is cut short: they have as many statements as ever, at which they fail",
  () => {
    const counts = [...tally.values()];
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(1);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(1_391);
  },
);

sqliteTest("all use cases of the engine are made to fail, or write nothing", () => {
  expect([...tally.keys(), ...Object.keys(WRITES_NOTHING), ...WITH_A_CARD].sort()).toEqual(
    [...new Set(useCases())].sort(),
  );
});
