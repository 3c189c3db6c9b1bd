/** Money from and to outside in a run: what is paid in to customers' addresses and how, and what they take out. */
import { chainOver } from "../../../src/chain/tron-chain.js";
import type { Address } from "../../../src/domain/address.js";
import { DeskError } from "../../../src/domain/errors.js";
import { sun } from "../../../src/domain/money.js";
import { transferArguments } from "../../../src/domain/usdt.js";
import { bookDeposits } from "../../../src/engine/deposits/deposits.js";
import { approveSellerPayout, readEarners } from "../../../src/engine/payouts/seller-payouts.js";
import {
  approveWithdrawal,
  cancelWithdrawal,
  refuseWithdrawal,
} from "../../../src/engine/withdrawals/decide.js";
import { createWithdrawal, type WithdrawalCall } from "../../../src/engine/withdrawals/withdraw.js";
import { addressesOf, addressOf } from "../../support/addresses.js";
import { STRANGER, SWEEP_TO, USDT } from "../../support/deposits.js";
import { allowed, type Command } from "./commands.js";
import { changeKey, confirmRate, setRate } from "./deposit-keys.js";
import { RATE_LASTS_MS } from "./limits.js";
import { answerOf } from "./paper-answers.js";
import { BLOCK_MS } from "./paper-node.js";
import { type CallIntent, ownersTransaction, type PaperIntent } from "./paper-transaction.js";
import { LIFE_MS, PAYER, WORKERS } from "./workers.js";
import type { World } from "./world.js";

/** A withdrawal that was accepted, and the call that asked for it. */
export interface Asked {
  readonly call: WithdrawalCall;
  readonly id: string;
  /** Chain time. */
  readonly askedAt: number;
}

/** A contract that sends TRX. */
const SENDER = addressOf(0xd0d2);
const OTHER_TOKEN = addressOf(0xd0d3);
/** Who pays in from outside. */
export const RICH: readonly Address[] = [STRANGER, SENDER, SWEEP_TO];
/** Where customers take their money. */
const OUTSIDE = addressesOf(0x7000, 3);
/** As when somebody sets a machine's clock. */
const JUMP_MS = 3_600_000;
const TRANSFER_SELECTOR = "a9059cbb";

/** The last SUN differs, so that no amount fits another by chance. */
function amount({ random }: World): number {
  const most = random.of([1_000_000, 20_000_000, 60_000_000, 200_000_000]);
  return most + random.below(1_000_000);
}

const little = ({ random }: World): number => random.of([1, 500_000, 999_999]);

function call(change: Partial<CallIntent>): CallIntent {
  const nothing = { data: "", events: [], sendings: [], fails: false };
  return { kind: "call", owner: STRANGER, receiver: USDT, ...nothing, ...change };
}

/** `transfer(address,uint256)`, called by a stranger. */
function token(to: Address, units: number, change: Partial<CallIntent> = {}): CallIntent {
  const { owner = STRANGER, receiver = USDT } = change;
  const events = [{ contract: receiver, from: owner, to, amount: units }];
  const data = TRANSFER_SELECTOR + transferArguments(to, units);
  return call({ data, events, ...change });
}

function trx(owner: Address, receiver: Address, amountSun: number): PaperIntent {
  return { kind: "transfer", owner, receiver, amountSun: sun(amountSun) };
}

const WAYS: readonly ((world: World, to: Address) => PaperIntent)[] = [
  (world, to) => trx(STRANGER, to, amount(world)),
  (world, to) => trx(STRANGER, to, world.random.of([1_000_000, little(world)])),
  (world, to) => trx(SWEEP_TO, to, amount(world)),
  (world, to) => token(to, amount(world)),
  (world, to) => token(to, amount(world)),
  (world, to) => token(to, world.random.of([1_000_000, little(world)])),
  (world, to) => token(to, amount(world), { receiver: OTHER_TOKEN }),
  (world, to) => token(to, amount(world), { fails: true }),
  (world, to) => token(to, amount(world), { owner: to }),
  // Two or three at once, by an allowance: not all to the same customer.
  (world, to) => {
    const paid = [to, to, world.random.of(world.paidIn.addresses)].slice(world.random.below(2));
    const one = () => ({ contract: USDT, from: STRANGER, amount: amount(world) });
    return call({ receiver: SENDER, events: paid.map((address) => ({ ...one(), to: address })) });
  },
  // From a contract, with what it tried before.
  (world, to) => {
    const sent = [{ to, amountSun: amount(world), rejected: false }];
    const rejected = world.random.chance(0.5) ? [{ to, amountSun: 7_000_000, rejected: true }] : [];
    const fails = world.random.chance(0.2);
    return call({ receiver: SENDER, sendings: [...rejected, ...sent], fails });
  },
];

function payIn(world: World): void {
  const { node, random } = world;
  const { timestampMs } = node.head;
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const intent = random.of(WAYS)(world, random.of(world.paidIn.addresses));
    // The same intent a moment later is another transaction.
    world.transfersMade += 1;
    const frame = {
      reference: node.head,
      timestampMs: timestampMs + world.transfersMade,
      expiresAt: timestampMs + LIFE_MS,
    };
    node.submit(ownersTransaction(intent, frame));
  }
}

async function withdraw(world: World): Promise<void> {
  const { random, engine, traders, paidIn } = world;
  // None is as old as another one: who is paid first is not left to chance.
  world.clock.pass(1);
  const customerId = random.of(traders);
  // Another customer may be paid, and pays in with it.
  const address = random.of([...OUTSIDE, ...paidIn.addresses]);
  const call: WithdrawalCall = {
    ...{ customerId, address, channel: random.of(["http", "telegram"] as const), hasRight: true },
    amountSun: sun(random.of([1, 5, 5, 20, 20, 70, 160]) * 1_000_000 + random.below(1_000)),
    idempotencyKey: `withdrawal ${world.withdrawals.length}`,
  };
  await allowed(
    createWithdrawal(engine, call).then(({ withdrawal }) => {
      const askedAt = world.node.head.timestampMs;
      world.withdrawals.push({ call, id: withdrawal.id, askedAt });
    }),
  );
}

/** Some are asked for and paid, and something happens to the transfers, or to the desk, meanwhile. */
async function payOut(world: World, meanwhile: () => Promise<void> | void): Promise<void> {
  const { random } = world;
  for (let left = 1 + random.below(3); left > 0; left -= 1) await withdraw(world);
  // Longer than an address that is new waits.
  world.mine(world.newAddressMs + 1_000);
  await world.workers.run(["follower"]);
  await meanwhile();
  world.mine(BLOCK_MS, () => random.chance(0.7));
  // Of a new process where this one was killed.
  await world.workers.run(["follower", "resender"]);
}

/** Nothing that was paid gets into a block in its time, unless it is there already. */
async function payAndMiss(world: World): Promise<void> {
  const { random, node, workers } = world;
  await workers.pay();
  if (random.chance(0.3)) world.mine();
  node.fork(1, () => random.chance(0.5));
  world.mine(LIFE_MS + 60_000, () => false);
  for (let blocks = 0; blocks < 6; blocks += 1) world.mine(2 * BLOCK_MS, () => false);
  await workers.run(["follower"]);
  await workers.run(["resender"]);
}

/** Whoever was told that the money is back has it for good. */
async function giveUp(world: World, ask: (asked: Asked) => Promise<unknown>): Promise<void> {
  const open = "SELECT id FROM withdrawal WHERE status IN ('approval', 'waiting')";
  const ids = new Set(world.rows(open).map(({ id }) => id));
  const all = world.withdrawals;
  // Of most others it is too late.
  const some = world.random.chance(0.7) ? all.filter(({ id }) => ids.has(id)) : all;
  const asked = world.random.maybeOf(some);
  if (!asked) return;
  await allowed(
    ask(asked).then(() => {
      world.givenUp.add(asked.id);
    }),
  );
}

async function retry(world: World): Promise<void> {
  const asked = world.random.maybeOf(world.withdrawals);
  if (!asked) return;
  const { replayed, withdrawal } = await createWithdrawal(world.engine, asked.call).catch(no);
  if (replayed && withdrawal?.id === asked.id) return;
  // Answers are forgotten after some time, by the janitor alone.
  world.problems.push("a withdrawal asked for again was not a replay");
}

function no(error: unknown): { replayed: boolean; withdrawal?: { id: string } } {
  if (error instanceof DeskError) return { replayed: false };
  throw error;
}

/** The operator books a transaction, as an honest node shows it, before or after the desk has read its block. */
async function book(world: World): Promise<void> {
  const { node, random, engine } = world;
  const first = Math.max(1, node.solidNumber - 30);
  const recent = node.blocks.slice(first, node.solidNumber + 1);
  const paid = recent.flatMap(({ transactions }) =>
    transactions.filter(({ paper, success }) => success && paper.by === "owner"),
  );
  const txid = random.maybeOf(paid)?.paper.txid;
  if (txid === undefined) return;
  const honest = async (path: string, body: object) => answerOf(node, node.view, path, { ...body });
  const chain = chainOver({ call: honest, close: async () => {} });
  const shown = await chain.solidMoneyOf(txid);
  if (!shown?.success) throw new Error(`an honest node does not show ${txid}`);
  const isBooked = () => world.paidIn.book(txid);
  const booking = bookDeposits(engine, txid, shown).then(isBooked, (refusal: unknown) => {
    // What waits for a rate, or is of a lost key, is noted all the same.
    if (refusal instanceof DeskError && refusal.code === "NOT_CANCELABLE") isBooked();
    throw refusal;
  });
  await allowed(booking);
}

async function approveAll(world: World): Promise<void> {
  for (const { id } of world.rows("SELECT id FROM withdrawal WHERE status = 'approval'")) {
    await allowed(approveWithdrawal(world.engine, String(id), "the run"));
  }
}

/** The operator approves what a seller is due, or a part of it. */
async function approvePayout(world: World): Promise<void> {
  const { engine, random, approvals } = world;
  const { held } = await readEarners(engine, PAYER);
  const one = random.maybeOf(held.filter(({ waits }) => waits === "approval"));
  if (!one) return;
  const sumSun = sun(random.chance(0.5) ? one.earnedSun : Math.ceil(one.earnedSun / 2));
  const { seller } = one;
  const [last] = world.rows(
    `SELECT id, state FROM payout WHERE seller = '${seller}' ORDER BY seq DESC LIMIT 1`,
  );
  const after = { lastId: last && String(last.id), lastWasDead: last?.state === "dead" };
  const approval = approveSellerPayout(engine, { seller, sumSun, by: "the run" });
  await allowed(approval.then(() => void approvals.push({ seller, sumSun, ...after })));
}

export const moneyCommands: Readonly<Record<string, Command>> = {
  payIn: { weight: 14, run: payIn },
  payInAndRead: {
    weight: 4,
    run: async (world) => {
      payIn(world);
      for (let blocks = 0; blocks < 6; blocks += 1) world.mine();
      await world.workers.run(["follower", "deposits"]);
    },
  },
  payInAndKill: {
    weight: 3,
    run: (world) => {
      for (let blocks = 0; blocks < 4; blocks += 1) {
        payIn(world);
        world.mine();
      }
      for (let blocks = 0; blocks < 4; blocks += 1) world.mine();
      return world.kill(["deposits"], world.random.below(60));
    },
  },
  payInUnseen: {
    weight: 2,
    run: async (world) => {
      world.hosts.lateInfos(1 + world.random.below(3));
      payIn(world);
      for (let blocks = 0; blocks < 6; blocks += 1) world.mine();
      await world.workers.run(["deposits"]);
    },
  },
  payInOnAFork: {
    weight: 3,
    run: async (world) => {
      const { node, random, workers } = world;
      payIn(world);
      world.mine();
      world.mine();
      await workers.run(["follower"]);
      node.fork(1 + random.below(4), () => random.chance(0.7));
      if (random.chance(0.5)) await workers.run(["follower"]);
      for (let blocks = 0; blocks < 5; blocks += 1) world.mine();
      await workers.run(["deposits"]);
    },
  },
  setRate: {
    weight: 2,
    run: (world) => setRate(world, world.random.of([3_100_000, 3_333_333, 2_999_999])),
  },
  confirmRate: { weight: 2, run: confirmRate },
  rateLapses: {
    weight: 2,
    run: async (world) => {
      world.mine(RATE_LASTS_MS);
      payIn(world);
      for (let blocks = 0; blocks < 6; blocks += 1) world.mine();
      await world.workers.run(["follower", "deposits"]);
    },
  },
  changeKey: { weight: 1, run: (world) => changeKey(world, world.random.chance(0.7)) },
  join: { weight: 1, run: (world) => world.join() },
  bookDeposit: { weight: 2, run: book },
  withdraw: { weight: 8, run: withdraw },
  payOut: { weight: 4, run: (world) => payOut(world, () => world.workers.pay()) },
  payOutAndMiss: { weight: 2, run: (world) => payOut(world, () => payAndMiss(world)) },
  payOutAndFail: {
    weight: 1,
    run: (world) =>
      payOut(world, async () => {
        await world.workers.pay();
        world.mine(
          BLOCK_MS,
          () => true,
          () => world.random.chance(0.5),
        );
      }),
  },
  payOutUnderLie: {
    weight: 2,
    run: (world) =>
      payOut(world, () => {
        world.notes.push(world.hosts.begin(world.random));
        return world.workers.pay();
      }),
  },
  payOutAndKill: {
    weight: 2,
    run: (world) =>
      payOut(world, () => {
        const { random } = world;
        return world.kill(random.of([[], ["resender"], WORKERS]), random.below(40), true);
      }),
  },
  payOutAfterAJump: {
    weight: 2,
    run: async (world) => {
      const { clock, workers } = world;
      await withdraw(world);
      await approveAll(world);
      clock.wallOffMs = JUMP_MS;
      // A clock that goes as fast as the chain is wrong, and no reason to stop.
      for (let blocks = 0; blocks < 30; blocks += 1) {
        world.mine();
        await workers.run(["follower"]);
      }
      await workers.pay();
      clock.wallOffMs = 0;
    },
  },
  retryWithdrawal: { weight: 1, run: retry },
  cancelWithdrawal: {
    weight: 4,
    run: (world) =>
      giveUp(world, ({ id, call }) => cancelWithdrawal(world.engine, call.customerId, id)),
  },
  approve: {
    weight: 4,
    run: async (world) => {
      const waiting = world.rows("SELECT id FROM withdrawal WHERE status = 'approval' ORDER BY id");
      const one = world.random.maybeOf(waiting);
      if (one) await allowed(approveWithdrawal(world.engine, String(one.id), "the run"));
      await approvePayout(world);
    },
  },
  refuse: {
    weight: 2,
    run: (world) =>
      giveUp(world, ({ id }) =>
        refuseWithdrawal(world.engine, id, { reason: "the run", decidedBy: "the run" }),
      ),
  },
};
