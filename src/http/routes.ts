/** Every route of the desk, in the order of the document. */
import { ACCOUNT_ROUTES } from "./account.js";
import { DEPOSIT_ROUTES } from "./deposits.js";
import { DOCS_ROUTES } from "./docs.js";
import { HEALTH_ROUTES } from "./health.js";
import { MARKET_ROUTES } from "./market.js";
import { OPERATOR_ROUTES } from "./operator.js";
import { ORDER_ROUTES } from "./orders.js";
import { QUOTE_ROUTES } from "./quotes.js";
import type { Route } from "./route.js";
import { SELLER_ROUTES } from "./sellers.js";
import { TEAM_ROUTES } from "./team.js";
import { WALLET_ROUTES } from "./wallets.js";
import { WITHDRAWAL_ROUTES } from "./withdrawals.js";

export const ROUTES: readonly Route[] = [
  ...ORDER_ROUTES,
  ...QUOTE_ROUTES,
  ...ACCOUNT_ROUTES,
  ...TEAM_ROUTES,
  ...DEPOSIT_ROUTES,
  ...WALLET_ROUTES,
  ...MARKET_ROUTES,
  ...SELLER_ROUTES,
  ...WITHDRAWAL_ROUTES,
  ...HEALTH_ROUTES,
  ...DOCS_ROUTES,
  ...OPERATOR_ROUTES,
];
