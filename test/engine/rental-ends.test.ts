/** The end of a rental is told in time, by chain time: each end once, and not where it was extended. */
import { expect, test } from "vitest";
import { insertExtension } from "../../src/store/chat/watched-batches.js";
import { addressesOf, addressOf } from "../support/addresses.js";
import { openDesk } from "../support/desk.js";
import { batchOf, kinds, lastDraft, order, pass, told, watched } from "../support/notifications.js";
import { NO_POOL, openSeller } from "../support/sellers.js";
import { deliver, mine, passRentals, send, sign, solidify } from "../support/steps.js";

const DAY_MS = 86_400_000;
const MANUAL = { type: "Manual", price: 60, options: { allow_partial: true, partial_min: 20_000 } };

test.each([
  ["1h", 3_600_000, 300_000],
  ["3h", 3 * 3_600_000, 300_000],
  ["1d", DAY_MS, 3_600_000],
  ["30d", 30 * DAY_MS, 3_600_000],
])(
  "the end of a rental of %s is told in time, by chain time, and once",
  async (duration, lasts, lead) => {
    const desk = await openDesk();
    await order(desk, { duration });
    await deliver(desk);
    await solidify(desk);
    expect(await kinds(desk)).toEqual(["completed"]);
    const endsAt = Number(desk.legs()[0]?.expires_at);
    // Wall time alone ends nothing.
    desk.clock.nowMs += 2 * lasts;
    expect(await kinds(desk)).toEqual(["completed"]);
    await pass(desk, endsAt - lead - desk.chain.head.timestampMs - 1_000);
    expect(await kinds(desk)).toEqual(["completed"]);
    await pass(desk, 3_000);
    expect(await told(desk)).toMatchObject([
      { kind: "completed" },
      { kind: "ending", ending: { at: endsAt, units: 65_000, receivers: [addressOf(1)] } },
    ]);
    expect(watched(desk)).toEqual([]);
  },
);

test("an end that was missed is not told when it is over", async () => {
  const desk = await openDesk();
  await order(desk);
  await deliver(desk);
  await solidify(desk);
  await told(desk);
  await passRentals(desk);
  expect(await kinds(desk)).toEqual(["completed"]);
  expect(watched(desk)).toEqual([]);
});

test("ends that come close together are told together", async () => {
  const desk = await openDesk();
  await order(desk, { receiver: addressesOf(1, 2) });
  await sign(desk);
  await send(desk);
  for (const { txid } of desk.legs()) await mine(desk, [String(txid)], true, 30_000);
  await solidify(desk);
  await told(desk);
  const endsAt = Number(desk.legs()[0]?.expires_at);
  for (const leadMs of [299_000, 200_000]) {
    await pass(desk, endsAt - leadMs - desk.chain.head.timestampMs);
    expect(await told(desk)).toMatchObject([
      { kind: "completed" },
      { kind: "ending", ending: { at: endsAt, units: 130_000, receivers: addressesOf(1, 2) } },
    ]);
  }
});

test("the end of a rental is told for each end of a call, unless its extension was bought", async () => {
  for (const isExtended of [false, true]) {
    const desk = await openDesk();
    const [first] = await order(desk, { receiver: addressesOf(1, 2) });
    await sign(desk);
    await send(desk);
    const [one, other] = desk.legs().map(({ txid }) => String(txid));
    await mine(desk, [String(one)]);
    await pass(desk, 300_000);
    await mine(desk, [String(other)]);
    await solidify(desk);
    const ends = desk.legs().map(({ expires_at }) => Number(expires_at));
    await pass(desk, Number(ends[0]) - 299_000 - desk.chain.head.timestampMs);
    await told(desk);
    if (isExtended) {
      await order(desk, { receiver: [addressOf(2)], duration: "1d" });
      const draftId = lastDraft();
      const batchId = await batchOf(desk, first);
      await desk.commit(() => insertExtension(draftId, batchId));
    }
    await pass(desk, Number(ends[1]) - 299_000 - desk.chain.head.timestampMs);
    const ending = (await told(desk)).filter(({ kind }) => kind === "ending");
    expect(ending.map((news) => "ending" in news && news.ending?.receivers)).toEqual(
      isExtended ? [[addressOf(1)]] : [[addressOf(1)], [addressOf(2)]],
    );
    desk.close();
  }
});

test("it comes also for parts of an order that still waits for others", async () => {
  const desk = await openDesk(NO_POOL);
  await openSeller(desk, { units: 40_000 });
  await order(desk, { ...MANUAL, resourceAmount: 100_000 });
  await deliver(desk);
  await solidify(desk);
  await told(desk);
  const endsAt = Number(desk.legs()[0]?.expires_at);
  await pass(desk, endsAt - 299_000 - desk.chain.head.timestampMs);
  expect(await told(desk)).toMatchObject([
    { kind: "partial", filledUnits: 40_000 },
    { kind: "ending", ending: { at: endsAt, units: 40_000 } },
  ]);
});
