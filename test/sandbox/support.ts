/** A sandbox node with blocks by hand, and unmodified tronweb as its client. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TronWeb, type Types, utils } from "tronweb";
import {
  startTronNode,
  type TronNode,
  type TronNodeOptions,
} from "../../src/sandbox/tron-node/index.js";
import { MNEMONIC_ACCOUNTS } from "../../src/sandbox/tron-node/mnemonic-accounts.js";

export type Json = { [name: string]: unknown };

/** Accounts that exist from the start and own no stake. */
export const [RECEIVER = "", OTHER = ""] = MNEMONIC_ACCOUNTS;
/** Stake that gives 65,000 Energy. */
export const STAKE_SUN = 5_980_000_000;
const MNEMONIC = `${"abandon ".repeat(11)}about`;

export interface Rig {
  readonly node: TronNode;
  readonly directory: string;
  readonly tronweb: TronWeb;
  readonly owner: string;
  post(path: string, body?: unknown): Promise<Json>;
  mine(count?: number): Promise<void>;
  /** Builds, signs with the operator's key by permission 2, and gives the signed transaction. */
  delegation(how?: Partial<Delegation>): Promise<Signed>;
  undelegation(stakeSun?: number, receiver?: string): Promise<Signed>;
  broadcast(transaction: Signed): Promise<Verdict>;
  close(): Promise<void>;
}

export interface Delegation {
  readonly owner: string;
  readonly receiver: string;
  readonly stakeSun: number;
  readonly resource: "ENERGY" | "BANDWIDTH";
  /** 0 does not lock. */
  readonly lockBlocks: number;
  readonly keyHex: string;
  readonly permissionId: number;
  readonly lifetimeMs: number;
  readonly reference: { readonly blockID: string };
}

export type Signed = Types.SignedTransaction;

export interface Verdict {
  readonly code: string;
  readonly message: string;
  readonly txid: string;
}

export function temporaryDirectory(): string {
  return mkdtempSync(join(tmpdir(), "tron-node-"));
}

export async function poster(url: string, path: string, body: unknown = {}): Promise<Json> {
  const response = await fetch(url + path, { method: "POST", body: JSON.stringify(body) });
  return (await response.json()) as Json;
}

export async function rig(options: Partial<TronNodeOptions> = {}): Promise<Rig> {
  const directory = options.directory ?? temporaryDirectory();
  const node = await startTronNode({
    port: 0,
    blockMs: "manual",
    solidLagBlocks: 3,
    ...options,
    directory,
  });
  const tronweb = new TronWeb({ fullHost: node.url });
  const owner = node.poolOwners[0] ?? "";
  const post = (path: string, body?: unknown): Promise<Json> => poster(node.url, path, body);
  let builtAt = 0;

  async function frame(how: Partial<Delegation>): Promise<Frame> {
    const head = await tronweb.trx.getCurrentBlock();
    const { timestamp } = head.block_header.raw_data;
    builtAt += 1;
    const id = (how.reference ?? head).blockID;
    return {
      ref_block_bytes: id.slice(12, 16),
      ref_block_hash: id.slice(16, 32),
      expiration: timestamp + (how.lifetimeMs ?? 120_000),
      timestamp: timestamp + builtAt,
    };
  }

  function sign(transaction: Types.Transaction, keyHex = node.operatorKeyHex): Promise<Signed> {
    return tronweb.trx.sign(transaction, keyHex, true, true);
  }

  return {
    node,
    directory,
    tronweb,
    owner,
    post,
    async mine(count = 1) {
      await post("/sandbox/mine", { count });
    },
    async delegation(how = {}) {
      const { stakeSun = STAKE_SUN, resource = "ENERGY", lockBlocks = 0 } = how;
      const from = how.owner ?? owner;
      const to = how.receiver ?? RECEIVER;
      const lock: [boolean, number?] = lockBlocks > 0 ? [true, lockBlocks] : [false];
      const built = await tronweb.transactionBuilder.delegateResource(
        stakeSun,
        to,
        resource,
        from,
        lock[0],
        lock[1],
        { permissionId: how.permissionId ?? 2, blockHeader: await frame(how) },
      );
      return sign(built, how.keyHex);
    },
    async undelegation(stakeSun = STAKE_SUN, receiver = RECEIVER) {
      const built = await tronweb.transactionBuilder.undelegateResource(
        stakeSun,
        receiver,
        "ENERGY",
        owner,
        { permissionId: 2, blockHeader: await frame({}) },
      );
      return sign(built);
    },
    async broadcast(transaction) {
      return (await post("/wallet/broadcasthex", { transaction: hexOf(transaction) })) as Json &
        Verdict;
    },
    async close() {
      await node.close();
      if (options.directory === undefined) rmSync(directory, { recursive: true });
    },
  };
}

interface Frame {
  ref_block_bytes: string;
  ref_block_hash: string;
  expiration: number;
  timestamp: number;
}

/** The bytes that broadcasthex takes. */
export function hexOf(transaction: Signed): string {
  const message = utils.transaction.txJsonToPb(transaction);
  for (const one of transaction.signature)
    message.addSignature(Uint8Array.from(Buffer.from(one, "hex")));
  return Buffer.from(message.serializeBinary()).toString("hex");
}

/** The private key of a mnemonic account, without 0x. */
export function mnemonicKey(index: number): string {
  const { privateKey } = TronWeb.fromMnemonic(MNEMONIC, `m/44'/195'/0'/0/${index}`);
  return privateKey.replace(/^0x/, "");
}
