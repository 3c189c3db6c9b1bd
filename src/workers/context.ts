/** What every worker works with. */
import type { Logger } from "pino";
import type { Chain } from "../chain/port.js";
import type { Address } from "../domain/address.js";
import type { Engine } from "../engine/context.js";

export interface WorkerContext {
  readonly engine: Engine;
  readonly chain: Chain;
  readonly logger: Logger;
  /** The key that delegates for all pool owners. */
  readonly operator: { readonly privateKeyHex: string; readonly address: Address };
  /** Real time of a block: how often the chain is looked at. */
  readonly blockMs: number;
  /** Chain time a transaction lives. */
  readonly transactionLifeMs: number;
  /** Real time between two broadcasts of the same bytes. */
  readonly resendEveryMs: number;
  readonly auditEveryMs: number;
}

/** Chain time by which a replica may lag: added before a transaction counts as dead. */
export const DEATH_MARGIN_MS = 60_000;
