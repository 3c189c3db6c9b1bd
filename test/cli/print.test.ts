/** Results for people. */
import { expect, it } from "vitest";
import { fields, moment, table, trx } from "../../src/cli/print.js";

it("aligns columns, numbers to the right, without spaces at the end", () => {
  const rows = [
    ["Ada", 65_000, ""],
    ["Grace", 7, "x"],
  ];
  expect(table(["name", "units", "note"], rows, "none")).toBe(
    ["name    units  note", "Ada    65,000", "Grace       7  x"].join("\n"),
  );
  expect(table(["name"], [], "none")).toBe("none");
});

it("keeps control characters from the terminal", () => {
  expect(table(["name"], [["a\u001b[2J\nb"]], "")).toBe("name\na [2J b");
  expect(fields({ a: null, long: "x\u0007y", n: 1234 })).toBe("a     -\nlong  x y\nn     1,234");
});

it("prints TRX to the last SUN and times in UTC", () => {
  expect([3.9, 0.000001, 1234567.1, 0].map(trx)).toEqual(["3.9", "0.000001", "1,234,567.1", "0"]);
  expect(moment(1_800_000_000_123)).toBe("2027-01-15 08:00:00Z");
});
