/** `desk unread …`: what could not be read of the chain and may have moved money or stake of the desk. */
import { z } from "zod";
import { type Command, defineCommand } from "../command.js";
import { countField } from "../inputs.js";
import { moment } from "../print.js";
import { table } from "../table.js";

const notRead = () => import("../../engine/not-read.js");

const list = defineCommand({
  name: "unread list",
  about:
    "List blocks and transactions that could not be read and may touch the desk, the oldest first.",
  options: [{ flags: "--limit <n>", about: "how many; 50 unless given" }],
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
      ["number", "noted", "reader", "block", "transaction", "account", "why"],
      unread.map((one) => [
        `${one.number}`,
        moment(one.notedAt),
        one.reader,
        `${one.blockNumber}`,
        one.txid ?? "all",
        one.account ?? "-",
        one.reason,
      ]),
      "All was read.",
      width,
    ),
});

const settle = defineCommand({
  name: "unread settle",
  about: "Say that you have looked at what could not be read, and done what was to do.",
  argument: { name: "NUMBER", about: "its number in `unread list`" },
  example: "unread settle 3",
  input: z.strictObject({ number: countField }),
  async run({ engine }, { number }) {
    await (await notRead()).settleUnread(engine, number);
    return { settled: number };
  },
  logged: ({ settled }) => ({ settled }),
  print: ({ settled }) => `Number ${settled} is settled.`,
});

export const unreadCommands: readonly Command[] = [list, settle];
