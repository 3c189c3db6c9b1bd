/** What the banner says of keys where it has none to show: what is true of this database. */
import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { startTronNode } from "tron-sandbox";
import { expect, onTestFinished, test } from "vitest";
import { banner, factsOf } from "../../src/boot/banner.js";
import { type Desk, startDesk } from "../../src/boot/desk.js";
import { operatorCommands } from "../../src/cli/commands.js";
import { loadConfig } from "../../src/config.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { confirmDepositKey } from "../../src/engine/deposits/addresses.js";
import { placeHold } from "../../src/engine/operating/holds.js";
import { RECEIVER } from "../e2e/api.js";
import { deskEnv, temporaryDirectory } from "../e2e/desk-process.js";
import { DEPOSITS, XPUB } from "../support/deposits.js";

function keyLine(desk: Desk): string {
  const lines = banner(factsOf(desk, "nile")).split("\n");
  return lines.find((line) => line.includes("API key")) ?? "";
}

test("what is to be done on a desk that is new, and once it has run, and what it is held by", async () => {
  const node = await startTronNode({
    directory: temporaryDirectory(onTestFinished),
    port: 0,
    blockMs: 500,
  });
  onTestFinished(() => node.close());
  const directory = temporaryDirectory(onTestFinished);
  const env = deskEnv(directory, {
    TRON_NETWORK: "nile",
    TRON_FULL_HOST: node.url,
    POOL_OWNERS: RECEIVER,
    OPERATOR_KEY: "1".repeat(64),
    DEPOSIT_XPUB: XPUB,
  });
  const start = async (isNew: boolean) => {
    // The umask that a desk of its own process has.
    for (const file of readdirSync(directory)) chmodSync(join(directory, file), 0o600);
    const logger = pino({ level: "silent" });
    const desk = await startDesk(loadConfig(env), logger, () => {}, operatorCommands, isNew);
    onTestFinished(() => desk.close());
    return desk;
  };
  const opening = (desk: Desk) => banner(factsOf(desk, "nile")).split("\n").slice(1, 4);

  const first = await start(true);
  expect(opening(first)).toEqual(["  Energy Desk is open.", "", expect.stringContaining("Base")]);
  expect(keyLine(first)).toMatch(/customer create --name NAME makes the first customer/);
  // Where the wallet shows the first address, and never the address.
  const said = banner(factsOf(first, "nile"));
  expect(said).toMatch(/Deposits wait\. .* shows at m\/44'\/195'\/0'\/0\/0:/);
  expect(said).toContain("deposit confirm ADDRESS");
  expect(said).not.toContain(DEPOSITS.keys.first);
  await createCustomer(first.engine, "Ada");
  await confirmDepositKey(first.engine, DEPOSITS.keys.first);
  await placeHold(first.engine, "pause", "lunch");
  await placeHold(first.engine, "payout-pause", "a stolen key");
  await first.close();

  const second = await start(false);
  expect(keyLine(second)).toMatch(/ key issue --customer ID makes one more/);
  expect(banner(factsOf(second, "nile"))).not.toContain("Deposits");
  expect(opening(second)).toEqual([
    "  Energy Desk takes no orders: lunch; `desk resume` takes them again.",
    "  No payouts are made: a stolen key; `desk resume --payouts` makes them again.",
    "",
  ]);
  second.engine.gates.haltFor("a check failed");
  const halted = "a check failed; look at `desk audit`, then `desk resume`.";
  expect(opening(second)[0]).toBe(`  Energy Desk takes no orders: ${halted}`);
});
