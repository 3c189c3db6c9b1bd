/** Money that is paid in on paper: addresses of customers, and blocks that bring something there. */
import { HDKey } from "@scure/bip32";
import type { Address } from "../../src/domain/address.js";
import type { IncomingMoney } from "../../src/domain/deposit.js";
import { sun } from "../../src/domain/money.js";
import { addressOfKey } from "../../src/domain/public-key.js";
import type { Deposits } from "../../src/engine/context.js";
import {
  confirmDepositKey,
  depositAddressFor,
  depositKeysOf,
} from "../../src/engine/deposits/addresses.js";
import { applyScanned, type ScannedBlock, scanFrom } from "../../src/engine/deposits/scan.js";
import { setUsdtRate } from "../../src/engine/deposits/usdt-rates.js";
import { addressOf } from "./addresses.js";
import { type Desk, openDesk } from "./desk.js";
import { hashOf } from "./paper-chain.js";

export const USDT = addressOf(0xd0d0);
/** Who pays in from outside. */
export const STRANGERS_KEY = "51".repeat(32);
export const STRANGER = addressOfKey(STRANGERS_KEY);
export const SWEEP_TO = addressOf(0xd1d1);
/** An account of the operator's that customers may pay from, too. */
export const BESIDE = addressOf(0xd3d3);
export const PAYOUT_ACCOUNT = addressOf(0xd2d2);
const SEED = new Uint8Array(32).fill(7);
/** Of a wallet's account with this number. */
export const accountXpub = (account: number) =>
  HDKey.fromMasterSeed(SEED).derive(`m/44'/195'/${account}'`).publicExtendedKey;
export const XPUB = accountXpub(0);
export const RATE_SUN = sun(3_200_000);

const KEYS = depositKeysOf(XPUB);
const addresses = new Map<number, Address>();

/** A restored desk watches a thousand addresses, and each takes a millisecond to derive: one process does it once. */
function addressAt(index: number): Address {
  const address = addresses.get(index) ?? KEYS.addressAt(index);
  addresses.set(index, address);
  return address;
}

export const DEPOSITS: Deposits = {
  network: "sandbox",
  keys: { ...KEYS, addressAt },
  terms: {
    usdtContract: USDT,
    minimumTrxSun: sun(1_000_000),
    minimumUsdtUnits: 1_000_000,
    sweepTo: SWEEP_TO,
    ownAccounts: [PAYOUT_ACCOUNT],
    besideAccounts: [BESIDE],
    reviewAboveSun: sun(0),
    rateLastsMs: Number.POSITIVE_INFINITY,
  },
};

export interface PayingDesk {
  readonly desk: Desk;
  /** The customer's address. */
  readonly address: Address;
}

/** A desk that takes deposits, and has read the chain up to its head. */
export async function payingDesk(
  options: Parameters<typeof openDesk>[0] = {},
): Promise<PayingDesk> {
  const desk = await openDesk({ creditTrx: 0, deposits: DEPOSITS, ...options });
  await confirmDepositKey(desk.engine, DEPOSITS.keys.first);
  await setUsdtRate(desk.engine, RATE_SUN, "test");
  desk.clock.nowMs += 1_000;
  await desk.commit(() => scanFrom(desk.chain.head));
  return { desk, address: await depositAddressFor(desk.engine, desk.customerId) };
}

let made = 0;

/** TRX from a stranger, in a transaction of its own, unless changed. */
export function money(to: Address, change: Partial<IncomingMoney> = {}): IncomingMoney {
  made += 1;
  return {
    txid: hashOf(`money ${made}`),
    source: "transfer",
    position: 0,
    from: addressOf(0xf00),
    to,
    asset: "TRX",
    amount: 50_000_000n,
    ...change,
  };
}

export const usdt = (to: Address, change: Partial<IncomingMoney> = {}): IncomingMoney =>
  money(to, { source: "log", asset: USDT, amount: 20_000_000n, ...change });

/** A solid block that brings this. */
export function solidWith(desk: Desk, ...brought: IncomingMoney[]): ScannedBlock {
  return solidOf(desk.chain.mine(), brought);
}

/** Proven and known to all hosts, unless its money says otherwise. */
export function solidOf(
  block: Pick<ScannedBlock, "number" | "id" | "parentId" | "timestampMs">,
  brought: readonly IncomingMoney[],
): ScannedBlock {
  const money = brought.map((one) => ({ doubt: undefined, ...one }));
  return { ...block, money, isAgreed: true, unread: [], withEvents: true };
}

/** All of each was read, unless it says otherwise. */
type ReadBlock = Omit<ScannedBlock, "unread" | "withEvents" | "isAgreed"> & Partial<ScannedBlock>;

export async function scan(desk: Desk, ...read: ReadBlock[]) {
  const blocks = read.map((block) => ({ unread: [], withEvents: true, isAgreed: true, ...block }));
  return desk.commit(() => applyScanned(blocks, DEPOSITS.terms, desk.engine.now()));
}

export const depositRows = (desk: Desk) =>
  desk.rows("SELECT * FROM deposit ORDER BY block_number, id");
