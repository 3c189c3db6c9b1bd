/** Where a transaction is and how it ended: what is asked, what the answer becomes, what is refused. */
import { describe, expect, it } from "vitest";
import { TXID } from "./fixtures.js";
import { answers, chain, node, refused, useStubbedChain } from "./stubbed-chain.js";

useStubbedChain();

describe("a transaction", () => {
  const info = { id: TXID, blockNumber: 7, blockTimeStamp: 21_000, receipt: { net_usage: 285 } };

  it("is included when it has a block, and failed only when it says so", async () => {
    answers(info);
    const included = { blockNumber: 7, blockTimestampMs: 21_000, success: true };
    expect(await chain.inclusion(TXID)).toEqual(included);
    answers({ ...info, result: "FAILED" });
    expect(await chain.inclusion(TXID)).toEqual({ ...included, success: false });
    expect(await chain.solidInclusion(TXID)).toEqual({ ...included, success: false });
    answers({ ...info, result: "SUCESS" });
    expect(await chain.inclusion(TXID)).toEqual(included);
    answers({});
    expect(await chain.inclusion(TXID)).toBeUndefined();
    expect(await chain.solidInclusion(TXID)).toBeUndefined();
    expect(node.requests.map(({ path }) => path)).toContain(
      "/walletsolidity/gettransactioninfobyid",
    );
  });

  it("whose end is told by a word that java-tron does not have is no answer", async () => {
    answers({ ...info, result: "PENDING" });
    await refused(chain.inclusion(TXID), /unusable: result/);
    await refused(chain.solidInclusion(TXID), /unusable: result/);
  });

  it("is solidified when either endpoint knows it", async () => {
    const known = (path: string, answer: object) => {
      node.reply = (request) => (request.path === path ? answer : {});
    };
    known("/walletsolidity/gettransactioninfobyid", info);
    expect(await chain.solidified(TXID)).toBe(true);
    known("/walletsolidity/gettransactionbyid", { txID: TXID, ret: [] });
    expect(await chain.solidified(TXID)).toBe(true);
    known("/wallet/gettransactioninfobyid", info);
    expect(await chain.solidified(TXID)).toBe(false);
  });

  it("that is another one, or in no block, is refused", async () => {
    answers({ ...info, id: "6".repeat(64) });
    await refused(chain.inclusion(TXID), /another transaction/);
    answers({ id: TXID });
    await refused(chain.inclusion(TXID), /unusable: blockNumber/);
    answers({ id: TXID, txID: "6".repeat(64) });
    await refused(chain.solidified(TXID), /unusable/);
    node.reply = ({ path }) => (path.endsWith("infobyid") ? {} : { txID: "6".repeat(64) });
    await refused(chain.solidified(TXID), /another transaction/);
  });
});
