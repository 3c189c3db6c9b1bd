/**
 * Block 0 and the accounts that exist from the start. Block 0 has a random parent, so every sandbox
 * is a network of its own and a database of one cannot be mistaken for a database of another.
 */
import { randomBytes } from "node:crypto";
import { BLOCK_INTERVAL_MS, makeBlock } from "./chain/block.js";
import { SUN_PER_TRX } from "./contracts/contract.js";
import { addAccount } from "./given-account.js";
import type { Keys } from "./keys-file.js";
import { MNEMONIC_ACCOUNTS } from "./mnemonic-accounts.js";
import type { Settings } from "./options.js";
import { ACCOUNTS, newAccount, TOTALS, type Totals } from "./state/records.js";
import { Layer } from "./state/view.js";
import type { Storage } from "./storage/storage.js";
import { fromBase58 } from "./wire/address.js";

/** Close to the main network in 2026: 10.87 Energy and 1.66 Bandwidth a TRX. */
const TOTALS_AT_START: Totals = {
  energyLimit: 180_000_000_000,
  energyWeight: 16_560_000_000,
  bandwidthLimit: 43_200_000_000,
  bandwidthWeight: 26_000_000_000,
};

const MNEMONIC_SUN = 1_000 * SUN_PER_TRX;
const OWNER_SUN = 100_000 * SUN_PER_TRX;
const FAUCET_SUN = 1_000_000_000 * SUN_PER_TRX;
/** For the fees of each owner, about 3,500 delegations a day, per 2,000,000 of pool. */
const FEE_BANDWIDTH = 1_000_000;
const FEE_BANDWIDTH_POOL = 2_000_000;
/** Keeps the faucet's stake, which gives the fees, within the safe integers. */
const MAX_FEE_SCALE = 1_000;

/**
 * A chain starts with this many empty blocks, the newest of them now, so that from the start there
 * is a solid block besides block 0. Of block 0 a node omits the number, as it does every zero, and
 * tronweb cannot build upon that.
 */
export function firstBlocks(settings: Settings): number {
  return settings.solidLagBlocks + 1;
}

export function createGenesis(storage: Storage, keys: Keys, settings: Settings): void {
  const age = firstBlocks(settings);
  const timestampMs = (Math.floor(Date.now() / BLOCK_INTERVAL_MS) - age) * BLOCK_INTERVAL_MS;
  const parentId = randomBytes(32).toString("hex");
  const block = makeBlock(0, parentId, timestampMs, [], keys.witness);
  const layer = new Layer({ read: () => undefined, keys: () => [] });
  layer.put(TOTALS, "", TOTALS_AT_START);
  for (const base58 of MNEMONIC_ACCOUNTS) {
    const address = fromBase58(base58);
    if (address) layer.put(ACCOUNTS, address, newAccount(address, timestampMs, MNEMONIC_SUN));
  }
  const { address: faucet } = keys.faucet;
  layer.put(ACCOUNTS, faucet, newAccount(faucet, timestampMs, FAUCET_SUN));
  for (const { address } of keys.owners) addOwner(layer, address, keys, settings, timestampMs);
  storage.commit(() => {
    storage.insertBlock(block, []);
    for (const [key, value] of layer.changes) storage.writeRecord(key, value);
    storage.forgetUndo(0);
  });
}

function addOwner(
  layer: Layer,
  address: string,
  keys: Keys,
  settings: Settings,
  now: number,
): void {
  const share = 1 / keys.owners.length;
  const scale = Math.min(MAX_FEE_SCALE, Math.max(1, settings.poolBandwidth / FEE_BANDWIDTH_POOL));
  addAccount(layer, keys, now, {
    address,
    balanceSun: OWNER_SUN,
    energy: Math.ceil(settings.poolEnergy * share),
    bandwidth: Math.ceil(settings.poolBandwidth * share),
    feeBandwidth: Math.ceil(FEE_BANDWIDTH * scale),
    permitsOperator: true,
  });
}
