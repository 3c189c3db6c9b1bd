/** Infos of a block that are far larger than other answers: read as they come, in little memory. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, onTestFinished, test } from "vitest";
import { NothingThere } from "../../src/chain/port.js";
import { createTronChain } from "../../src/chain/tron-chain.js";
import { addressFromHex } from "../../src/domain/address.js";
import { byForm, longTest } from "../support/forms.js";
import { fakeTimers } from "./fake-timers.js";
import { refused } from "./stubbed-chain.js";

const MB = 1024 * 1024;
const OURS = addressFromHex(`41${"7".repeat(40)}`);
const TRANSFER = "ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";
const word = (hex: string) => hex.padStart(64, "0");
const txidOf = (at: number) => at.toString(16).padStart(64, "0");

/** Every info tells of so many transfers of a token to strangers, and the last of one to us. */
const LOGS = 250;
const MEASURED_EVERY = 50;
/** So many infos have as many transfers as are sorted at once. */
const INFOS_SORTED = 8;
/** So long that only a clock that jumps comes near it, however slow the machine. */
const TIMEOUT_MS = 3_600_000;
const STRANGERS = 20_000;
const log = (to: string) => ({
  address: "5".repeat(40),
  topics: [TRANSFER, word("1".repeat(40)), word(to)],
  data: word("64"),
});
const stranger = (nth: number) => nth.toString(16).padStart(40, "0");
const info = (at: number, isLast: boolean) => ({
  id: txidOf(at),
  blockNumber: 9,
  blockTimeStamp: 27_000,
  log: Array.from({ length: LOGS }, (_, nth) =>
    log(isLast && nth === LOGS - 1 ? "7".repeat(40) : stranger((at * LOGS + nth) % STRANGERS)),
  ),
});

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Bytes that something still holds: the process may keep as much again that nothing does. */
function heldBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

async function send(
  response: ServerResponse,
  infos: number,
  beforeInfo: (at: number) => void = () => {},
): Promise<number> {
  let bytes = 0;
  for (let at = 0; at < infos; at += 1) {
    beforeInfo(at);
    const text = `${at === 0 ? "[" : ","}${JSON.stringify(info(at, at === infos - 1))}`;
    bytes += text.length;
    if (!response.write(text)) await once(response, "drain");
  }
  response.end("]");
  return bytes;
}

async function startNode(answer: (response: ServerResponse) => Promise<unknown>) {
  const server = createServer((request, response) => {
    request.resume();
    void answer(response).catch(() => response.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const fullHost = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const limits = { timeoutMs: TIMEOUT_MS, maxAnswerBytes: MB };
  const chain = createTronChain({ fullHost, requestsPerSecond: 1_000, ...limits });
  onTestFinished(async () => {
    await chain.close();
    server.closeAllConnections();
    server.close();
  });
  return chain;
}

function blockOf(transactions: number) {
  return {
    ...{ number: 9, id: "9".repeat(64), parentId: "8".repeat(64), timestampMs: 27_000 },
    transactions: Array.from({ length: transactions }, (_, at) => ({
      ...{ txid: txidOf(at), success: true },
    })),
  };
}

test("many times what other answers may have, and only what is ours is kept", async () => {
  const infos = byForm(250, 2_450);
  const before = heldBytes();
  let [bytes, most] = [0, 0];
  const chain = await startNode(async (response) => {
    bytes = await send(response, infos, (at) => {
      if (at % MEASURED_EVERY === 0) most = Math.max(most, heldBytes());
    });
  });
  const ofOurs = async (addresses: readonly string[]) =>
    new Set(addresses.includes(OURS) ? [OURS] : []);
  const told = await chain.solidMoney(blockOf(infos), ofOurs);
  expect(bytes).toBeGreaterThan(byForm(18, 180) * MB);
  expect(told.money).toMatchObject([{ txid: txidOf(infos - 1), to: OURS, amount: 100n }]);
  expect(most - before).toBeLessThan(byForm(8, 16) * MB);
});

longTest("more than 256 MiB is refused", async () => {
  const filler = Buffer.alloc(MB, " ");
  const chain = await startNode(async (response) => {
    response.write("[");
    for (let sent = 0; sent < 257; sent += 1) {
      if (!response.write(filler)) await once(response, "drain");
    }
    response.end("]");
  });
  await refused(chain.solidMoney(blockOf(1)), /answered more than 268435456 bytes/);
});

test("a list that comes slowly is waited for as long as some of it comes", async () => {
  const { advance } = fakeTimers();
  const parts = 3;
  let arrived: () => void = () => {};
  const chain = await startNode(async (response) => {
    for (let part = 0; part < parts; part += 1) {
      const isRead = new Promise<void>((resolve) => {
        arrived = resolve;
      });
      const infos = Array.from({ length: INFOS_SORTED }, (_, nth) =>
        JSON.stringify(info(part * INFOS_SORTED + nth, false)),
      );
      // An element is taken once its end has come.
      response.write(`${part === 0 ? "[" : ""}${infos}${part < parts - 1 ? "," : "]"}`);
      await isRead;
      await advance(0.6 * TIMEOUT_MS);
    }
    response.end();
  });
  const ofOurs = async () => {
    arrived();
    return new Set<never>();
  };
  expect((await chain.solidMoney(blockOf(parts * INFOS_SORTED), ofOurs)).money).toEqual([]);
});

test.each(["[]", "{}"])(
  "%s says that the node has none of it, which is no fault of it",
  async (text) => {
    const chain = await startNode(async (response) => response.end(text));
    await expect(chain.solidMoney(blockOf(1))).rejects.toBeInstanceOf(NothingThere);
  },
);

test("what fails here while a list is taken is no failure of the node", async () => {
  const chain = await startNode((response) => send(response, 10));
  const full = new Error("the disk is full");
  const read = chain.solidMoney(blockOf(10), () => Promise.reject(full));
  await expect(read).rejects.toBe(full);
});
