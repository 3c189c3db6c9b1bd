/**
 * The restore of docs/operating.md under load: orders, deposits, withdrawals, new customers, a backup in the middle, a kill. On another
 * path each deposit is credited once to whom its address was shown, all that was paid out is in the books, and what was delegated since
 * comes back, also after `resume`.
 */
import { cpSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MNEMONIC_ACCOUNTS } from "tron-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { reasonOf } from "#shared/reason.js";
import { StandingRefusal } from "../../src/common/failures.js";
import { must } from "../../src/domain/assert.js";
import { auditFile } from "../../src/engine/operating/audit.js";
import { all } from "../../src/store/phase.js";
import { readFileOnce } from "../../src/store/sqlite/database.js";
import { type Desk, deskOn, errorOf, resultOf } from "../cli/desk-command.js";
import { until } from "../support/until.js";
import { callDesk, createOrder, get, orderBody } from "./api.js";
import { refusalHere } from "./desk-here.js";
import { deskEnv, startDeskProcess, temporaryDirectory } from "./desk-process.js";

/** Of a customer each, before the backup and after it. */
const TURNS = 60;
const SETTINGS = {
  SANDBOX_BLOCK_MS: "200",
  TRANSACTION_LIFE_SECONDS: "120",
  WITHDRAW_CUSTOMER_DAY_TRX: "100000",
  LOG_LEVEL: "warn",
};

interface Customer {
  readonly customerId: string;
  readonly apiKey: string;
  readonly address: string;
}

interface Unknown {
  readonly txid: string;
  readonly receiver: string;
  readonly customers: readonly string[];
}

/** What the outside knows: whose each address is, what came to it, and to whom the desk paid. */
class Load {
  readonly customers: Customer[] = [];
  /** By transaction. */
  readonly paidIn = new Map<string, Customer>();
  readonly outsideOf = new Map<string, string>();
  #turn = 0;
  #ended = false;

  constructor(
    private readonly desk: Desk,
    private readonly urls: { readonly baseUrl: string; readonly nodeUrl: string },
  ) {}

  async newCustomer(): Promise<void> {
    const name = `customer ${this.customers.length}`;
    const made = await resultOf(this.desk, "customer", "create", "--name", name);
    const { customerId, apiKey } = made as { customerId: string; apiKey: string };
    const { address } = await get<{ address: string }>(this.urls.baseUrl, "/v1/deposit", apiKey);
    this.customers.push({ customerId, apiKey, address });
    const outside = must(MNEMONIC_ACCOUNTS[this.customers.length], "there are forty");
    this.outsideOf.set(outside, customerId);
    await this.pay(must(this.customers.at(-1), "just added"));
  }

  async pay(customer: Customer): Promise<void> {
    const answer = await fetch(`${this.urls.nodeUrl}/sandbox/pay`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ to: customer.address, trx: 40 }),
    });
    this.paidIn.set(((await answer.json()) as { txid: string }).txid, customer);
  }

  async #act(turn: number): Promise<void> {
    const { baseUrl } = this.urls;
    const customer = must(this.customers[turn % this.customers.length], "there are some");
    const { apiKey, customerId } = customer;
    const receiver = [must(MNEMONIC_ACCOUNTS[20 + (turn % 20)], "there are forty")];
    await createOrder(baseUrl, apiKey, orderBody({ receiver }));
    if (turn % 3 === 0) await this.pay(customer);
    if (turn % 4 === 0) {
      const [address] = [...this.outsideOf].find(([, id]) => id === customerId) ?? [];
      const headers = { "idempotency-key": `out-${turn}` };
      const call = { apiKey, headers, body: { address, amount: 2 } };
      await callDesk(baseUrl, "POST", "/v1/withdrawals", call);
    }
    if (turn % 8 === 0) {
      const { withdrawals } = await resultOf(this.desk, "withdrawal", "list");
      for (const { withdrawalId, status } of withdrawals as Record<string, string>[]) {
        if (status === "approval") await this.desk("withdrawal", "approve", withdrawalId ?? "");
      }
    }
    if (turn % 20 === 10) await this.newCustomer();
  }

  /** What the desk refuses, or leaves unanswered when it is killed, is nothing that anybody waits for. */
  async run(): Promise<void> {
    for (; !this.#ended; this.#turn += 1) {
      await this.#act(this.#turn).catch(() => sleep(100));
      await sleep(40);
    }
  }

  async goesOn(): Promise<void> {
    const last = this.#turn + TURNS;
    const look = async () => this.#turn;
    await until("the load has gone on", look, (turn) => turn >= last);
  }

  end(): void {
    this.#ended = true;
  }
}

const rows = <T extends Record<string, string | number | null>>(path: string, sql: string) =>
  readFileOnce(path, () => all<T>(sql));

test("a restore under load loses nothing, pays nothing twice, and gets its stake back", async () => {
  const directory = temporaryDirectory(onTestFinished);
  const path = join(directory, "desk.db");
  const log = join(directory, "addresses.log");
  const env = { ...SETTINGS, DEPOSIT_ADDRESS_LOG: log };
  const first = await startDeskProcess(deskEnv(directory, env));
  onTestFinished(() => void first.end("SIGKILL"));
  const load = new Load(deskOn(path), first);
  for (let at = 0; at < 3; at += 1) await load.newCustomer();
  const under = load.run();
  await load.goesOn();
  const copy = join(directory, "backup.db");
  expect(await resultOf(deskOn(path), "backup", copy)).toMatchObject({ audit: { ok: true } });
  const known = load.customers.length;
  await load.goesOn();
  await first.end("SIGKILL");
  load.end();
  await under;
  expect(load.customers.length).toBeGreaterThan(known);

  const restored = join(directory, "restored.db");
  cpSync(copy, restored);
  renameSync(`${path}-sandbox`, `${restored}-sandbox`);
  const desk = deskOn(restored);
  const there = deskEnv(directory, { ...env, DATABASE_PATH: restored });
  const refusal = await refusalHere(there);
  expect(refusal).toBeInstanceOf(StandingRefusal);
  expect(reasonOf(refusal)).toContain("`desk restore --confirm`");
  await resultOf(desk, "restore", "--confirm");
  const second = await startDeskProcess(there);
  onTestFinished(() => void second.end("SIGKILL"));
  expect(await resultOf(desk, "status")).toMatchObject({
    state: "halted",
    reason: expect.stringContaining("restored from a backup"),
  });
  const { apiKey } = must(load.customers[0], "there are some");
  const order = () => createOrder(second.baseUrl, apiKey, orderBody());
  expect(await order()).toMatchObject({
    status: 401,
    body: { error: { message: expect.stringContaining("`desk key enable`") } },
  });
  await resultOf(desk, "key", "enable", "--all");
  expect(await order()).toMatchObject({ status: 503, body: { error: { code: "DESK_HALTED" } } });
  await resultOf(desk, "deposit", "import", log);
  const openSteps = async () => {
    const { stdout } = await desk("restore", "steps", "--json");
    return (JSON.parse(stdout) as { open: { step: string; why: string }[] }).open;
  };
  await until(
    "the chain is read",
    openSteps,
    (open) => !open.some(({ step, why }) => step === "compared" || why.includes("not all read")),
    120_000,
  );
  const { payouts } = (await resultOf(desk, "payout", "unknown")) as {
    payouts: readonly Unknown[];
  };
  expect(payouts.length).toBeGreaterThan(0);
  for (const { txid, receiver, customers } of payouts) {
    const whose = customers[0] ?? must(load.outsideOf.get(receiver), "somebody's");
    const book = () => desk("payout", "book", "--customer", whose, "--txid", txid);
    await until("deposits are read and it is booked", book, ({ status }) => status === 0, 60_000);
  }
  expect((await errorOf(desk, "resume")).message).toMatch(
    /Open: debits: [^:]*`desk restore done debits --by NAME`\./,
  );
  await resultOf(desk, "restore", "done", "debits", "--by", "Ann");
  expect(await openSteps()).toEqual([]);
  await until(
    "what was delegated since is known",
    () => desk("reconcile", "--take-back", "--confirm"),
    ({ stdout }) => stdout.includes("The desk takes it back from now on"),
  );
  await resultOf(desk, "resume");
  await resultOf(desk, "resume", "--payouts");
  expect((await order()).status).toBe(200);

  await until(
    "all that was delegated is back",
    () => desk("reconcile"),
    ({ status }) => status === 0,
    180_000,
  );
  await until(
    "all deposits are credited",
    () =>
      rows<{ status: string; txid: string; customer_id: string }>(
        restored,
        "SELECT * FROM deposit",
      ),
    (deposits) => deposits.filter(({ status }) => status === "credited").length >= load.paidIn.size,
    60_000,
  );
  const credited = await rows<{ txid: string; customer_id: string }>(
    restored,
    "SELECT txid, customer_id FROM deposit",
  );
  expect(new Map(credited.map((one) => [one.txid, one.customer_id]))).toEqual(
    new Map([...load.paidIn].map(([txid, { customerId }]) => [txid, customerId])),
  );
  const before = await rows<{ txid: string }>(path, "SELECT txid FROM payout WHERE state = 'paid'");
  const after = await rows<{ txid: string }>(
    restored,
    "SELECT txid FROM payout WHERE state <> 'dead'",
  );
  const books = new Set(after.map(({ txid }) => txid));
  expect(before.filter(({ txid }) => !books.has(txid))).toEqual([]);
  expect((await desk("cover")).status).toBe(0);
  expect(await second.end("SIGTERM")).toBe(0);
  expect(await auditFile(restored)).toEqual({ ok: true, violations: [] });
}, 600_000);
