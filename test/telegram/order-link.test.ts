/** The link of an order, as it is made and as it comes back. */
import { expect, test } from "vitest";
import { linkedOrderId, orderLink } from "../../src/telegram/kit/buttons.js";

const ORDER = "1a1f85629950011eb3fcf11a";

test("an order's link leads to the bot, with the order as what /start is told", () => {
  expect(orderLink("desk_sandbox_bot", ORDER)).toBe(
    `https://t.me/desk_sandbox_bot?start=o_${ORDER}`,
  );
});

test("an order's link comes back as the order, and nothing else does", () => {
  expect(linkedOrderId(`o_${ORDER}`)).toBe(ORDER);
  for (const other of ["", ORDER, `o_${ORDER}0`, `o_${ORDER.toUpperCase()}`, "l_code"]) {
    expect(linkedOrderId(other)).toBeUndefined();
  }
});
