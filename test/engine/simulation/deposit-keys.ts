/** Where customers of a run pay in, by which key of the operator's wallet, and what a USDT is worth there. */
import { FIRST_GIVEN_INDEX } from "../../../src/domain/deposit-address.js";
import { sun } from "../../../src/domain/money.js";
import {
  confirmDepositKey,
  depositAddressFor,
  depositKeysOf,
  retireDepositKey,
} from "../../../src/engine/deposits/addresses.js";
import { confirmUsdtRate, setUsdtRate } from "../../../src/engine/deposits/usdt-rates.js";
import { accountXpub } from "../../support/deposits.js";
import type { World } from "./world.js";

/** Everybody asks for their address: a key gives them out in order. */
export async function giveAddresses(world: World): Promise<void> {
  const { engine, paidIn, depositKeys } = world;
  for (const [at, customerId] of world.customers.entries()) {
    const address = await depositAddressFor(engine, customerId);
    const expected = depositKeys.addressAt(FIRST_GIVEN_INDEX + at);
    if (address !== expected) world.problems.push(`address ${address} was given for ${expected}`);
    paidIn.at(address, customerId);
  }
}

/** The operator takes the key of the wallet's next account, and retires the one of before where that is lost. */
export async function changeKey(world: World, isLost: boolean): Promise<void> {
  const { depositKeys: before, customers, paidIn } = world;
  const given = customers.map((_, at) => before.addressAt(FIRST_GIVEN_INDEX + at));
  world.depositKeys = depositKeysOf(accountXpub((before.account ?? 0) + 1));
  await world.restart();
  if (isLost) {
    await retireDepositKey(world.engine, before.hash, "the run");
    paidIn.retire(given);
  }
  await confirmDepositKey(world.engine, world.depositKeys.first);
  await giveAddresses(world);
}

/** What a USDT is worth from the next block on, as the desk knows the chain. */
export async function setRate(world: World, rateSun: number): Promise<void> {
  await setUsdtRate(world.engine, sun(rateSun), "the run");
  rateBegins(world);
}

export async function confirmRate(world: World): Promise<void> {
  await confirmUsdtRate(world.engine, "the run");
  rateBegins(world);
}

/** It changes nothing of what was read before. */
function rateBegins(world: World): void {
  const [newest] = world.rows("SELECT since, rate_sun FROM usdt_rate ORDER BY id DESC LIMIT 1");
  const [cursor] = world.rows("SELECT timestamp_ms FROM deposit_cursor");
  const [since, rateSun] = [Number(newest?.since), Number(newest?.rate_sun)];
  if (since <= Number(cursor?.timestamp_ms ?? -1))
    world.problems.push(`a rate begins at ${since}, in blocks that were read before`);
  world.paidIn.rateBegins({ since, rateSun });
}
