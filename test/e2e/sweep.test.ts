/** Sweeps on the sandbox's own chain by the operator's line alone: every round to the end, and files that must not be sent. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { MNEMONIC_ACCOUNTS, USDT_CONTRACT } from "tron-sandbox";
import { TronWeb } from "tronweb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import type { SweepEntry, SweepFile, SweepSent } from "../../src/domain/sweep-file.js";
import { auditOnce } from "../../src/engine/operating/audit.js";
import { deskOn, errorOf, resultOf } from "../cli/desk-command.js";
import { sourceAt } from "../support/open-database.js";
import { until } from "../support/until.js";
import { createOrder, get, orderBody, readOrder } from "./api.js";
import { startDeskHere } from "./desk-here.js";
import { deskEnv, temporaryDirectory } from "./desk-process.js";

/** An address that is not activated yet. */
const SWEEP_TO = "TUSQzWDnJfWTmvXrQAx4Vk13LLdp1BJMgC";
const NAMES = ["trx", "usdt", "both", "dust", "empty"] as const;
type Name = (typeof NAMES)[number];

const ends: (() => Promise<void> | void)[] = [];
const addresses = {} as Record<Name, string>;
let directory: string;
let desk: ReturnType<typeof deskOn>;
let tronweb: TronWeb;
let baseUrl: string;
let files = 0;

beforeAll(async () => {
  directory = temporaryDirectory((clean) => ends.push(clean));
  const env = deskEnv(directory, {
    DEPOSIT_SWEEP_TO: SWEEP_TO,
    SANDBOX_SOLID_LAG_BLOCKS: "3",
    LOCK_MODE: "never",
  });
  const running = await startDeskHere(env, (close) => ends.push(close));
  ({ baseUrl } = running);
  desk = deskOn(String(env.DATABASE_PATH));
  tronweb = new TronWeb({ fullHost: running.nodeUrl });
  for (const name of NAMES) {
    const { apiKey } = await resultOf(desk, "customer", "create", "--name", name);
    const offer = await get<{ address: string }>(baseUrl, "/v1/deposit", String(apiKey));
    addresses[name] = offer.address;
  }
});

afterAll(async () => {
  for (const end of ends.reverse()) await end();
});

const pay = (to: string, coin: "trx" | "usdt", amount: string) =>
  resultOf(desk, "sandbox", "pay", "--to", to, `--${coin}`, amount);

const trxOf = (address: string) => tronweb.trx.getUnconfirmedBalance(address);

async function usdtOf(address: string): Promise<number> {
  const argument = [{ type: "address", value: address }];
  const { constant_result } = await tronweb.transactionBuilder.triggerConstantContract(
    USDT_CONTRACT,
    "balanceOf(address)",
    {},
    argument,
    SWEEP_TO,
  );
  return Number(BigInt(`0x${constant_result[0]}`));
}

const nameOfFile = () => {
  files += 1;
  return join(directory, `sweep-${files}.json`);
};

async function plan(...options: string[]): Promise<SweepFile & { readonly path: string }> {
  const path = nameOfFile();
  const told: unknown = await resultOf(desk, "sweep", "plan", "--file", path, ...options);
  const file = told as SweepFile;
  if (file.round !== null) expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(told);
  return { ...file, path };
}

async function sign(path: string): Promise<string> {
  const { status, stdout } = await desk("sandbox", "sign-sweep", path);
  expect(status).toBe(0);
  const signed = nameOfFile();
  writeFileSync(signed, stdout);
  return signed;
}

async function send(path: string): Promise<SweepSent> {
  const sent: unknown = await resultOf(desk, "sweep", "send", path);
  return sent as SweepSent;
}

const statesOf = ({ transactions }: SweepSent) => transactions.map(({ state }) => state);
const kindsOf = ({ transactions }: SweepFile) =>
  transactions.map(({ transaction }) => {
    const { raw_data } = transaction as { raw_data: { contract: { type: string }[] } };
    return raw_data.contract[0]?.type;
  });

test("nothing is planned to an account that there is not", async () => {
  expect(await errorOf(desk, "sweep", "plan")).toMatchObject({
    code: "NOT_FOUND",
    message: expect.stringContaining(`DEPOSIT_SWEEP_TO: ${SWEEP_TO} is not activated`),
  });
  await resultOf(desk, "sandbox", "fund", SWEEP_TO, "--trx", "1");
  expect(await plan()).toMatchObject({ round: null, transactions: [], waits: [] });
});

test("all rounds bring everything worth it to the account, and take back what was lent", async () => {
  const before = { trx: await trxOf(SWEEP_TO), usdt: await usdtOf(SWEEP_TO) };
  await pay(addresses.trx, "trx", "5");
  await pay(addresses.usdt, "usdt", "20");
  await pay(addresses.both, "trx", "7.000001");
  await pay(addresses.both, "usdt", "30");
  await pay(addresses.dust, "trx", "0.2");
  await pay(addresses.dust, "usdt", "0.5");

  const activate = await plan();
  expect(activate).toMatchObject({ round: "activate", costTrx: 1.1, network: "sandbox" });
  expect(kindsOf(activate)).toEqual(["AccountCreateContract"]);
  expect(activate.transactions[0]).toMatchObject({
    path: null,
    about: expect.stringContaining(`activates ${addresses.usdt}`),
  });
  expect(statesOf(await send(await sign(activate.path)))).toEqual(["done"]);

  const lend = await plan();
  expect(lend).toMatchObject({ round: "delegate", costTrx: 0, waits: [] });
  expect(lend.transactions).toHaveLength(3);
  const signedLend = await sign(lend.path);
  expect(statesOf(await send(signedLend))).toEqual(["done", "done", "done"]);
  expect(await resultOf(desk, "reconcile")).toMatchObject({ differences: [] });

  const sweep = await plan();
  expect(sweep).toMatchObject({ round: "sweep", costTrx: 0, sweepTo: SWEEP_TO });
  expect(kindsOf(sweep).sort()).toEqual([
    "TransferContract",
    "TransferContract",
    "TriggerSmartContract",
    "TriggerSmartContract",
  ]);
  expect(sweep.transactions[0]?.path).toMatch(/^m\/44'\/195'\/0'\/0\/\d+$/);
  const signedSweep = await sign(sweep.path);
  const sent = await send(signedSweep);
  expect(statesOf(sent)).toEqual(["done", "done", "done", "done"]);
  // The same file again does no harm, and says the same.
  expect(await send(signedSweep)).toEqual(sent);
  expect(await send(signedLend)).toMatchObject({ transactions: [{}, {}, {}] });

  const back = await plan();
  expect(back).toMatchObject({ round: "take_back" });
  expect(back.transactions).toHaveLength(3);
  expect(statesOf(await send(await sign(back.path)))).toEqual(["done", "done", "done"]);

  expect(await plan()).toMatchObject({ round: null, transactions: [], waits: [] });
  expect(await trxOf(SWEEP_TO)).toBe(before.trx + 12_000_001);
  expect(await usdtOf(SWEEP_TO)).toBe(before.usdt + 50_000_000);
  expect(await trxOf(addresses.both)).toBe(0);
  expect(await trxOf(addresses.dust)).toBe(200_000);
  expect(await usdtOf(addresses.dust)).toBe(500_000);
});

test("neither deposits, nor the audit, nor the comparison with the chain are confused by it", async () => {
  const statuses = async () => {
    const { deposits } = await resultOf(desk, "deposit", "list");
    return (deposits as { status: string }[]).map(({ status }) => status).sort();
  };
  const isSolid = (all: string[]) => !all.includes("seen");
  expect(await until("all deposits are solid", statuses, isSolid)).toEqual([
    ...["below_minimum", "below_minimum"],
    ...["credited", "credited", "credited", "credited"],
  ]);
  expect((await auditOnce(sourceAt(join(directory, "desk.db")))).violations).toEqual([]);
  expect(await resultOf(desk, "reconcile")).toMatchObject({ differences: [] });
});

interface Signed {
  readonly txID: string;
  readonly raw_data_hex: string;
  readonly raw_data: Record<string, unknown>;
  readonly signature: readonly string[];
}

/** Signs a transaction with the key of an account that the sandbox or the desk's sandbox has. */
async function signedBy(address: string, transaction: object): Promise<Signed> {
  const path = nameOfFile();
  writeFileSync(path, JSON.stringify(transaction));
  const { stdout, status } = await desk("sandbox", "sign", address, "--transaction", path);
  if (status !== 0) throw new Error(stdout);
  return JSON.parse(stdout) as Signed;
}

const [STRANGER] = MNEMONIC_ACCOUNTS.slice(4) as [string];

/** A file like that of a plan, with these transactions, signed by whom it says. */
async function fileOf(
  sweep: SweepFile,
  ...transactions: readonly [signer: string, transaction: object][]
): Promise<string> {
  const signed: Partial<SweepEntry>[] = [];
  for (const [signer, transaction] of transactions) {
    signed.push({ transaction: await signedBy(signer, transaction) });
  }
  const path = nameOfFile();
  writeFileSync(path, JSON.stringify({ ...sweep, transactions: signed }));
  return path;
}

const refusalOf = async (path: string) => (await errorOf(desk, "sweep", "send", path)).message;

test("a file with anything else in it is refused whole, with the place and the reason", async () => {
  await pay(addresses.trx, "trx", "9");
  await pay(addresses.empty, "trx", "8");
  const sweep = await plan();
  expect(sweep).toMatchObject({ round: "sweep", transactions: [{}, {}] });
  const entryOf = (address: string) => {
    const entry = sweep.transactions.find(({ signer }) => signer === address);
    return must(entry, "an entry").transaction as Signed;
  };
  const good = entryOf(addresses.trx);
  const builder = tronweb.transactionBuilder;
  const { ref_block_bytes, ref_block_hash, expiration, timestamp } = good.raw_data as {
    ref_block_bytes: string;
    ref_block_hash: string;
    expiration: number;
    timestamp: number;
  };
  const blockHeader = { ref_block_bytes, ref_block_hash, expiration, timestamp };
  const transfer = (to: string, sun: number, header: object = {}) =>
    builder.sendTrx(to, sun, addresses.trx, { blockHeader: { ...blockHeader, ...header } });
  const from = addresses.trx;
  const refusals: [string, string, string | RegExp][] = [
    [
      "another receiver",
      await fileOf(
        sweep,
        [addresses.empty, entryOf(addresses.empty)],
        [from, await transfer(STRANGER, 1_000_000)],
      ),
      `FILE: transaction 2 (${from} sends 1 TRX to ${STRANGER}): a sweep goes to DEPOSIT_SWEEP_TO, ${SWEEP_TO}, alone`,
    ],
    [
      "more than there is",
      await fileOf(sweep, [from, await transfer(SWEEP_TO, 9_000_001)]),
      `${from} has 9 TRX`,
    ],
    [
      "more than there is, in two",
      await fileOf(sweep, [from, good], [from, await transfer(SWEEP_TO, 1)]),
      `FILE: transaction 2 (${from} sends 0.000001 TRX to ${SWEEP_TO}): ${from} has 0 TRX`,
    ],
    ["twice the same", await fileOf(sweep, [from, good], [from, good]), "it is in the file twice"],
    ["unsigned", sweep.path, "FILE: transaction 1: it has no signature"],
    [
      "signed by another key",
      await fileOf(sweep, [STRANGER, good]),
      `${STRANGER} signed it, which does not own ${from}`,
    ],
    [
      "expired",
      await fileOf(sweep, [
        from,
        await transfer(SWEEP_TO, 9, { expiration: timestamp - 1, timestamp: timestamp - 60_000 }),
      ]),
      "it has expired",
    ],
    [
      "a life longer than the chain's",
      await fileOf(sweep, [
        from,
        await transfer(SWEEP_TO, 9, { expiration: timestamp + 90_000_000 }),
      ]),
      "it expires later than the chain takes",
    ],
    [
      "a block of another chain",
      await fileOf(sweep, [from, await transfer(SWEEP_TO, 9, { ref_block_hash: "ab".repeat(8) })]),
      "it refers to a block that this chain does not have",
    ],
    [
      "another account's money",
      await fileOf(sweep, [
        STRANGER,
        await builder.sendTrx(SWEEP_TO, 5, STRANGER, { blockHeader }),
      ]),
      `${STRANGER} is no deposit address of this desk`,
    ],
    [
      "a delegation to nobody's address",
      await fileOf(sweep, [
        STRANGER,
        await builder.delegateResource(5_000_000, SWEEP_TO, "ENERGY", STRANGER, false, undefined, {
          blockHeader,
        }),
      ]),
      `${STRANGER} is no account of the pool`,
    ],
    [
      "a locked delegation",
      await fileOf(sweep, [
        STRANGER,
        await builder.delegateResource(5_000_000, from, "ENERGY", STRANGER, true, 100, {
          blockHeader,
        }),
      ]),
      "it holds more than the desk puts into one",
    ],
    [
      "another contract",
      await fileOf(sweep, [
        from,
        await builder.freezeBalanceV2(1_000_000, "ENERGY", from, { blockHeader }),
      ]),
      "a contract of type 54",
    ],
    [
      "a memo beside it",
      await fileOf(sweep, [
        from,
        await builder.addUpdateData(await transfer(SWEEP_TO, 9), "hello", "utf8"),
      ]),
      /FILE: transaction 1/,
    ],
  ];
  for (const [name, path, says] of refusals) {
    expect(await refusalOf(path), name).toEqual(
      typeof says === "string" ? expect.stringContaining(says) : expect.stringMatching(says),
    );
  }
  const foreign = nameOfFile();
  const text = readFileSync(await sign(sweep.path), "utf8");
  writeFileSync(foreign, text.replace(sweep.genesisId, "5".repeat(64)));
  expect(await refusalOf(foreign)).toContain("it was made for another network");
  for (const garbage of ["", "[]", "{}", "null", '{"transactions":[null]}', text.slice(0, 500)]) {
    writeFileSync(foreign, garbage);
    expect(await refusalOf(foreign)).toContain("must be a file of `desk sweep plan`");
  }
  expect(await trxOf(from)).toBe(9_000_000);
  expect(await trxOf(addresses.empty)).toBe(8_000_000);
  // What the plan says is still right.
  expect(statesOf(await send(await sign(sweep.path)))).toEqual(["done", "done"]);
});

test("stake that a rental delegates to such an address, unlocked, is not taken back with it", async () => {
  const { apiKey } = await resultOf(desk, "customer", "create", "--name", "a", "--credit", "100");
  const body = orderBody({ receiver: [addresses.dust] });
  const { body: created } = await createOrder(baseUrl, String(apiKey), body);
  const id = String(created.data.orders[0]?.orderId);
  const look = () => readOrder(baseUrl, String(apiKey), id);
  await until("it is delivered", look, ({ status }) => status === "completed");
  expect(await plan()).toMatchObject({ round: null });
  await pay(addresses.dust, "trx", "5");
  expect(await plan()).toMatchObject({ round: "sweep" });
});
