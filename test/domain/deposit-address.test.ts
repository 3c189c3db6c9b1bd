/** The addresses of deposits: those of wallets, whichever of the two keys is given; no other key is taken. */
import { createHash, pbkdf2Sync } from "node:crypto";
import { createBase58check } from "@scure/base";
import { HDKey } from "@scure/bip32";
import { TronWeb } from "tronweb";
import { describe, expect, test } from "vitest";
import { AssertionFailed } from "../../src/domain/assert.js";
import { depositKey } from "../../src/domain/deposit-address.js";
import { depositKeyProblem } from "../../src/domain/deposit-key.js";
import { depositPath } from "../../src/domain/sweep-file.js";

const WORDS = `${"abandon ".repeat(11)}about`;
const ROOT = HDKey.fromMasterSeed(pbkdf2Sync(WORDS, "mnemonic", 2_048, 64, "sha512"));
const xpubOf = (path: string) => ROOT.derive(path).publicExtendedKey;
const ACCOUNT = xpubOf("m/44'/195'/0'");
const RECEIVING = xpubOf("m/44'/195'/0'/0");
const LAST = 2 ** 31 - 1;

describe("an address of deposits", () => {
  test.each([
    [0, "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"],
    [1, "TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK"],
  ])("is the known one at index %i", (index, known) => {
    expect(depositKey(ACCOUNT).addressAt(index)).toBe(known);
    expect(depositKey(RECEIVING).addressAt(index)).toBe(known);
  });

  test.each([2, 77, 1_234_567, LAST])("is what a wallet shows at index %i", (index) => {
    const { address } = TronWeb.fromMnemonic(WORDS, `m/44'/195'/0'/0/${index}`);
    expect(depositKey(ACCOUNT).addressAt(index)).toBe(address);
    expect(depositKey(RECEIVING).addressAt(index)).toBe(address);
  });

  test.each([-1, 0.5, LAST + 1, Number.NaN])("has no index %d", (index) => {
    expect(() => depositKey(ACCOUNT).addressAt(index)).toThrow(AssertionFailed);
  });
});

/** An xpub whose checksum is right and whose 33 bytes of a key are these. */
function xpubWithKey(keyHex: string): string {
  const base58check = createBase58check((bytes: Uint8Array) =>
    createHash("sha256").update(bytes).digest(),
  );
  const bytes = Buffer.from(base58check.decode(ACCOUNT));
  bytes.set(Buffer.from(keyHex, "hex"), 45);
  return base58check.encode(bytes);
}

describe("the key of deposits", () => {
  test.each([
    ["an xprv", ROOT.derive("m/44'/195'/0'").privateExtendedKey, /is an extended private key/],
    ["another chain's private key", `tprv${"8".repeat(107)}`, /is an extended private key/],
    ["a private key after a space", ` ${ROOT.privateExtendedKey}`, /is an extended private key/],
    ["the master's", xpubOf("m"), /has depth 0: it must be/],
    ["the coin's", xpubOf("m/44'/195'"), /has depth 2: it must be/],
    ["an address'", xpubOf("m/44'/195'/0'/0/0"), /has depth 5: it must be/],
    [
      "the change side's",
      xpubOf("m/44'/195'/0'/1"),
      /is not of the receiving side: .* 1, .* change/,
    ],
    ["that of no side", xpubOf("m/44'/195'/0'/2"), /is not of the receiving side/],
    ["a hardened side's", xpubOf("m/44'/195'/0'/0'"), /is not of the receiving side/],
    ["an unhardened account's", xpubOf("m/44'/195'/3"), /is of the unhardened account 3, which/],
    ["a mistyped character", `${ACCOUNT.slice(0, -1)}${ACCOUNT.endsWith("1") ? 2 : 1}`, /checksum/],
    ["no point of the curve", xpubWithKey(`02${"f".repeat(64)}`), /checksum/],
    ["a private key that calls itself public", xpubWithKey(`00${"1".repeat(64)}`), /checksum/],
    ["one of another form", ACCOUNT.replace("xpub", "zpub"), /111 characters that start with xpub/],
    ["one character less", ACCOUNT.slice(1), /111 characters/],
    ["a space after", `${ACCOUNT} `, /111 characters/],
    ["a word list", WORDS, /111 characters/],
    ["a private key in hex", "1".repeat(64), /111 characters/],
    ["nothing", "", /111 characters/],
  ])("is not %s", (_, text, says) => {
    const problem = depositKeyProblem(text) ?? "";
    expect(problem).toMatch(says);
    for (let at = 0; at + 12 <= text.length; at += 1) {
      expect(problem).not.toContain(text.slice(at, at + 12));
    }
    expect(() => depositKey(text)).toThrow(AssertionFailed);
  });

  test("is that of an account or of its receiving side", () => {
    expect(depositKeyProblem(ACCOUNT)).toBeUndefined();
    expect(depositKeyProblem(RECEIVING)).toBeUndefined();
  });

  test("says which account it is, and a receiving side does not", () => {
    expect(depositKey(ACCOUNT).account).toBe(0);
    expect(depositKey(xpubOf("m/44'/195'/7'")).account).toBe(7);
    expect(depositKey(RECEIVING).account).toBeUndefined();
  });

  test.each([0, 7])("of account %i has the addresses of the paths that it prints", (account) => {
    const { address } = TronWeb.fromMnemonic(WORDS, depositPath(account, 77));
    expect(depositKey(xpubOf(`m/44'/195'/${account}'`)).addressAt(77)).toBe(address);
  });
});
