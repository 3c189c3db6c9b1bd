/**
 * What must hold after every command: clean books, everybody's money, no halt, and by the chain's own truth nobody served twice,
 * nothing taken back too early and nothing that is not the desk's.
 */

import type { DeathReason } from "../../../src/domain/death.js";
import { durationMs } from "../../../src/domain/duration.js";
import { audit } from "../../../src/engine/operating/audit.js";
import type { LegRow } from "../../../src/store/legs.js";
import type { Row } from "../../../src/store/phase.js";
import { versionOf as databaseVersion } from "../../support/read-now.js";
import { MOST_IDLE_ORDERS } from "./limits.js";
import { lockProblems } from "./lock-checks.js";
import { moneyProblems } from "./money.js";
import { outsideProblems } from "./money-checks.js";
import { oddIn } from "./paper-answers.js";
import { theftProblems } from "./theft-checks.js";
import type { World } from "./world.js";

/** What is wrong now; nothing is what a run hopes for. */
export async function problemsOf(world: World): Promise<string[]> {
  const problems = told(world, await all(world));
  // What was proven later is another matter.
  world.hosts.wasVouched();
  world.hosts.forgetErrors();
  return problems;
}

/** Without what is known. */
export function told({ overlooked }: World, problems: readonly string[]): string[] {
  return problems.filter((problem) => !overlooked.some((known) => problem.startsWith(known)));
}

/** The same books on the same chain are looked at once. */
async function all(world: World): Promise<string[]> {
  const { halt } = world.engine.gates;
  const atOnce = [...world.problems, ...(halt === undefined ? [] : [`halt: ${halt}`])];
  const version = versionOf(world);
  if (version === world.checkedVersion) return atOnce;
  world.checkedVersion = version;
  const audits = await world.clock.withTimers(async () => [
    await world.auditor.audit("changes"),
    await audit(world.database),
  ]);
  const violations = audits
    .flatMap(({ violations }) => violations)
    .map(({ invariant, subject, found }) => `audit: ${invariant}: ${subject}: ${found}`);
  const legs = world.legs();
  remember(world, legs);
  judgeDeaths(world, legs);
  const isExcused = ({ id, txid }: Row) => isBooked(world, { id: String(id), txid: String(txid) });
  return [
    ...atOnce,
    ...violations,
    ...outsideProblems(world, isExcused),
    ...theftProblems(world, legs, isExcused),
    ...moneyProblems(world),
    ...servedTwice(world, legs),
    ...servedUnbooked(world, legs),
    ...paidTwice(world),
    ...takenWrongly(world, legs),
    ...lockProblems(world, legs),
    ...notReadWrongly(world),
    ...tooManyOpen(world),
    ...foreignDesk(world),
  ];
}

const MOST_OPEN_WITHDRAWALS = 20;

function tooManyOpen(world: World): string[] {
  const crowded = world.rows(
    `SELECT customer_id, count(*) || ' orders' AS open FROM orders WHERE status = 'processing'
       GROUP BY customer_id HAVING count(*) > ${MOST_IDLE_ORDERS}
     UNION ALL SELECT customer_id, count(*) || ' withdrawals' FROM withdrawal
       WHERE status IN ('approval', 'waiting', 'signed')
       GROUP BY customer_id HAVING count(*) > ${MOST_OPEN_WITHDRAWALS}`,
  );
  return crowded.map(({ customer_id, open }) => `too many open: ${open} of ${customer_id}`);
}

/** Nobody but this desk has its key. */
function foreignDesk(world: World): string[] {
  const told = world.rows("SELECT text FROM incident WHERE kind = 'second-desk'");
  return told.map(({ text }) => `a second desk that is none: ${text}`);
}

/** Of what strangers have in the blocks, only bytes that nobody can read are noted as not read, unless a host erred. */
function notReadWrongly(world: World): string[] {
  const rows = world.rows("SELECT block_number, txid FROM not_read WHERE txid IS NOT NULL");
  return rows.flatMap(({ block_number: number, txid }) => {
    if (world.notedOdd.has(String(txid))) return [];
    world.notedOdd.add(String(txid));
    const odd = oddIn({ number: Number(number) }).findIndex(({ txID }) => txID === txid);
    return odd === 0 && !world.hosts.haveErred
      ? [`not read, though protobuf reads it: ${txid} of block ${number}`]
      : [];
  });
}

/** Another as soon as anything was written, or a block that is not empty came or went. */
function versionOf(world: World): string {
  const { node } = world;
  const lastFull = node.blocks.findLast(({ transactions }) => transactions.length > 0);
  return `${world.starts} ${databaseVersion(world.database)} ${lastFull?.id} ${node.solidNumber >= (lastFull?.number ?? 0)}`;
}

function remember(world: World, legs: readonly LegRow[]): void {
  for (const { id, txid, reclaim_txid: reclaimTxid } of legs) {
    if (txid !== null) world.legOfTxid.set(txid, id);
    if (reclaimTxid === null) continue;
    const together = world.legsOfReclaims.get(reclaimTxid) ?? new Set();
    world.legsOfReclaims.set(reclaimTxid, together.add(id));
  }
}

const PROVEN: ReadonlySet<string> = new Set<DeathReason>(["expired", "failed in its block"]);

/** As soon as something is dead it is known whether the desk can be held to that. */
function judgeDeaths(world: World, legs: readonly LegRow[]): void {
  const payouts = world.rows("SELECT txid, death_reason FROM payout WHERE state = 'dead'");
  const dead = [...legs.filter(({ state }) => state === "dead"), ...payouts];
  const { node, hosts } = world;
  const isVouched = hosts.wasVouched();
  for (const { txid, death_reason: reason } of dead) {
    const id = String(txid);
    if (txid === null || world.surelyDead.has(id)) continue;
    const isSure = PROVEN.has(String(reason)) ? isVouched : !world.hosts.wasDenied(id);
    world.surelyDead.set(id, isSure);
    if (!isSure && node.blockOf(id)) world.isBeyondProof ||= hosts.isDenying;
  }
  const released = legs.filter(({ state }) => state === "released");
  for (const { id, owner, receiver, resource } of released) {
    if (world.released.has(id)) continue;
    world.released.add(id);
    const isOut = node.head.stake.of(owner, receiver, resource).deskSun > 0;
    if (!isVouched && isOut) world.isBeyondProof ||= hosts.isDenying;
  }
}

/**
 * Whether the operator was told that this is on the chain though it was given up, which nothing but lies of every host that could be
 * asked excuses.
 */
function isBooked(world: World, { id, txid }: { id: string; txid: string | null }): boolean {
  if (world.surelyDead.get(String(txid))) return false;
  const told = world.rows("SELECT text FROM incident WHERE kind = 'dead-included'");
  return told.some(({ text }) => String(text).includes(id));
}

/** What is final on the chain, and neither charged for nor told of. */
function servedUnbooked(world: World, legs: readonly LegRow[]): string[] {
  return legs.flatMap((leg) => {
    const { id, txid, state, death_reason: reason } = leg;
    const block = state === "dead" && txid !== null ? world.node.blockOf(txid) : undefined;
    if (!block || block.number > world.node.solidNumber || isBooked(world, leg)) return [];
    return [`taken for dead: leg ${id} (${reason}) is on the chain`];
  });
}

function servedTwice(world: World, legs: readonly LegRow[]): string[] {
  const { node } = world;
  const units = new Map<string, number>();
  const dead: string[] = [];
  for (const leg of legs) {
    if (leg.txid === null || !node.blockOf(leg.txid) || isBooked(world, leg)) continue;
    if (leg.compensates) continue;
    units.set(leg.order_id, (units.get(leg.order_id) ?? 0) + leg.units);
    if (leg.state === "dead") dead.push(`${leg.id} (${leg.death_reason})`);
  }
  return world.rows("SELECT id, amount FROM orders").flatMap(({ id, amount }) => {
    const served = units.get(String(id)) ?? 0;
    if (served <= Number(amount)) return [];
    const taken = dead.filter((one) => one.startsWith(String(id)));
    return [`served twice: order ${id} of ${amount} has ${served}; taken for dead: ${taken}`];
  });
}

function paidTwice(world: World): string[] {
  const payouts = world.rows(
    "SELECT id, seller, amount_sun, txid, state, death_reason FROM payout",
  );
  return payouts.flatMap(({ id, txid, state, death_reason: reason }) => {
    const isPaid = world.node.blockOf(String(txid)) !== undefined;
    if (state !== "dead" || !isPaid || isBooked(world, { id: String(id), txid: String(txid) }))
      return [];
    return [`paid twice: payout ${id} is on the chain and taken for dead (${reason})`];
  });
}

function takenWrongly(world: World, legs: readonly LegRow[]): string[] {
  const { node, legsOfReclaims } = world;
  const byId = new Map(legs.map((leg) => [leg.id, leg]));
  const reclaims = [...legsOfReclaims].flatMap(([txid, ids]) => [...ids].map((id) => [txid, id]));
  const problems = reclaims.flatMap(([txid = "", id = ""]) => {
    const taken = node.blockOf(txid);
    const leg = byId.get(id);
    const given = leg?.txid ? node.blockOf(leg.txid) : undefined;
    if (!taken || !leg || !given) return [];
    const heldMs = taken.timestampMs - given.timestampMs;
    if (heldMs >= durationMs(leg.duration)) return [];
    return [`taken back early: ${id} for ${leg.duration} after ${heldMs} ms`];
  });
  const { foreignSun } = node.head.stake;
  return foreignSun === 0 ? problems : [...problems, `not ours, taken back: ${foreignSun} SUN`];
}
