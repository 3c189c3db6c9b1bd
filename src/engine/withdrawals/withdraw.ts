/**
 * A customer asks for a withdrawal: what it would cost and when it would be paid, and the decision, which holds the money. It is
 * paid by the machinery of payouts.
 */
import { utcMidnightMs } from "../../common/time.js";
import type { Address } from "../../domain/address.js";
import { must } from "../../domain/assert.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { formatTrx, type Sun, sun, toTrx } from "../../domain/money.js";
import {
  amountProblem,
  needsApproval,
  type Withdrawal,
  type WithdrawalChannel,
  type WithdrawalTerms,
} from "../../domain/withdrawal.js";
import { depositAddressesAmong } from "../../store/deposits.js";
import { availableOf, balanceOf, heldOf, move } from "../../store/ledger.js";
import type { Phase } from "../../store/phase.js";
import { findTeam } from "../../store/teams/teams.js";
import {
  countOpenWithdrawals,
  findWithdrawal,
  findWithdrawalOfKey,
  insertWithdrawal,
  isKnownAddress,
  takenSince,
} from "../../store/withdrawals.js";
import { dueTimeOf, type Engine } from "../context.js";
import { chainUnavailable } from "../gates.js";
import { assertMoneyFree } from "../restored.js";
import type { DecidedBy } from "../teams/apply-change.js";
import { firstAnswerOf, withdrawalOfRow } from "./read-withdrawals.js";
import { canBeTold, tellWithdrawal } from "./settle.js";

export interface WithdrawalQuote {
  /** All that is taken beside the amount; the activation is a part of it. */
  readonly feeSun: Sun;
  /** What creating the account costs; 0 where it exists. */
  readonly activationSun: Sun;
  readonly isNewAddress: boolean;
  /** From when it may be paid; wall time. */
  readonly dueAt: number;
  readonly needsApproval: boolean;
  /** What the customer can take out now, fees and all. */
  readonly withdrawableSun: Sun;
}

/** What a withdrawal would cost. Throws what `createWithdrawal` would, but for too little money. */
export async function quoteWithdrawal(
  engine: Engine,
  customerId: CustomerId,
  address: Address,
  amountSun: Sun,
): Promise<WithdrawalQuote> {
  const asked = { customerId, address, amountSun };
  const cost = await costOf(engine, asked);
  const times = timesOf(engine);
  return engine.database.read(function* (): Phase<WithdrawalQuote> {
    const decided = yield* waitOf(asked, engine.policy.withdrawals, times);
    const { withdrawableSun } = yield* balanceOf(customerId);
    return { ...cost, ...decided, withdrawableSun };
  });
}

interface Asked {
  readonly customerId: CustomerId;
  readonly address: Address;
  /** What arrives. */
  readonly amountSun: Sun;
}

export interface WithdrawalCall extends Asked {
  readonly channel: WithdrawalChannel;
  /** The same key and the same request: the same withdrawal. */
  readonly idempotencyKey: string;
  /** Of the key that asks: without the right it is refused. */
  readonly hasRight: boolean;
  /** Of a team, whose owners alone take money out, in a chat. */
  readonly owners?: DecidedBy | undefined;
}

export interface CreatedWithdrawal {
  readonly withdrawal: Withdrawal;
  /** It was created before, by the same key: as it was then. */
  readonly replayed: boolean;
}

interface Times {
  /** The later of clock and chain: what waits from now on waits its whole time by either. */
  readonly at: number;
  /** The earlier of both: a clock that jumps ahead begins no new day. */
  readonly dueAt: number;
}

/** Throws CHAIN_UNAVAILABLE while nobody knows what time it is. */
function timesOf(engine: Engine): Times {
  const at = engine.chainClock.beginsMs();
  if (at === undefined) {
    throw chainUnavailable(engine.chainClock.unread() ?? "its time is not known yet");
  }
  return { at, dueAt: dueTimeOf(engine) };
}

/** What is known before the transaction. */
export interface WithdrawalCreation extends Times {
  readonly id: string;
  readonly feeSun: Sun;
  readonly terms: WithdrawalTerms;
}

/** Holds the money and stores the withdrawal. Throws a `DeskError` when there is none, and then nothing was taken. */
export async function createWithdrawal(
  engine: Engine,
  call: WithdrawalCall,
): Promise<CreatedWithdrawal> {
  if (!call.hasRight) throw new DeskError("FORBIDDEN", NO_RIGHT);
  const before = await engine.database.read(function* () {
    yield* assertOwners(call);
    return yield* answeredBefore(call);
  });
  if (before) return before;
  const creation = await prepareWithdrawal(engine, call);
  const created = await engine.database.commit(() => withdrawalPhase(call, creation));
  withdrawalCreated(engine, created);
  return created;
}

const NO_RIGHT =
  "This API key may not withdraw. The desk's operator issues one that may: `desk key issue --customer ID --withdraw`.";

/** Throws FORBIDDEN for a team's money, unless its owners have decided. */
function* assertOwners({ customerId, owners }: WithdrawalCall): Phase<void> {
  if (owners || !(yield* findTeam(customerId))) return;
  throw new DeskError(
    "FORBIDDEN",
    "A team's withdrawals are asked for by its owners, with /withdraw in the chat. No API key makes or cancels them.",
  );
}

/** What must hold before the transaction, and what is asked of the node for it. */
export async function prepareWithdrawal(engine: Engine, asked: Asked): Promise<WithdrawalCreation> {
  const { feeSun } = await costOf(engine, asked);
  return { ...timesOf(engine), id: engine.newId(), feeSun, terms: engine.policy.withdrawals };
}

/** The one decision: whether it was asked for before, balance, whether it waits. */
export function* withdrawalPhase(
  call: WithdrawalCall,
  creation: WithdrawalCreation,
): Phase<CreatedWithdrawal> {
  yield* assertOwners(call);
  const before = yield* answeredBefore(call);
  if (before) return before;
  const { id, at, feeSun } = creation;
  const { customerId, address, amountSun, channel, owners } = call;
  const decided = yield* assertWithdrawable(call, creation);
  const heldSun = sun(amountSun + feeSun);
  yield* insertWithdrawal({
    ...{ id, customer_id: customerId, address, amount_sun: amountSun, fee_sun: feeSun, channel },
    new_address: decided.isNewAddress ? 1 : 0,
    status: decided.needsApproval ? "approval" : "waiting",
    ...{ due_at: decided.dueAt, created_at: at, idempotency_key: call.idempotencyKey },
    ...{ asked_by: owners?.askedBy ?? null, confirmed_by: owners?.confirmedBy ?? null },
  });
  const [from, to] = [availableOf(customerId), heldOf(customerId)];
  yield* move({ id: `${id}:hold`, from, to, amountSun: heldSun, at });
  const row = must(yield* findWithdrawal(id), "a withdrawal just written");
  if (decided.isNewAddress && channel === "http") yield* tellWithdrawal(row, "asked", at);
  if (owners) yield* tellWithdrawal(row, "ofTeam", at, owners.confirmedBy ?? owners.askedBy);
  return { withdrawal: withdrawalOfRow(row), replayed: false };
}

/** Throws what forbids it now; whether it waits. */
export function* assertWithdrawable(
  asked: Asked,
  { at, dueAt, feeSun, terms }: WithdrawalCreation,
) {
  const decided = yield* waitOf(asked, terms, { at, dueAt });
  const heldSun = sun(asked.amountSun + feeSun);
  const { withdrawableSun } = yield* balanceOf(asked.customerId);
  if (withdrawableSun < heldSun) throw tooLittle(heldSun, withdrawableSun);
  return decided;
}

/** After the commit: it may be paid at once. */
export function withdrawalCreated(engine: Engine, { replayed }: CreatedWithdrawal): void {
  if (!replayed) engine.signals.emit("withdrawal");
}

/** Checks what needs no transaction and asks the node whether the account exists. */
async function costOf(engine: Engine, asked: Asked) {
  const { address, amountSun } = asked;
  const terms = engine.policy.withdrawals;
  assertPossible(engine);
  const problem = amountProblem(terms, amountSun);
  if (problem) throw validationFailed([problem]);
  const [verdict] = await engine.receivers.verdicts([address]);
  if (verdict === "refused") {
    throw new DeskError(
      "RECEIVER_REFUSED",
      `${address} belongs to the desk, or to nobody. Use an address of your own; nothing was taken.`,
      [{ path: "address", receiver: address, message: "is an account of the desk, or nobody's" }],
    );
  }
  if (verdict === "contract") {
    throw new DeskError(
      "RECEIVER_IS_CONTRACT",
      `${address} is a contract: the desk pays to wallets only. Nothing was taken.`,
      [{ path: "address", receiver: address, message: "is a contract" }],
    );
  }
  const activationSun = verdict === "ok" ? sun(0) : activation(engine);
  return { activationSun, feeSun: sun(terms.feeSun + activationSun) };
}

/** What creating an account costs now. Throws CHAIN_UNAVAILABLE until the desk has read it. */
function activation({ gates, network }: Engine): Sun {
  gates.assertChainRead();
  return must(network.parameters, "the chain was read").activationSun;
}

function assertPossible({ gates, policy }: Engine): void {
  if (policy.withdrawals.mode === "off") {
    throw new DeskError(
      "FORBIDDEN",
      "Withdrawals are off at this desk. Its operator turns them on with WITHDRAW_MODE=approve, or auto.",
    );
  }
  if (gates.shuttingDown) {
    throw new DeskError(
      "SHUTTING_DOWN",
      "The desk is shutting down. Nothing was taken; try again in a few seconds.",
      undefined,
      RETRY_SOON_SECONDS,
    );
  }
  if (gates.halt) {
    throw new DeskError(
      "DESK_HALTED",
      "The desk has halted withdrawals until its operator has looked at a failed check. Nothing was taken; try again later, or ask the operator.",
      undefined,
      RETRY_LATER_SECONDS,
    );
  }
}

const RETRY_SOON_SECONDS = 3;
const RETRY_LATER_SECONDS = 60;

/** Each waits in the operator's list until they have looked. */
const MOST_OPEN = 20;

/**
 * Whether it waits, and for what. Throws while the customer's money is held, for an address at which they pay in, and when too many are
 * open.
 */
function* waitOf(
  { customerId, address, amountSun }: Asked,
  terms: WithdrawalTerms,
  { at, dueAt }: Times,
) {
  yield* assertMoneyFree(customerId);
  if ((yield* depositAddressesAmong([address])).get(address) === customerId) {
    throw wrongAddress("is where you pay in at this desk; give an account outside");
  }
  if ((yield* countOpenWithdrawals(customerId)) >= MOST_OPEN) throw tooManyOpen();
  const isNewAddress = !(yield* isKnownAddress(customerId, address));
  const taken = yield* takenSince(customerId, utcMidnightMs(dueAt));
  return {
    isNewAddress,
    dueAt: isNewAddress ? at + terms.newAddressMs : at,
    needsApproval:
      needsApproval(terms, amountSun, taken) || (isNewAddress && !(yield* canBeTold(customerId))),
  };
}

function wrongAddress(message: string): DeskError {
  return validationFailed([{ path: "address", message }]);
}

function tooManyOpen(): DeskError {
  return new DeskError(
    "TOO_MANY_OPEN",
    `You have ${MOST_OPEN} open withdrawals, which is the maximum. Cancel one, or wait until one is paid; nothing was taken.`,
  );
}

function tooLittle(requiredSun: Sun, withdrawableSun: Sun): DeskError {
  const [required, available] = [toTrx(requiredSun), toTrx(withdrawableSun)];
  return new DeskError(
    "INSUFFICIENT_BALANCE",
    `You can withdraw ${formatTrx(withdrawableSun)} TRX, but this needs ${formatTrx(requiredSun)} TRX with the fee. Nothing was taken. Gifts can be spent, not withdrawn.`,
    { required, available },
  );
}

function* answeredBefore(call: WithdrawalCall): Phase<CreatedWithdrawal | undefined> {
  const row = yield* findWithdrawalOfKey(call.customerId, call.idempotencyKey);
  if (!row) return undefined;
  if (row.address !== call.address || row.amount_sun !== call.amountSun) {
    throw new DeskError(
      "IDEMPOTENCY_KEY_REUSED",
      "This Idempotency-Key was used for another withdrawal. Use a new key for each withdrawal.",
    );
  }
  return { withdrawal: firstAnswerOf(row), replayed: true };
}
