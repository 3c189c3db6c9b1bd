/** What owners can delegate, read as one picture of a chain that the desk has followed. */
import type { Chain } from "../chain/port.js";
import type { Address } from "../domain/address.js";
import type { OwnerSnapshot } from "../domain/stake.js";
import type { Engine } from "../engine/context.js";
import { readCursor, readFollowed } from "../engine/legs/open-work.js";
import { allDone } from "./all-done.js";

const TOUCHED_EVERY_MS = 10_000;
/** The same in blocks of a chain that is faster than TRON's. */
const TOUCHED_EVERY_BLOCKS = 10 / 3;

/** How often owners are read whose delegations the chain may count by now: once for all orders of that time together. */
export function touchedPaceMs(blockMs: number): number {
  return Math.min(TOUCHED_EVERY_MS, TOUCHED_EVERY_BLOCKS * blockMs);
}

export type StakeSource = Pick<Chain, "head" | "delegatableSun" | "block">;

/**
 * Undefined while the node stands on another fork than the desk has followed: what the fork dropped would count as free,
 * though it is not given up yet. The follower finds the fork, and the next look reads again.
 */
export async function readStake(
  { engine, chain }: { readonly engine: Engine; readonly chain: StakeSource },
  owners: readonly Address[],
): Promise<readonly OwnerSnapshot[] | undefined> {
  // The head is read first, so the pictures hold at least what was included by then. One that was told to somebody else before would
  // not say so: a node that has gone back since, or another one behind its address, may show less.
  const head = await chain.head();
  // Reservations end by its number.
  if (!engine.chainClock.sawHead(head)) return undefined;
  const block = head.number;
  const snapshots = await allDone(
    owners.map(async (owner): Promise<OwnerSnapshot> => {
      const [energy, bandwidth] = await Promise.all([
        chain.delegatableSun(owner, "energy"),
        chain.delegatableSun(owner, "bandwidth"),
      ]);
      return { owner, block, delegatableSun: { energy, bandwidth } };
    }),
  );
  const cursor = await readCursor(engine);
  const ours = cursor && (await readFollowed(engine, Math.min(block, cursor.number)));
  // It is behind all that can be compared.
  if (cursor && !ours) return undefined;
  const theirs = ours && (await chain.block(ours.number));
  return theirs && theirs.id !== ours.id ? undefined : snapshots;
}
