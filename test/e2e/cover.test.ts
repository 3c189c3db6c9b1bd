/** `desk cover` on the sandbox's own chain: what it says is what the chain holds, after deposits, a sale, a payout. */

import { afterAll, beforeAll, expect, test } from "vitest";
import { deskOn, resultOf } from "../cli/desk-command.js";
import { until } from "../support/until.js";
import { askNode, createOrder, get, orderBody, readOrder } from "./api.js";
import { startDeskHere } from "./desk-here.js";
import { deskEnv, temporaryDirectory } from "./desk-process.js";

/** The first account of the public test mnemonic. */
const SWEEP_TO = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";

const ends: (() => Promise<void> | void)[] = [];
let running: Awaited<ReturnType<typeof startDeskHere>>;
let desk: ReturnType<typeof deskOn>;
let databasePath: string;

beforeAll(async () => {
  const directory = temporaryDirectory((clean) => ends.push(clean));
  const env = deskEnv(directory, {
    DEPOSIT_SWEEP_TO: SWEEP_TO,
    SANDBOX_SOLID_LAG_BLOCKS: "3",
    PAYOUT_MINIMUM_TRX: "1",
    USDT_RATE_HOURS: "240",
  });
  databasePath = String(env.DATABASE_PATH);
  running = await startDeskHere(env, (close) => ends.push(close));
  desk = deskOn(databasePath);
});

afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

interface Shown {
  readonly owed: Readonly<Record<string, number>>;
  readonly there: Readonly<
    Record<"deposits" | "sweepTo" | "payout", { trx: number; usdt: number; worthTrx: number }>
  > & {
    readonly sumTrx: number;
  };
  readonly differenceTrx: number;
  readonly shortfallTrx: number;
  readonly firstBlock: number;
  readonly lastBlock: number;
}

async function cover(): Promise<Shown> {
  const { stdout } = await desk("cover", "--json");
  return JSON.parse(stdout) as Shown;
}

/** By the solid side of the node. */
async function solidTrx(address: string): Promise<number> {
  const body = { address, visible: true };
  const { balance = 0 } = await askNode<{ balance?: number }>(
    running.nodeUrl,
    "walletsolidity/getaccount",
    body,
  );
  return balance / 1e6;
}

const stall = (on: boolean) =>
  resultOf(desk, "sandbox", "faults", on ? "--set" : "--clear", ...(on ? ["stall"] : []));

/** Everything under way has ended, on the solid side too, and no further block comes. */
async function settled(): Promise<Shown> {
  const isStill = ({
    payouts,
    deposits,
  }: Record<"payouts" | "deposits", { state?: string; status?: string }[]>) =>
    payouts.every(({ state }) => state === "paid") &&
    deposits.every(({ status }) => status === "credited");
  const look = async () => {
    const { payouts } = await resultOf(desk, "payout", "list");
    const { deposits } = await resultOf(desk, "deposit", "list");
    return { payouts, deposits } as Parameters<typeof isStill>[0];
  };
  await until("all is paid and credited", look, isStill);
  await stall(true);
  return cover();
}

test("the first rate of USDT begins with the chain's time, so it has not lapsed at once", async () => {
  const apiKey = String(running.apiKey);
  const { accepts } = await get<{ accepts: object[] }>(running.baseUrl, "/v1/deposit", apiKey);
  expect(accepts).toContainEqual({ asset: "USDT", minimum: 1, rateTrx: 3.2 });
  const { usdt } = await resultOf(desk, "rates", "show");
  const { until = 0 } = usdt as { until?: number };
  expect(Math.abs(until - 240 * 3_600_000 - Date.now())).toBeLessThan(3_600_000);
});

test("says to the SUN what the chain holds, beside what the books owe", async () => {
  const { baseUrl, nodeUrl } = running;
  const apiKey = String(running.apiKey);
  const { address } = await get<{ address: string }>(baseUrl, "/v1/deposit", apiKey);
  await resultOf(desk, ..."sandbox pay --trx 50.000001 --to".split(" "), address);
  await resultOf(desk, ..."sandbox pay --usdt 20 --to".split(" "), address);
  await resultOf(desk, ..."sandbox pay --usdt 3 --to".split(" "), SWEEP_TO);
  const body = orderBody({
    type: "Manual",
    resourceAmount: 200_000,
    price: 55,
    options: { allow_partial: true, partial_min: 50000 },
  });
  const { body: created } = await createOrder(baseUrl, apiKey, body);
  expect(created).toMatchObject({ success: true });
  const id = String(created.data.orders[0]?.orderId);
  await until(
    "sold",
    () => readOrder(baseUrl, apiKey, id),
    ({ status }) => status === "completed",
  );
  const earned = async () => (await cover()).owed.earnedTrx ?? 0;
  await until("a seller has earned", earned, (trx) => trx > 1);
  await stall(true);
  const { started } = await resultOf(desk, "payout", "run");
  const [{ amount = 0 } = {}] = started as { amount?: number }[];
  const before = await cover();
  expect(before.owed).toMatchObject({ earnedTrx: 0, payoutsTrx: amount });
  expect(before.there.payout.trx).toBe(1_000_000);
  await stall(false);

  const read = await settled();
  const { payout } = await askNode<{ payout: string }>(nodeUrl, "sandbox/state", {});
  expect(read).toMatchObject({
    firstBlock: read.lastBlock,
    addresses: 1,
    rateTrx: 3.2,
    there: {
      deposits: { trx: await solidTrx(address), usdt: 20, worthTrx: 50.000001 + 64 },
      sweepTo: { trx: await solidTrx(SWEEP_TO), usdt: 3 },
      payout: { trx: await solidTrx(payout), usdt: 0 },
    },
  });
  expect(read.there.payout.trx).toBe(1_000_000 - amount);
  const balance = await get<{ available: number }>(baseUrl, "/v1/balance", apiKey);
  expect(read.owed).toMatchObject({
    ...{ availableTrx: balance.available, heldTrx: 0, earnedTrx: 0, payoutsTrx: 0 },
    ...{ sumTrx: balance.available },
  });
  const worthTrx = 50.000001 + 64 + read.there.sweepTo.worthTrx + read.there.payout.trx;
  expect(read.there.sumTrx).toBeCloseTo(worthTrx, 6);
  expect(read.differenceTrx).toBeCloseTo(worthTrx - balance.available, 6);
  await stall(false);
});

test("what a contract sends waits until the operator decides, by name", async () => {
  const apiKey = String(running.apiKey);
  const { address } = await get<{ address: string }>(running.baseUrl, "/v1/deposit", apiKey);
  const pay = async (trx: string) => {
    const sent = `sandbox pay --kind internal --trx ${trx} --to`;
    return String((await resultOf(desk, ...sent.split(" "), address)).txid);
  };
  const txids = [await pay("7"), await pay("8")];
  const waiting = async () => {
    const { deposits } = await resultOf(desk, "deposit", "list", "--review");
    return deposits as { depositId: string; txid: string; reason: string }[];
  };
  const [first, second] = await until("both wait", waiting, (all) => all.length === 2);
  expect(await resultOf(desk, "status")).toMatchObject({ depositsInReview: 2 });
  expect((await desk("deposit", "list", "--review")).stdout).toContain("a contract sent it");
  expect([first?.txid, second?.txid]).toEqual(txids);
  const idOf = (one: typeof first) => String(one?.depositId);
  await resultOf(desk, "deposit", "approve", idOf(first), "--by", "Ann");
  await resultOf(desk, "deposit", "refuse", idOf(second), "--by", "Ann", "--reason", "a test");
  const { deposits } = await get<{ deposits: { txid: string; status: string }[] }>(
    running.baseUrl,
    "/v1/deposits",
    apiKey,
  );
  const status = (txid: string | undefined) => deposits.find((one) => one.txid === txid)?.status;
  expect(txids.map(status)).toEqual(["credited", "refused"]);
  expect(await waiting()).toEqual([]);
  const again = await desk("deposit", "approve", idOf(first), "--by", "Ann");
  expect(again.status).toBe(1);
});

test("a shortfall is an incident as long as it lasts, and an exit status", async () => {
  const apiKey = String(running.apiKey);
  const { address } = await get<{ address: string }>(running.baseUrl, "/v1/deposit", apiKey);
  await resultOf(desk, ..."rates set --confirm --usdt 9000000".split(" "));
  await resultOf(desk, ..."sandbox pay --usdt 1 --to".split(" "), address);
  const isThere = ({ owed }: Shown) => (owed.availableTrx ?? 0) > 9_000_000;
  expect(await until("it is credited", cover, isThere)).toMatchObject({ shortfallTrx: 0 });
  await resultOf(desk, ..."rates set --confirm --usdt 3.2".split(" "));
  const { status, stdout } = await desk("cover");
  expect(status).toBe(1);
  expect(stdout).toMatch(/^SHORT: 8,0\d{2},\d{3}\.\d+ TRX are missing\.$/m);
  expect(stdout).toMatch(/^owed +TRX +there +TRX$/m);
  expect(stdout).toMatch(
    /^customers, available +9,010,112\.000001 +deposit addresses \(1\), TRX +65\.000001$/m,
  );
  expect(await resultOf(desk, "status")).toMatchObject({
    payoutsHeld: expect.stringMatching(
      /^8,0[\d,.]+ TRX of what the desk owes are not there; .*cover release/,
    ),
  });
  expect((await desk("payout", "run")).status).toBe(1);
  const release = /desk (cover release [\d.]+ --by) NAME$/m.exec((await desk("cover")).stdout)?.[1];
  await resultOf(desk, ...String(release).split(" "), "Ann");
  await desk("cover");
  expect(await resultOf(desk, "status")).toMatchObject({ payoutsHeld: null });
  const incidents = async () => {
    const { incidents: all } = await resultOf(desk, "incidents");
    return (all as { kind: string; text: string }[]).filter(({ kind }) => kind === "cover-short");
  };
  expect(await incidents()).toHaveLength(1);
  const metrics = await (await fetch(`${running.baseUrl}/metrics`)).text();
  expect(metrics).toMatch(/^desk_cover_shortfall_sun 8\d{12}$/m);
  await resultOf(desk, ..."rates set --confirm --usdt 9000000".split(" "));
  expect((await desk("cover")).status).toBe(0);
  expect(await incidents()).toEqual([
    expect.objectContaining({ text: expect.stringMatching(/Over: there is enough again\.$/) }),
  ]);
});
