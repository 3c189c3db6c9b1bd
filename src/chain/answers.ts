/**
 * The shapes of a node's answers, as far as the desk reads them. java-tron leaves out every field whose value is zero, prints
 * 64-bit integers as JSON numbers (so one beyond the safe integers is refused, not rounded) and addresses as hex.
 */
import { z } from "zod";
import { addressFromHex } from "../domain/address.js";
import { sun } from "../domain/money.js";
import { ChainUnavailable } from "./port.js";

/** A whole number, safe and not negative; absent means 0. */
const count = z.int().nonnegative().default(0);
const anyWhole = z.number().refine(Number.isInteger, "must be a whole number").default(0);
/**
 * What an account has, up to 2^63 - 1 in java-tron and below 0 in a few accounts: never more than is there, and never an answer
 * that cannot be read.
 */
const amount = anyWhole.transform((read) => Math.min(Math.max(0, read), Number.MAX_SAFE_INTEGER));
const whole = z.number().nonnegative().refine(Number.isInteger, "must be a whole number");
/** An identifier of a block or a transaction. */
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const hexBytes = z.string().regex(/^(?:[0-9a-f]{2})*$/, "must be bytes in hex");
const hexAddress = z
  .string()
  .regex(/^41[0-9a-f]{40}$/)
  .transform(addressFromHex);

const header = z.object({
  number: count,
  timestamp: count,
  parentHash: hash,
});

/** One in a block, or by its id. */
export const wholeTransactionAnswer = z.object({
  txID: hash,
  /** Absent in block 0 only. */
  ret: z
    .tuple([z.object({ contractRet: z.unknown().optional() })])
    .rest(z.unknown())
    .optional(),
  /** What it does is read from its bytes: of these its id is the hash. */
  raw_data_hex: z.string().regex(/^([0-9a-f]{2})+$/, "must be bytes in hex"),
  /** What cannot be read as signatures proves nothing, and is none. */
  signature: z.array(z.string()).catch([]),
});

/** java-tron makes blocks of 2 MB; more transactions than this do not fit, and the smallest have some 150 bytes. */
const MOST_TRANSACTIONS = 20_000;

/** `getblock` of the newest block, without its transactions. */
export const blockRefAnswer = z.object({
  blockID: hash,
  block_header: z.object({ raw_data: header.omit({ parentHash: true }) }),
});

export const blockAnswer = z.object({
  blockID: hash,
  block_header: z.object({ raw_data: header }),
  transactions: z.array(wholeTransactionAnswer).max(MOST_TRANSACTIONS).default([]),
});

export const blockListAnswer = z.object({ block: z.array(blockAnswer).default([]) });

/** No permission has a threshold or weight of 0, so one that is left out makes the answer unusable. */
const least = z.int().positive();

/** Beyond the safe integers, doubles differ from their neighbours by this share. */
const STEP = 2 ** -52;
/**
 * An account's owner chooses its weights, up to 2^63 - 1, and must not be able to make it unreadable. When the last digits are
 * lost, a weight is rounded down and a threshold up, so that a doubtful weight is never enough.
 */
const weight = whole.transform((read) => (Number.isSafeInteger(read) ? read : read * (1 - STEP)));
const threshold = whole.transform((read) =>
  Number.isSafeInteger(read) ? read : read * (1 + STEP),
);
const weighedKeys = z.array(z.object({ address: hexAddress, weight }));

/** `getaccount`, for whether there is one. */
export const activationAnswer = z.object({ address: hexAddress, type: z.unknown().optional() });

/** An account, read only for its TRX. */
export const balanceAnswer = z.object({ address: hexAddress, balance: amount.transform(sun) });

/** An account with its permissions. */
export const accountAnswer = z.object({
  ...activationAnswer.shape,
  ...balanceAnswer.shape,
  frozenV2: z.array(z.object({ amount })).default([]),
  delegated_frozenV2_balance_for_bandwidth: amount,
  account_resource: z.object({ delegated_frozenV2_balance_for_energy: amount }).optional(),
  owner_permission: z.object({ threshold, keys: weighedKeys }).optional(),
  active_permission: z
    .array(
      z.object({
        id: count,
        threshold,
        operations: z.string().regex(/^[0-9a-f]{64}$/),
        keys: weighedKeys,
      }),
    )
    .default([]),
});

/** `getaccount` again, for everything that a change of permissions must keep, to the last digit. */
export const permissionsAnswer = permissionsOf(least);
/** The same, whether or not it can be kept. */
export const anyPermissionsAnswer = permissionsOf(whole);

function permissionsOf(number: z.ZodNumber | typeof least) {
  const keys = z.array(z.object({ address: hexAddress, weight: number }));
  const ring = z.object({ permission_name: z.string().optional(), threshold: number, keys });
  return z.object({
    address: hexAddress,
    owner_permission: ring.optional(),
    witness_permission: ring.optional(),
    active_permission: z
      .array(ring.extend({ id: count, operations: z.string().regex(/^[0-9a-f]{64}$/) }))
      .default([]),
  });
}

export const resourcesAnswer = z.object({
  freeNetUsed: amount,
  freeNetLimit: amount,
  NetUsed: amount,
  NetLimit: amount,
  EnergyUsed: amount,
  EnergyLimit: amount,
  TotalNetLimit: count,
  TotalNetWeight: count,
  TotalEnergyLimit: count,
  TotalEnergyWeight: count,
});

export const delegatableAnswer = z.object({ max_size: amount });

const delegatedRecord = z.object({
  from: hexAddress,
  to: hexAddress,
  frozen_balance_for_bandwidth: anyWhole,
  frozen_balance_for_energy: anyWhole,
  expire_time_for_bandwidth: anyWhole,
  expire_time_for_energy: anyWhole,
});
export type DelegatedAnswer = z.infer<typeof delegatedRecord>;

export const delegatedAnswer = z.object({
  delegatedResource: z.array(delegatedRecord).max(2).default([]),
});

/** `getdelegatedresourceaccountindexv2`; empty for an account without delegations. */
export const delegationsAnswer = z.object({ toAccounts: z.array(hexAddress).default([]) });

export const parametersAnswer = z.object({
  // Some parameters are negative or absent; only those that are needed are checked.
  chainParameter: z.array(z.object({ key: z.string(), value: z.number().default(0) })),
});

/** `triggerconstantcontract`: the code is absent when the contract ran, whatever the result. */
export const trialAnswer = z.object({
  result: z.object({ code: z.string().optional(), message: z.string().optional() }),
  energy_used: count,
  constant_result: z.array(hexBytes).default([]),
  transaction: z
    .object({ ret: z.array(z.object({ ret: z.string().optional() })).default([]) })
    .optional(),
});

export const transactionInfoAnswer = z.object({
  id: hash,
  blockNumber: z.int().positive(),
  blockTimeStamp: z.int().positive(),
  /** java-tron really spells it like this, and leaves it out. */
  result: z.enum(["SUCESS", "FAILED"]).default("SUCESS"),
});

export const transactionAnswer = z.object({ txID: hash });

/**
 * An info with what contracts told and sent. They choose topics, data and amounts, so each of these is read by itself, and one
 * that cannot be is no reason to refuse the others.
 */
export const moneyInfoAnswer = transactionInfoAnswer.extend({
  result: z.unknown().optional(),
  log: z.array(z.unknown()).default([]),
  internal_transactions: z.array(z.unknown()).default([]),
});
export type MoneyInfo = z.infer<typeof moneyInfoAnswer>;

/** What is left of a list whose elements were taken one by one. */
export const listAnswer = z.object({ list: z.array(z.unknown()) });

export const eventTold = z.object({
  address: hexBytes,
  topics: z.array(hexBytes).default([]),
  data: hexBytes.default(""),
});

/** java-tron prints amounts as JSON numbers: the digits lost beyond the safe integers must not make one larger. */
const callValue = z
  .number()
  .refine(Number.isInteger)
  .default(0)
  .transform((value) => Math.min(value, Number.MAX_SAFE_INTEGER));

export const sendingTold = z.object({
  caller_address: hexBytes.default(""),
  transferTo_address: hexBytes.default(""),
  callValueInfo: z.array(z.object({ callValue, tokenId: z.unknown().optional() })).default([]),
  /** What it is, in hex. */
  note: z.unknown().optional(),
  rejected: z.boolean().default(false),
});

/** Checks an answer by its schema. With a missing or wrong field the node cannot be trusted. */
export function readAnswer<T extends z.ZodType>(path: string, schema: T, answer: object) {
  const read = schema.safeParse(answer);
  if (read.success) return read.data;
  const issue = read.error.issues[0];
  throw new ChainUnavailable(
    `${path} answered something unusable: ${issue?.path.join(".")}: ${issue?.message}`,
  );
}

/** `{}` is how java-tron says that there is nothing. */
export function isNothing(answer: object): boolean {
  return Object.keys(answer).length === 0;
}
