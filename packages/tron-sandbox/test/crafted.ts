/** Transactions that no library builds, and requests that no client sends. */
import { createHash } from "node:crypto";
import { sign } from "../src/crypto/signature.js";
import { encode } from "../src/wire/codec.js";
import { CONTRACTS, RAW } from "../src/wire/messages.js";
import type { Message } from "../src/wire/schema.js";
import { encodeTransaction } from "../src/wire/transaction.js";
import { mnemonicKey, type Rig } from "./support.js";

interface Frame {
  /** Such as "TransferContract". */
  readonly name: string;
  readonly parameter: Message;
  /** What else the contract says, and instead of what it would. */
  readonly contract?: Message;
  /** The same for the raw data around it. */
  readonly rawData?: Message;
  readonly keyHex?: string;
}

interface Crafted {
  /** As broadcasthex takes it. */
  readonly hex: string;
  readonly txid: string;
}

let crafted = 0;

/** Signed by the first mnemonic account unless told otherwise. */
export async function craft({ post }: Rig, frame: Frame): Promise<Crafted> {
  const block = JSON.parse(JSON.stringify(await post("/wallet/getnowblock")));
  const { timestamp } = block.block_header.raw_data;
  crafted += 1;
  const raw = encode(RAW, {
    ref_block_bytes: Buffer.from(block.blockID.slice(12, 16), "hex"),
    ref_block_hash: Buffer.from(block.blockID.slice(16, 32), "hex"),
    expiration: timestamp + 60_000,
    contract: [contractOf(frame)],
    timestamp: timestamp + crafted,
    ...frame.rawData,
  });
  const hash = createHash("sha256").update(raw).digest();
  const signature = sign(hash, frame.keyHex ?? mnemonicKey(0));
  return {
    hex: encodeTransaction(raw, [signature]).toString("hex"),
    txid: hash.toString("hex"),
  };
}

export function contractOf({ name, parameter, contract }: Frame): Message {
  const [type, row] = Object.entries(CONTRACTS).find(([, one]) => one.name === name) ?? [];
  if (row === undefined) throw new Error(`no contract ${name}`);
  const value = encode(row.schema, parameter);
  return {
    type: Number(type),
    parameter: { type_url: `type.googleapis.com/protocol.${name}`, value },
    ...contract,
  };
}

export interface Heard {
  readonly status: number;
  readonly text: string;
}

/** A request as it is given, and the answer as it comes. */
export async function ask(chain: Rig, path: string, how: RequestInit = {}): Promise<Heard> {
  const response = await fetch(chain.node.url + path, how);
  return { status: response.status, text: (await response.text()).trim() };
}

/** The `Error` of an answer, or the answer. */
export async function errorOf(chain: Rig, path: string, how: RequestInit = {}): Promise<unknown> {
  const { text } = await ask(chain, path, how);
  const answer = JSON.parse(text);
  return answer.Error ?? answer;
}
