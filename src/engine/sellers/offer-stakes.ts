/** The units of an offer as stake, because a seller's capacity is counted in stake. */

import { must } from "../../domain/assert.js";
import { type Duration, durationWith } from "../../domain/duration.js";
import {
  type Headroom,
  type StakeRatio,
  stakeWithHeadroom,
  unitsOfStake,
} from "../../domain/stake.js";
import type { OfferRow } from "../../store/offers.js";

/** More stake than anybody has, for amounts whose stake would be no safe integer. */
const BEYOND_ANYBODY_SUN = Math.floor(Number.MAX_SAFE_INTEGER / 2);

/** Calculated for the longest rental, whose headroom is the largest. */
export function stakesOf(
  terms: Pick<OfferRow, "longest_seconds" | "chunk_units" | "kept_units">,
  ratio: StakeRatio,
  headroom: Headroom,
): Pick<OfferRow, "chunk_sun" | "kept_sun"> {
  const longest = durationOf(terms.longest_seconds);
  const stakeSun = (units: number) =>
    unitsOfStake(BEYOND_ANYBODY_SUN, ratio) < units
      ? BEYOND_ANYBODY_SUN
      : stakeWithHeadroom(units, ratio, longest, headroom);
  return {
    chunk_sun: stakeSun(terms.chunk_units),
    kept_sun: terms.kept_units === 0 ? 0 : stakeSun(terms.kept_units),
  };
}

export function durationOf(seconds: number): Duration {
  return must(durationWith(seconds), `no duration has ${seconds} seconds`);
}
