/** The TRON node the desk works with: the one of the settings, or the embedded sandbox. */

import { StartProblem, startTronNodeInWorker } from "tron-sandbox/in-worker";
import { type Config, placeTaken, readOperatorKey, readPayoutKey } from "../config.js";
import { besideDatabase } from "../control/beside-database.js";
import { type Address, address } from "../domain/address.js";
import { assert } from "../domain/assert.js";
import { addressOfKey } from "../domain/public-key.js";

export interface NodeConnection {
  readonly url: string;
  /** The directory of the embedded sandbox's chain. */
  readonly ownChain?: string;
  readonly operator: { readonly privateKeyHex: string; readonly address: Address };
  readonly poolOwners: readonly Address[];
  /** The account that pays sellers; undefined when payouts are off. */
  readonly payout?: { readonly privateKeyHex: string; readonly address: Address };
  close(): Promise<void>;
}

/** A node's address for people and the log, without its path, which may be a key. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return pathname === "/" ? origin : `${origin}/…`;
}

/** `onNodeLost` is called when the embedded node ends by itself. */
export async function connectNode(
  config: Config,
  onNodeLost: (reason: string) => void,
): Promise<NodeConnection> {
  const { tronFullHost, poolOwners } = config;
  if (tronFullHost === undefined) return startSandbox(config, onNodeLost);
  const privateKeyHex = readOperatorKey(config);
  assert(privateKeyHex && poolOwners, "the configuration was checked for both");
  const payoutKeyHex = readPayoutKey(config);
  return {
    url: tronFullHost,
    operator: keyed(privateKeyHex),
    poolOwners,
    ...(payoutKeyHex === undefined ? {} : { payout: keyed(payoutKeyHex, "payout") }),
    close: async () => {},
  };
}

async function startSandbox(
  config: Config,
  onExit: (reason: string) => void,
): Promise<NodeConnection> {
  const directory = besideDatabase(config.databasePath, "-sandbox");
  const node = await startTronNodeInWorker({
    directory,
    port: config.sandboxNodePort,
    hosts: config.sandboxHosts,
    blockMs: config.sandboxBlockMs,
    solidLagBlocks: config.sandboxSolidLagBlocks,
    onExit,
  }).catch((error: unknown) => {
    if (!(error instanceof StartProblem) || error.option !== "port") throw error;
    throw placeTaken(`SANDBOX_NODE_PORT: ${error.message}`);
  });
  return {
    url: node.url,
    ownChain: directory,
    operator: keyed(node.operatorKeyHex),
    poolOwners: node.poolOwners.map(address),
    payout: keyed(node.payoutKeyHex),
    close: () => node.close(),
  };
}

function keyed(privateKeyHex: string, whose?: string): NodeConnection["operator"] {
  return { privateKeyHex, address: addressOfKey(privateKeyHex, whose) };
}
