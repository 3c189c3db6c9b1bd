/** The end of a run: the lies stop, time passes, and everything must come to its end. */
import { unitsOfStake } from "../../../src/domain/stake.js";
import { declarePayoutDead } from "../../../src/engine/payouts/payouts.js";
import { approveWithdrawal } from "../../../src/engine/withdrawals/decide.js";
import { setPause } from "../../../src/store/owners.js";
import type { Row } from "../../../src/store/phase.js";
import { problemsOf } from "./checks.js";
import { setRate } from "./deposit-keys.js";
import { blocksNotRead, coverProblems } from "./money-checks.js";
import type { Delegated } from "./paper-stake.js";
import { WORKERS } from "./workers.js";
import { DEADLINE_MS, type World } from "./world.js";

const MOST_TICKS = 60;
/** Another than all before. */
const LAST_RATE_SUN = 2_900_000;
/** In each tick: more than most pauses of workers. */
const TICK_MS = 70_000;
/** Until everything that is not sold for longer has come to its end. */
const ON_ITS_WAY = "state IN ('planned', 'signed', 'sent', 'included')";

/** Lets time pass, honestly, until nothing is left to do. What is wrong then. */
export async function windDown(world: World): Promise<string[]> {
  await calm(world);
  const isDelivered = () =>
    world.legs(ON_ITS_WAY).length === 0 &&
    !openEnds(world).some((end) => /order|payout|withdrawal|paid in/.test(end));
  const problems =
    (await ticks(world, isDelivered)) ??
    (await passRentals(world)) ??
    (await ticks(world, () => openEnds(world).length === 0));
  if (problems) return problems;
  return [
    ...(await problemsOf(world)),
    ...openEnds(world),
    ...shortfalls(world),
    ...coverProblems(world),
  ];
}

/** Lets time pass until this is so, or for long; stops at what is wrong. */
async function ticks(world: World, isDone: () => boolean): Promise<string[] | undefined> {
  for (let count = 0; count < MOST_TICKS && !isDone(); count += 1) {
    await tick(world, count % 10 === 9 ? DEADLINE_MS : TICK_MS);
    const problems = await problemsOf(world);
    if (problems.length > 0) return problems;
  }
  return undefined;
}

async function calm(world: World): Promise<void> {
  const { node, hosts, clock, owners, sellers } = world;
  hosts.stop();
  node.revoked.clear();
  node.broke.clear();
  node.isCut = false;
  node.refusals = 0;
  const aheadMs = clock.wallOffMs;
  clock.wallOffMs = 0;
  // What waits by a clock that was ahead waits so long; the chain goes on meanwhile, or it would look like a node that lags.
  if (aheadMs > 0) world.mine(aheadMs);
  for (const owner of [...owners, ...sellers]) {
    await world.database.commit(() => setPause(owner, null));
  }
}

async function tick(world: World, laterMs: number): Promise<void> {
  // Also of what comes back because its transfer has died.
  for (const { id } of world.rows("SELECT id FROM withdrawal WHERE status = 'approval'")) {
    await approveWithdrawal(world.engine, String(id), "the end");
  }
  await settleToldPayouts(world);
  if (countWaitingForRate(world) > 0) await setRate(world, LAST_RATE_SUN);
  world.mine(laterMs);
  world.mine();
  world.node.solidify(world.random);
  await world.workers.run(["follower"]);
  await world.workers.run(WORKERS);
  await world.workers.pay();
}

/** Those of which no proof can be had, as after a lie about what the account had: the operator looks at the chain by themselves. */
async function settleToldPayouts(world: World): Promise<void> {
  const told = world.rows(
    `SELECT p.id, p.txid FROM payout p JOIN incident i ON i.kind = 'payout-open' AND i.text LIKE '%' || p.id || '%'
     WHERE p.state IN ('signed', 'sent')`,
  );
  for (const { id, txid } of told) {
    if (world.node.blockOf(String(txid))) continue;
    const how = { reason: "no block holds it", decidedBy: "the end" };
    await declarePayoutDead(world.engine, String(id), how);
  }
}

function countWaitingForRate(world: World): number {
  const [row] = world.rows("SELECT count(*) AS count FROM deposit WHERE status = 'waits_for_rate'");
  return Number(row?.count);
}

/** To the end of the last rental that was really sold. */
async function passRentals(world: World): Promise<undefined> {
  const locks = world.node.head.stake.all.map(({ lockExpiresAt }) => lockExpiresAt);
  const rentals = 31 * 86_400_000;
  const laterMs = Math.max(...locks, 0) - world.node.head.timestampMs;
  const hasLong = world.legs("duration = '3d' AND state <> 'dead'").length > 0;
  await tick(world, Math.min(rentals, Math.max(laterMs, hasLong ? 260_000_000 : 3_700_000)));
}

/** What has not come to its end. */
function openEnds(world: World): string[] {
  const open = world.rows("SELECT id FROM orders WHERE status = 'processing'");
  const held = world.customers.map((id) => world.balanceSun(`held:${id}`));
  const [reserved] = world.rows("SELECT sum(reserved_sun) AS sum FROM capacity");
  const legs = world.legs("state NOT IN ('reclaimed', 'released', 'dead')");
  const payouts = world.rows("SELECT id FROM payout WHERE state NOT IN ('paid', 'dead')");
  const withdrawals = world.rows(
    "SELECT id, status FROM withdrawal WHERE status IN ('approval', 'waiting', 'signed')",
  );
  const { stake } = world.node.head;
  const { all, foreignSun } = stake;
  // Where the desk took what is not its own, its own was left behind: that is told already.
  // What an owner left of a rental that they took back is theirs to take.
  const letBe = leftToSellers(world);
  const isLeft = (one: Delegated) =>
    one.deskSun > 0 && one.takenSun === 0 && !stake.isMixed(one) && !letBe.has(recordOf(one));
  const out = foreignSun > 0 ? [] : all.filter(isLeft);
  return [
    ...open.map(({ id }) => `open end: order ${id} is processing still`),
    ...held.filter((sum) => sum > 0).map((sum) => `open end: ${sum} SUN held`),
    ...(world.balanceSun("clearing") === 0 ? [] : ["open end: something is in clearing"]),
    ...(Number(reserved?.sum) === 0 ? [] : [`open end: ${reserved?.sum} SUN reserved`]),
    ...legs.map(
      ({ id, state, expires_at }) => `open end: leg ${id} is ${state} until ${expires_at}`,
    ),
    ...payouts.map(({ id }) => `open end: payout ${id}`),
    ...withdrawals.map(({ id, status }) => `open end: withdrawal ${id} is ${status}`),
    ...(countWaitingForRate(world) === 0 ? [] : ["open end: what was paid in waits for a rate"]),
    ...unread(world),
    ...out.map(
      ({ owner, receiver, deskSun }) => `open end: ${deskSun} SUN of ${owner} with ${receiver}`,
    ),
  ];
}

/** After a block that nobody gave, a seller's stake without a lock counts as the seller's own: they take it back themselves. */
function leftToSellers(world: World): ReadonlySet<string> {
  const legs = world.rows(
    `SELECT owner, receiver, resource FROM leg WHERE state = 'released' AND seller_sun IS NOT NULL
     AND block_number <= (SELECT max(block_number) FROM not_read WHERE reader = 'stake' AND txid IS NULL)`,
  );
  return new Set(legs.map(recordOf));
}

const recordOf = ({ owner, receiver, resource }: Row | Delegated) =>
  [owner, receiver, resource].join(" ");

/** Solid blocks that the desk has not read for what they bring. */
function unread(world: World): string[] {
  const [cursor] = world.rows("SELECT block_number FROM deposit_cursor");
  const last = world.node.blocks.findLast(({ transactions }) => transactions.length > 0);
  const isRead = Number(cursor?.block_number) >= (last?.number ?? 0);
  const passed = [...blocksNotRead(world)].map((block) => `open end: what was paid in in ${block}`);
  return isRead ? passed : [...passed, `open end: what was paid in up to block ${last?.number}`];
}

/** Units that an order's wallet lacks by the books, and whose price went back. */
function bookedShortfall(world: World, orderId: string): number {
  const [row] = world.rows(
    `SELECT coalesce(sum(leg.short_units), 0) AS units FROM leg
     JOIN transfer ON transfer.id = leg.id || ':shortfall' WHERE leg.order_id = '${orderId}'`,
  );
  return Number(row?.units);
}

/** Orders that charged for more than their wallets got, by the ratio of the block that brought it. */
function shortfalls(world: World): string[] {
  const legs = world.legs("txid IS NOT NULL AND state <> 'dead'");
  const orders = world.rows("SELECT id, resource, filled_amount FROM orders");
  return orders.flatMap(({ id, resource, filled_amount: charged }) => {
    const of = resource === "energy" ? "energy" : "bandwidth";
    let units = 0;
    for (const { txid, stake_sun: stakeSun, order_id } of legs) {
      const block = order_id === id && txid ? world.node.blockOf(txid) : undefined;
      if (block) units += unitsOfStake(stakeSun ?? 0, block.ratios[of]);
    }
    const bookedUnits = bookedShortfall(world, String(id));
    // These were counted by totals that were read some blocks later.
    const driftUnits = bookedUnits > 0 ? Math.ceil(Number(charged) / 100_000) : 0;
    const lacking = Number(charged) - units - bookedUnits - driftUnits;
    return lacking > 0 ? [`shortfall: order ${id} is charged ${charged}, ${lacking} lack`] : [];
  });
}
