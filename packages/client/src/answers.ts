/**
 * What the service answers, by the names that scripts use: the types of the desk's OpenAPI document (api.ts). Money is in TRX, `price` in
 * SUN per unit, times in Unix milliseconds. A service may answer more fields than these, and they are handed on.
 */
import type { components } from "./api.js";

export type Schemas = components["schemas"];

export type OrderEntry = Schemas["OrderEntry"];
export type CreatedOrders = Schemas["CreatedOrders"];
export type Order = Schemas["Order"];
export type OrderStatus = Order["status"];
export type Delegation = Schemas["Delegation"];
export type DelegationState = Schemas["DelegationState"];
export type Quote = Schemas["Quote"];
export type DepositOffer = Schemas["DepositOffer"];
export type Deposit = Schemas["DepositPage"]["deposits"][number];
export type StatementLine = Schemas["Statement"]["lines"][number];
export type Balance = Schemas["Balance"];
export type Withdrawal = Schemas["Withdrawal"];
export type WithdrawalStatus = Withdrawal["status"];
export type WalletState = Schemas["Address"];
export type ResourceUse = WalletState["energy"];
export type Settings = Schemas["Settings"];
export type OrderBook = Schemas["OrderBook"];

export type SellerChallenge = Schemas["Challenge"];
export type SellerSummary = Schemas["SellerList"]["sellers"][number];
export type Seller = Schemas["Seller"];
export type Offer = Seller["offers"][number];
export type Fill = Schemas["Fill"];

export type Duration = Order["duration"];
export type Resource = Schemas["Resource"];
export type PerResource<T> = Record<Resource, T>;

export type ErrorCode = Schemas["ErrorCode"];
/** What an error says beside its message, by its code. */
export type ErrorDetails = Schemas["ErrorDetails"];
export type FieldProblem = Schemas["FieldProblem"];
