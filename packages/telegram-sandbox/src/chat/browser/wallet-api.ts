/** The people's wallets, as the desk's server hands them on from the TRON node. */
import { post } from "./api.js";

const ROOT = "/sandbox/chat";

export type Asset = "trx" | "usdt";

/** In whole coins. */
export interface Holdings {
  readonly address: string;
  readonly trx: number;
  readonly usdt: number;
}

export interface Payment {
  readonly to: string;
  readonly asset: Asset;
  readonly amount: string;
}

export interface Paid {
  readonly txid: string;
  /** Null while the chain stands still. */
  readonly blockNumber: number | null;
  /** "SUCCESS", or why nothing moved. */
  readonly result: string | null;
}

export async function readWallet(person: number): Promise<Holdings> {
  return (await post(`${ROOT}/wallet`, { person })) as Holdings;
}

export async function payFrom(person: number, payment: Payment): Promise<Paid> {
  return (await post(`${ROOT}/pay`, { person, ...payment })) as Paid;
}
