/** Reads that belong together go to one host; with a single host that is the chain itself. */
import { isOfHost } from "../chain/hosts/bound-chain.js";
import type { Chain } from "../chain/port.js";

/** One of several hosts, which has reported block `reached` at least: another would not know what is in it. */
export function oneHost(chain: Chain, reached?: number | null): Chain {
  return chain.several?.inUse(reached ?? undefined) ?? chain;
}

/** Makes all reads on one host; a host whose answers are impossible or contradict each other rests. */
export async function askOneHost(chain: Chain, ask: (host: Chain) => Promise<void>): Promise<void> {
  const host = oneHost(chain);
  try {
    await ask(host);
  } catch (error) {
    doubt(chain, host, error);
    throw error;
  }
}

/** Lets a host of several rest where this is its fault. */
export function doubt(chain: Chain, host: Chain, error: unknown): void {
  if (isOfHost(error)) chain.several?.doubted(host, error.message);
}

/** The host that is read from, for the operator. */
export function nameOfHost({ several }: Chain): string {
  const inUse = several?.states().find(({ use }) => use === "reading");
  return inUse ? `node ${inUse.label}` : "the node";
}
