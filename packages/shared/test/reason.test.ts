/** What is said of a failure, whatever was thrown. */
import { expect, test } from "vitest";
import { reasonOf } from "../reason.js";

test.each([
  [new Error("the disk is full"), "the disk is full"],
  [Object.assign(new Error("full"), { code: "ENOSPC" }), "full"],
  [{ code: "SQLITE_FULL" }, "SQLITE_FULL"],
  [{ message: "", code: "SQLITE_IOERR" }, "SQLITE_IOERR"],
  [{ stack: "Error\n    at there" }, "Error\n    at there"],
  [{}, "an error without a message"],
  [null, "null"],
  [undefined, "undefined"],
  ["a text", "a text"],
])("%o says %o", (error, said) => {
  expect(reasonOf(error)).toBe(said);
});
