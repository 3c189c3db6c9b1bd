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

/** Starts a desk as on Nile, as often as wanted upon the same files. */
async function onNile(more: Record<string, string> = {}) {
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
    ...more,
  });
  const start = async () => {
    // The umask that a desk of its own process has.
    for (const file of readdirSync(directory)) chmodSync(join(directory, file), 0o600);
    const desk = await startDesk(
      loadConfig(env),
      pino({ level: "silent" }),
      () => {},
      operatorCommands,
      readdirSync(directory).length === 0,
    );
    onTestFinished(() => desk.close());
    return desk;
  };
  return start;
}

test("how the first customer is made, and once there is one, how a key is", async () => {
  const start = await onNile();
  const first = await start();
  expect(keyLine(first)).toMatch(/customer create --name NAME makes the first customer/);
  await createCustomer(first.engine, "Ada");
  await first.close();
  expect(keyLine(await start())).toMatch(/ key issue --customer ID makes one more/);
});

test("where the wallet shows the first address of a new key of deposits, and never the address, until it is confirmed", async () => {
  const start = await onNile({ DEPOSIT_XPUB: XPUB });
  const first = await start();
  const said = banner(factsOf(first, "nile"));
  expect(said).toMatch(/Deposits wait\. .* shows at m\/44'\/195'\/0'\/0\/0:/);
  expect(said).toContain("deposit confirm ADDRESS");
  expect(said).not.toContain(DEPOSITS.keys.first);
  await confirmDepositKey(first.engine, DEPOSITS.keys.first);
  await first.close();
  expect(banner(factsOf(await start(), "nile"))).not.toContain("Deposits");
});

test("that the desk is paused or halted, or payouts are held, and what to do", async () => {
  const start = await onNile();
  const first = await start();
  const opening = (desk: Desk) => banner(factsOf(desk, "nile")).split("\n").slice(1, 4);
  expect(opening(first)).toEqual(["  Energy Desk is open.", "", expect.stringContaining("Base")]);
  await placeHold(first.engine, "pause", "lunch");
  await placeHold(first.engine, "payout-pause", "a stolen key");
  await first.close();
  const paused = await start();
  expect(opening(paused)).toEqual([
    "  Energy Desk takes no orders: lunch; `desk resume` takes them again.",
    "  No payouts are made: a stolen key; `desk resume --payouts` makes them again.",
    "",
  ]);
  paused.engine.gates.haltFor("a check failed");
  const halted = "a check failed; look at `desk audit`, then `desk resume`.";
  expect(opening(paused)[0]).toBe(`  Energy Desk takes no orders: ${halted}`);
});
