/** The end of a lock decides how long stake stays out: one answer of a node does not. */
import { expect, test } from "vitest";
import type { Chain, DelegatedRecord } from "../../src/chain/port.js";
import { must } from "../../src/domain/assert.js";
import { everyNth, longTest } from "../support/forms.js";
import { until } from "../support/until.js";
import { rounds } from "./held-back.js";
import { ALICE, RENTAL_MS, type Rig, startRig } from "./rig.js";
import { followed, includePending, legs, mineUntil, solidified } from "./steps.js";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

/** A node that adds to the ends of locks; what it adds at the head and in the solidified state. */
async function lockedLeg(solidState: "served" | "not served" = "served") {
  const node = { laterMs: 0, solidLaterMs: 0, asked: 0, solidAsked: 0 };
  const later = (record: DelegatedRecord, ms: number): DelegatedRecord =>
    record.lockExpiresAt > 0 ? { ...record, lockExpiresAt: record.lockExpiresAt + ms } : record;
  const wrapChain = (chain: Chain): Chain => ({
    ...chain,
    async delegated(...call) {
      const record = await chain.delegated(...call);
      node.asked += 1;
      return later(record, node.laterMs);
    },
    async solidDelegated(...call) {
      node.solidAsked += 1;
      if (solidState === "not served") return undefined;
      const record = await chain.solidDelegated(...call);
      return record && later(record, node.solidLaterMs);
    },
  });
  const rig = await startRig({ owners: 1, wrapChain });
  await rig.desk.order(ALICE);
  const end = async () => {
    const { owner, receiver } = must(legs(rig)[0], "a leg");
    return (await rig.recordOf(owner, receiver)).lockExpiresAt;
  };
  return { rig, node, end };
}

const leg = (rig: Rig) => must(legs(rig)[0], "a leg");
/** By the signer before it, and once more when it was delivered. */
const firstRead = (node: { readonly asked: number }) => until("it is read", () => node.asked > 1);
const isRead = (rig: Rig) => () => leg(rig).expiry_read === 1;

test.each(everyNth(["served", "not served"] as const, 2))(
  "counts after two readings, the second when the delegation is final (solidified records %s)",
  async (solidState) => {
    const { rig, node, end } = await lockedLeg(solidState);
    await mineUntil(rig, "it is delivered", () => leg(rig).state === "included");
    await firstRead(node);
    await rounds(rig, "lock reader", 2);
    expect(leg(rig).expiry_read).toBe(0);
    await solidified(rig);
    await mineUntil(rig, "it is read again", isRead(rig));
    expect(node.solidAsked).toBeGreaterThan(0);
    expect(leg(rig).expires_at).toBe(await end());
  },
);

test("does not shorten that of a delegation which came after the reading", async () => {
  const { rig, node, end } = await lockedLeg();
  await mineUntil(rig, "it is delivered", () => leg(rig).state === "included");
  await firstRead(node);
  const firstEnd = await end();
  await rig.mine(2);
  const second = await rig.desk.order(ALICE);
  await includePending(rig);
  await until("the first is read again", () => legs(rig).some((one) => one.expiry_read === 1));
  const { state, expiry_read } = must(rig.desk.readLegs(second)[0], "its leg");
  expect({ state, expiry_read }).toEqual({ state: "included", expiry_read: 0 });
  expect(await end()).toBeGreaterThan(firstEnd);
  for (const { expires_at } of legs(rig)) expect(expires_at).toBe(await end());
});

test("does not count when only one reading tells it", async () => {
  const { rig, node, end } = await lockedLeg();
  node.laterMs = DAY_MS;
  await mineUntil(rig, "it is delivered", () => leg(rig).state === "included");
  await firstRead(node);
  await rounds(rig, "lock reader", 2);
  node.laterMs = 0;
  await solidified(rig);
  await mineUntil(rig, "it is read", isRead(rig));
  expect(leg(rig).expires_at).toBe(await end());
});

test("does not count when the solidified state tells another", async () => {
  const { rig, node, end } = await lockedLeg();
  node.laterMs = DAY_MS;
  await mineUntil(rig, "it is delivered", () => leg(rig).state === "included");
  await solidified(rig);
  await mineUntil(rig, "the solidified state is asked", () => node.solidAsked > 1);
  expect(leg(rig)).toMatchObject({ expiry_read: 0, expires_at: await end() });
});

test("does not count beyond the longest lock of the network, however often it is told", async () => {
  const { rig, node, end } = await lockedLeg();
  node.laterMs = YEAR_MS;
  node.solidLaterMs = YEAR_MS;
  await mineUntil(rig, "it is delivered", () => leg(rig).state === "included");
  await solidified(rig);
  await rig.mine(2);
  await followed(rig);
  await rounds(rig, "lock reader", 3);
  expect(leg(rig)).toMatchObject({ expiry_read: 0, expires_at: await end() });
});

test("of a lock that the owner prolonged is taken over, and waited for", async () => {
  const { rig, end } = await lockedLeg();
  await mineUntil(rig, "it is delivered", () => leg(rig).state === "included");
  await solidified(rig);
  await mineUntil(rig, "its end is read", isRead(rig));
  const { owner, receiver } = leg(rig);
  await rig.delegateOutside({ owner, receiver, stakeSun: 1e7, lockPeriodBlocks: 1_200 });
  await rig.mine(1, RENTAL_MS);
  const longer = await end();
  await mineUntil(rig, "its end is taken over", () => leg(rig).expires_at === longer);
  expect(leg(rig).state).toBe("solidified");
  await rig.mine(1, HOUR_MS);
  await mineUntil(rig, "it is back", () => leg(rig).state === "reclaimed");
});

longTest("of a rental that is over holds only while the node goes on telling it", async () => {
  const { rig, node } = await lockedLeg();
  await mineUntil(rig, "it is delivered", () => leg(rig).state === "included");
  await solidified(rig);
  await mineUntil(rig, "its end is read", isRead(rig));
  const { expires_at: end } = leg(rig);
  node.laterMs = YEAR_MS;
  await rig.mine(1, RENTAL_MS);
  const { asked } = node;
  await mineUntil(rig, "it is looked at", () => node.asked > asked + 3);
  expect(leg(rig)).toMatchObject({ state: "solidified", expires_at: end });
  node.laterMs = DAY_MS;
  await mineUntil(rig, "the solidified state is asked", () => node.solidAsked > 1);
  expect(leg(rig)).toMatchObject({ state: "solidified", expires_at: end });
  node.laterMs = 0;
  await mineUntil(rig, "it is back", () => leg(rig).state === "reclaimed");
});
