/** The file of /history: it equals the ledger when it is read back, is never too large, and what is in it is no formula. */

import fc from "fast-check";
import { Api, type InputFile } from "grammy";
import { expect, test } from "vitest";
import { type Day, utcDayOf } from "../../src/common/time.js";
import { sun } from "../../src/domain/money.js";
import { creditCustomer } from "../../src/engine/customers/customers.js";
import type { OutboxRow } from "../../src/store/chat/outbox.js";
import { writeHistory } from "../../src/telegram/account/write-document.js";

import {
  type HistoryDocument,
  WritingStopped,
  type Written,
} from "../../src/telegram/transport/document.js";
import { sendMessage } from "../../src/telegram/transport/send.js";
import { codePoint } from "../support/code-points.js";
import { readCsv } from "../support/csv.js";
import { type Desk, openDesk } from "../support/desk.js";
import { deliver, mine } from "../support/steps.js";

const DAY_MS = 86_400_000;

const documentOf = (desk: Desk, from?: Day): HistoryDocument => ({
  ...{ kind: "history", customerId: desk.customerId, userId: 1, from },
  ...{ to: utcDayOf(desk.clock.nowMs), untilMs: desk.clock.nowMs },
});

const write = (desk: Desk, mostBytes?: number, from?: Day) =>
  writeHistory(desk.engine, documentOf(desk, from), () => {}, mostBytes);

async function partsOf({ bytes }: Exclude<Written, { instead: unknown }>): Promise<string[]> {
  if (typeof bytes !== "function") throw new Error("a file in one piece");
  const parts: string[] = [];
  for await (const part of bytes()) parts.push(part.toString("utf8"));
  return parts;
}

async function linesOf(desk: Desk): Promise<Record<string, string>[]> {
  const written = await write(desk);
  if (!("bytes" in written)) throw new Error(written.instead.text);
  const [columns = [], ...lines] = readCsv((await partsOf(written)).join(""));
  expect(lines.every((line) => line.length === columns.length)).toBe(true);
  return lines.map((line) => Object.fromEntries(columns.map((name, at) => [name, line[at] ?? ""])));
}

const credit = (desk: Desk, reason: string, reference: string, amountSun = 1) =>
  creditCustomer(desk.engine, {
    ...{ customerId: desk.customerId, amountSun: sun(amountSun), reason, reference, kind: "gift" },
  });

test("read back it equals the ledger, whatever was written into it", async () => {
  const anyCredit = fc.record({
    reason: fc.string({ unit: codePoint, maxLength: 30 }),
    reference: fc.string({ unit: codePoint, minLength: 1, maxLength: 12 }),
    amountSun: fc.integer({ min: 1, max: 5_000_000 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyCredit, { selector: (one) => one.reference }),
      async (credits) => {
        const desk = await openDesk();
        for (const { reason, reference, amountSun } of credits) {
          await credit(desk, reason, reference, amountSun);
        }
        await desk.order();
        await deliver(desk);
        const lines = await linesOf(desk);
        const own = `('available:${desk.customerId}', 'held:${desk.customerId}')`;
        const transfers = desk.rows(
          `SELECT id, amount_sun FROM transfer WHERE from_account IN ${own} OR to_account IN ${own}`,
        );
        const plain = (cell = "") => cell.replace(/^'/, "");
        expect(new Set(lines.map((line) => plain(line.transfer_id)))).toEqual(
          new Set(transfers.map(({ id }) => id)),
        );
        const sumSun = (column: string) =>
          lines.reduce((sum, line) => sum + Math.round(Number(line[column]) * 1_000_000), 0);
        const { available, held } = desk.moneySun;
        expect(sumSun("available_change_trx")).toBe(available);
        expect(sumSun("held_change_trx")).toBe(held);
        expect(Number(lines.at(-1)?.available_trx)).toBe(available / 1_000_000);
        for (const { note = "", transfer_id: id = "" } of lines) {
          expect(note).not.toMatch(/^\s*[=+\-@]/);
          expect(id).not.toMatch(/^\s*[=+\-@]/);
        }
        await desk.close();
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);

test("more than a file holds names the days that fit, unless one day does not", async () => {
  const desk = await openDesk();
  const first = utcDayOf(desk.clock.nowMs);
  const second = utcDayOf(desk.clock.nowMs + DAY_MS);
  for (let day = 0; day < 4; day += 1) {
    await credit(desk, "x".repeat(1_000), String(day));
    await mine(desk, [], true, DAY_MS);
  }
  // The header, the opening credit and two others.
  const written = await write(desk, 3_000);
  expect("instead" in written && written.instead.text).toBe(
    `That is more than one file holds. This much fits: /history ${first} ${second}`,
  );
  const all = await write(desk);
  expect("bytes" in all && all.name).toBe(`history-${first}-${utcDayOf(desk.clock.nowMs)}.csv`);
  const oneDay = await write(desk, 400, utcDayOf(desk.clock.nowMs - DAY_MS));
  expect("instead" in oneDay && oneDay.instead.text).toContain("A single day is more");
});

test("a stop ends the writing, and the sending of what is not written yet", async () => {
  const desk = await openDesk();
  let isStopped = true;
  const goOn = () => {
    if (isStopped) throw new WritingStopped();
  };
  await expect(writeHistory(desk.engine, documentOf(desk), goOn)).rejects.toThrow(WritingStopped);
  isStopped = false;
  const written = await writeHistory(desk.engine, documentOf(desk), goOn);
  isStopped = true;
  const api = new Api("1:token");
  api.config.use(async (_, __, payload) => {
    const { document } = payload as { document: InputFile };
    for await (const part of await document.toRaw()) expect(part).toBeInstanceOf(Buffer);
    throw new Error("nothing broke");
  });
  const payload = JSON.stringify({ chatId: 1, card: { keyboard: [] }, document: documentOf(desk) });
  const sent = await sendMessage(api, { chat_id: 1, payload } as OutboxRow, {
    write: async () => written,
    wordsFor: async () => undefined,
    paint: async () => Buffer.alloc(0),
  });
  expect(sent).toEqual({ kind: "failed", failure: { kind: "unsent" } });
});

test("the last five that changed the balance stand under the file, the oldest first", async () => {
  const desk = await openDesk();
  for (const amount of [1, 2, 3, 4]) await credit(desk, "", `c${amount}`, amount * 1_000_000);
  await desk.order();
  await deliver(desk);
  const written = await write(desk);
  const [, ...lines] = ("bytes" in written && written.card?.text.split("\n")) || [];
  expect(lines.slice(0, 5).map((line) => line.replace(/^.* UTC {2}/, ""))).toEqual([
    ...["+1 TRX · credit", "+2 TRX · credit", "+3 TRX · credit", "+4 TRX · credit"],
    "−3.9 TRX · order",
  ]);
  expect(lines[5]).toMatch(/^Balance after that: /);
});
