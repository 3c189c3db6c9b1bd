/**
 * A desk behind a node that lies for a minute, one kind of lie after the other's side: each order that it takes is delivered once,
 * what it charges for has arrived, and its books are right.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { MNEMONIC_ACCOUNTS } from "tron-sandbox";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Address, address, addressToHex } from "../../src/domain/address.js";
import { auditFile } from "../../src/engine/operating/audit.js";
import { askNode, createOrder, delegationsOnChain, orderBody, readOrder } from "../e2e/api.js";
import { deskEnv, startDeskProcess, temporaryDirectory } from "../e2e/desk-process.js";
import { startOwnNode } from "../e2e/own-node.js";
import { type Answer, type Conduct, startNodeProxy } from "../support/node-proxy.js";
import { oddTransactions } from "../support/odd-transactions.js";
import { until } from "../support/until.js";

/** What comes back instead of the node's answer; undefined is an HTTP 500. The answer may be changed in place. */
type Lie = (path: string, answer: Answer) => Answer | undefined;

/** A minute, and as long again as totals may be old by then. */
const LIE_MS = 75_000;
const ORDER_EVERY_MS = 2_500;
const ASK_EVERY_MS = 250;
const UNDER_WAY: ReadonlySet<string> = new Set(["planned", "signed", "sent"]);
const BLOCK_MS = 250;
const AMOUNT = 65_000;
const PRICE_TRX = 60 / 1e6;
const MONTH_MS = 30 * 86_400_000;

interface Liar {
  readonly name: string;
  readonly lie: (nodeUrl: string) => Promise<Lie> | Lie;
  /** What the desk says of it while it lasts, in answers that refuse an order; none where it need not refuse any. */
  readonly says?: RegExp;
}

const SOLID_HEAD = "/walletsolidity/getblock";
const BLOCKS = /getblockby(?:num|limitnext)$/;

/** The header of a block's answer. */
const headerOf = (answer: Answer) =>
  (answer.block_header as { raw_data: { timestamp: number; number?: number } }).raw_data;

function withoutRet(block: Answer): void {
  for (const transaction of (block.transactions ?? []) as Answer[]) delete transaction.ret;
}

function addOddOnes(block: Answer, touched: Address): void {
  if (block.block_header === undefined) return;
  const { number = 0 } = headerOf(block);
  const transactions = (block.transactions ?? []) as object[];
  if (number > 0) block.transactions = [...oddTransactions(number, touched), ...transactions];
}

const LIARS: readonly Liar[] = [
  {
    name: "tells no totals of stake, and the network's weight has risen by a tenth",
    async lie(nodeUrl) {
      const { energyWeight } = await askNode<{ energyWeight: number }>(
        nodeUrl,
        "sandbox/weights",
        {},
      );
      await askNode(nodeUrl, "sandbox/weights", { energyWeight: Math.ceil(energyWeight * 1.1) });
      return (path, answer) => (path.endsWith("getaccountresource") ? undefined : answer);
    },
    says: /totals of stake were last read \d+ s ago/,
  },
  {
    name: "has a solid side that stands still",
    lie() {
      let solid: Answer | undefined;
      return (path, answer) => {
        if (path !== SOLID_HEAD) return answer;
        solid ??= answer;
        return solid;
      };
    },
    says: /solidified block has not moved/,
  },
  {
    name: "leaves out what became of a block's transactions",
    lie: () => (path, answer) => {
      if (BLOCKS.test(path)) {
        withoutRet(answer);
        for (const block of (answer.block ?? []) as Answer[]) withoutRet(block);
      }
      return answer;
    },
  },
  {
    name: "shows odd bytes of strangers in every block",
    async lie(nodeUrl) {
      const { poolOwners } = await askNode<{ poolOwners: readonly string[] }>(
        nodeUrl,
        "sandbox/state",
        {},
      );
      const touched = address(poolOwners[0] ?? "");
      return (path, answer) => {
        if (!BLOCKS.test(path)) return answer;
        const blocks = path.endsWith("num") ? [answer] : ((answer.block ?? []) as Answer[]);
        for (const block of blocks) addOddOnes(block, touched);
        return answer;
      };
    },
  },
  {
    name: "shows a head of next month",
    lie: () => (path, answer) => {
      if (path === "/wallet/getblock") headerOf(answer).timestamp += MONTH_MS;
      return answer;
    },
  },
  {
    name: "tells totals of stake that make units cost nothing",
    lie: () => (path, answer) =>
      path.endsWith("getaccountresource")
        ? { ...answer, TotalEnergyWeight: 80_000, TotalNetWeight: 80_000 }
        : answer,
  },
];

/** A node, the proxy before it, and a desk that knows the proxy alone. */
async function startWorld() {
  const directory = temporaryDirectory(onTestFinished);
  const node = await startOwnNode(BLOCK_MS);
  const proxy = await startNodeProxy(node.url);
  onTestFinished(() => proxy.close());
  const quiet = { LOG_LEVEL: "warn", TRANSACTION_LIFE_SECONDS: "120" };
  const env = { ...node.env, TRON_FULL_HOST: proxy.url, ...quiet };
  const desk = await startDeskProcess(deskEnv(directory, env));
  onTestFinished(() => void desk.end("SIGKILL"));
  return { node, proxy, desk, databasePath: `${directory}/desk.db` };
}

/** The desk is told what the lie makes of each answer; those that are not the node's are counted. */
function lying(lie: Lie, count: { told: number }): Conduct {
  return async ({ path, body }, ask) => {
    const answer = await ask(path, body);
    const honest = JSON.stringify(answer);
    const lied = lie(path, answer);
    if (JSON.stringify(lied) !== honest) count.told += 1;
    return lied ? { answer: lied } : { status: 500, answer: "" };
  };
}

async function unitsOf(nodeUrl: string, receiver: string): Promise<number> {
  const body = { address: addressToHex(address(receiver)) };
  const { EnergyLimit = 0 } = await askNode<{ EnergyLimit?: number }>(
    nodeUrl,
    "wallet/getaccountresource",
    body,
  );
  return EnergyLimit;
}

describe.concurrent("a desk behind a node that", () => {
  test.each(LIARS)("$name", async ({ lie, says }) => {
    const { node, proxy, desk, databasePath } = await startWorld();
    const { apiKey = "", baseUrl } = desk;
    const orders = new Map<string, string>();
    const refusals = new Set<string>();
    const waiting = [...MNEMONIC_ACCOUNTS];
    const order = async () => {
      const [receiver = ""] = waiting;
      const body = orderBody({ receiver: [receiver], resourceAmount: AMOUNT, duration: "1d" });
      const { status, body: answer } = await createOrder(baseUrl, apiKey, body);
      if (status === 200) {
        waiting.shift();
        orders.set(receiver, answer.data.orders[0]?.orderId ?? "");
      } else {
        expect(answer.error).toMatchObject({ code: "CHAIN_UNAVAILABLE" });
        refusals.add(answer.error?.message ?? "");
      }
    };
    await order();
    const count = { told: 0 };
    proxy.conduct = lying(await lie(node.url), count);
    for (const endMs = performance.now() + LIE_MS; performance.now() < endMs; ) {
      if (waiting.length > 5) await order();
      await sleep(ORDER_EVERY_MS);
    }
    expect(count.told, "nothing was lied").toBeGreaterThan(0);
    proxy.conduct = undefined;
    if (says)
      expect(
        [...refusals].some((one) => says.test(one)),
        String([...refusals]),
      ).toBe(true);
    const isOpen = async () => {
      // No more than a customer may ask for in a second.
      await sleep(ASK_EVERY_MS);
      await order();
      return waiting.length;
    };
    const left = waiting.length;
    await until("the desk sells again", isOpen, (now) => now < left, 60_000);

    for (const [receiver, orderId] of orders) {
      const read = () => readOrder(baseUrl, apiKey, orderId);
      const isOver = ({ status }: { status: string }) => status !== "processing";
      await until("the order is final", read, isOver, 120_000);
      // What was delivered by totals that were wrong is made good by the first reading of true ones.
      const settled = async () => {
        const { paidAmount, refundedAmount, delegations } = await read();
        const paidUnits = Math.round((paidAmount - refundedAmount) / PRICE_TRX);
        // The node counts what waits for a block too.
        const isOut = delegations.some(({ state }) => UNDER_WAY.has(state));
        return { paidUnits, isOut, units: await unitsOf(node.url, receiver) };
      };
      await until(
        "what was paid for is there",
        settled,
        ({ paidUnits, isOut, units }) => units >= paidUnits && !isOut,
        60_000,
      );
    }
    const final = await Promise.all(
      [...orders.values()].map((id) => readOrder(baseUrl, apiKey, id)),
    );
    const delivered = final.flatMap(({ delegations }) =>
      delegations.filter(({ state }) => state !== "dead"),
    );
    const onChain = await delegationsOnChain(node.url);
    expect(onChain.sort()).toEqual(delivered.map(({ txid }) => txid).sort());
    for (const { delegations, status } of final) {
      const paid = delegations.filter((leg) => leg.state !== "dead" && leg.cost > 0);
      const units = paid.reduce((sum, { amount }) => sum + amount, 0);
      expect(units).toBe(status === "completed" ? AMOUNT : 0);
    }
    expect(desk.log()).not.toContain("halted");
    await desk.end("SIGTERM");
    expect(await auditFile(databasePath)).toEqual({ ok: true, violations: [] });
  });
});
