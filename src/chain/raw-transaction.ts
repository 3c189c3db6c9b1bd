/**
 * What a transaction says by its own bytes. Its id is their hash, so a node that tells an id with other bytes is found out; the
 * JSON beside them could be of anything. Fields have their numbers from Tron.proto and the contracts of its core.
 */
import { createHash } from "node:crypto";
import { type Address, addressFromHex } from "../domain/address.js";
import { type Sun, sun } from "../domain/money.js";
import type {
  StakeAct,
  TokenCall,
  TransactionActs,
  TrxTransfer,
  Unreadable,
} from "../domain/transaction-acts.js";
import { Fields, MalformedMessage } from "./protobuf.js";

/** The bytes are no transaction that a chain could hold. */
class UnreadableTransaction extends Error {}

/** The id of a transaction whose raw part is these bytes, in hex. */
export function txidOf(raw: Uint8Array): string {
  return createHash("sha256").update(raw).digest("hex");
}

/** What a signed transaction, in hex, sends if it is a transfer of TRX by its owner's key, and its id; undefined for any other bytes. */
export function transferIn(transactionHex: string): (TrxTransfer & { txid: string }) | undefined {
  try {
    const raw = new Fields(Buffer.from(transactionHex, "hex")).bytes(1);
    const transfer = raw && actsOf(raw).transfer;
    return transfer && { ...transfer, txid: txidOf(raw) };
  } catch (error) {
    if (error instanceof MalformedMessage || error instanceof UnreadableTransaction)
      return undefined;
    throw error;
  }
}

/**
 * What it does with stake, TRX or a token; nothing else is read. Throws UnreadableTransaction for bytes that no chain would have
 * executed.
 */
export function actsOf(raw: Uint8Array): TransactionActs {
  try {
    const [contract, ...others] = new Fields(raw).messages(CONTRACTS);
    if (others.length > 0) throw new UnreadableTransaction("it has several contracts");
    const read = ACTS[contract?.int32(1) ?? 0];
    const parameter = contract?.message(2);
    if (!read || !parameter) return {};
    return read(new Fields(parameter.bytes(2) ?? new Uint8Array()));
  } catch (error) {
    if (!(error instanceof MalformedMessage)) throw error;
    throw new UnreadableTransaction("its bytes are no transaction", { cause: error });
  }
}

/** Acts of a stranger's transaction; what cannot be read is returned with everything that could be an address in it. */
export function actsOfAnybody(raw: Uint8Array): TransactionActs & { unreadable?: Unreadable } {
  try {
    return actsOf(raw);
  } catch (error) {
    if (!(error instanceof UnreadableTransaction)) throw error;
    return { unreadable: { reason: error.message, addresses: addressesIn(raw) } };
  }
}

/** A transaction of half a megabyte may look as if it had a hundred thousand. */
const MOST_ADDRESSES = 4_000;

/** All that could be addresses, wherever they stand. */
export function addressesIn(bytes: Uint8Array): readonly Address[] {
  const found = new Set<string>();
  const buffer = Buffer.from(bytes);
  for (let at = buffer.indexOf(0x41); at >= 0; at = buffer.indexOf(0x41, at + 1)) {
    if (at + ADDRESS_BYTES > buffer.length || found.size === MOST_ADDRESSES) break;
    found.add(buffer.toString("hex", at, at + ADDRESS_BYTES));
  }
  return [...found].map(addressFromHex);
}

const ADDRESS_BYTES = 21;
const CONTRACTS = 11;

/** By the numbers of the contracts' types. */
const ACTS: Readonly<Record<number, (value: Fields) => TransactionActs>> = {
  1: (value) => ({ transfer: trxTransfer(value) }),
  31: (value) => {
    const tokenCall = tokenCallOf(value);
    return tokenCall ? { tokenCall } : {};
  },
  57: (value) => ({ stake: stakeAct("delegate", value) }),
  58: (value) => ({ stake: stakeAct("undelegate", value) }),
};

/** By which permission of its owner it acts; 0 is the owner's. Of bytes that `actsOf` could read. */
export function permissionIdOf(raw: Uint8Array): number {
  return new Fields(raw).messages(CONTRACTS)[0]?.int32(5) ?? 0;
}

function stakeAct(kind: StakeAct["kind"], value: Fields): StakeAct {
  return {
    kind,
    owner: addressOf("owner", value.bytes(1)),
    receiver: addressOf("receiver", value.bytes(4)),
    resource: resourceOf(value.int32(2)),
    stakeSun: amountOf("stake", value.int64(3)),
  };
}

function trxTransfer(value: Fields): TrxTransfer {
  return {
    from: addressOf("sender", value.bytes(1)),
    to: addressOf("recipient", value.bytes(2)),
    amountSun: amountOf("amount", value.int64(3)),
  };
}

/** The first bytes of `transfer(address,uint256)`, and the two words after them. */
const TRANSFER = "a9059cbb";
const TRANSFER_BYTES = 4 + 2 * 32;
/** Of a word that holds an address; wallets write 41 before it, or nothing. */
const ADDRESS_HEX = 40;

/** Undefined for any other call. What a contract makes of data that is too short only its events tell. */
function tokenCallOf(value: Fields): TokenCall | undefined {
  const data = value.bytes(4);
  if (!data || data.length < TRANSFER_BYTES) return undefined;
  const hex = Buffer.from(data.subarray(0, TRANSFER_BYTES)).toString("hex");
  if (!hex.startsWith(TRANSFER)) return undefined;
  const [to, amount] = [hex.slice(8, 72), hex.slice(72)];
  return {
    from: addressOf("caller", value.bytes(1)),
    contract: addressOf("contract", value.bytes(2)),
    to: addressFromHex(`41${to.slice(-ADDRESS_HEX)}`),
    amount: BigInt(`0x${amount}`),
  };
}

function addressOf(what: string, bytes: Uint8Array | undefined): Address {
  if (bytes?.length === 21 && bytes[0] === 0x41) {
    return addressFromHex(Buffer.from(bytes).toString("hex"));
  }
  throw new UnreadableTransaction(`its ${what} is no address`);
}

function resourceOf(code: number): StakeAct["resource"] {
  if (code === 0) return "bandwidth";
  if (code === 1) return "energy";
  throw new UnreadableTransaction(`its resource is ${code}, neither Energy nor Bandwidth`);
}

/** An amount beyond the safe integers is more than any owner or customer here has. */
function amountOf(what: string, amount: bigint): Sun {
  if (amount <= 0n) throw new UnreadableTransaction(`its ${what} is ${amount} SUN`);
  return sun(Number(amount > MOST_SUN ? MOST_SUN : amount));
}

const MOST_SUN = BigInt(Number.MAX_SAFE_INTEGER);
