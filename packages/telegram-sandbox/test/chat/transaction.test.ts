/** The page of a transaction, against a node that answers what java-tron does. */
import Fastify from "fastify";
import { describe, expect, onTestFinished, test } from "vitest";
import { mountChatPage } from "../../src/chat/index.js";

const TXID = "ab".repeat(32);
const OWNER = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";
const RECEIVER = "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8";

function transaction(type: string, value: object, contractRet = "SUCCESS") {
  return {
    txID: TXID,
    raw_data: {
      contract: [{ type, parameter: { value, type_url: `type.googleapis.com/protocol.${type}` } }],
      timestamp: 1_800_000_000_000,
      expiration: 1_800_000_060_000,
    },
    ret: [{ contractRet }],
  };
}

const DELEGATION = transaction("DelegateResourceContract", {
  owner_address: OWNER,
  receiver_address: RECEIVER,
  resource: "ENERGY",
  balance: 5_991_960_000,
  lock: true,
  lock_period: 1_200,
});
const INFO = { id: TXID, blockNumber: 12_086, blockTimeStamp: 1_800_000_003_000 };

/** What the page says when the node answers this. */
async function read(found: object, info: object, txid = TXID) {
  const node = Fastify();
  onTestFinished(() => node.close());
  node.post("/wallet/gettransactionbyid", () => found);
  node.post("/wallet/gettransactioninfobyid", () => info);
  return readFrom(await node.listen({ host: "127.0.0.1", port: 0 }), txid);
}

async function readFrom(nodeUrl: string, txid = TXID) {
  const desk = Fastify();
  onTestFinished(() => desk.close());
  mountChatPage(desk, { nodeUrl });
  const { statusCode, body } = await desk.inject(`/sandbox/tx/${txid}`);
  const text = body.replace(/<head>.*<\/head>/s, "").replace(/<[^>]+>/g, " ");
  return { statusCode, body, text: text.replace(/\s+/g, " ").trim() };
}

describe("a transaction", () => {
  test("that delegates, in a block", async () => {
    const { statusCode, text, body } = await read(DELEGATION, INFO);
    expect(statusCode).toBe(200);
    for (const part of [
      "Delegation of Energy",
      "Included in a block",
      `Owner ${OWNER}`,
      `Receiver ${RECEIVER}`,
      "Resource Energy",
      "Stake 5,991.96 TRX",
      "Lock 1,200 blocks, about 60 minutes",
      "Block 12,086",
      "Time 2027-01-15 08:00:03 UTC",
    ]) {
      expect(text).toContain(part);
    }
    expect(body).not.toContain("http-equiv");
  });

  test("that waits, though the node says SUCCESS already, looks again by itself", async () => {
    const { text, body } = await read(DELEGATION, {});
    expect(text).toContain("Waiting for a block");
    expect(text).not.toContain("Block ");
    expect(body).toContain('http-equiv="refresh"');
  });

  test("that failed", async () => {
    const failed = transaction("TransferContract", { owner_address: OWNER }, "REVERT");
    expect((await read(failed, INFO)).text).toContain("Failed");
  });

  test.each([
    ["UnDelegateResourceContract", "Reclaim of delegated Bandwidth"],
    ["TransferContract", "Transfer of TRX"],
    ["VoteWitnessContract", "VoteWitness"],
  ])("of kind %s", async (type, title) => {
    const { text } = await read(transaction(type, { owner_address: OWNER }), INFO);
    expect(text).toContain(title);
  });

  test("nobody knows", async () => {
    const { statusCode, text } = await read({}, {});
    expect(statusCode).toBe(404);
    expect(text).toContain("Not found");
  });

  test.each(["x", `${TXID}0`, "<script>alert(1)</script>"])("named %s", async (name) => {
    const { statusCode, body } = await read(DELEGATION, INFO, encodeURIComponent(name));
    expect(statusCode).toBe(404);
    expect(body).not.toContain("<script");
  });

  test("whose node is away", async () => {
    const { statusCode, text } = await readFrom("http://127.0.0.1:1");
    expect(statusCode).toBe(503);
    expect(text).toContain("The node does not answer");
  });

  test("whose node answers what nobody expects", async () => {
    expect((await read({ Error: "no" }, {})).statusCode).toBe(503);
  });

  test("with HTML in a field shows it as text", async () => {
    const evil = transaction("TransferContract", { owner_address: "<img src=x onerror=alert(1)>" });
    expect((await read(evil, INFO)).body).not.toContain("<img");
  });
});
