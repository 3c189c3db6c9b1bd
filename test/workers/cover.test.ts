/** Cover on a node that makes blocks when told to: what is read while blocks become solid. */
import { expect, test } from "vitest";
import type { Chain } from "../../src/chain/port.js";
import { present } from "../../src/domain/assert.js";
import { readCustomers } from "../../src/engine/customers/customers.js";
import { confirmDepositKey, depositAddressFor } from "../../src/engine/deposits/addresses.js";
import { DEPOSITS } from "../support/deposits.js";
import { SOLID_LAG_BLOCKS, startRig } from "./rig.js";
import { followed } from "./steps.js";

/** Each reading of the customer's address is followed by so many blocks, as long as there are such numbers. */
async function readWhileMining(...blocks: number[]) {
  let readings = 0;
  const left = [...blocks];
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    async solidBalance(address) {
      readings += 1;
      const found = await chain.solidBalance(address);
      const count = left.shift() ?? 0;
      if (count > 0) await rig.mine(count);
      return found;
    },
  });
  const terms = { ...DEPOSITS.terms, usdtContract: undefined, sweepTo: undefined };
  const rig = await startRig({ deposits: { ...DEPOSITS, terms }, wrapChain });
  const { engine, workers } = rig.desk;
  await rig.mine(SOLID_LAG_BLOCKS);
  await followed(rig);
  // The worker's own first reading, of no address, is over.
  await workers.cover();
  await confirmDepositKey(engine, DEPOSITS.keys.first);
  await depositAddressFor(
    engine,
    present((await readCustomers(engine))[0], "a customer").customerId,
  );
  const { firstBlock, lastBlock } = await workers.cover();
  return { readings, apart: lastBlock - firstBlock };
}

test("a reading that a solid block fell into is begun anew, until one is at one block", async () => {
  expect(await readWhileMining(1, 1)).toEqual({ readings: 3, apart: 0 });
});

test("at a node where blocks always fall into it, five times", async () => {
  expect(await readWhileMining(1, 1, 1, 1, 1, 1)).toEqual({ readings: 5, apart: 1 });
});

test("a reading that takes several blocks is not begun anew: the next would take as long", async () => {
  expect(await readWhileMining(4, 4)).toEqual({ readings: 1, apart: 4 });
});
