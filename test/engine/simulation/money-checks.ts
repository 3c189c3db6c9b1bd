/** What must hold of money from and to outside, by the chain's own truth: paid in and credited once, asked for and paid once. */
import type { Row } from "../../../src/store/phase.js";
import { USDT } from "../../support/deposits.js";
import type { PaperTransaction } from "./paper-transaction.js";
import { PAYER, PURSE_SUN } from "./workers.js";
import type { World } from "./world.js";

const DEPOSITS = `SELECT txid, source, position, customer_id, amount, block_number, status, credited_sun, reason FROM deposit
  WHERE status <> 'seen' ORDER BY id`;

/** `isExcused`: the operator was told of this payout, which nothing but the lies of every host brought about. */
export function outsideProblems(world: World, isExcused: (payout: Row) => boolean): string[] {
  const [cursor] = world.rows("SELECT block_number, block_id FROM deposit_cursor");
  return [
    ...world.paidIn.problems(
      cursor,
      world.rows(DEPOSITS),
      blocksNotRead(world),
      mayBeUnknown(world),
    ),
    ...giftsTaken(world),
    ...wronglyPaid(world, isExcused),
    ...paidTooSoon(world),
    ...ratesUntold(world),
  ];
}

/** So far the clock may be off before it is not believed. */
const CLOCK_TOLERANCE_MS = 60_000;

/** An address that is new waits by the chain, however the clock jumps, where they are compared. */
function paidTooSoon(world: World): string[] {
  if (!world.followsWallClock) return [];
  const paid = world.rows(
    `SELECT p.id, p.withdrawal_id FROM payout p JOIN withdrawal w ON w.id = p.withdrawal_id WHERE w.new_address = 1`,
  );
  return paid.flatMap(({ id, withdrawal_id }) => {
    const asked = world.withdrawals.find((one) => one.id === withdrawal_id);
    if (world.seenPaid.has(String(id)) || !asked) return [];
    world.seenPaid.add(String(id));
    const waitedMs = world.node.head.timestampMs - asked.askedAt;
    if (waitedMs >= world.newAddressMs - CLOCK_TOLERANCE_MS) return [];
    return [`paid too soon: withdrawal ${withdrawal_id} to a new address after ${waitedMs} ms`];
  });
}

/** The operator is told for as long as deposits wait for a rate. */
function ratesUntold(world: World): string[] {
  const [row] = world.rows(
    `SELECT (SELECT count(*) FROM deposit WHERE status = 'waits_for_rate') AS waiting,
       (SELECT count(*) FROM incident WHERE kind = 'usdt-rate' AND closed_at IS NULL) AS told`,
  );
  const isRight = Number(row?.told) === (Number(row?.waiting) > 0 ? 1 : 0);
  return isRight ? [] : [`rate: ${row?.waiting} deposits wait for one, told ${row?.told} times`];
}

/**
 * Whether the desk could doubt the block that money came in: a host erred, a fork has dropped another block at that height, or the desk
 * has followed another one there.
 */
function mayBeUnknown(world: World): (number: number) => boolean {
  const { hosts, node } = world;
  const { haveErred } = hosts;
  return (number) => {
    if (haveErred || node.forked.has(number)) return true;
    const [followed] = world.rows(`SELECT id FROM chain_block WHERE number = ${number}`);
    return followed !== undefined && followed.id !== node.blocks[number]?.id;
  };
}

/** What these blocks brought is read later: nobody gave them, or their infos, in time. */
export function blocksNotRead(world: World): ReadonlySet<number> {
  const rows = world.rows(
    "SELECT block_number FROM not_read WHERE reader = 'deposits' AND txid IS NULL AND read_at IS NULL",
  );
  return new Set(rows.map(({ block_number }) => Number(block_number)));
}

/**
 * Nobody takes out, or pays to sellers, more than they have paid in, or were put right with: the rest was given to be spent at the
 * pool. What takes the place of a leg that a fork dropped is paid with what that one was paid with.
 */
function giftsTaken(world: World): string[] {
  const sums = world.rows(
    `SELECT id, sum(sun) AS sun FROM (
       SELECT customer_id AS id, amount_sun + fee_sun AS sun FROM withdrawal
         WHERE status <> 'refused' AND status <> 'cancelled'
       UNION ALL SELECT o.customer_id, l.amount_sun FROM leg l JOIN orders o ON o.id = l.order_id
         WHERE l.seller_sun IS NOT NULL AND l.replaces IS NULL
           AND (l.posted = 1 OR l.state IN ('planned', 'signed', 'sent'))) AS spent GROUP BY id`,
  );
  const replaced = world.rows(
    `SELECT l.id FROM leg l JOIN transfer t ON t.id = l.replaces || ':post'
     WHERE l.seller_sun IS NOT NULL AND t.gift_sun <> 0`,
  );
  return [
    ...replaced.map(({ id }) => `gifts pay a seller: ${id}`),
    ...sums.flatMap(({ id, sun }) => {
      const ownSun = world.paidIn.creditedSun(String(id)) + broughtSun(world, String(id));
      return Number(sun) <= ownSun ? [] : [`gifts taken out: ${sun} SUN of ${ownSun} by ${id}`];
    }),
  ];
}

/** Paid past the chain, put right, or given back at the desk's cost. */
function broughtSun(world: World, customerId: string): number {
  const [row] = world.rows(
    `SELECT coalesce(sum(amount_sun), 0) AS sun FROM transfer WHERE to_account = 'available:${customerId}'
     AND (kind = 'correction' OR kind = 'payment' OR from_account = 'revenue')`,
  );
  return Number(row?.sun);
}

/** What the paying account has sent, by the chain. */
function sentBy(world: World): { paper: PaperTransaction; isSolid: boolean; amountSun: number }[] {
  const { blocks, solidNumber } = world.node;
  return blocks.flatMap(({ transactions, number }) =>
    transactions.flatMap(({ paper, success }) => {
      const { intent } = paper;
      if (!success || intent.kind !== "transfer" || intent.owner !== PAYER) return [];
      return [{ paper, isSolid: number <= solidNumber, amountSun: intent.amountSun }];
    }),
  );
}

function wronglyPaid(world: World, isExcused: (payout: Row) => boolean): string[] {
  const payouts = new Map(
    world.rows("SELECT id, txid, withdrawal_id FROM payout").map((row) => [String(row.txid), row]),
  );
  const problems: string[] = [];
  const paid = new Map<string, ReturnType<typeof sentBy>>();
  for (const sent of sentBy(world)) {
    const { txid } = sent.paper;
    const payout = payouts.get(txid);
    if (!payout) problems.push(`paid for nothing: ${txid}`);
    if (!payout || payout.withdrawal_id === null || isExcused(payout)) continue;
    const id = String(payout.withdrawal_id);
    paid.set(id, [...(paid.get(id) ?? []), sent]);
  }
  const excused = new Set(
    [...payouts.values()].filter(isExcused).map((payout) => payout.withdrawal_id),
  );
  for (const row of world.rows("SELECT id, address, amount_sun, status FROM withdrawal")) {
    const [id, status] = [String(row.id), String(row.status)];
    const transfers = paid.get(id) ?? [];
    const one = transfers[0];
    const isOver = status === "refused" || status === "cancelled";
    if (world.givenUp.has(id) && !isOver) problems.push(`given up and ${status}: withdrawal ${id}`);
    if (transfers.length > 1) problems.push(`paid twice: withdrawal ${id}`);
    if (one && isOver) problems.push(`paid, though it is ${status}: withdrawal ${id}`);
    if (status === "paid" && !one?.isSolid && !excused.has(id))
      problems.push(`not paid: withdrawal ${id} counts as paid`);
    const intent = one?.paper.intent;
    if (intent?.kind !== "transfer") continue;
    if (intent.receiver !== row.address || intent.amountSun !== row.amount_sun)
      problems.push(`paid wrongly: withdrawal ${id}`);
  }
  return problems;
}

/**
 * At the end what the desk owes, and has earned itself, is what the chain has of it: everything that was paid in and credited is at
 * the addresses, less what the paying account has sent. What was given by hand is owed without having come.
 */
export function coverProblems(world: World): string[] {
  const { node, paidIn, customers } = world;
  const { stake } = node.head;
  const problems: string[] = [];
  const there = (of: (address: (typeof paidIn.addresses)[number]) => number) =>
    paidIn.addresses.reduce((sum, address) => sum + of(address), 0);
  const trxSun = there((address) => stake.trxSun(address));
  if (trxSun !== paidIn.arrived("TRX")) problems.push(`cover: ${trxSun} SUN at the addresses`);
  const units = there((address) => stake.tokens(USDT, address));
  if (units !== paidIn.arrived(USDT)) problems.push(`cover: ${units} of USDT at the addresses`);
  const [owed] = world.rows("SELECT sum(balance_sun) AS sun FROM account WHERE id <> 'external'");
  const [given] = world.rows(
    `SELECT coalesce(sum(iif(from_account = 'external', amount_sun, -amount_sun)), 0) AS sun
     FROM transfer WHERE kind IN ('gift', 'payment', 'correction')`,
  );
  const creditedSun = customers.reduce((sum, id) => sum + paidIn.creditedSun(id), 0);
  const sentSun = PURSE_SUN - stake.trxSun(PAYER);
  const coveredSun = Number(given?.sun) + creditedSun - sentSun;
  // A transfer that was taken for dead by lies was told of, and the operator settles it.
  const [late] = world.rows(
    "SELECT count(*) AS told FROM incident WHERE kind = 'dead-included' AND text LIKE '%holds payout%'",
  );
  if (Number(owed?.sun) !== coveredSun && Number(late?.told) === 0)
    problems.push(`cover: ${owed?.sun} SUN owed, ${coveredSun} there`);
  return problems;
}
