/** Hosts behind one address that disagree about the newest blocks: the desk is shown the one side and the other, and says so once. */

import { expect, test } from "vitest";
import type { BlockRef, Chain, ChainBlock } from "../../src/chain/port.js";
import { readCursor } from "../../src/engine/legs/open-work.js";
import { latestIncidents } from "../../src/store/incidents.js";
import { longTest } from "../support/forms.js";
import { readNow } from "../support/read-now.js";
import { ALICE, BOB, type Rig, SOLID_LAG_BLOCKS, startRig } from "./rig.js";
import {
  assertBooksMatchChain,
  delivered,
  followed,
  includePending,
  orderDelivered,
  solidified,
  until,
} from "./steps.js";

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

longTest("so is one about all blocks that the desk has followed", async () => {
  const other = new OtherHost();
  // Before the desk starts they disagree already.
  other.disagreeAfter(0);
  const rig = await startRig({ wrapChain: other.wrap });
  await switched(rig, 12);
  expect(incidents(rig)).toMatchObject([{ kind: "fork", closed_at: null }]);
  other.agree();
  await followed(rig);
  await delivered(rig, await rig.desk.order(ALICE));
  await solidified(rig);
  await until("it has ended", () => incidents(rig)[0]?.closed_at);
  expect(incidents(rig)).toHaveLength(1);
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
