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
  /** Why it takes no orders, or pays nobody, and what to do. */
  readonly ordersStopped: string | undefined;
  readonly payoutsStopped: string | undefined;
  /** Where the wallet shows the address that confirms the key of deposits. */
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
  const { ordersStopped, payoutsStopped } = desk.engine.gates;
  const stopped = { ordersStopped, payoutsStopped };
  return { baseUrl, nodeUrl, chatUrl, network, apiKey, hasCustomers, depositsWaitFor, ...stopped };
}

export function banner(facts: BannerFacts): string {
  const { baseUrl, nodeUrl, chatUrl, network, apiKey } = facts;
  const lines = [
    "",
    ...opening(facts),
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
      `  Deposits wait. Type the address that your wallet itself shows at ${facts.depositsWaitFor}:`,
      "",
      `    ${DESK} deposit confirm ADDRESS`,
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

/** What an earlier run left stopped is said here: nobody looks for it otherwise. */
function opening({ ordersStopped, payoutsStopped }: BannerFacts): string[] {
  return [
    ordersStopped === undefined
      ? "  Energy Desk is open."
      : `  Energy Desk takes no orders: ${ordersStopped}.`,
    ...(payoutsStopped === undefined ? [] : [`  No payouts are made: ${payoutsStopped}.`]),
  ];
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
