/** Which file is which: a copy is another, and a birth that no file system tells is not held against anybody. */
import { copyFileSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fileIdentityOf, identityIn, isSameFile } from "../../src/engine/operating/backup.js";
import { databasePath } from "../support/files.js";

test.each([
  ["the same file", { inode: "7", bornAtNs: "100" }, true],
  ["another inode", { inode: "8", bornAtNs: "100" }, false],
  ["an inode that was given to another file", { inode: "7", bornAtNs: "101" }, false],
  ["the same inode without a known birth", { inode: "7", bornAtNs: null }, true],
  ["another inode without a known birth", { inode: "8", bornAtNs: null }, false],
])("%s", (_, other, isSame) => {
  const one = { inode: "7", bornAtNs: "100" };
  expect(isSameFile(one, other)).toBe(isSame);
  expect(isSameFile(other, one)).toBe(isSame);
});

test.each([
  ["a birth before the last change", 100n, 101n, "100"],
  ["the time of the last change, given for a birth that is not stored", 101n, 101n, null],
  ["0, given for one", 0n, 101n, null],
])("%s", (_, birthtimeNs, ctimeNs, bornAtNs) => {
  expect(identityIn({ ino: 7n, birthtimeNs, ctimeNs })).toEqual({ inode: "7", bornAtNs });
});

test("a file keeps its identity when it is written, renamed and given other times; a copy has its own", () => {
  const path = databasePath();
  writeFileSync(path, "one");
  const before = fileIdentityOf(path);
  copyFileSync(path, `${path}-copy`);
  writeFileSync(path, "two");
  utimesSync(path, 1, 1);
  renameSync(path, `${path}-renamed`);
  expect(isSameFile(fileIdentityOf(`${path}-renamed`), before)).toBe(true);
  expect(isSameFile(fileIdentityOf(`${path}-copy`), before)).toBe(false);
});
