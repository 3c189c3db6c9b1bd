/** The statement over HTTP: every movement once, page by page, with the balances after each. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, create, expectError } from "./client.js";
import { fastOrder, startDesk, type TestDesk, wallets } from "./desk.js";

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

interface Line {
  readonly at: number;
  readonly kind: string;
  readonly amount: number;
  readonly available: number;
  readonly held: number;
  readonly [field: string]: unknown;
}
interface Page {
  readonly lines: readonly Line[];
  readonly nextCursor: string | null;
}
const page = (key: string, query = "") => call<Page>(desk, `/v1/statement${query}`, { key });

test("each movement with its kind, its order, and the balances after it", async () => {
  const { apiKey } = await desk.customer(100);
  const { data } = await create(desk, apiKey, fastOrder({ reference: "invoice 7" }));
  const orderId = data.orders[0]?.orderId ?? "";
  await call(desk, `/v1/order/${orderId}/cancel`, { key: apiKey, method: "POST" });
  const { data: read } = await page(apiKey);
  expect(read.nextCursor).toBeNull();
  const at = desk.clock.nowMs;
  expect(read.lines).toEqual([
    { at, kind: "payment", amount: 100, available: 100, held: 0, note: "opening of the account" },
    { at, kind: "hold", amount: 3.9, available: 96.1, held: 3.9, orderId, reference: "invoice 7" },
    { at, kind: "refund", amount: 3.9, available: 100, held: 0, orderId, reference: "invoice 7" },
  ]);
});

describe("pages", () => {
  test("a page that holds the last movement is the last one", async () => {
    const { apiKey } = await desk.customer();
    const { data }: { data: Page } = await page(apiKey, "?limit=1");
    expect(data).toMatchObject({ lines: [{ kind: "payment" }], nextCursor: null });
  });

  test("hold each line once, while others are booked, and periods only their own", async () => {
    const { apiKey } = await desk.customer(1_000);
    const startMs = desk.clock.nowMs;
    desk.clock.nowMs += 60_000;
    await create(desk, apiKey, fastOrder({ receiver: wallets(20) }));
    const lines: Line[] = [];
    let cursor: string | null = null;
    do {
      const more: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const { data }: { data: Page } = await page(apiKey, `?limit=7${more}`);
      lines.push(...data.lines);
      cursor = data.nextCursor;
      desk.clock.nowMs += 10;
      if (lines.length === 7) await create(desk, apiKey, fastOrder());
    } while (cursor !== null);
    expect(lines.map(({ kind }) => kind)).toEqual(["payment", ...Array(21).fill("hold")]);
    for (const [at, line] of lines.entries()) {
      const before = lines[at - 1];
      if (before) expect(line.held).toBeCloseTo(before.held + line.amount, 6);
    }
    const first = await page(apiKey, `?to=${startMs}`);
    expect(first.data.lines.map(({ kind }) => kind)).toEqual(["payment"]);
    const later = await page(apiKey, `?from=${startMs + 60_001}`);
    expect(later.data.lines).toHaveLength(1);
  });

  test.each([
    ["?limit=0", "limit"],
    ["?from=yesterday", "from"],
    ["?cursor=", "cursor"],
    ["?cursor=1a20ac03d65000d6a2fe4303:hold", "cursor"],
    ["?until=5", "until"],
  ])("%s is refused with the name of the parameter", async (query, path) => {
    const { apiKey } = await desk.customer(1);
    const answer = await page(apiKey, query);
    expectError(answer, 400, "VALIDATION_FAILED");
    expect(answer.error.details).toMatchObject([{ path }]);
  });

  test("somebody else's cursor is none", async () => {
    const [one, other] = [await desk.customer(1), await desk.customer(1)];
    const cursor = `opening:${one.customerId}`;
    expect((await page(one.apiKey, `?cursor=${cursor}`)).status).toBe(200);
    expectError(await page(other.apiKey, `?cursor=${cursor}`), 400, "VALIDATION_FAILED");
  });
});
