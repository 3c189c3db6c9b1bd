/** Answers that java-tron gave about incoming money, and the addresses in them. */
import { readFileSync } from "node:fs";
import { addressFromHex } from "../../src/domain/address.js";

type Json = Record<string, unknown>;

interface Recorded {
  readonly transactions: Readonly<Record<RecordedName, { transaction: Json & Known; info: Info }>>;
  /** Number 1114: all of them except `transfer` and `approve`, and transactions of others. */
  readonly block: { readonly transactions: readonly (Json & Known)[] } & Json;
  readonly balanceOf: Json;
}

interface Known {
  readonly txID: string;
  readonly raw_data_hex: string;
}

export interface Info extends Json {
  readonly id: string;
  readonly blockNumber: number;
  readonly blockTimeStamp: number;
}

export type RecordedName =
  | "transfer"
  | "approve"
  | "transferFrom"
  | "twoInOne"
  | "internalTrx"
  | "revertedInside"
  | "failed"
  | "outOfEnergy"
  | "trx";

const FILE = new URL("recorded/incoming-money.json", import.meta.url);
/** A copy for each caller to change. */
export const recorded = (): Recorded => JSON.parse(readFileSync(FILE, "utf8")) as Recorded;

export const BLOCK_NUMBER = 1_114;
export const BLOCK_TIME_MS = 1_795_387_245_000;

export const USDT = addressFromHex("419160ef7857d5a91005f343ced592d6507b8e3bfe");
export const PAYER = addressFromHex("41d9244a2070d47e562920a931bef30d2e0c1b07d2");
/** Pays out TRX and tokens. */
export const MULTI = addressFromHex("415ae5cf659f0f43242897f965ce934f12de6389b5");
export const ADA = addressFromHex("4165ff2db349703ee4820a21fc13160cac33838d1b");
export const BOB = addressFromHex("4175bf93d68fdc07d1c44570d0550d2463216fe0ce");

/** An info of each transaction of the block: those recorded, and such as java-tron has of others. */
export function blockInfos(): Info[] {
  const { block, transactions } = recorded();
  const infos = new Map(Object.values(transactions).map(({ info }) => [info.id, info]));
  return block.transactions.map(
    ({ txID }) =>
      infos.get(txID) ?? {
        id: txID,
        blockNumber: BLOCK_NUMBER,
        blockTimeStamp: BLOCK_TIME_MS,
        contractResult: [""],
        receipt: { net_usage: 280 },
      },
  );
}
