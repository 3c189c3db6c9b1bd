/** The end of a lock decides how long stake stays out: one answer of a node does not. */
import { expect, test } from "vitest";
import type { Chain, DelegatedRecord } from "../../src/chain/port.js";
import { must } from "../../src/domain/assert.js";
import { everyNth } from "../support/forms.js";
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

async function final(rig: Rig): Promise<void> {
  await mineUntil(rig, "it is delivered", () => leg(rig).state === "included");
  await solidified(rig);
}

test("is known from its block: the record is read before it is signed, and then at the end of the rental", async () => {
  const { rig, node, end } = await lockedLeg();
  await final(rig);
  await rig.mine(3);
  await followed(rig);
  expect(leg(rig).expires_at).toBe(await end());
  expect(node).toMatchObject({ asked: 1, solidAsked: 0 });
});

test("is moved by a further lock of the record, of both alike", async () => {
  const { rig, end } = await lockedLeg();
  await final(rig);
  const firstEnd = await end();
  await rig.mine(2);
  await rig.desk.order(ALICE);
  await includePending(rig);
  await mineUntil(rig, "both are delivered", () =>
    legs(rig).every(({ block_number }) => block_number),
  );
  expect(await end()).toBeGreaterThan(firstEnd);
  for (const { expires_at } of legs(rig)) expect(expires_at).toBe(await end());
});

test("of a lock that the owner prolonged is taken over, and waited for", async () => {
  const { rig, end } = await lockedLeg();
  await final(rig);
  const { owner, receiver } = leg(rig);
  await rig.delegateOutside({ owner, receiver, stakeSun: 1e7, lockPeriodBlocks: 1_200 });
  await rig.mine(1, RENTAL_MS);
  const longer = await end();
  await mineUntil(rig, "its end is taken over", () => leg(rig).expires_at === longer);
  expect(leg(rig).state).toBe("solidified");
  await rig.mine(1, HOUR_MS);
  await mineUntil(rig, "it is back", () => leg(rig).state === "reclaimed");
});

test.each(everyNth(["served", "not served"] as const, 2))(
  "of a rental that is over holds only while the node goes on telling it (solidified records %s)",
  async (solidState) => {
    const { rig, node } = await lockedLeg(solidState);
    await final(rig);
    const { expires_at: end } = leg(rig);
    // Beyond the longest lock of the network: never believed.
    node.laterMs = YEAR_MS;
    node.solidLaterMs = YEAR_MS;
    await rig.mine(1, RENTAL_MS);
    const { asked } = node;
    await mineUntil(rig, "it is looked at", () => node.asked > asked + 3);
    expect(leg(rig)).toMatchObject({ state: "solidified", expires_at: end });
    // The solidified state does not agree.
    node.laterMs = DAY_MS;
    if (solidState === "served") {
      await mineUntil(rig, "the solidified state is asked", () => node.solidAsked > 1);
      expect(leg(rig)).toMatchObject({ state: "solidified", expires_at: end });
    }
    node.laterMs = 0;
    await mineUntil(rig, "it is back", () => leg(rig).state === "reclaimed");
  },
);
