/** `desk incidents` and `desk unread …`: what went wrong, and what of the chain could not be read and may concern the desk. */
import { z } from "zod";
import type { Incident } from "../../engine/incidents.js";
import { type Command, defineCommand } from "../command.js";
import { addressField, blockField, countField, flag, limitOption } from "../inputs.js";
import { fold, moment, tableOf, type Width } from "../print.js";

const incidents = defineCommand({
  name: "incidents",
  about: "List incidents, newest first: what went wrong, and whether it is still open.",
  options: { limit: limitOption(20) },
  example: "incidents --limit 5",
  async run({ engine }, { limit }): Promise<{ incidents: readonly Incident[] }> {
    const { readIncidents } = await import("../../engine/incidents.js");
    return { incidents: await readIncidents(engine, limit) };
  },
  print: ({ incidents: found }, width) =>
    found.length === 0
      ? "No incidents."
      : found.map((incident) => incidentText(incident, width)).join("\n"),
});

function incidentText(incident: Incident, width: Width): string {
  const { at, kind, text } = incident;
  const lines = fold(text, width && width - 2);
  return [`${moment(at)}  ${kind}${endText(incident)}`, ...lines.map((line) => `  ${line}`)].join(
    "\n",
  );
}

/** An event of one moment has no end to show. */
function endText({ at, closedAt }: Incident): string {
  if (closedAt === null) return "  open";
  return closedAt > at ? `  ended ${moment(closedAt)}` : "";
}

export const incidentCommands: readonly Command[] = [incidents];

const notRead = () => import("../../engine/not-read.js");

const list = defineCommand({
  name: "unread list",
  about:
    "List blocks and transactions that could not be read and may concern the desk, oldest first.",
  options: { limit: limitOption(50) },
  example: "unread list",
  async run({ engine }, { limit }) {
    const rows = await (await notRead()).readNotRead(engine, limit);
    return {
      unread: rows.map(({ id, reader, block_number, txid, account, reason, noted_at }) => ({
        ...{ number: id, reader, blockNumber: block_number, txid, account, reason },
        notedAt: noted_at,
      })),
    };
  },
  print: ({ unread }, width) =>
    tableOf(
      unread,
      [
        ["number", ({ number }) => `${number}`],
        "noted: notedAt",
        "reader",
        ["block", ({ blockNumber }) => `${blockNumber}`],
        ["transaction", ({ txid }) => txid ?? "all"],
        ["account", ({ account }) => account ?? "-"],
        "why: reason",
        ["next", nextOf],
      ],
      "All was read.",
      width,
    ),
});

interface Listed {
  readonly reader: "follower" | "deposits" | "stake";
  readonly blockNumber: number;
  readonly txid: string | null;
}

/** What ends it, or what the operator does. */
function nextOf({ reader, blockNumber, txid }: Listed): string {
  if (txid !== null && reader === "deposits") {
    return `look it up; deposit scan ${blockNumber}, or deposit book TXID; unread settle`;
  }
  if (txid !== null)
    return "of USDT: its events decide by themselves; else look it up; unread settle";
  if (reader === "deposits") return `read again by itself, or deposit scan ${blockNumber}`;
  if (reader === "follower") return "our transactions are asked for once it is solid";
  return "sellers' stake is read once it is solid; until then none is taken back";
}

const settle = defineCommand({
  name: "unread settle",
  about: "Mark what could not be read as checked, by number, or many transactions at once.",
  args: { "NUMBER...": ["the number in `unread list`", z.array(countField).default([])] },
  options: {
    all: flag("all transactions; blocks only by number"),
    block: ["<n>", "the transactions of this block", blockField.optional()],
    account: [
      "<address>",
      "the transactions that concern this account of yours",
      addressField.optional(),
    ],
    confirm: flag("settle them; without it they are only counted"),
  },
  example: "unread settle 3",
  check({ number, all, block, account }, problem) {
    const isMany = all || block !== undefined || account !== undefined;
    if (number.length === (isMany ? 0 : 1)) return;
    const mustBe = "must be one number of `unread list`, or none and --all, --block or --account";
    problem("number", mustBe);
  },
  async run({ engine }, { number: [number], block, account, confirm }): Promise<Settled> {
    const { readUnreadTransactions, settleUnread, settleUnreadTransactions } = await notRead();
    if (number !== undefined) {
      await settleUnread(engine, number);
      return { settled: number };
    }
    const filter = { block, account };
    const done = confirm ? settleUnreadTransactions : readUnreadTransactions;
    return { transactions: await done(engine, filter), confirmed: confirm };
  },
  logged: (done) => ({ ...done }),
  print(done) {
    if ("settled" in done) return `Number ${done.settled} is settled.`;
    if (done.confirmed) return `Transactions settled: ${done.transactions}.`;
    return `Transactions that --confirm would settle: ${done.transactions}.`;
  },
});

type Settled =
  | { readonly settled: number }
  | { readonly transactions: number; readonly confirmed: boolean };

export const unreadCommands: readonly Command[] = [list, settle];
