/** A desk for tests of the seller's routes: a sandbox node says whose the accounts are and whom they let delegate. */
import { expect } from "vitest";
import type { SellerAnswer } from "../../src/answers/seller.js";
import { createTronChain } from "../../src/chain/tron-chain.js";
import { addressOfKey } from "../../src/domain/public-key.js";
import { UNLIMITED_MS } from "../support/node-limit.js";
import { startNode } from "../support/sandbox-node.js";
import { signedText } from "../support/signed-text.js";
import { DELEGATING, type Wallet, walletsOn } from "../support/wallets.js";
import { call } from "./client.js";
import { startDesk } from "./desk.js";

interface Challenge {
  readonly address: string;
  readonly challenge: string;
  readonly expiresAt: number;
}

/** 45 SUN for any duration. */
export const OFFER = {
  resourceType: "Energy",
  minPrice: 45,
  shortestDuration: "15m",
  longestDuration: "30d",
};

export type SellerDesk = Awaited<ReturnType<typeof startSellerDesk>>;

export async function startSellerDesk() {
  const node = await startNode();
  const chain = createTronChain({
    fullHost: node.url,
    requestsPerSecond: 10_000,
    timeoutMs: UNLIMITED_MS,
  });
  const operator = addressOfKey(node.operatorKeyHex);
  const payout = addressOfKey(node.payoutKeyHex);
  const wallets = walletsOn(node.url, () => node.mine());
  const desk = await startDesk({
    sellerAccounts: {
      network: "sandbox",
      operator,
      own: [payout],
      account: (address) => chain.account(address),
      recoverSigner: (text, signature) => chain.recoverSigner(text, signature),
    },
  });
  const { apiKey: key, customerId } = await desk.customer();

  async function challengeOf(address: string, apiKey = key): Promise<Challenge> {
    const options = { key: apiKey, body: { address } };
    const answer = await call<Challenge>(desk, "/v1/seller", options);
    expect(answer.status).toBe(200);
    return answer.data;
  }

  async function verify(wallet: Wallet, text: string, apiKey = key, signer = wallet) {
    const signature = await signedText(text, signer.privateKeyHex);
    const body = { address: wallet.address, signature };
    return call<SellerAnswer>(desk, "/v1/seller/verify", { key: apiKey, body });
  }

  /** An activated account that lets the desk delegate. */
  async function willing(operations = DELEGATING): Promise<Wallet> {
    const wallet = await wallets.open();
    await wallets.permit(wallet.address, operator, operations);
    return wallet;
  }

  return {
    desk,
    wallets,
    operator: { address: operator, privateKeyHex: node.operatorKeyHex },
    payout,
    key,
    customerId,
    challengeOf,
    verify,
    willing,
    async registered(apiKey = key): Promise<Wallet> {
      const wallet = await willing();
      const { challenge } = await challengeOf(wallet.address, apiKey);
      expect((await verify(wallet, challenge, apiKey)).status).toBe(200);
      return wallet;
    },
    offer: (address: string, body: unknown, apiKey = key) => {
      const options = { method: "PUT", key: apiKey, body };
      return call<SellerAnswer>(desk, `/v1/seller/${address}/offer`, options);
    },
    /** The node goes wrong as it is told to. */
    fault: (fault: object) => node.admin("faults", { add: [fault] }),
    async close() {
      await desk.close();
      await chain.close();
      await node.close();
    },
  };
}
