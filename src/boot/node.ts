/** The TRON node the desk works with: the one of the settings, or the embedded sandbox. */

import { StartProblem, startTronNodeInWorker } from "tron-sandbox/in-worker";
import { type Config, ConfigError, placeTaken, readOperatorKey, readPayoutKey } from "../config.js";
import { besideDatabase } from "../control/database-place.js";
import { type Address, address } from "../domain/address.js";
import { assert } from "../domain/assert.js";
import { addressOfKey } from "../domain/public-key.js";
import { depositKeysOf } from "../engine/deposits/addresses.js";

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

type Accounts = Pick<NodeConnection, "operator" | "payout" | "poolOwners">;

/** Whoever takes a key, or is credited with what an address receives, must not have a second role with it. Throws ConfigError where an account has two roles. In the sandbox nothing has value, and all may be one account. */
export function assertRoles(config: Config, accounts: Accounts): void {
  if (config.network === "sandbox") return;
  const roles = rolesOf(config, accounts);
  const problems = roles.flatMap(([name, one], at) =>
    roles
      .slice(at + 1)
      .filter(([other, same]) => same === one && other !== name)
      .map(
        ([other]) =>
          `${name} and ${other} name one account, ${one}; each needs an account of its own (docs/operations/going-live.md says which key lies where).`,
      ),
  );
  if (problems.length > 0) throw new ConfigError(problems);
}

function rolesOf(
  config: Config,
  { operator, payout, poolOwners }: Accounts,
): (readonly [name: string, account: Address])[] {
  const { operatorKeyFile, payoutKeyFile, depositSweepTo, depositXpub } = config;
  return [
    [operatorKeyFile ? "OPERATOR_KEY_FILE" : "OPERATOR_KEY", operator.address],
    ...(payout
      ? [[payoutKeyFile ? "PAYOUT_KEY_FILE" : "PAYOUT_KEY", payout.address] as const]
      : []),
    ...poolOwners.map((owner) => ["POOL_OWNERS", owner] as const),
    ...(depositSweepTo ? [["DEPOSIT_SWEEP_TO", depositSweepTo] as const] : []),
    ...(depositXpub
      ? [["the first address of DEPOSIT_XPUB", depositKeysOf(depositXpub).first] as const]
      : []),
  ];
}
