/** What the owners of stake do in a run: sellers with their own keys, and whoever pauses an owner that has work. */
import type { Address } from "../../../src/domain/address.js";
import { sun } from "../../../src/domain/money.js";
import { setPause } from "../../../src/store/owners.js";
import { addressOf } from "../../support/addresses.js";
import { type Command, create } from "./commands.js";
import { ownersTransaction } from "./paper-transaction.js";
import { LIFE_MS } from "./workers.js";
import type { World } from "./world.js";

const LOCKS = "wallet/getdelegatedresourcev2";
/** Longer than a Fast order is planned anew. */
const STALL_MS = 301_000;

type StakeMove = "delegate" | "undelegate";

/** A seller's own transaction of Energy; says whether the chain takes it. */
function act(
  world: World,
  kind: StakeMove,
  owner: Address,
  receiver: Address,
  stakeSun: number,
  lockPeriodBlocks = 0,
): boolean {
  const { timestampMs } = world.node.head;
  const frame = {
    reference: world.node.head,
    timestampMs: timestampMs + world.random.below(1_000),
    expiresAt: timestampMs + LIFE_MS,
  };
  const moved = { owner, receiver, resource: "energy", stakeSun: sun(stakeSun) } as const;
  const intent = kind === "delegate" ? { kind, ...moved, lockPeriodBlocks } : { kind, ...moved };
  return world.node.submit(ownersTransaction(intent, frame));
}

/** Legs of sellers whose stake is out, by the books. */
function sellersLegs(world: World) {
  return world
    .legs("seller_sun IS NOT NULL AND resource = 'energy' AND state = 'solidified'")
    .flatMap((leg) => (leg.stake_sun === null ? [] : [{ ...leg, stake_sun: leg.stake_sun }]));
}

function takeBack(world: World): void {
  const leg = world.random.maybeOf(sellersLegs(world));
  if (!leg) return;
  const { stake_sun: stakeSun, owner, receiver } = leg;
  if (!act(world, "undelegate", owner, receiver, stakeSun)) return;
  world.notes.push(`${owner} takes ${leg.id} back with their own key`);
  // Often to lend the same to the same wallet with their own key.
  if (world.random.chance(0.5)) act(world, "delegate", owner, receiver, stakeSun);
}

/** What is planned waits for longer than it is planned anew, and is moved from owner to owner meanwhile. */
async function stall(world: World): Promise<void> {
  const { random, hosts, workers } = world;
  hosts.silence(LOCKS, 2 + random.below(6));
  if (random.chance(0.5)) {
    const resourceAmount = random.of([100_000, 150_000, 220_000]);
    const receiver = [addressOf(1 + random.below(6))];
    await create(world, { resourceType: "Energy", resourceAmount, duration: "15m", receiver });
  }
  await pauseAtWork(world);
  world.mine(STALL_MS);
  if (random.chance(0.5)) await workers.run(["capacity"]);
  if (random.chance(0.5)) await pauseAtWork(world);
}

/** Pauses an owner that has planned legs, and lets the signer find it so. */
async function pauseAtWork(world: World): Promise<void> {
  const planned = world.legs("state = 'planned'").map(({ owner }) => owner);
  const owner = world.random.maybeOf(planned);
  if (owner === undefined) return;
  await world.workers.run(["follower"]);
  await world.database.commit(() => setPause(owner, "paused by the run"));
  await world.workers.run(["signer"]);
}

const toggled = (of: (world: World) => Set<Address>, weight: number): Command => ({
  weight,
  run: (world) => {
    const owner = world.random.of([...world.owners, ...world.sellers]);
    const set = of(world);
    if (!set.delete(owner)) set.add(owner);
  },
});

export const ownerCommands: Readonly<Record<string, Command>> = {
  offer: {
    weight: 3,
    run: async (world) => {
      const { random } = world;
      await world.offer(random.of(world.sellers), {
        minPrice: random.of([45, 50, 60, 61]),
        minChunk: random.of([20_000, 40_000]),
        keep: random.of([0, 10_000]),
        longestDuration: random.of(["30d", "1h"]),
        active: random.chance(0.75),
      });
    },
  },
  takeBack: { weight: 3, run: takeBack },
  takeBackAfterEnd: {
    weight: 2,
    run: (world) => {
      const ends = sellersLegs(world).map(({ expires_at }) => expires_at ?? 0);
      const end = Math.min(...ends);
      const laterMs = end - world.node.head.timestampMs + 6_000;
      if (ends.length === 0 || laterMs <= 0 || laterMs > 4 * 86_400_000) return;
      world.mine(laterMs);
      takeBack(world);
    },
  },
  lendPrivately: {
    weight: 2,
    run: (world) => {
      const { random } = world;
      const leg = random.maybeOf(sellersLegs(world));
      const owner = leg?.owner ?? random.of(world.sellers);
      const receiver = leg?.receiver ?? addressOf(1 + random.below(6));
      const stakeSun = leg?.stake_sun ?? 2_000_000_000;
      act(world, "delegate", owner, receiver, stakeSun, random.of([0, 0, 300]));
    },
  },
  endPrivate: {
    weight: 1,
    run: (world) => {
      const lent = world.node.head.stake.all.filter(
        ({ unlockedSun, lockedSun, deskSun }) => unlockedSun + lockedSun > deskSun,
      );
      const one = world.random.maybeOf(lent);
      if (!one) return;
      const ownSun = one.unlockedSun + one.lockedSun - one.deskSun;
      act(world, "undelegate", one.owner, one.receiver, ownSun);
    },
  },
  permission: toggled(({ node }) => node.revoked, 2),
  fees: toggled(({ node }) => node.broke, 1),
  // Locks that cannot be read keep legs planned.
  locksUnread: {
    weight: 3,
    run: ({ hosts, random }) => hosts.silence(LOCKS, 3 + random.below(12)),
  },
  pauseAtWork: { weight: 4, run: pauseAtWork },
  stall: { weight: 3, run: stall },
};
