/** What the desk prints once it is up: its addresses, and an order to paste. */
import { DESK } from "../control/own-name.js";
import type { Desk } from "./desk.js";

export interface BannerFacts {
  readonly baseUrl: string;
  readonly nodeUrl: string;
  readonly chatUrl: string | undefined;
  readonly network: string;
  /** The demo customer's key, at the first start of a sandbox only. */
  readonly apiKey: string | undefined;
  readonly hasCustomers: boolean;
  /** The first address of a key of deposits that the operator has not confirmed. */
  readonly depositsWaitFor: string | undefined;
}

/** The first account of the public test mnemonic; activated in every sandbox. */
const DEMO_RECEIVER = "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH";

const DEMO_ORDER = JSON.stringify({
  type: "Fast",
  resourceType: "Energy",
  receiver: [DEMO_RECEIVER],
  resourceAmount: 65_000,
  duration: "1h",
});

export function factsOf(desk: Desk, network: string): BannerFacts {
  const { baseUrl, nodeUrl, chatUrl, demoCustomer, hasCustomers, depositsWaitFor } = desk;
  const apiKey = demoCustomer?.apiKey;
  return { baseUrl, nodeUrl, chatUrl, network, apiKey, hasCustomers, depositsWaitFor };
}

export function banner(facts: BannerFacts): string {
  const { baseUrl, nodeUrl, chatUrl, network, apiKey } = facts;
  const lines = [
    "",
    "  Energy Desk is open.",
    "",
    `  Base URL   ${baseUrl}`,
    `  API key    ${apiKey ?? wayToKey(facts)}`,
    `  Network    ${network}, node ${nodeUrl}`,
    ...(chatUrl ? [`  Telegram   ${chatUrl} (the bot, without Telegram)`] : []),
    `  Docs       ${baseUrl}/docs (the API, to read and to try), README.md, docs/operating.md`,
  ];
  if (facts.depositsWaitFor !== undefined) {
    lines.push(
      "",
      "  Deposits wait. Compare the first address of DEPOSIT_XPUB with the first one that your wallet shows:",
      "",
      `    ${facts.depositsWaitFor}`,
      "",
      `  If they are the same: ${DESK} deposit confirm ${facts.depositsWaitFor}`,
    );
  }
  if (network === "sandbox") {
    lines.push(
      "",
      "  Buy 65,000 Energy for an hour:",
      "",
      demoOrder(baseUrl, apiKey ?? "YOUR_KEY"),
    );
  }
  return `${lines.join("\n")}\n`;
}

/** A key is shown when it is made, here or by a command; afterwards nobody knows it any more. */
function wayToKey({ hasCustomers }: BannerFacts): string {
  return hasCustomers
    ? `${DESK} key issue --customer ID makes one more (customer list shows ids)`
    : `${DESK} customer create --name NAME makes the first customer, with a key`;
}

function demoOrder(baseUrl: string, apiKey: string): string {
  return [
    `curl -s ${baseUrl}/v1/order/create`,
    `-H 'x-api-key: ${apiKey}'`,
    `-H 'content-type: application/json'`,
    `-d '${DEMO_ORDER}'`,
  ].join(" ");
}
