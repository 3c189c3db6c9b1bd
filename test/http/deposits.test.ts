/** Deposits over HTTP and by the client: where to pay in, and what has come. */
import { EnergyDesk, type StatementLine } from "energy-desk-client";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import { confirmDepositKey } from "../../src/engine/deposits/addresses.js";
import { applyScanned, type ScannedBlock } from "../../src/engine/deposits/scan.js";
import { setUsdtRate } from "../../src/engine/deposits/usdt-rates.js";
import { depositCursor } from "../../src/store/deposits.js";
import { addressOf } from "../support/addresses.js";
import { DEPOSITS, money, RATE_SUN, solidOf, usdt } from "../support/deposits.js";
import { hashOf } from "../support/paper-chain.js";
import { call, expectError } from "./client.js";
import { startDesk, type TestDesk } from "./desk.js";

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk({ deposits: DEPOSITS });
});
afterAll(() => desk.close());

/** The block after those that were read. */
async function nextBlock(brought: ReturnType<typeof money>[]): Promise<ScannedBlock> {
  const { block_number, block_id } = must(
    await desk.engine.database.read(depositCursor),
    "a cursor",
  );
  const block = {
    number: block_number + 1,
    id: hashOf(`${block_number + 1}`),
    parentId: block_id,
    timestampMs: desk.clock.nowMs + 3_000,
  };
  return solidOf(block, brought);
}

test("an address once the key is confirmed, USDT once it has a rate, and each deposit as the chain shows it", async () => {
  const { apiKey: key } = await desk.customer(0);
  const offer = () =>
    call<{ address: Parameters<typeof money>[0]; accepts: object[] }>(desk, "/v1/deposit", { key });
  expectError(await offer(), 404, "NOT_FOUND");
  await confirmDepositKey(desk.engine, DEPOSITS.keys.first);
  const { data } = await offer();
  expect(data).toEqual({
    address: expect.stringMatching(/^T/),
    retired: [],
    network: "sandbox",
    accepts: [{ asset: "TRX", minimum: 1 }],
    credited: "solid",
  });
  await setUsdtRate(desk.engine, RATE_SUN, "test");
  expect((await offer()).data.accepts).toContainEqual({ asset: "USDT", minimum: 1, rateTrx: 3.2 });

  const { address } = data;
  const huge = usdt(address, { asset: addressOf(0xbad), amount: 10n ** 30n });
  const brought = [money(address), usdt(address), money(address, { amount: 1n }), huge];
  const block = await nextBlock(brought);
  await desk.database.commit(() => applyScanned([block], DEPOSITS.terms, desk.clock.nowMs));
  interface Page {
    readonly deposits: readonly object[];
    readonly nextCursor: string | null;
  }
  const page = (query = "") => call<Page>(desk, `/v1/deposits${query}`, { key });
  const all = (await page()).data;
  expect(all.nextCursor).toBeNull();
  const common = {
    depositId: expect.any(String),
    txid: expect.any(String),
    blockNumber: block.number,
  };
  const at = block.timestampMs;
  expect(all.deposits).toHaveLength(4);
  const lines = [
    { asset: "TRX", amount: 50, creditedTrx: 50, rate: null, status: "credited" },
    { asset: "USDT", amount: 20, creditedTrx: 64, rate: 3.2, status: "credited" },
    { asset: "TRX", amount: 0.000001, creditedTrx: 0, rate: null, status: "below_minimum" },
    {
      asset: addressOf(0xbad),
      amount: `1${"0".repeat(30)}`,
      creditedTrx: 0,
      rate: null,
      status: "unsupported",
    },
  ];
  for (const line of lines) expect(all.deposits).toContainEqual({ ...common, ...line, at });

  const first = (await page("?limit=3")).data;
  const second = (await page(`?limit=3&cursor=${first.nextCursor}`)).data;
  expect([...first.deposits, ...second.deposits]).toEqual(all.deposits);
  expect(second.nextCursor).toBeNull();
  expectError(await page("?cursor=nothing"), 400, "VALIDATION_FAILED");
  const other = await desk.customer(0);
  const path = `/v1/deposits?cursor=${first.nextCursor}`;
  const stolen = await call<Page>(desk, path, { key: other.apiKey });
  expect(stolen.data).toEqual({ deposits: [], nextCursor: null });
  const { data: balance } = await call<{ available: number }>(desk, "/v1/balance", { key });
  expect(balance.available).toBe(114);

  const client = new EnergyDesk({ baseUrl: desk.url, apiKey: key });
  onTestFinished(() => client.close());
  expect(await client.depositOffer()).toMatchObject({ address, accepts: [{}, { rateTrx: 3.2 }] });
  const listed: object[] = [];
  for await (const one of client.deposits({ pageSize: 3 })) listed.push(one);
  expect(listed).toEqual(all.deposits);
  const statement: StatementLine[] = [];
  for await (const line of client.statement({ pageSize: 1 })) statement.push(line);
  expect(statement.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["deposit", 50],
    ["deposit", 64],
  ]);
});
