/** What the banner says of keys where it has none to show: what is true of this database. */
import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { banner, factsOf } from "../../src/boot/banner.js";
import { type Desk, startDesk } from "../../src/boot/desk.js";
import { operatorCommands } from "../../src/cli/run-command.js";
import { loadConfig } from "../../src/config.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { RECEIVER } from "../e2e/api.js";
import { startDeskHere } from "../e2e/desk-here.js";
import { deskEnv, temporaryDirectory } from "../e2e/desk-process.js";

function keyLine(desk: Desk): string {
  const lines = banner(factsOf(desk, "nile")).split("\n");
  return lines.find((line) => line.includes("API key")) ?? "";
}

test("how the first customer is made, and once there is one, how a key is", async () => {
  const { nodeUrl } = await startDeskHere(deskEnv(temporaryDirectory(onTestFinished)));
  const directory = temporaryDirectory(onTestFinished);
  const env = deskEnv(directory, {
    TRON_NETWORK: "nile",
    TRON_FULL_HOST: nodeUrl,
    POOL_OWNERS: RECEIVER,
    OPERATOR_KEY: "1".repeat(64),
  });
  const start = async () => {
    const desk = await startDesk(
      loadConfig(env),
      pino({ level: "silent" }),
      () => {},
      operatorCommands,
    );
    onTestFinished(() => desk.close());
    return desk;
  };
  const first = await start();
  expect(keyLine(first)).toMatch(/customer create --name NAME makes the first customer/);
  await createCustomer(first.engine, "Ada");
  await first.close();
  // The umask that a desk of its own process has.
  for (const file of readdirSync(directory)) chmodSync(join(directory, file), 0o600);
  expect(keyLine(await start())).toMatch(/ key issue --customer ID makes one more/);
});
