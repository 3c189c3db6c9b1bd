/** `desk unread …`: what could not be read of the chain and may have moved money or stake of the desk. */
import { z } from "zod";
import { type Command, defineCommand } from "../command.js";
import { addressField, blockField, countField } from "../inputs.js";
import { moment } from "../print.js";
import { table } from "../table.js";

const notRead = () => import("../../engine/not-read.js");

const list = defineCommand({
  name: "unread list",
  about:
    "List blocks and transactions that could not be read and may concern the desk, oldest first.",
  options: [{ flags: "--limit <n>", about: "how many; default 50" }],
  example: "unread list",
  input: z.strictObject({ limit: countField.default(50) }),
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
    table(
      ["number", "noted", "reader", "block", "transaction", "account", "why", "next"],
      unread.map((one) => [
        `${one.number}`,
        moment(one.notedAt),
        one.reader,
        `${one.blockNumber}`,
        one.txid ?? "all",
        one.account ?? "-",
        one.reason,
        nextOf(one),
      ]),
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
  manyArguments: { name: "NUMBER", about: "the number in `unread list`" },
  options: [
    { flags: "--all", about: "all transactions; blocks only by number" },
    { flags: "--block <n>", about: "the transactions of this block" },
    { flags: "--account <address>", about: "the transactions that concern this account of yours" },
    { flags: "--confirm", about: "settle them; without it they are only counted" },
  ],
  example: "unread settle 3",
  input: z
    .strictObject({
      number: z.array(countField).default([]),
      all: z.boolean().default(false),
      block: blockField.optional(),
      account: addressField.optional(),
      confirm: z.boolean().default(false),
    })
    .refine(
      ({ number, all, block, account }) => {
        const isMany = all || block !== undefined || account !== undefined;
        return number.length === (isMany ? 0 : 1);
      },
      {
        path: ["number"],
        message: "must be one number of `unread list`, or none and --all, --block or --account",
      },
    ),
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
