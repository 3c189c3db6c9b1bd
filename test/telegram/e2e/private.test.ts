/** A trader in his private chat, from the first message to "safe to send". */
import { expect, test } from "vitest";
import { MNEMONIC_ACCOUNTS } from "../../../src/sandbox/tron-node/mnemonic-accounts.js";
import { ALICE } from "./people.js";
import { startRig } from "./rig.js";

const [WALLET = ""] = MNEMONIC_ACCOUNTS;

test("from the menu four taps and one paste make an order that is safe to send", async () => {
  const rig = await startRig();
  const alice = rig.person(ALICE);
  await alice.say("hello");
  await alice.tap("Buy Energy");
  await alice.see("Which wallets");
  await alice.say(WALLET);
  await alice.tap("65,000");
  await alice.tap("1h");
  const confirm = await alice.see("Pay 3.9 TRX");
  expect(confirm.text).toContain(WALLET);
  await alice.tap("Pay 3.9 TRX");
  await alice.see("safe to send");
  expect(rig.log.filter((line) => line.includes('"level":50'))).toEqual([]);
});
