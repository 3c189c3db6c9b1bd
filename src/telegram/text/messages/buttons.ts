/** The labels of buttons. */
import type { Duration } from "../../../domain/duration.js";
import type { OrderType } from "../../../domain/order-request.js";
import type { Resource } from "../../../domain/resource.js";

/** What an amount is enough for: USDT transfers, to wallets that hold some or that never did. */
export type PresetUse = "usdt" | "usdtNew";

export interface Buttons {
  readonly buyEnergy: string;
  readonly buyBandwidth: string;
  readonly orders: string;
  readonly balance: string;
  readonly help: string;
  readonly back: string;
  readonly cancel: string;
  readonly other: string;
  readonly type: Record<OrderType, string>;
  readonly resource: Record<Resource, string>;
  readonly duration: (duration: Duration) => string;
  readonly next: (receivers: number) => string;
  readonly preset: (units: number, use: PresetUse | undefined, times: number) => string;
  /** A filled field, which leads back to its question. */
  readonly field: (value: string) => string;
  readonly receiversField: (receivers: number, firstShort: string) => string;
  readonly pay: (total: string) => string;
  readonly lapsed: string;
  readonly newQuote: string;
  readonly buy: string;
  readonly take: (units: number) => string;
  readonly tryAgain: string;
  readonly retry: string;
  readonly privateChat: string;
  readonly repeat: string;
  readonly refresh: string;
  /** The orders from one place to another, of so many. */
  readonly copyOrderIds: (first: number, last: number, of: number) => string;
  readonly copyReceiver: string;
  readonly order: (amount: number, resource: Resource, receiverShort: string) => string;
  readonly older: string;
  readonly newest: string;
}
