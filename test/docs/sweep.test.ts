/** The script by which offline keys sign a sweep, as the operator's document has it. */
import { execFile } from "node:child_process";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { TronWeb } from "tronweb";
import { expect, onTestFinished, test } from "vitest";
import { buildUnsigned } from "../../src/chain/build.js";
import { readSigned } from "../../src/chain/signed-elsewhere.js";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import { addressOfKey } from "../../src/domain/public-key.js";
import type { SweepStep } from "../../src/domain/sweep.js";
import { depositPath } from "../../src/domain/sweep-file.js";
import { blockId } from "../chain/fixtures.js";
import { temporaryDirectory } from "../cli/desk-command.js";
import { newWallet } from "../support/wallets.js";
import { blocksOf, ROOT } from "./blocks.js";

const WORDS = `${"abandon ".repeat(11)}about`;
const INDEX = 1_234_567_890;

test("it signs what is a deposit address's by its path, and the rest by the key of its owner", async () => {
  const directory = temporaryDirectory();
  onTestFinished(directory.remove);
  const at = (name: string) => join(directory.path, name);
  symlinkSync(join(ROOT, "node_modules"), at("node_modules"));
  const blocks = blocksOf("docs/operating.md");
  const script = must(
    blocks.find(({ language }) => language === "js"),
    "the script",
  ).text;
  expect(script).toContain("deposits.words");
  writeFileSync(at("sign.mjs"), script);
  const [owner, other] = [newWallet(), newWallet()];
  for (const one of [owner, other]) {
    writeFileSync(at(`${one.address}.key`), `${one.privateKeyHex}\n`);
  }
  writeFileSync(at("deposits.words"), `${WORDS}\n`);
  const path = depositPath(7, INDEX);
  const deposit = addressOfKey(TronWeb.fromMnemonic(WORDS, path).privateKey.slice(2));
  const steps: SweepStep[] = [
    { kind: "create_account", owner: owner.address, receiver: deposit },
    { kind: "create_account", owner: other.address, receiver: deposit },
    { kind: "transfer", owner: deposit, receiver: owner.address, amountSun: sun(7) },
  ];
  const frame = {
    reference: { number: 66_570, id: blockId(66_570), timestampMs: 1 },
    timestampMs: 1_700_000_000_000,
    expiresAt: 1_700_000_120_000,
  };
  const transactions: object[] = [];
  for (const step of steps) {
    const { transaction } = await buildUnsigned(step, frame);
    const signer = step.owner;
    transactions.push({ signer, path: signer === deposit ? path : null, transaction });
  }
  writeFileSync(at("sweep.json"), JSON.stringify({ round: "sweep", transactions }));
  const run = promisify(execFile);
  const { stdout } = await run(process.execPath, ["sign.mjs"], { cwd: directory.path });
  const signed = JSON.parse(stdout) as { round: string; transactions: { transaction: object }[] };
  expect(signed.round).toBe("sweep");
  const signers = signed.transactions.map(({ transaction }) => readSigned(transaction).signers);
  expect(signers).toEqual([[owner.address], [other.address], [deposit]]);
});
