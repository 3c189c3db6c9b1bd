/**
 * Pays withdrawals as soon as they are due, and sellers what they have earned, on a schedule and on the operator's command: one run
 * at a time, one transfer after the other. The bytes are committed with the money before they are sent; the resender takes care of
 * sent ones.
 */
import { reasonOf } from "#shared/reason.js";
import { ChainUnavailable } from "../chain/port.js";
import type { Address } from "../domain/address.js";
import { isMistake, must } from "../domain/assert.js";
import { deathInWords, type RejectionReason } from "../domain/death.js";
import { DeskError } from "../domain/errors.js";
import { formatTrx, type Sun, sumSun, sun } from "../domain/money.js";
import type { PayingPurse, Payout } from "../domain/payout.js";
import { transferPermission } from "../domain/permission.js";
import type { Withdrawal } from "../domain/withdrawal.js";
import { dueTimeOf, type Engine } from "../engine/context.js";
import {
  type PayoutRun,
  readNextPayoutTimestamp,
  readOpenPayouts,
} from "../engine/payouts/payout-lists.js";
import {
  assertPayoutsPossible,
  payoutRefused,
  payoutSent,
  payoutSigned,
  type SignedPayout,
} from "../engine/payouts/payouts.js";
import {
  type Earner,
  type Earners,
  type NextOfSeller,
  noteFirstDue,
  readEarners,
} from "../engine/payouts/seller-payouts.js";
import { readDueWithdrawals, readKeptBack } from "../engine/withdrawals/read-withdrawals.js";
import { withdrawalsDelayed } from "../engine/withdrawals/settle.js";
import { oneHost, type PayoutOptions, type WorkerContext } from "./context.js";
import { Loop, type LoopState, Outage, type Worker } from "./loop.js";
import { purseBefore } from "./payout-proof.js";
import { frameOf } from "./signer.js";

/** Bytes of a transfer, for which the network burns TRX when there is too little bandwidth. */
const BANDWIDTH_OF_A_TRANSFER = 300;

/** The permission of an account's owner. */
const OWNER_PERMISSION = 0;

/** Refusals because of the receiver; any other would meet the next payout too. */
const RECEIVER_CANNOT: ReadonlySet<RejectionReason> = new Set([
  "receiver_is_contract",
  "receiver_not_activated",
]);

/** The longest time between two looks for withdrawals that have become due. */
const LOOK_EVERY_MS = 60_000;

/** The account's permission for payments, and its money. */
interface Purse {
  readonly permissionId: number;
  /** Right after a solid block: a death of what is paid now is held against it. Null where it could not be read. */
  readonly before: PayingPurse | null;
  /** The most TRX burnt for each transfer. */
  readonly burnSun: number;
  leftSun: number;
}

/** What is to be paid: a withdrawal, or what a seller has earned. */
interface Due {
  readonly earner?: Earner;
  readonly withdrawal?: Withdrawal;
  readonly receiver: Address;
  readonly amountSun: Sun;
  readonly feeSun: Sun;
  /** What the transfer burns beside its bandwidth: where the account does not exist. */
  readonly activationSun: Sun;
}

interface Paid {
  readonly payout: Payout;
  readonly refusal?: RejectionReason;
}

export class Payer implements Worker {
  #context: WorkerContext;
  #payout: PayoutOptions;
  #sellers: Loop;
  #withdrawals: Loop;
  /** Until the next withdrawal is due. */
  #untilDueMs = LOOK_EVERY_MS;
  #stopping = new AbortController();
  #lastRun: Promise<unknown> = Promise.resolve();

  constructor(context: WorkerContext, payout: PayoutOptions) {
    this.#context = context;
    this.#payout = payout;
    const { logger } = context;
    const outage = new Outage({ worker: "payer", everyMs: payout.everyMs, logger });
    const of = { name: "payer", context, outage };
    const sellers = () => this.#scheduled(() => this.run());
    this.#sellers = new Loop({ ...of, everyMs: payout.everyMs, round: sellers });
    this.#withdrawals = new Loop({
      ...{ ...of, everyMs: LOOK_EVERY_MS },
      pauseMs: () => this.#untilDueMs,
      round: () => this.#scheduled(() => this.#lookAtWithdrawals()),
    });
  }

  start(): void {
    if (this.#payout.everyMs > 0) this.#sellers.start();
    if (this.#context.engine.policy.withdrawals.mode !== "off") this.#withdrawals.start();
  }

  wake = (): void => this.start();

  /** A withdrawal may be due: it is paid now, not when sellers are. */
  wakeForWithdrawals = (): void => {
    if (this.#context.engine.policy.withdrawals.mode !== "off") this.#withdrawals.wake();
  };

  /** Of the loop that fails, if one does. */
  get state(): LoopState {
    const [sellers, withdrawals] = [this.#sellers.state, this.#withdrawals.state];
    if (!sellers.ok || !withdrawals.ok) return sellers.ok ? withdrawals : sellers;
    return (sellers.lastRoundAt ?? 0) < (withdrawals.lastRoundAt ?? 0) ? withdrawals : sellers;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#sellers.stop(), this.#withdrawals.stop()]);
    await this.#lastRun;
  }

  /** Pays all that is due; a run requested meanwhile waits for this one. */
  run(): Promise<PayoutRun> {
    return this.#afterLast(() => this.#payAll());
  }

  #afterLast<T>(begin: () => Promise<T>): Promise<T> {
    const run = this.#lastRun.then(begin).catch(said);
    this.#lastRun = run.catch((error: unknown) => {
      if (isMistake(error)) this.#context.engine.gates.mistakeMade(error);
    });
    return run;
  }

  async #scheduled(round: () => Promise<unknown>): Promise<void> {
    try {
      await round();
    } catch (error) {
      // Asking again soon does not help: an operator must look first.
      if (!(error instanceof DeskError && error.code === "DESK_HALTED")) throw error;
      this.#context.logger.warn({ reason: error.message }, "payouts wait");
    }
  }

  async #lookAtWithdrawals(): Promise<void> {
    const { engine } = this.#context;
    const { due, nextDueAt } = await readDueWithdrawals(engine);
    const untilMs = (nextDueAt ?? Number.POSITIVE_INFINITY) - dueTimeOf(engine);
    this.#untilDueMs = Math.min(LOOK_EVERY_MS, Math.max(1, untilMs));
    if (due.length === 0) return;
    await this.#afterLast(async () => {
      assertPayoutsPossible(engine);
      await this.#payDue(await dueWithdrawals(engine));
    });
  }

  async #payAll(): Promise<PayoutRun> {
    const { engine } = this.#context;
    assertPayoutsPossible(engine);
    const open = await readOpenPayouts(engine);
    const sellers = await this.#earners();
    const due = [...(await dueWithdrawals(engine)), ...sellers.due.map(ofSeller)];
    const { started, waiting, problem } = await this.#payDue(due);
    const keptBack = await readKeptBack(engine);
    return {
      account: this.#payout.address,
      started,
      open,
      belowMinimum: sellers.below,
      held: sellers.held,
      waiting: waiting.flatMap(({ earner }) => earner ?? []),
      waitingWithdrawals: [...waiting.flatMap(({ withdrawal }) => withdrawal ?? []), ...keptBack],
      problem: problem ?? (keptBack.length > 0 ? OFF : null),
    };
  }

  /** The first payout of a seller is noted as due when it is seen: its wait begins. */
  async #earners(): Promise<Earners> {
    const { engine } = this.#context;
    const earners = await readEarners(engine, this.#payout.address);
    const first = [...earners.due, ...earners.held].map(({ seller }) => seller);
    const at = engine.chainClock.beginsMs();
    if (first.length > 0 && at !== undefined) {
      await engine.database.commit(() => noteFirstDue(first, at));
    }
    return earners;
  }

  async #payDue(due: readonly Due[]): Promise<Payment> {
    const { engine, logger } = this.#context;
    const payment = due.length > 0 ? await this.#pay(due) : NOTHING_DUE;
    const { waiting, short, problem } = payment;
    if (problem) logger.warn({ waiting: waiting.length, problem }, "payouts wait");
    const delayed = short.flatMap(({ withdrawal }) => withdrawal?.id ?? []);
    if (delayed.length > 0) await withdrawalsDelayed(engine, delayed);
    return payment;
  }

  async #pay(due: readonly Due[]): Promise<Payment> {
    const purse = await this.#purse();
    const started: Payout[] = [];
    const short: Due[] = [];
    for (const [at, one] of due.entries()) {
      const rest = [...short, ...due.slice(at)];
      const problem = this.#problem();
      if (problem) return { started, waiting: rest, short, problem };
      const neededSun = one.amountSun + purse.burnSun + one.activationSun;
      if (neededSun > purse.leftSun) {
        short.push(one);
        continue;
      }
      let paid: Paid | undefined;
      try {
        paid = await this.#payOne(one, purse);
      } catch (error) {
        // A started payout must be reported, whatever happens to the next one.
        if (started.length === 0 || isMistake(error)) throw error;
        return { started, waiting: rest, short, problem: reasonOf(error) };
      }
      if (!paid) continue;
      started.push(paid.payout);
      purse.leftSun -= neededSun;
      if (!paid.refusal || RECEIVER_CANNOT.has(paid.refusal)) continue;
      return { started, waiting: rest, short, problem: this.#refused(paid.refusal) };
    }
    return {
      started,
      waiting: short,
      short,
      problem: short.length > 0 ? this.#tooLittle(short, purse) : null,
    };
  }

  #problem(): string | undefined {
    if (this.#stopping.signal.aborted) return "the desk is stopping";
    try {
      assertPayoutsPossible(this.#context.engine);
      return undefined;
    } catch (error) {
      if (error instanceof DeskError) return error.message;
      throw error;
    }
  }

  /** Reads the account and subtracts payouts under way, because the chain has not taken them off yet. */
  async #purse(): Promise<Purse> {
    const { chain, engine } = this.#context;
    const { address } = this.#payout;
    const [account, { bandwidthPriceSun }, before] = await Promise.all([
      chain.account(address),
      chain.parameters(),
      purseBefore(oneHost(chain), address),
    ]);
    const burnSun = BANDWIDTH_OF_A_TRANSFER * bandwidthPriceSun;
    const out = (await readOpenPayouts(engine)).filter(({ blockNumber }) => blockNumber === null);
    const outSun = sumSun(out.map(({ amountSun }) => amountSun)) + out.length * burnSun;
    const permissionId = transferPermission(account?.permissions ?? [], address)?.id;
    return {
      permissionId: permissionId ?? OWNER_PERMISSION,
      before,
      burnSun,
      leftSun: (account?.balanceSun ?? 0) - outSun,
    };
  }

  /** Signs, commits, sends. Undefined when nothing was due any more. */
  async #payOne(due: Due, { permissionId, before }: Purse): Promise<Paid | undefined> {
    const { engine, chain, firstAttempts, logger } = this.#context;
    const { privateKeyHex, address: owner } = this.#payout;
    const { earner, withdrawal, receiver, amountSun, feeSun } = due;
    const head = must(engine.chainClock.head, "the chain was seen");
    const timestampMs = await readNextPayoutTimestamp(engine, head.timestampMs);
    const frame = frameOf(this.#context, timestampMs);
    const intent = { kind: "transfer", owner, receiver, amountSun } as const;
    const bytes = await chain.sign(intent, frame, { privateKeyHex, permissionId });
    const { expiresAt } = frame;
    const signed = {
      id: engine.newId(),
      seller: earner?.seller ?? null,
      withdrawalId: withdrawal?.id ?? null,
      ...{ receiver, amountSun, feeSun },
      ...bytes,
      timestampMs,
      expiresAt,
      signedBlock: frame.reference.number,
      purse: before,
      payer: owner,
      terms: engine.policy.payouts,
    };
    firstAttempts.add(signed.txid);
    try {
      const at = dueTimeOf(engine);
      const stored = await engine.database.commit(() => {
        // The desk may have halted during the signature: until the commit nothing has moved.
        assertPayoutsPossible(engine);
        return payoutSigned(signed, at);
      });
      const whose = withdrawal ? { customer: withdrawal.customerId } : { seller: receiver };
      // After a restore nothing else tells whose it was.
      if (stored) logger.info({ txid: bytes.txid, receiver, ...whose }, "payout signed");
      return stored && (await this.#sendFirst(signed, stored));
    } finally {
      firstAttempts.delete(signed.txid);
    }
  }

  /** The first attempt, committed with the bytes. A refusal decides nothing: the bytes live, and the money is out with them. */
  async #sendFirst(signed: SignedPayout, payout: Payout): Promise<Paid> {
    const { engine, chain, logger } = this.#context;
    const { id, receiver, txid, hex } = signed;
    const outcome = await chain.broadcast({ txid, hex }, receiver, "broadcast");
    if (outcome.kind !== "rejected") {
      await engine.database.commit(() => payoutSent(id));
      return { payout: { ...payout, state: "sent" } };
    }
    const { reason, code, message } = outcome;
    logger.warn({ payout: id, receiver, reason, code, answer: message }, "payout refused");
    await engine.database.commit(() => payoutRefused(id, reason));
    // A block may have shown meanwhile that another node had taken it.
    const isOpen = (await readOpenPayouts(engine)).some(
      (one) => one.id === id && one.state === "signed",
    );
    return isOpen ? { payout, refusal: reason } : { payout };
  }

  #refused(reason: RejectionReason): string {
    return `the node refuses transfers of ${this.#payout.address}: ${REFUSALS[reason] ?? deathInWords(reason)}`;
  }

  #tooLittle(short: readonly Due[], { leftSun, burnSun }: Purse): string {
    const { address } = this.#payout;
    const leavesSun = short.map(({ amountSun, activationSun }) =>
      sumSun([amountSun, activationSun]),
    );
    const neededSun = sumSun(leavesSun) + short.length * burnSun;
    const has = formatTrx(Math.max(0, leftSun));
    return `the payout account ${address} has ${has} TRX left and ${formatTrx(neededSun)} TRX are due, with the network's fees; send it ${formatTrx(neededSun - leftSun)} TRX`;
  }
}

/** For the operator, a node that cannot be asked is a refusal like any other. */
function said(error: unknown): never {
  if (!(error instanceof ChainUnavailable)) throw error;
  throw new DeskError(
    "CHAIN_UNAVAILABLE",
    `${error.message}. Nothing more was paid out; run it again in a moment.`,
  );
}

interface Payment {
  readonly started: readonly Payout[];
  readonly waiting: readonly Due[];
  /** Those of them for which there is too little money. */
  readonly short: readonly Due[];
  readonly problem: string | null;
}

const OFF =
  "withdrawals are off (WITHDRAW_MODE), and some are due from before; turn them on again, or refuse these";

const NOTHING_DUE: Payment = { started: [], waiting: [], short: [], problem: null };

const REFUSALS: Partial<Record<RejectionReason, string>> = {
  permission: "the payout key may not sign for it",
  owner_balance: "it has too little TRX",
  owner_bandwidth: "it has too little bandwidth and TRX for the fee",
};

/** Those that are due, who is due longest first. */
async function dueWithdrawals(engine: Engine): Promise<Due[]> {
  const { due } = await readDueWithdrawals(engine);
  const verdicts = await engine.receivers.onChain(due.map(({ address }) => address));
  const activationSun = engine.network.parameters?.activationSun ?? sun(0);
  return due.map((withdrawal, at) => ({
    withdrawal,
    receiver: withdrawal.address,
    amountSun: withdrawal.amountSun,
    feeSun: withdrawal.feeSun,
    activationSun: verdicts[at] === "not activated" ? activationSun : sun(0),
  }));
}

function ofSeller({ seller, earnedSun, amountSun, feeSun }: NextOfSeller): Due {
  const earner = { seller, earnedSun };
  return { earner, receiver: seller, amountSun, feeSun, activationSun: sun(0) };
}
