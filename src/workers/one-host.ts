/** Questions that make one picture are asked of one host; where there is only one, that is the chain as it is. */
import type { Chain } from "../chain/port.js";

/** Of several, one that has told block `reached` at least: another would know nothing of what is in it. */
export function oneHost(chain: Chain, reached?: number | null): Chain {
  return chain.several?.inUse(reached ?? undefined) ?? chain;
}
