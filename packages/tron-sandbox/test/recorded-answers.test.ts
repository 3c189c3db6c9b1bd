/**
 * Answers of a real java-tron 4.8.0 (fixtures/java-tron-answers.json) and the sandbox node's in
 * a like situation: the same fields of the same types, and the same names where names are listed.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOfKey } from "../src/crypto/keys.js";
import { toBase58 } from "../src/wire/address.js";
import { type Json, mnemonicKey, OTHER, type Rig, rig, type Signed, shapeOf } from "./support.js";

interface Recorded {
  readonly path: string;
  readonly body: Json;
  readonly answer: unknown;
}

const FILE = new URL("./fixtures/java-tron-answers.json", import.meta.url);
const RECORDED: Record<string, Recorded> = JSON.parse(readFileSync(FILE, "utf8"));
const TRX = 1_000_000;

let chain: Rig;
const keyHex = mnemonicKey(0);
const owner = toBase58(addressOfKey(keyHex));
const OTHER_OWNER = toBase58(addressOfKey(mnemonicKey(3)));
let sent: Signed;
let blockNumber: number;

type Built = Parameters<Rig["tronweb"]["trx"]["sign"]>[0];

async function send(built: Built): Promise<Signed> {
  const signed = (await chain.tronweb.trx.sign(built, keyHex)) as Signed;
  expect(await chain.broadcast(signed)).toMatchObject({ code: "SUCCESS" });
  return signed;
}

/** An owner as the recorded one: it used free bandwidth first, staked, delegates and has a permission. */
beforeAll(async () => {
  chain = await rig();
  const build = chain.tronweb.transactionBuilder;
  await chain.post("/sandbox/fund", { address: owner, amountSun: 10_000_000 * TRX });
  await send(await build.sendTrx(OTHER, 1, owner));
  await chain.mine();
  await send(await build.freezeBalanceV2(3_000_000 * TRX, "BANDWIDTH", owner));
  await send(await build.freezeBalanceV2(1_000_000 * TRX, "ENERGY", owner));
  await chain.mine();
  const keys = (address: string) => [{ address, weight: 1 }];
  const permission = (permission_name: string) => ({ permission_name, threshold: 1 });
  const operations = `${"0".repeat(15)}6${"0".repeat(48)}`;
  await send(
    await build.updateAccountPermissions(
      owner,
      { type: 0, ...permission("owner"), keys: keys(owner) },
      undefined,
      [{ type: 2, ...permission("energy-desk"), keys: keys(OTHER), operations }],
    ),
  );
  await chain.mine();
  await send(await build.delegateResource(5 * TRX, OTHER, "BANDWIDTH", owner, false));
  await chain.mine();
  await send(await build.undelegateResource(5 * TRX, OTHER, "BANDWIDTH", owner));
  sent = await send(await build.sendTrx(OTHER, 7, owner));
  await send(await build.delegateResource(10 * TRX, OTHER, "ENERGY", owner, true, 10));
  await chain.mine();
  blockNumber = (await chain.tronweb.trx.getCurrentBlock()).block_header.raw_data.number;
});

afterAll(() => chain.close());

/** The recorded question, of what is here; and both answers. */
async function compared(name: string, body: Json = {}): Promise<{ real: unknown; ours: unknown }> {
  const recorded = RECORDED[name];
  if (recorded === undefined) throw new Error(`nothing recorded as ${name}`);
  const ours = await chain.post(recorded.path, { ...recorded.body, ...body });
  return { real: recorded.answer, ours };
}

test.each([
  ["block", () => ({ num: blockNumber })],
  ["transaction", () => ({ value: sent.txID })],
  ["info", () => ({ value: sent.txID })],
  ["resources", () => ({ address: owner })],
  ["canDelegate", () => ({ owner_address: owner })],
  ["index", () => ({ value: owner })],
  ["record", () => ({ fromAddress: owner, toAddress: OTHER })],
] as const)("%s has the recorded fields, of the recorded types", async (name, body) => {
  const { real, ours } = await compared(name, body());
  expect(shapeOf(ours)).toEqual(shapeOf(real));
});

test("so has the owner's account, but that the recorded one is of the first block", async () => {
  await chain.mine(4);
  const { real, ours } = await compared("account", { address: owner });
  // Those accounts have a name, and no time at which they were made.
  const { account_name, ...account } = real as Json;
  const { create_time, ...own } = ours as Json;
  expect([typeof account_name, typeof create_time]).toEqual(["string", "number"]);
  expect(shapeOf(own)).toEqual(shapeOf(account));
});

test.each([
  ["infosOfUnsolidBlock", () => ({ num: blockNumber + 4 })],
  ["infosOfEmptyBlock", () => ({ num: 1 })],
  ["infosOfFutureBlock", () => ({})],
  ["noRecord", () => ({ fromAddress: owner, toAddress: OTHER_OWNER })],
  ["notActivated", () => ({})],
] as const)("%s is the same nothing", async (name, body) => {
  const { real, ours } = await compared(name, body());
  expect(ours).toEqual(real);
});

test("the parameters have the same names in the same order, and numbers", async () => {
  const listOf = (answer: unknown) =>
    (answer as { chainParameter: { key: string; value?: number }[] }).chainParameter;
  const { real, ours } = await compared("chainParameters");
  expect(listOf(ours).map(({ key }) => key)).toEqual(listOf(real).map(({ key }) => key));
  for (const { value } of listOf(ours)) expect(["number", "undefined"]).toContain(typeof value);
});
