/** What `energy-desk-client` exports. */

export type {
  Balance,
  CreatedOrders,
  Delegation,
  DelegationState,
  Deposit,
  DepositOffer,
  Duration,
  ErrorCode,
  ErrorDetails,
  FieldProblem,
  Fill,
  Offer,
  Order,
  OrderBook,
  OrderEntry,
  OrderStatus,
  PerResource,
  Quote,
  Resource,
  ResourceUse,
  Seller,
  SellerChallenge,
  SellerSummary,
  Settings,
  StatementLine,
  WalletState,
  Withdrawal,
  WithdrawalStatus,
} from "./answers.js";

export { EnergyDesk } from "./energy-desk.js";
export { type ClientErrorCode, EnergyDeskError, type EnergyDeskErrorCode } from "./error.js";
export type * from "./requests.js";
export type { Sellers } from "./sellers.js";
