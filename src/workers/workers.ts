/** All workers of the desk: started in order, woken by signals, stopped together. */

import { MINUTE_MS } from "../common/time.js";
import type { Address } from "../domain/address.js";
import type { Cover } from "../domain/cover.js";
import { revokePendingKeys } from "../engine/customers/own-keys.js";
import { forgetOld } from "../engine/operating/forget-old.js";
import type { Comparison } from "../engine/operating/reconcile.js";
import type { TakeBackList } from "../engine/operating/take-back.js";
import type { PayoutRun } from "../engine/payouts/payout-lists.js";
import { readPayoutReading } from "../engine/payouts/unknown-payouts.js";
import { watchPrices } from "../engine/prices/utilisation.js";
import { createAuditor } from "./auditor.js";
import { createCapacityWorker } from "./capacity.js";
import type { WorkerContext, WorkerOptions } from "./context.js";
import { CoverReader } from "./cover.js";
import { createDepositScanner } from "./deposit-scanner.js";
import { createFollower } from "./follower.js";
import { allOrThrow, Loop, type LoopState, type Worker } from "./loop.js";
import { createMatcher } from "./matcher.js";
import { createMissedBlockReader } from "./missed-blocks.js";
import { createOperatorChat } from "./operator-chat.js";
import { Payer } from "./payer.js";
import { createReclaimer } from "./reclaimer.js";
import { createSecondDeskLook, reconcile } from "./reconcile.js";
import { createResender } from "./resender.js";
import { createSellersWorker } from "./sellers.js";
import { createSigner } from "./signer.js";
import { TakeBacksWorker } from "./take-back.js";
import { createUnknownPayoutReader } from "./unknown-payouts.js";

export interface Workers {
  states(): LoopState[];
  /** Pays all sellers that are due; undefined where payouts are off. */
  readonly payOut: (() => Promise<PayoutRun>) | undefined;
  /** Compares the books with what the owners delegate on the chain. */
  reconcile(): Promise<Comparison>;
  /** Lists what was delegated since a restored backup; confirmed, it is taken back. */
  takeBack(isConfirmed: boolean): Promise<TakeBackList>;
  /** Reads a solid block again and books its deposits; undefined where deposits are off. */
  readonly scanBlock: ((block: number) => Promise<number>) | undefined;
  /** Reads cover now. */
  cover(): Promise<Cover>;
  /** The last such reading; undefined before the first. */
  lastCover(): Cover | undefined;
  /** Ends every worker after its current step; the next start resumes what is left. */
  stop(): Promise<void>;
}

/** Starts the workers; resolves once the pool and the head were read, so that the desk can sell. */
export async function startWorkers(options: WorkerOptions): Promise<Workers> {
  const context: WorkerContext = {
    monotonicMs: () => performance.now(),
    ...options,
    firstAttempts: new Set(),
    refusals: new Map(),
    disagreements: new Map(),
    stakeDisagreements: new Map(),
  };
  const { signals } = context.engine;
  const capacity = createCapacityWorker(context);
  const sellers = createSellersWorker(context);
  const follower = await createFollower(context);
  context.engine.gates.follows(follower.isAnswered);
  const signer = createSigner(context);
  const reclaimer = createReclaimer(context);
  const matcher = createMatcher(context);
  const payer = context.payout && new Payer(context, context.payout);
  const cover = new CoverReader(context);
  const takeBacks = new TakeBacksWorker(context);
  const others = [
    createResender(context),
    createMissedBlockReader(context),
    createAuditor(context),
    createJanitor(context),
    createSecondDeskLook(context),
  ];
  const deposits = context.engine.deposits && createDepositScanner(context);
  const told = context.operatorChat;
  const isRestored = (await readPayoutReading(context.engine)) !== undefined;
  const workers: Worker[] = [
    follower.loop,
    capacity.loop,
    sellers.loop,
    signer,
    reclaimer,
    matcher.loop,
    takeBacks.loop,
    ...others,
    ...(deposits ? [deposits.loop] : []),
    ...(payer ? [payer] : []),
    ...(isRestored ? [createUnknownPayoutReader(context)] : []),
    ...(context.engine.deposits ? [cover.loop] : []),
    ...(told ? [createOperatorChat(context, told, () => cover.last)] : []),
  ];

  const lookAgain = (seller?: Address) => (seller ? sellers.ask(seller) : capacity.wake());
  const unhear: (() => void)[] = [watchPrices(context.engine)];
  const hear: typeof signals.on = (name, react) => {
    unhear.push(() => signals.off(name, react));
    return signals.on(name, react);
  };
  hear("planned", signer.wake);
  hear("block", signer.wake);
  hear("block", reclaimer.wake);
  hear("capacity", lookAgain);
  hear("offered", matcher.offered);
  if (payer) hear("withdrawal", payer.wakeForWithdrawals);
  hear("review", cover.loop.wake);

  await allOrThrow([capacity.readAll(), follower.look()]).catch((error: unknown) => {
    context.logger.error({ err: error }, "the node could not be read yet; this is tried again");
  });
  for (const worker of workers) worker.start();
  return {
    states: () => workers.map(({ state }) => state),
    payOut: payer && (() => payer.run()),
    reconcile: () => reconcile(context),
    takeBack: (isConfirmed) => takeBacks.list(isConfirmed),
    scanBlock: deposits?.scan,
    cover: () => cover.read(),
    lastCover: () => cover.last,
    async stop() {
      for (const step of unhear) step();
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

const EVERY_MS = 10 * MINUTE_MS;
/** Longer than any call to Telegram takes. */
const SHOWN_WITHIN_MS = 5 * MINUTE_MS;

/** Deletes what is over, such as lapsed quotes and idempotency keys, and revokes keys that were never shown. */
function createJanitor(context: WorkerContext): Loop {
  const { engine } = context;
  const round = async () => {
    await revokePendingKeys(engine, engine.now() - SHOWN_WITHIN_MS);
    await forgetOld(engine);
  };
  return new Loop({ name: "janitor", movesMoney: false, everyMs: EVERY_MS, context, round });
}
