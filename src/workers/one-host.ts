/** Questions that make one picture are asked of one host; where there is only one, that is the chain as it is. */
import { isOfHost } from "../chain/hosts/bound-chain.js";
import type { Chain } from "../chain/port.js";

/** Of several, one that has told block `reached` at least: another would know nothing of what is in it. */
export function oneHost(chain: Chain, reached?: number | null): Chain {
  return chain.several?.inUse(reached ?? undefined) ?? chain;
}

/** Has it asked all that makes one picture: a host whose answers cannot be, or contradict each other, rests. */
export async function askOneHost(chain: Chain, ask: (host: Chain) => Promise<void>): Promise<void> {
  const host = oneHost(chain);
  try {
    await ask(host);
  } catch (error) {
    if (isOfHost(error)) chain.several?.doubted(host, error.message);
    throw error;
  }
}
