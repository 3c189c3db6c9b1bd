/** Blocks that are replaced under the desk, and hosts that disagree about the newest: what was in them goes out again, once, and it is told once. */

import { expect, test } from "vitest";
import type { BlockRef, Chain, ChainBlock } from "../../src/chain/port.js";
import { readCursor } from "../../src/engine/legs/open-work.js";
import { latestIncidents } from "../../src/store/incidents.js";
import { findTransfer } from "../../src/store/ledger.js";
import { everyNth, longTest } from "../support/forms.js";
import { readNow } from "../support/read-now.js";
import { until } from "../support/until.js";
import {
  ALICE,
  BOB,
  DEAD_MS,
  RECEIVERS,
  RENTAL_MS,
  type Rig,
  SOLID_LAG_BLOCKS,
  startRig,
} from "./rig.js";
import {
  areDelivered,
  assertBooksMatchChain,
  followed,
  includePending,
  isPending,
  legs,
  mineUntil,
  orderDelivered,
  reclaimed,
  solidified,
} from "./steps.js";

const moved = (rig: Rig, id: string) => readNow(rig.desk.database, () => findTransfer(id));
const legIn = (rig: Rig, state: string) => () => legs(rig).find((leg) => leg.state === state);
const NO_BROADCAST = { kind: "drop", count: 10_000 };

test.each(everyNth(["vanish", "pending"] as const, 2))(
  "a dropped delegation goes out again as it was (%s)",
  async (transactions) => {
    const rig = await startRig();
    const orderId = await orderDelivered(rig, ALICE);
    const [before] = rig.desk.readLegs(orderId);
    await until("the chain counts it itself", () => legs(rig).every((leg) => !leg.reserving));
    if (transactions === "vanish") await rig.broadcastFault({ kind: "drop", count: 2 });
    await rig.reorg(1, transactions);
    const dropped = await until("the fork is noticed", legIn(rig, "sent"));
    expect(dropped).toMatchObject({ txid: before?.txid, reserving: 1, block_number: null });
    expect(rig.desk.readOrder(orderId)).toMatchObject({
      status: "completed",
      filled_amount: 65_000,
    });
    await includePending(rig);
    await until("it is included again", legIn(rig, "included"));
    await solidified(rig);
    expect(rig.desk.readLegs(orderId)).toMatchObject([{ state: "solidified", txid: before?.txid }]);
    expect(rig.desk.finished).toEqual([orderId]);
    await assertBooksMatchChain(rig);
  },
);

/** Drops the included delegation and keeps it out until it is dead. */
async function killByFork(rig: Rig): Promise<void> {
  await rig.broadcastFault(NO_BROADCAST);
  await rig.reorg(1, "vanish");
  await until("the fork is noticed", legIn(rig, "sent"));
  await rig.mine(1, DEAD_MS);
  await mineUntil(rig, "the leg is dead", legIn(rig, "dead"));
}

test("a delegation that a fork killed in a final order is replaced, and paid once", async () => {
  const rig = await startRig();
  const orderId = await orderDelivered(rig, ALICE);
  await killByFork(rig);
  await rig.noFaults();
  await mineUntil(rig, "it is replaced", legIn(rig, "included"));
  await solidified(rig);
  expect(rig.desk.readOrder(orderId)).toMatchObject({ status: "completed", refunded_sun: 0 });
  expect(rig.desk.readLegs(orderId)).toMatchObject([
    { state: "dead", posted: 1, earned: 1 },
    { state: "solidified", posted: 0, replaces: `${orderId}.1` },
  ]);
  expect(moved(rig, `${orderId}.2:post`)).toBeUndefined();
  await assertBooksMatchChain(rig);
  await reclaimed(rig);
  await assertBooksMatchChain(rig);
});

test("an undelegation that a fork dropped goes out again as it was", async () => {
  const rig = await startRig();
  await orderDelivered(rig, ALICE);
  await solidified(rig);
  await rig.mine(1, RENTAL_MS);
  await until("the undelegation is out", isPending(rig));
  await rig.mine();
  const included = () => legs(rig).find(({ reclaim_block }) => reclaim_block !== null);
  const { reclaim_txid } = await until("it is included", included);
  await rig.reorg(1, "vanish");
  await until("the fork is noticed", () => !included());
  await includePending(rig);
  expect(await until("it is included again", included)).toMatchObject({ reclaim_txid });
  await reclaimed(rig);
  await assertBooksMatchChain(rig);
});

test("a desk that started in a fork follows the chain that stayed", async () => {
  const rig = await startRig();
  await rig.reorg(1);
  await followed(rig);
  await rig.reorg(2);
  await rig.mine();
  await followed(rig);
  await orderDelivered(rig, ALICE);
  await rig.reorg(3, "pending");
  await until("the fork is noticed", legIn(rig, "sent"));
  await mineUntil(rig, "it is included again", legIn(rig, "included"));
  await assertBooksMatchChain(rig);
});

longTest("nothing is final unasked, when a fork and a gap leave much to ask for", async () => {
  const rig = await startRig();
  const receivers = RECEIVERS.slice(0, 12);
  const orderIds = await Promise.all(receivers.map((receiver) => rig.desk.order(receiver)));
  const areOut = async () => (await rig.state()).pending === orderIds.length;
  await until("all are out", areOut);
  await rig.mine();
  const areIncluded = () => legs(rig).every(({ state }) => state === "included");
  await until("all are included", areIncluded);
  await rig.stopDesk();
  await rig.reorg(1, "vanish");
  await rig.mine(1_100);
  await rig.startDesk();
  const isReplaced = (orderId: string) => {
    const [lost, ...others] = rig.desk.readLegs(orderId);
    return lost?.state === "dead" && others.length > 0 && areDelivered(others);
  };
  await mineUntil(rig, "others have replaced them", () => orderIds.every(isReplaced));
  await assertBooksMatchChain(rig);
});

/** Looks at the head that the same host answers; a round may take two. */
const LOOKS_AT_ONE = 3;

/** A second host, whose blocks after one height are others than the node's, and empty; both have the same height. */
class OtherHost {
  #looks = 0;
  #after = Number.POSITIVE_INFINITY;

  /** From now on the desk is answered by this host and the node in turns. */
  disagreeAfter(block: number): void {
    this.#after = block;
  }

  agree(): void {
    this.#after = Number.POSITIVE_INFINITY;
  }

  wrap = (chain: Chain): Chain => ({
    ...chain,
    head: async () => {
      this.#looks += 1;
      return this.#shown(await chain.head());
    },
    block: async (number) => {
      const block = await chain.block(number);
      return block && this.#shownBlock(block);
    },
    blocks: async (first, last) => (await chain.blocks(first, last)).map(this.#shownBlock),
  });

  #isAnother(number: number): boolean {
    return this.#looks % (2 * LOOKS_AT_ONE) < LOOKS_AT_ONE && number > this.#after;
  }

  #shown = <T extends BlockRef>(block: T): T =>
    this.#isAnother(block.number) ? { ...block, id: otherId(block.id) } : block;

  #shownBlock = (block: ChainBlock): ChainBlock => {
    const parentId = this.#isAnother(block.number - 1) ? otherId(block.parentId) : block.parentId;
    const transactions = this.#isAnother(block.number) ? [] : block.transactions;
    return this.#shown({ ...block, parentId, transactions });
  };
}

const otherId = (id: string) => `${id.slice(0, 16)}${"f".repeat(48)}`;

const incidents = (rig: Rig) => readNow(rig.desk.database, () => latestIncidents(50));

/** Waits until the desk has gone from the one side to the other so many times. */
async function switched(rig: Rig, times: number): Promise<void> {
  let last = (await readCursor(rig.desk.engine))?.id;
  let seen = 0;
  await until(`it has changed sides ${times} times`, async () => {
    const id = (await readCursor(rig.desk.engine))?.id;
    if (id !== last) seen += 1;
    last = id;
    return seen >= times;
  });
}

test("a disagreement is one incident while it lasts, and the next one is another", async () => {
  const other = new OtherHost();
  const rig = await startRig({ wrapChain: other.wrap });
  const orderId = await orderDelivered(rig, ALICE);
  const { head } = await rig.state();
  const [leg] = rig.desk.readLegs(orderId);
  other.disagreeAfter((leg?.block_number ?? 0) - 1);
  await switched(rig, 12);
  await rig.mine();
  await switched(rig, 12);
  const [open, ...more] = incidents(rig);
  expect(more).toEqual([]);
  expect(open).toMatchObject({ kind: "fork", closed_at: null });
  expect(open?.text).toMatch(
    new RegExp(`^The chain replaced blocks \\d+ times, all of them after ${head.number - 1}`),
  );
  // The one side has won, and what both had is final.
  other.agree();
  await followed(rig);
  expect(incidents(rig)).toMatchObject([{ closed_at: null }]);
  await rig.mine(SOLID_LAG_BLOCKS);
  await until("it has ended", () => incidents(rig)[0]?.closed_at);
  await solidified(rig);
  expect(incidents(rig)).toHaveLength(1);

  other.disagreeAfter((await rig.state()).head.number);
  await rig.mine(2);
  await switched(rig, 6);
  expect(incidents(rig)).toMatchObject([{ closed_at: null }, { id: open?.id }]);
  other.agree();
  await solidified(rig);
  await until("it has ended", () => incidents(rig)[0]?.closed_at);
  expect(incidents(rig)).toHaveLength(2);
  await assertBooksMatchChain(rig);
});

test("a fork of several blocks is dropped as one, with its incident", async () => {
  const rig = await startRig();
  const { head } = await rig.state();
  for (const receiver of [ALICE, BOB]) {
    await rig.desk.order(receiver);
    await includePending(rig);
  }
  await rig.reorg(2, "pending");
  await until("the fork is noticed", () => incidents(rig).length > 0);
  expect(incidents(rig)).toMatchObject([
    {
      kind: "fork",
      text: `The chain replaced the blocks after ${head.number}; 2 delegations and 0 payouts are sent again.`,
      closed_at: null,
    },
  ]);
  await followed(rig);
  await solidified(rig);
  await until("it has ended", () => incidents(rig)[0]?.closed_at);
  await assertBooksMatchChain(rig);
});
