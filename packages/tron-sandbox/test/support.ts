/** A sandbox node with blocks by hand, and unmodified tronweb as its client. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TronWeb, type Types, utils } from "tronweb";
import { startTronNode, type TronNode, type TronNodeOptions } from "../src/index.js";
import { MNEMONIC_ACCOUNTS } from "../src/mnemonic-accounts.js";

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
  undelegation(stakeSun?: number, receiver?: string, owner?: string): Promise<Signed>;
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
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
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
  const post = (path: string, body?: unknown): Promise<Json> => poster(node.url, path, body);
  return {
    node,
    directory,
    tronweb,
    owner: node.poolOwners[0] ?? "",
    post,
    ...builders(tronweb, node),
    async mine(count = 1) {
      await post("/sandbox/mine", { count });
    },
    async broadcast(transaction) {
      return readVerdict(await post("/wallet/broadcasthex", { transaction: hexOf(transaction) }));
    },
    async close() {
      await node.close();
      if (options.directory === undefined) rmSync(directory, { recursive: true });
    },
  };
}

function readVerdict(answer: Json): Json & Verdict {
  return {
    ...answer,
    code: `${answer.code}`,
    message: `${answer.message}`,
    txid: `${answer.txid}`,
  };
}

function builders(tronweb: TronWeb, node: TronNode): Pick<Rig, "delegation" | "undelegation"> {
  const { transactionBuilder, trx } = tronweb;
  const [defaultOwner = ""] = node.poolOwners;
  let built = 0;

  /** Every transaction has a time of its own, else two equal ones would be the same. */
  async function frame(how: Partial<Delegation>): Promise<Frame> {
    const head = await trx.getCurrentBlock();
    const { timestamp } = head.block_header.raw_data;
    built += 1;
    const id = (how.reference ?? head).blockID;
    return {
      ref_block_bytes: id.slice(12, 16),
      ref_block_hash: id.slice(16, 32),
      expiration: timestamp + (how.lifetimeMs ?? 120_000),
      timestamp: timestamp + built,
    };
  }

  return {
    async delegation(how = {}) {
      const { stakeSun = STAKE_SUN, resource = "ENERGY", receiver = RECEIVER } = how;
      const { owner = defaultOwner, permissionId = 2, lockBlocks = 0 } = how;
      const transaction = await transactionBuilder.delegateResource(
        stakeSun,
        receiver,
        resource,
        owner,
        lockBlocks > 0,
        lockBlocks > 0 ? lockBlocks : undefined,
        { permissionId, blockHeader: await frame(how) },
      );
      return trx.sign(transaction, how.keyHex ?? node.operatorKeyHex, true, true);
    },
    async undelegation(stakeSun = STAKE_SUN, receiver = RECEIVER, owner = defaultOwner) {
      const options = { permissionId: 2, blockHeader: await frame({}) };
      const transaction = await transactionBuilder.undelegateResource(
        stakeSun,
        receiver,
        "ENERGY",
        owner,
        options,
      );
      return trx.sign(transaction, node.operatorKeyHex, true, true);
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

/** Names and types instead of values; a list is what kinds of elements it has. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const shapes = new Set(value.map((one) => JSON.stringify(shapeOf(one))));
    return [...shapes].sort().map((one) => JSON.parse(one));
  }
  if (typeof value !== "object" || value === null) return typeof value;
  const sorted = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, one]) => [name, shapeOf(one)]));
}
