/** Names of wallets in a text: each is read as its wallet, and nothing else is taken for one. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { UNKNOWN_NAME, withoutNames } from "../../../src/telegram/intake/addresses.js";
import {
  bareNames,
  isAlmost,
  meansElse,
  withSigns,
} from "../../../src/telegram/intake/bare-names.js";
import { codePoint } from "../../support/code-points.js";
import { cpuMsOf } from "../../support/cpu-time.js";
import { wallet } from "../wallets.js";

const [A, B] = [wallet(1), wallet(2)];
const BOOK: Readonly<Record<string, string>> = { cold1: A, кошелёк: B, "-x": B };
const read = (text: string) =>
  withoutNames(text, "desk_sandbox_bot", (name) => BOOK[name.toLowerCase()]);

test.each([
  ["@cold1", A],
  ["65k energy 1h @COLD1", `65k energy 1h ${A}`],
  ["@cold1,@кошелёк", `${A},${B}`],
  ["@cold1，@кошелёк、（@cold1）", `${A}，${B}、（${A}）`],
  ["(@cold1)\n@-x", `(${A})\n${B}`],
  ["@cold1 @cold1", `${A} ${A}`],
  ["to «@cold1»", `to «${A}»`],
  ["65k energy 1h T @55", "65k energy 1h T @55"],
  ["@5.5", "@5.5"],
  ["@55sun @55,000 SUN", "@55sun @55,000 SUN"],
  ["mail@cold1", "mail@cold1"],
  ["https://t.me/@cold1", "https://t.me/@cold1"],
  ["@", "@"],
  ["@@cold1", "@@cold1"],
  ["@desk_sandbox_bot @cold1", ` ${A}`],
  [`@${"a".repeat(33)}`, `@${"a".repeat(33)}`],
])("%s is read as %s", (text, as) => {
  expect(read(text)).toEqual({ text: as, unknown: [] });
});

test("names of nothing are told, each as it was written", () => {
  expect(read("@warm @cold1, @Hot")).toEqual({
    text: `${UNKNOWN_NAME} ${A}, ${UNKNOWN_NAME}`,
    unknown: [
      { address: "warm", bad: "no such name" },
      { address: "Hot", bad: "no such name" },
    ],
  });
});

test("among any words, names alone are read as something else", () => {
  const word = fc.constantFrom(
    ["@cold1", A],
    ["@КОШЕЛЁК", B],
    ["@warm", UNKNOWN_NAME],
    ...["@55", "@55,5", "65k", A, "mail@cold1", "@@x", "1h"].map((same) => [same, same]),
  );
  fc.assert(
    fc.property(fc.array(word), (words) => {
      const { text, unknown } = read(words.map(([said]) => said).join(" "));
      expect(text).toBe(words.map(([, as]) => as).join(" "));
      expect(unknown).toHaveLength(words.filter(([said]) => said === "@warm").length);
    }),
  );
});

test.each([
  ["65k 1h hot", ["hot"]],
  ["hot", ["hot"]],
  ["hot, cold 65k", ["hot", "cold"]],
  ["hot,cold", ["hot", "cold"]],
  ["hot 65k\ncold 131k", ["hot", "cold"]],
  ["65k 1h @hot cold", ["cold"]],
  // What a word means in a line, it means.
  ["65 k 1 h energy locked", []],
  ["65k ancho de banda 1h", []],
  ["65k @50 partial bulk Manual", []],
  // Beside an address a word may be its label.
  [`hot ${A} 65k`, []],
  // No name can look so.
  ["65k hot for you?", []],
  ["https://t.me/hot", []],
])("of %j may be names without their @: %j", (text, names) => {
  expect(bareNames(text)).toEqual(names);
});

test.each([
  ...["65k", "1h", "usdt", "USDT", "energy", "Энергия", "能量", "banda", "1час", "15m", "六万五"],
  ...["locked", "fast", "bulk", "k", "días", "天", "cancel", "отмена", "export"],
])("%s is no name of a wallet, as it means something else", (name) => {
  expect(meansElse(name)).toBe(true);
});

test.each(["cold1", "hot", "a", "кошелёк", "冷钱包", "usdt2", "65k-hot"])(
  "%s can be one",
  (name) => {
    expect(meansElse(name)).toBe(false);
  },
);

test.each([
  ["cold2", "cold1", true],
  ["cold", "cold1", true],
  ["colld1", "cold1", true],
  ["hot1", "cold1", false],
])("%s for %s is a slip: %j", (one, other, is) => {
  expect(isAlmost(one, other)).toBe(is);
});

test("a sign is set before whole words", () => {
  expect(withSigns("hot hotter @hot -hot x@hot,hot", ["hot"])).toBe(
    "@hot hotter @hot -hot x@hot,@hot",
  );
});

test("any text can be read", () => {
  fc.assert(
    fc.property(fc.string({ unit: codePoint }), (text) => {
      const { text: left } = read(text);
      if (!text.includes("@")) expect(left).toBe(text);
    }),
  );
});

test("a long text takes no time", () => {
  for (const unit of ["@", "@a", " @", "@a ", "(@"]) {
    const text = unit.repeat(40_000);
    expect(cpuMsOf(() => read(text))).toBeLessThan(2_000);
  }
});
