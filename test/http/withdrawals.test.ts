/** Withdrawals over HTTP: who may, once a key, page by page, cancelled until signed. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import { receiveUpdates } from "../../src/engine/chat/inbox.js";
import { issueKey } from "../../src/engine/customers/customers.js";
import { issuePendingKey, keyShown } from "../../src/engine/customers/own-keys.js";
import { paidIn } from "../support/withdrawals.js";
import { type Answer, call, expectError } from "./client.js";
import { startDesk, type TestDesk, wallet } from "./desk.js";

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const BODY = { address: wallet(7), amount: 10 };
const PATH = "/v1/withdrawals";

interface Shown {
  readonly withdrawalId: string;
  readonly status: string;
  readonly [field: string]: unknown;
}

interface Page {
  readonly withdrawals: readonly Shown[];
  readonly nextCursor: string | null;
}

/** A customer with a gift of 20 TRX and 50 TRX of their own, and a key that may withdraw. */
async function payer() {
  const { customerId, apiKey } = await desk.customer(20, "gift");
  await desk.database.commit(() => paidIn(customerId, sun(50_000_000), 1));
  const { apiKey: key } = await issueKey(desk.engine, customerId, { mayWithdraw: true });
  let calls = 0;
  const withdraw = (body: unknown = BODY, idempotencyKey?: string) => {
    calls += 1;
    const headers = { "idempotency-key": idempotencyKey ?? `w-${calls}` };
    return call<Shown>(desk, PATH, { key, body, headers });
  };
  return { customerId, key, plainKey: apiKey, withdraw };
}

const cancel = (key: string, id: string) =>
  call<Shown>(desk, `${PATH}/${id}/cancel`, { key, method: "POST" });
const balance = async (key: string) => (await call(desk, "/v1/balance", { key })).data;

test("holds the amount and the fee, and gives them back when it is cancelled", async () => {
  const { key, withdraw } = await payer();
  expect(await balance(key)).toEqual({ available: 70, held: 0, withdrawable: 50 });
  const { status, data } = await withdraw();
  expect(status).toBe(200);
  const createdAt = desk.clock.nowMs;
  expect(data).toEqual({
    ...{ withdrawalId: data.withdrawalId, status: "approval", ...BODY, fee: 1, createdAt },
    newAddress: true,
    ...{ dueAt: createdAt + 86_400_000, finishedAt: null, txid: null, reason: null },
  });
  expect(await balance(key)).toEqual({ available: 59, held: 11, withdrawable: 39 });
  const cancelled = await cancel(key, data.withdrawalId);
  expect(cancelled.data).toMatchObject({ status: "cancelled", finishedAt: desk.clock.nowMs });
  expect((await cancel(key, data.withdrawalId)).data).toEqual(cancelled.data);
  expect(await balance(key)).toEqual({ available: 70, held: 0, withdrawable: 50 });
});

describe("the right", () => {
  test("is needed: no key has it that was not issued with it", async () => {
    const { plainKey, customerId } = await payer();
    const { engine } = desk;
    const issuing = { updateId: 1, customerId, issued: 2 };
    await receiveUpdates(engine, [{ updateId: 1, lane: "l", body: "{}" }]);
    const issued = await issuePendingKey(engine, issuing);
    if (issued.kind !== "issued") throw new Error(issued.kind);
    await keyShown(engine, issued.keyId);
    for (const key of [plainKey, issued.apiKey]) {
      const headers = { "idempotency-key": "k" };
      const answer = await call(desk, PATH, { key, body: BODY, headers });
      expectError(answer, 403, "FORBIDDEN");
      expect(answer.error.message).toContain("--withdraw");
    }
  });

  test("is not needed to look, or to cancel", async () => {
    const { plainKey, withdraw } = await payer();
    const { withdrawalId } = (await withdraw()).data;
    expect((await call(desk, PATH, { key: plainKey })).status).toBe(200);
    expect((await cancel(plainKey, withdrawalId)).data.status).toBe("cancelled");
  });
});

describe("the Idempotency-Key", () => {
  test("is needed", async () => {
    const { key } = await payer();
    const answer = await call(desk, PATH, { key, body: BODY });
    expectError(answer, 400, "VALIDATION_FAILED");
    expect(answer.error.details).toMatchObject([{ path: "Idempotency-Key" }]);
  });

  test("makes the same call one withdrawal, byte for byte, and takes no other body", async () => {
    const { key, withdraw } = await payer();
    const first = await withdraw(BODY, "once");
    await cancel(key, first.data.withdrawalId);
    const again = await withdraw({ ...BODY, note: "ignored" }, '"once"');
    expect(again.text).toBe(first.text);
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expectError(await withdraw({ ...BODY, amount: 11 }, "once"), 422, "IDEMPOTENCY_KEY_REUSED");
    expect(await balance(key)).toMatchObject({ available: 70 });
  });

  test("is another one than an order's", async () => {
    const { key, withdraw } = await payer();
    const order = {
      type: "Fast",
      resourceType: "Energy",
      receiver: [wallet(0)],
      resourceAmount: 65_000,
      duration: "1h",
    };
    const headers = { "idempotency-key": "both" };
    const ordered = await call(desk, "/v1/order/create", { key, body: order, headers });
    expect(ordered.status).toBe(200);
    expect((await withdraw(BODY, "both")).data.status).toBe("approval");
  });
});

test("more than withdrawable is refused with what there is", async () => {
  const { key, withdraw } = await payer();
  const answer = await withdraw({ ...BODY, amount: 49.000001 });
  expectError(answer, 402, "INSUFFICIENT_BALANCE");
  expect(answer.error.details).toEqual({ required: 50.000001, available: 50 });
  expect((await withdraw({ ...BODY, amount: 49 })).status).toBe(200);
  expect(await balance(key)).toEqual({ available: 20, held: 50, withdrawable: 0 });
});

test("20 may be open: the next is refused until one is over, and takes nothing", async () => {
  const { key, withdraw } = await payer();
  const small = { ...BODY, amount: 1 };
  const { data } = await withdraw(small, "first");
  for (let open = 2; open <= 20; open += 1) expect((await withdraw(small)).status).toBe(200);
  const before = await balance(key);
  expectError(await withdraw(small), 409, "TOO_MANY_OPEN");
  expect(await balance(key)).toEqual(before);
  expect((await withdraw(small, "first")).data).toEqual(data);
  expect((await (await payer()).withdraw(small)).status).toBe(200);
  await cancel(key, data.withdrawalId);
  expect((await withdraw(small)).status).toBe(200);
  expectError(await withdraw(small), 409, "TOO_MANY_OPEN");
});

test.each([
  [{ address: BODY.address }, "amount"],
  [{ amount: 10 }, "address"],
  [{ ...BODY, amount: "10" }, "amount"],
  [{ ...BODY, amount: 0 }, "amount"],
  [{ ...BODY, amount: -1 }, "amount"],
  [{ ...BODY, amount: 1.0000001 }, "amount"],
  [{ ...BODY, amount: 0.5 }, "amount"],
  [{ ...BODY, amount: 1e300 }, "amount"],
  [{ ...BODY, address: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdX" }, "address"],
  [{ ...BODY, adress: BODY.address }, "adress"],
])("%o is refused with the name of the field", async (body, path) => {
  const { withdraw } = await payer();
  const answer = await withdraw(body);
  expectError(answer, 400, "VALIDATION_FAILED");
  expect(answer.error.details).toMatchObject([{ path }]);
});

test("without an answer of the node nothing is taken", async () => {
  const { key, withdraw } = await payer();
  const { lookUp } = desk.chain;
  desk.chain.lookUp = () => Promise.reject(new Error("away"));
  const answer = await withdraw({ ...BODY, address: wallet(98) });
  desk.chain.lookUp = lookUp;
  expectError(answer, 503, "CHAIN_UNAVAILABLE");
  expect(await balance(key)).toMatchObject({ available: 70 });
});

test("lists are newest first, page by page, and one's own", async () => {
  const [one, other] = [await payer(), await payer()];
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    desk.clock.nowMs += 1;
    ids.unshift((await one.withdraw({ ...BODY, amount: 1 })).data.withdrawalId);
  }
  const page = (query: string, key = one.key): Promise<Answer<Page>> =>
    call<Page>(desk, `${PATH}${query}`, { key });
  const first = (await page("?limit=2")).data;
  expect(first.withdrawals.map(({ withdrawalId }) => withdrawalId)).toEqual(ids.slice(0, 2));
  const second = (await page(`?limit=2&cursor=${first.nextCursor}`)).data;
  expect(second.withdrawals.map(({ withdrawalId }) => withdrawalId)).toEqual(ids.slice(2));
  expect(second.nextCursor).toBeNull();
  expect((await page("", other.key)).data.withdrawals).toEqual([]);
  expectError(await page("?cursor=x"), 400, "VALIDATION_FAILED");
  expectError(await cancel(other.key, ids[0] ?? ""), 404, "NOT_FOUND");
  expectError(await cancel(one.key, "x"), 404, "NOT_FOUND");
});
