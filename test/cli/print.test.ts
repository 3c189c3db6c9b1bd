/** Results for people. */
import { expect, it } from "vitest";
import { findCommand } from "../../src/cli/commands.js";
import { fields, fold, jsonText, moment, trx } from "../../src/cli/print.js";

it("keeps control characters from the terminal", () => {
  expect(fields({ a: null, long: "x\u0007y", n: 1234 })).toBe("a     -\nlong  x y\nn     1,234");
  expect(fields({ name: "\u202eadA\u2066\u200f", n: "\u009b2J" })).toBe("name   adA\nn      2J");
});

it("writes them into JSON so that a terminal shows them and a program reads them", () => {
  const name = "\u001b[2J\u009b2J\u007f\u202eadA\u2028";
  const written = jsonText({ name, emoji: "👩‍💻" });
  expect(written).toBe('{"name":"\\u001b[2J\\u009b2J\\u007f\\u202eadA\\u2028","emoji":"👩‍💻"}');
  expect(JSON.parse(written)).toEqual({ name, emoji: "👩‍💻" });
});

it("prints TRX to the last SUN and times in UTC", () => {
  expect([3.9, 0.000001, 1234567.1, 0].map(trx)).toEqual(["3.9", "0.000001", "1,234,567.1", "0"]);
  expect(moment(1_800_000_000_123)).toBe("2027-01-15 08:00:00Z");
});

it("folds prose between words, and never what is one word", () => {
  expect(fold("the node cannot be asked", 10)).toEqual(["the node", "cannot be", "asked"]);
  expect(fold("the node", undefined)).toEqual(["the node"]);
  expect(fold("owner TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH", 20)).toHaveLength(1);
  expect(fields({ id: 7, reason: "the node cannot be asked" }, 18)).toBe(
    "id      7\nreason  the node\n        cannot be\n        asked",
  );
});

it("gives an id a line of its own where it does not fit beside its name", () => {
  const id = "72d2c504".repeat(2);
  expect(fields({ "a long name": id, n: 7 }, 20)).toBe(`a long name\n  ${id}\nn            7`);
  expect(fields({ "a long name": id })).toBe(`a long name  ${id}`);
});

it("keeps a line of an order within 100 columns, and cuts the customer's name for it", () => {
  const order = {
    orderId: "1a1f86027b50014084a5f9f5",
    createdAt: Date.now(),
    customerName: "Ada of the Analytical Engines",
    type: "Manual",
    resourceType: "energy",
    resourceAmount: 131_000,
    receiver: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
    status: "processing",
    paidAmount: 7.86,
    backAmount: 0,
  };
  const old = { ...order, createdAt: 1_600_000_000_000, customerName: "Bob" };
  const text = findCommand("order list")?.print({ orders: [order, old], nextCursor: "1a" }) ?? "";
  const lines = text.split("\n");
  expect(lines[1]).toMatch(
    /^1a1f86027b50014084a5f9f5 {2}\d\d-\d\d \d\d:\d\d {2}Ada of … {2}Manual {2}131,000 E /,
  );
  expect(lines[2]).toMatch(
    /5 {2}2020-09-13 {3}Bob +Manual {2}131,000 E {2}TUE…YdH {3}processing {2}7\.86 +0$/,
  );
  expect(Math.max(...lines.map((line) => line.length))).toBe(100);
  expect(lines.slice(3)).toEqual(["", "Older ones: --cursor 1a"]);
});
