/**
 * The last check before a transaction may be sent: its bytes, read again by a reader that shares nothing with the writer, say exactly
 * what the intent and the frame say, and nothing else. A difference is a bug, so it is an assertion.
 */
import { addressToHex } from "../domain/address.js";
import { assert, must } from "../domain/assert.js";
import { CONTRACTS, refBlockBytes, refBlockHash, tokenTransferData, typeUrlOf } from "./encode.js";
import type { TransactionFrame, UnsignedIntent } from "./port.js";
import { Fields } from "./protobuf.js";

export interface Expected {
  readonly intent: UnsignedIntent;
  readonly frame: TransactionFrame;
  readonly permissionId: number;
}

export function assertBytesSay(raw: Uint8Array, { intent, frame, permissionId }: Expected): void {
  const [type, name] = CONTRACTS[intent.kind];
  const transaction = new Fields(raw);
  const [contract, ...others] = transaction.messages(11);
  assert(contract && others.length === 0, "signed bytes have not one contract");
  const parameter = must(contract.message(2), "signed bytes have no parameter");
  const url = Buffer.from(parameter.bytes(1) ?? NOTHING).toString("latin1");
  equal("type", contract.int32(1), type);
  equal("type_url", url, typeUrlOf(name));
  assertSays(new Fields(must(parameter.bytes(2), "signed bytes have no values")), fieldsOf(intent));
  const feeLimitSun = intent.kind === "token_transfer" ? intent.feeLimitSun : 0;
  equal("Permission_id", contract.int32(5), permissionId);
  onlyFields("contract", contract, [1, 2, 5]);
  onlyFields("parameter", parameter, [1, 2]);
  assertSays(transaction, {
    1: ["ref_block_bytes", refBlockBytes(frame)],
    4: ["ref_block_hash", refBlockHash(frame)],
    8: ["expiration", frame.expiresAt],
    14: ["timestamp", frame.timestampMs],
    18: ["fee_limit", feeLimitSun],
    11: undefined,
  });
}

/** What a field is called, and its value: a number, or bytes in hex. Undefined for one that is looked at elsewhere. */
type Says = Readonly<Record<number, readonly [name: string, value: number | string] | undefined>>;

function assertSays(fields: Fields, says: Says): void {
  for (const [key, said] of Object.entries(says)) {
    if (!said) continue;
    const [name, value] = said;
    const at = Number(key);
    if (typeof value === "number") equal(name, fields.int64(at), BigInt(value));
    else equal(name, Buffer.from(fields.bytes(at) ?? NOTHING).toString("hex"), value);
  }
  onlyFields("transaction", fields, Object.keys(says).map(Number));
}

const NOTHING = new Uint8Array();

function onlyFields(what: string, fields: Fields, known: readonly number[]): void {
  const other = [...fields.fieldNumbers].find((field) => !known.includes(field));
  assert(other === undefined, `signed ${what} has field ${other}, which is not asked for`);
}

function equal(field: string, is: unknown, shouldBe: unknown): void {
  assert(is === shouldBe, `signed ${field} is ${is} instead of ${shouldBe}`);
}

/** By the numbers of the contract's message. */
function fieldsOf(intent: UnsignedIntent): Says {
  const owner = ["owner", addressToHex(intent.owner)] as const;
  const receiver = ["receiver", addressToHex(intent.receiver)] as const;
  switch (intent.kind) {
    case "create_account":
      return { 1: owner, 2: receiver };
    case "transfer":
      return { 1: owner, 2: receiver, 3: ["amount", intent.amountSun] };
    case "token_transfer":
      // No TRX and no token of the old kind goes along.
      return {
        1: owner,
        2: ["contract", addressToHex(intent.contract)],
        4: ["data", tokenTransferData(intent)],
      };
    default: {
      const lockPeriod = intent.kind === "delegate" ? intent.lockPeriodBlocks : 0;
      const stake = {
        1: owner,
        2: ["resource", { bandwidth: 0, energy: 1 }[intent.resource]],
        3: ["balance", intent.stakeSun],
        4: receiver,
      } as const;
      if (lockPeriod === 0) return stake;
      return { ...stake, 5: ["lock", 1], 6: ["lock_period", lockPeriod] };
    }
  }
}
