/** Words that cancel what is open. */
import { expect, test } from "vitest";
import { isCancel } from "../../../src/telegram/intake/cancel-word.js";

test.each([
  "cancel",
  " Cancel.",
  "CANCELAR",
  "Отмена",
  "отменить!",
  "取消",
  "取消。",
  "ｃａｎｃｅｌ",
])("%s cancels", (text) => expect(isCancel(text)).toBe(true));

test.each(["", "cancel it", "cancelled", "@cancel", "no", "取消订单"])("%j does not", (text) =>
  expect(isCancel(text)).toBe(false),
);
