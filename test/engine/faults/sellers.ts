/** Sellers: registered, looked at, offering, and their cards. */
import { expect } from "vitest";
import type { Address } from "../../../src/domain/address.js";
import { parseOffer } from "../../../src/domain/seller.js";
import { applyToFlow, cancelFlow, openFlow } from "../../../src/engine/chat/flows.js";
import type { Engine } from "../../../src/engine/context.js";
import { challengeSeller, verifySeller } from "../../../src/engine/sellers/register-seller.js";
import {
  enrolSeller,
  saveSellerCheck,
  saveSellerSnapshot,
  setOffer,
} from "../../../src/engine/sellers/sellers.js";
import { addressOf } from "../../support/addresses.js";
import { openDesk } from "../../support/desk.js";
import type { Faulty, Stories } from "../../support/exhaust.js";
import { DELEGATING } from "../../support/wallets.js";
import { newUpdate, tellOf, USER } from "./updates.js";

const OPERATOR = addressOf(0x9001);
const OFFER = {
  ...{ resourceType: "Energy", minPrice: 45 },
  ...{ shortestDuration: "15m", longestDuration: "1d" },
};

/** An engine in a world where every account has signed what it is asked to sign, and lets the desk delegate. */
function withAccounts(engine: Engine, signer: Address): Engine {
  const ofKey = (address: Address) => ({ threshold: 1, keys: [{ address, weight: 1 }] });
  const active = { id: 2, operations: DELEGATING, ...ofKey(OPERATOR) };
  const account = {
    contract: false,
    stakedSun: 1,
    permissions: [active],
    ownerPermission: ofKey(signer),
  };
  const sellerAccounts = {
    ...{ network: "test", operator: OPERATOR, own: [] },
    account: async () => account,
    recoverSigner: async () => signer,
  };
  return { ...engine, sellerAccounts };
}

async function registered(faulty: Faulty): Promise<void> {
  const desk = await openDesk({ ownersUnits: [] });
  const [address, another] = [addressOf(0x2000), addressOf(0x2001)];
  const { customerId } = desk;
  const engine = withAccounts(desk.engine, address);
  await faulty(desk, challengeSeller, engine, customerId, address);
  const proof = { address, signature: "00" } as Parameters<typeof verifySeller>[2];
  await faulty(desk, verifySeller, engine, customerId, proof);
  await faulty(desk, enrolSeller, engine, { address: another, customerId });
  for (const resourceType of ["Energy", "Bandwidth"]) {
    const offer = parseOffer({ ...OFFER, minPrice: 450, resourceType });
    await faulty(desk, setOffer, engine, { address, customerId, offer });
  }
  const delegatableSun = { energy: 20_000_000_000, bandwidth: 20_000_000_000 };
  await faulty(desk, saveSellerSnapshot, engine, { owner: address, block: 1, delegatableSun });
  const permitted = { permissionId: 3, warnings: ["it may also transfer"] };
  await faulty(desk, saveSellerCheck, engine, address, { permitted, pauseReason: "no TRX" });
}

async function sellingCards(faulty: Faulty): Promise<void> {
  const desk = await openDesk({ ownersUnits: [] });
  const { engine, customerId } = desk;
  const row = (id: string) => ({
    ...{ id: id.padEnd(24, "0"), kind: "selling", version: 1, owner_user_id: USER },
    ...{ customer_id: customerId, chat_id: USER, thread_id: null, is_group: 0 as const },
    ...{
      status: "open" as const,
      step: "address",
      data: "{}",
      batch_id: null,
      due_at: null,
      needs_sun: null,
    },
    updated_at: desk.clock.nowMs,
  });
  const opening = async (of: string) => ({
    updateId: await newUpdate(desk),
    flow: row(of),
    card: {
      ...{ id: `${of}c`.padEnd(24, "0"), flow_id: row(of).id, batch_id: null },
      ...{ owner_user_id: USER, chat_id: USER, thread_id: null, reply_to: null },
    },
  });
  await faulty(desk, openFlow, await opening("a"));
  // It takes the place of the first.
  await faulty(desk, openFlow, await opening("b"));
  const next = { ...row("b"), version: 2, step: "offer" };
  const { moment } = desk;
  await faulty(desk, applyToFlow, {
    ...{ updateId: await newUpdate(desk), flow: row("b"), moment },
    ...{ next, redraws: true },
  });
  await faulty(desk, cancelFlow, engine, {
    ...{ updateId: await newUpdate(desk), chatId: USER, userId: USER },
    ...{ endsAs: () => "closed", nothing: tellOf("nothing") },
  });
  expect(desk.rows("SELECT status FROM flow ORDER BY id")).toEqual([
    { status: "replaced" },
    { status: "closed" },
  ]);
}

export const sellers: Stories = {
  "sellers that register, offer, and are looked at": registered,
  "their cards": sellingCards,
};
