/**
 * Transfers that the books do not know, as after a restore: booked as the solid chain shows them, so that nothing is paid again, and
 * undone by name where the operator booked the wrong thing.
 */
import type { Address } from "../../domain/address.js";
import { must } from "../../domain/assert.js";
import type { IncomingMoney } from "../../domain/deposit.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { formatTrx, type Sun, sun } from "../../domain/money.js";
import type { Payout } from "../../domain/payout.js";
import { isUnsigned } from "../../domain/withdrawal.js";
import {
  availableOf,
  balanceOf,
  balanceSunOf,
  earnedOf,
  heldOf,
  move,
} from "../../store/ledger.js";
import { legsIncluded, legsInFlight } from "../../store/leg-lists.js";
import {
  advancePayout,
  findPayout,
  findPayoutByTxid,
  insertPayout,
  type NewPayout,
  newestPayoutTimestamp,
  openPayoutOf,
  undoPayout,
} from "../../store/payouts.js";
import type { Phase } from "../../store/phase.js";
import { findSeller } from "../../store/sellers.js";
import { reopenUnknownPayout, settleUnknownPayout } from "../../store/unknown-payouts.js";
import { findWithdrawal, insertWithdrawal } from "../../store/withdrawals.js";
import { assertCustomer } from "../customers/customers.js";
import { readRestored } from "../restored.js";
import { withdrawalMoved, withdrawalPaid } from "../withdrawals/settle.js";
import { payoutOfRow } from "./payout-lists.js";
import { payOut, payoutDied, settlePayout } from "./payouts.js";

/** A transaction as the solid chain shows it. */
export interface ShownTransaction {
  readonly txid: string;
  readonly blockNumber: number;
  readonly success: boolean;
  readonly money: readonly IncomingMoney[];
}

interface Transferred {
  /** Of the payout that is made of it. */
  readonly id: string;
  /** The account that pays. */
  readonly payer: Address;
  readonly shown: ShownTransaction;
}

/**
 * What a seller was sent is taken off what the books have of it, with the fee as far as there is more: the rest was earned after the
 * backup. Throws when the chain shows something else, when the books know the transfer, or the seller has a payout under way.
 */
export function* bookPayout(
  paid: Transferred & { readonly seller: Address; readonly feeSun: Sun },
  at: number,
): Phase<Payout> {
  const { seller, feeSun } = paid;
  if (!(yield* findSeller(seller))) {
    const message = `${seller} is no seller. \`desk seller list\` shows them.`;
    throw new DeskError("NOT_FOUND", message);
  }
  const sentSun = sentTo(seller, paid);
  const late = yield* takenForDead(paid, seller);
  if (late) return late;
  yield* assertUnbooked(paid);
  if (yield* openPayoutOf(seller)) {
    throw refused("--seller", `${seller} has a payout under way; wait for its end`);
  }
  const earnedSun = yield* balanceSunOf(earnedOf(seller));
  if (sentSun > earnedSun && (yield* isDelivering(seller))) {
    throw refused(
      "--seller",
      `delegations of ${seller} are not final, so they have earned more in a minute: book it then, or too little is taken`,
    );
  }
  if (earnedSun === 0) {
    throw refused(
      "--seller",
      `${seller} has earned nothing by the books: there is nothing to take; \`desk payout dismiss TXID\` settles it`,
    );
  }
  const amountSun = Math.min(sentSun, earnedSun);
  const of = { seller, withdrawal_id: null, receiver: seller, amount_sun: sun(amountSun) };
  const keptSun = sun(Math.min(feeSun, earnedSun - amountSun));
  return yield* book(paid, { ...of, fee_sun: keptSun }, at);
}

/** Of a restored desk, which delegates nothing new: what they have delegated is still to become what they have earned. */
function* isDelivering(seller: Address): Phase<boolean> {
  if (!(yield* readRestored())) return false;
  const legs = [...(yield* legsInFlight()), ...(yield* legsIncluded())];
  return legs.some(({ owner }) => owner === seller);
}

/** Books the transfer that paid a withdrawal, and marks the withdrawal as paid. Throws unless it waits, and was sent exactly. */
export function* bookWithdrawal(
  paid: Transferred & { readonly withdrawalId: string },
  at: number,
): Phase<Payout> {
  const { withdrawalId } = paid;
  const row = yield* findWithdrawal(withdrawalId);
  if (!row) {
    const message = `There is no withdrawal with the id ${withdrawalId}. \`desk withdrawal list\` shows them.`;
    throw new DeskError("NOT_FOUND", message);
  }
  const { address, amount_sun, fee_sun } = row;
  const sentSun = sentTo(address, paid);
  const late = yield* takenForDead(paid, withdrawalId);
  if (late) return late;
  yield* assertUnbooked(paid);
  if (!isUnsigned(row.status)) {
    throw refused("--withdrawal", `${withdrawalId} is ${row.status} and does not wait`);
  }
  if (sentSun !== amount_sun) {
    const wanted = formatTrx(amount_sun);
    throw refused(
      "--txid",
      `sends ${formatTrx(sentSun)} TRX; withdrawal ${withdrawalId} is one of ${wanted} TRX`,
    );
  }
  // It was paid, whatever would be decided now.
  if (row.status === "approval") yield* withdrawalMoved(row, "waiting");
  const of = { seller: null, withdrawal_id: withdrawalId, receiver: address };
  const payout = yield* book(paid, { ...of, amount_sun, fee_sun }, at);
  yield* withdrawalPaid(withdrawalId, at);
  return payout;
}

/**
 * The same of a withdrawal that the books do not know: it is in them then, as if it had been asked for now, with the fee as far as there
 * is more. Throws when the customer has not so much to withdraw.
 */
export function* bookUnknownWithdrawal(
  paid: Transferred & {
    readonly customerId: CustomerId;
    readonly withdrawalId: string;
    readonly feeSun: Sun;
  },
  at: number,
): Phase<Payout> {
  const { customerId, withdrawalId, feeSun, payer, shown } = paid;
  yield* assertCustomer(customerId);
  const address = shown.money[0]?.to ?? payer;
  const amountSun = sentTo(address, paid);
  yield* assertUnbooked(paid);
  const { withdrawableSun } = yield* balanceOf(customerId);
  if (withdrawableSun < amountSun) {
    const has = `${customerId} can withdraw ${formatTrx(withdrawableSun)} TRX, and it sends ${formatTrx(amountSun)} TRX`;
    throw refused(
      "--customer",
      `${has}: wait until deposits are read, repeat the credits since the backup, and refuse what else of theirs waits in \`desk withdrawal list\` first`,
    );
  }
  const keptSun = sun(Math.min(feeSun, withdrawableSun - amountSun));
  yield* insertWithdrawal({
    ...{ id: withdrawalId, customer_id: customerId, address, amount_sun: amountSun },
    ...{ fee_sun: keptSun, channel: "http", new_address: 0, status: "waiting" },
    ...{ due_at: at, created_at: at },
  });
  const [from, to] = [availableOf(customerId), heldOf(customerId)];
  yield* move({ id: `${withdrawalId}:hold`, from, to, amountSun: sun(amountSun + keptSun), at });
  return yield* bookWithdrawal(paid, at);
}

/** What the transaction sends from the account that pays; throws when it sends anything else. */
function sentTo(receiver: Address, { payer, shown }: Transferred): Sun {
  const { txid, success, money } = shown;
  const [one, ...more] = money;
  const isTransfer = one?.source === "transfer" && more.length === 0;
  if (isTransfer && one.from === payer && one.to === receiver) return sun(Number(one.amount));
  const says = !success
    ? "failed"
    : isTransfer
      ? `sends ${formatTrx(Number(one.amount))} TRX from ${one.from} to ${one.to}`
      : "is no transfer of TRX";
  throw refused("--txid", `${txid} ${says}; needed is one from ${payer} to ${receiver}`);
}

type Booked = Pick<NewPayout, "seller" | "withdrawal_id" | "receiver" | "amount_sun" | "fee_sun">;

function* book({ id, shown }: Transferred, booked: Booked, at: number): Phase<Payout> {
  const payout = yield* insertPayout({
    ...{ id, ...booked, txid: shown.txid },
    transaction_hex: "",
    transaction_expires_at: 0,
    timestamp_ms: (yield* newestPayoutTimestamp(Number.MAX_SAFE_INTEGER)) + 1,
    created_at: at,
    ...{ signed_block: null, payer: null, payer_before_sun: null, payer_before_block: null },
  });
  yield* payOut(payout, at);
  yield* settleUnknownPayout(shown.txid, { by: null, reason: null }, at);
  const included = yield* advancePayout(payout, "included", { block_number: shown.blockNumber });
  return payoutOfRow(yield* advancePayout(included, "paid", { finished_at: at }));
}

/** One of the desk's own that was taken for dead wrongly, as by `payout dead`: its money leaves with the next solid block. */
function* takenForDead({ shown }: Transferred, whose: string): Phase<Payout | undefined> {
  const payout = yield* findPayoutByTxid(shown.txid);
  const isTheirs = (payout?.seller ?? payout?.withdrawal_id) === whose;
  if (payout?.state !== "dead" || !isTheirs || payout.late_block !== null) return undefined;
  yield* settlePayout(payout, true, shown.blockNumber);
  const late = must(yield* findPayout(payout.id), "the payout");
  return late.late_block === null ? undefined : payoutOfRow(late);
}

function* assertUnbooked({ shown: { txid } }: Transferred): Phase<void> {
  const booked = yield* findPayoutByTxid(txid);
  if (booked) throw refused("--txid", `${txid} is booked already, as payout ${booked.id}`);
}

/**
 * A transfer that was booked by hand is not booked any more, and may be booked again: the money is where it was. Throws for a payout
 * that the desk has made itself.
 */
export function* unbookPayout(
  id: string,
  { reason, decidedBy }: { readonly reason: string; readonly decidedBy: string },
  at: number,
): Phase<Payout> {
  const payout = yield* findPayout(id);
  if (!payout) {
    throw new DeskError(
      "NOT_FOUND",
      `There is no payout with the id ${id}. \`desk payout list\` shows them.`,
    );
  }
  const { state, transaction_hex: hex, txid } = payout;
  if (hex !== "" || state !== "paid") {
    throw refused(
      "payout_id",
      `${id} is ${state} and was not booked by hand; only that can be undone`,
    );
  }
  yield* payoutDied(payout, `undone by ${decidedBy}: ${reason}; it was booked for ${txid}`, at);
  yield* undoPayout(id);
  yield* reopenUnknownPayout(txid);
  return payoutOfRow(must(yield* findPayout(id), "the payout"));
}

function refused(path: string, message: string): DeskError {
  return validationFailed([{ path, message }]);
}
