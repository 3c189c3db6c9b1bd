/**
 * What a transaction says by its own bytes. Its id is their hash, so a node that tells an id with other bytes is found out; the
 * JSON beside them could be of anything. Fields have their numbers from Tron.proto and the contracts of its core.
 */
import { createHash } from "node:crypto";
import protobuf from "google-protobuf";
import { type Address, addressFromHex } from "../domain/address.js";
import { type Sun, sun } from "../domain/money.js";
import type { StakeAct } from "../domain/stake-act.js";

/** The bytes are no transaction that a chain could hold. */
export class UnreadableTransaction extends Error {}

/** The id of a transaction whose raw part is these bytes, in hex. */
export function txidOf(raw: Uint8Array): string {
  return createHash("sha256").update(raw).digest("hex");
}

/** What it does with stake; undefined where that is nothing. Throws UnreadableTransaction. */
export function stakeActOf(raw: Uint8Array): StakeAct | undefined {
  try {
    const contract = firstContract(raw);
    const kind = STAKE_KIND[Number(contract?.number(1) ?? 0)];
    const parameter = contract?.bytes(2);
    if (!kind || !parameter) return undefined;
    return stakeAct(kind, new Fields(new Fields(parameter).bytes(2) ?? new Uint8Array()));
  } catch (error) {
    if (error instanceof UnreadableTransaction) throw error;
    throw new UnreadableTransaction("its bytes are no transaction", { cause: error });
  }
}

/** By the numbers of the contracts' types. */
const STAKE_KIND: Readonly<Record<number, StakeAct["kind"]>> = {
  57: "delegate",
  58: "undelegate",
};

function firstContract(raw: Uint8Array): Fields | undefined {
  const bytes = new Fields(raw).bytes(11);
  return bytes && new Fields(bytes);
}

function stakeAct(kind: StakeAct["kind"], value: Fields): StakeAct {
  return {
    kind,
    owner: addressOf("owner", value.bytes(1)),
    receiver: addressOf("receiver", value.bytes(4)),
    resource: resourceOf(value.number(2) ?? 0n),
    stakeSun: stakeOf(value.number(3) ?? 0n),
  };
}

function addressOf(what: string, bytes: Uint8Array | undefined): Address {
  if (bytes?.length === 21 && bytes[0] === 0x41) {
    return addressFromHex(Buffer.from(bytes).toString("hex"));
  }
  throw new UnreadableTransaction(`its ${what} is no address`);
}

function resourceOf(code: bigint): StakeAct["resource"] {
  if (code === 0n) return "bandwidth";
  if (code === 1n) return "energy";
  throw new UnreadableTransaction(`its resource is ${code}, neither Energy nor Bandwidth`);
}

/** An amount beyond the safe integers is more than any owner here has. */
function stakeOf(balance: bigint): Sun {
  if (balance <= 0n) throw new UnreadableTransaction(`its stake is ${balance} SUN`);
  return sun(Number(balance > MOST_SUN ? MOST_SUN : balance));
}

const MOST_SUN = BigInt(Number.MAX_SAFE_INTEGER);

/** The fields of a message that java-tron would read: of one that stands there twice, the last. */
class Fields {
  #numbers = new Map<number, bigint>();
  #bytes = new Map<number, Uint8Array>();

  constructor(message: Uint8Array) {
    const reader = new protobuf.BinaryReader(message);
    while (reader.nextField()) {
      const field = reader.getFieldNumber();
      if (reader.isDelimited()) this.#bytes.set(field, reader.readBytes());
      else if (Number(reader.getWireType()) === VARINT) {
        this.#numbers.set(field, BigInt(reader.readInt64String()));
      } else reader.skipField();
    }
  }

  number(field: number): bigint | undefined {
    return this.#numbers.get(field);
  }

  bytes(field: number): Uint8Array | undefined {
    return this.#bytes.get(field);
  }
}

const VARINT = 0;
