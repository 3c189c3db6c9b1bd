/** What contracts sent in a transaction whose end nobody can read: it counts for nobody, and is told. */
import { expect, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import { BLOCK_NUMBER, BOB, blockInfos, PAYER, recorded } from "./recorded.js";
import { answers, chain, useStubbedChain } from "./stubbed-chain.js";

useStubbedChain();

test("money that an end in an unknown word hides is told with those it may have come to", async () => {
  const { block } = recorded();
  const { id } = recorded().transactions.transferFrom.info;
  const transactions = (block.transactions as readonly { txID: string }[]).map((one) =>
    one.txID === id ? { ...one, ret: [{ contractRet: "WELL_DONE" }] } : one,
  );
  answers({ ...block, transactions });
  const read = must(await chain.block(BLOCK_NUMBER), "the block was recorded");
  answers(blockInfos());
  const { money, unread } = await chain.solidMoney(read);
  expect(money.filter(({ txid }) => txid === id)).toEqual([]);
  const told = { txid: id, reason: expect.stringContaining("WELL_DONE") };
  expect(unread).toEqual([{ ...told, addresses: expect.arrayContaining([PAYER, BOB]) }]);
});
