/** What a text says of a withdrawal, and which texts answer its card. */
import { expect, test } from "vitest";
import {
  answersWithdrawal,
  readWithdrawalLine,
} from "../../../src/telegram/intake/withdrawal-line.js";
import { addressOf } from "../../support/addresses.js";

const WALLET = addressOf(1);
const ORDER_ID = "0198c0de00000000000000e1";

test.each<[string, number | undefined, number, boolean]>([
  [`10 ${WALLET}`, 10, 1, false],
  [`${WALLET} 10`, 10, 1, false],
  [`10 TRX to ${WALLET}`, 10, 1, false],
  [`1,000.5trx, ${WALLET}`, 1_000.5, 1, false],
  [`10 000 ${WALLET}`, 10_000, 1, false],
  [`0,5 ${WALLET}`, undefined, 1, true],
  [`all ${WALLET}`, undefined, 1, true],
  ["", undefined, 0, false],
  [`1.000 ${WALLET}`, undefined, 1, false],
])("%s", (text, trx, wallets, isStrange) => {
  const line = readWithdrawalLine(text);
  expect(line.amountSun).toBe(trx === undefined ? undefined : trx * 1_000_000);
  expect(line.wallets).toHaveLength(wallets);
  expect(line.isStrange).toBe(isStrange);
  expect(line.readings).toEqual(text.startsWith("1.000 ") ? ["1", "1000"] : undefined);
});

test.each<["address" | "amount" | "confirm", string, boolean]>([
  ["address", WALLET, true],
  ["address", "@cold1", true],
  ["address", "10 @cold1", true],
  ["address", "hello", true],
  ["address", `65k energy 1h ${WALLET}`, false],
  ["address", "how are you", false],
  ["address", "10 USDT", true],
  ["address", `10,5 ${WALLET}`, true],
  ["amount", "10 usdt", true],
  ["amount", "10 energy", false],
  ["confirm", "10 USDT", false],
  ["address", ORDER_ID, false],
  ["amount", "10", true],
  ["amount", "65k", true],
  ["amount", WALLET, true],
  ["amount", "65k energy", false],
  ["confirm", "10", true],
  ["confirm", "12,500", true],
  ["confirm", WALLET, false],
  ["confirm", `10 ${WALLET}`, false],
  ["confirm", "hello", false],
])("at %s: %s answers: %s", (step, text, answers) => {
  expect(answersWithdrawal(step, text)).toBe(answers);
});
