/**
 * A newcomer's first minutes, with the built program as a process and no folder of data: start, order, look at the chain, stop, start
 * again, until the rental is over.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { DEFAULT_RATES } from "../../src/domain/rates.js";
import { auditOnce } from "../../src/engine/operating/audit.js";
import { byForm } from "../support/forms.js";
import { NODE_OPTIONS } from "../support/npm-start.js";
import { sourceAt } from "../support/open-database.js";
import { until } from "../support/until.js";
import { BOB, chatSide } from "../telegram/e2e/people.js";
import {
  askNode,
  createOrder,
  get,
  type Order,
  OTHER_RECEIVER,
  orderBody,
  RECEIVER,
  readOrder,
  takesOrders,
} from "./api.js";
import {
  type DeskProcess,
  deskEnv,
  PROGRAM,
  startDeskProcess,
  temporaryDirectory,
} from "./desk-process.js";

interface DelegatedRecords {
  readonly delegatedResource?: readonly {
    readonly frozen_balance_for_energy?: number;
    readonly expire_time_for_energy?: number;
  }[];
}

interface AccountResource {
  readonly EnergyLimit?: number;
}

/** A little longer than the day that is ordered. */
const RENTAL_MS = 86_403_000;
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

const isCompleted = (order: Order) => order.status === "completed";

async function energyOf(nodeUrl: string, address: string): Promise<number> {
  const body = { address, visible: true };
  const answer = await askNode<AccountResource>(nodeUrl, "wallet/getaccountresource", body);
  return answer.EnergyLimit ?? 0;
}

let directory: string;
let first: DeskProcess;
let apiKey: string;
const ends: (() => void)[] = [];

/** The program and what it runs on, without any data. */
function copyProgram(to: string): string {
  mkdirSync(to, { recursive: true });
  for (const name of ["package.json", "dist", "locales"]) {
    cpSync(join(ROOT, name), join(to, name), {
      recursive: true,
      filter: (path) => !/\.(map|tsbuildinfo)$|\/dist\/(bench|examples)$/.test(path),
    });
  }
  symlinkSync(join(ROOT, "node_modules"), join(to, "node_modules"));
  return join(to, "dist", "main.js");
}

beforeAll(async () => {
  const main = copyProgram(temporaryDirectory((clean) => ends.push(clean)));
  directory = join(main, "../../data");
  const command = [process.execPath, ...NODE_OPTIONS, main];
  first = await startDeskProcess(deskEnv(directory), command);
  apiKey = first.apiKey ?? "";
});

afterAll(async () => {
  await first.end("SIGKILL");
  for (const end of ends) end();
});

test("without a list of rates the default ones are asked", async () => {
  const { fastSellRate } = await get<{ fastSellRate: object }>(first.baseUrl, "/setting/ui", "");
  expect(fastSellRate).toEqual(DEFAULT_RATES.fast);
});

test("the banner's curl line buys Energy that is on the chain seconds later", async () => {
  await takesOrders(first.baseUrl);
  const curl = first.banner.split("\n").find((line) => line.startsWith("curl ")) ?? "";
  const { stdout } = await promisify(execFile)("bash", ["-c", curl]);
  const answer = JSON.parse(stdout);
  expect(answer).toEqual({
    success: true,
    data: {
      count: 1,
      orders: [
        {
          orderId: expect.stringMatching(/^[0-9a-f]{24}$/),
          receiver: RECEIVER,
          type: "Fast",
          resourceType: "energy",
          resourceAmount: 65_000,
          price: 60,
          paidAmount: 3.9,
          status: "processing",
          createdAt: expect.any(Number),
        },
      ],
    },
  });

  const { baseUrl, nodeUrl } = first;
  const look = () => readOrder(baseUrl, apiKey, answer.data.orders[0].orderId);
  const order = await until("the order is completed", look, isCompleted);
  expect(order).toMatchObject({ filledAmount: 65_000, refundedAmount: 0 });
  const [leg] = order.delegations;
  const { owner = "", txid = "" } = leg ?? {};
  const pair = { fromAddress: owner, toAddress: RECEIVER, visible: true };
  const record = await askNode<DelegatedRecords>(nodeUrl, "wallet/getdelegatedresourcev2", pair);
  expect(record.delegatedResource).toHaveLength(1);
  expect(record.delegatedResource?.[0]?.expire_time_for_energy).toBe(leg?.expiresAt);
  expect(await energyOf(nodeUrl, RECEIVER)).toBeGreaterThanOrEqual(65_000);
  const included = await askNode<{ blockNumber?: number }>(
    nodeUrl,
    "wallet/gettransactioninfobyid",
    { value: txid },
  );
  expect(included.blockNumber).toBeGreaterThan(0);
  expect(await get(baseUrl, "/v1/balance", apiKey)).toEqual({
    available: 9_996.1,
    held: 0,
    withdrawable: 9_996.1,
  });
});

test("/usdt on the chat page tries the transfer; of a sender without USDT it asks what the recipient holds", async () => {
  const { nodeUrl, baseUrl } = first;
  const { address } = await askNode<{ address: string }>(nodeUrl, "sandbox/wallet", {
    wallet: "w",
  });
  const person = chatSide(`${baseUrl}/sandbox/telegram`).person(BOB);
  await person.say(`/usdt ${address} ${RECEIVER}`);
  await person.see("takes 27,988 Energy");
  await person.say(`/usdt ${RECEIVER} ${OTHER_RECEIVER}`);
  await person.see(/holds no USDT.*131,000 Energy/);
  await person.say(`/usdt ${OTHER_RECEIVER} ${address}`);
  await person.see(/holds USDT.*65,000 Energy/);
});

const BUILD_WITHIN_MS = 90_000;
/** `npm start` builds all anew: that is for the long form. */
const START = byForm(PROGRAM, ["npm", "start"]);

test(`a stop and \`${START.join(" ")}\` find orders, keys and the chain as they were`, {
  timeout: 120_000,
}, async () => {
  const created = await createOrder(first.baseUrl, apiKey, orderBody({ duration: "1d" }));
  const orderId = created.body.data.orders[0]?.orderId ?? "";
  const done = () => readOrder(first.baseUrl, apiKey, orderId);
  const before = await until("the order is completed", done, isCompleted);
  expect(await first.end("SIGTERM")).toBe(0);
  expect(first.log()).toMatch(/"signal":"SIGTERM","msg":"stopping: new orders are refused/);

  const second = await startDeskProcess(deskEnv(directory), START, BUILD_WITHIN_MS);
  onTestFinished(() => void second.end("SIGKILL"));
  expect(second.apiKey).toBeUndefined();
  expect(second.banner).toContain("key issue");
  const after = await readOrder(second.baseUrl, apiKey, orderId);
  expect(after.delegations[0]?.txid).toBe(before.delegations[0]?.txid);
  expect(after).toMatchObject({ status: "completed", filledAmount: 65_000 });
  expect(await energyOf(second.nodeUrl, RECEIVER)).toBeGreaterThanOrEqual(65_000);

  await askNode(second.nodeUrl, "sandbox/mine", { count: 1, missedMs: RENTAL_MS });
  const look = () => readOrder(second.baseUrl, apiKey, orderId);
  const isBack = ({ delegations: [leg] }: Order) => leg?.state === "reclaimed";
  const over = await until("the stake is taken back", look, isBack);
  expect(over).toMatchObject({ status: "completed", delegations: [{ state: "reclaimed" }] });
  expect(over.delegations[0]?.reclaimTxid).toMatch(/^[0-9a-f]{64}$/);
  expect(await energyOf(second.nodeUrl, RECEIVER)).toBe(0);

  // npm passes the signal and the exit status through.
  expect(await second.end("SIGTERM")).toBe(0);
  expect(await auditOnce(sourceAt(join(directory, "desk.db")))).toEqual({
    ok: true,
    violations: [],
  });
});
