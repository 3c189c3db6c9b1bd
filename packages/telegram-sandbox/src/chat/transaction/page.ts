/** One transaction as HTML; every text that comes from elsewhere is escaped. */
import { ICON } from "../page.js";
import type { Facts, Line } from "./facts.js";

const RELOAD_S = 3;

const STATES: Readonly<Record<Facts["state"], string>> = {
  waiting: "Waiting for a block",
  included: "Included in a block",
  failed: "Failed",
};

export function transactionPage({ kind, state, lines }: Facts): string {
  return page({
    title: kind,
    state: STATES[state],
    mood: state,
    body: `<dl>${lines.map(printLine).join("")}</dl>`,
    reloads: state === "waiting",
  });
}

export function unknownPage(txid: string): string {
  return page({
    title: "Transaction",
    state: "Not found",
    mood: "waiting",
    body: `<p>The sandbox node knows no transaction <code>${escaped(txid.slice(0, 100))}</code>.</p>`,
    reloads: false,
  });
}

export function awayPage(): string {
  return page({
    title: "Transaction",
    state: "The node does not answer",
    mood: "away",
    body: "<p>Nothing is known of the transaction meanwhile. The page tries again by itself.</p>",
    reloads: true,
  });
}

interface Parts {
  readonly title: string;
  readonly state: string;
  readonly mood: string;
  /** HTML. */
  readonly body: string;
  /** What is shown may change soon. */
  readonly reloads: boolean;
}

function page({ title, state, mood, body, reloads }: Parts): string {
  const reload = reloads ? `<meta http-equiv="refresh" content="${RELOAD_S}">` : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${reload}
<title>${escaped(title)}: sandbox</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="/sandbox/chat/transaction.css">
</head>
<body>
<main class="sheet-of-facts">
<h1>${escaped(title)}</h1>
<p class="origin">on the sandbox TRON node: a network of its own, no real money</p>
<p class="state ${mood}">${state}</p>
${body}
</main>
</body>
</html>
`;
}

function printLine({ label, value, isCode }: Line): string {
  const shown = isCode ? `<code>${escaped(value)}</code>` : escaped(value);
  return `<dt>${label}</dt><dd>${shown}</dd>`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}
