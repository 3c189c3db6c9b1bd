/** Sellers over real HTTP, with a sandbox node that says whose the accounts are and whom they let delegate. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressOfKey } from "../../src/chain/operator-key.js";
import type { Chain } from "../../src/chain/port.js";
import { createTronChain } from "../../src/chain/tron-chain.js";
import type { Address } from "../../src/domain/address.js";
import type { SellerResource } from "../../src/engine/seller-resource.js";
import { startTronNode } from "../../src/sandbox/tron-node/index.js";
import { storeSnapshot } from "../../src/store/owners.js";
import { signedText } from "../support/signed-text.js";
import {
  DELEGATING,
  DELEGATING_AND_SENDING,
  newWallet,
  type Wallet,
  walletsOn,
} from "../support/wallets.js";
import { call, expectError } from "./client.js";
import { wallet as nobody, startDesk, type TestDesk } from "./desk.js";

interface Challenge {
  readonly address: string;
  readonly challenge: string;
  readonly expiresAt: number;
}

const directory = mkdtempSync(join(tmpdir(), "desk-sellers-"));
let node: Awaited<ReturnType<typeof startTronNode>>;
let chain: Chain;
let operator: Address;
let payout: Address;
let desk: TestDesk;
let wallets: ReturnType<typeof walletsOn>;
let key: string;
let customerId: string;

beforeAll(async () => {
  node = await startTronNode({ directory, port: 0, blockMs: "manual", solidLagBlocks: 3 });
  chain = createTronChain({ fullHost: node.url, requestsPerSecond: 10_000, timeoutMs: 2_000 });
  operator = addressOfKey(node.operatorKeyHex);
  payout = addressOfKey(node.payoutKeyHex);
  const mine = () => fetch(`${node.url}/sandbox/mine`, { method: "POST", body: "{}" });
  wallets = walletsOn(node.url, mine);
  desk = await startDesk({
    sellerAccounts: {
      network: "sandbox",
      operator,
      own: [payout],
      account: (address) => chain.account(address),
      recoverSigner: (text, signature) => chain.recoverSigner(text, signature),
    },
  });
  ({ apiKey: key, customerId } = await desk.customer());
});

afterAll(async () => {
  await desk.close();
  await chain.close();
  await node.close();
  rmSync(directory, { recursive: true });
});

const post = <T = Record<string, unknown>>(path: string, body: unknown, apiKey = key) =>
  call<T>(desk, path, { key: apiKey, body });

async function challengeOf(address: string, apiKey = key): Promise<Challenge> {
  const answer = await post<Challenge>("/v1/seller", { address }, apiKey);
  expect(answer.status).toBe(200);
  return answer.data;
}

async function verify(wallet: Wallet, text: string, apiKey = key, signer = wallet) {
  const signature = await signedText(text, signer.privateKeyHex);
  const body = { address: wallet.address, signature };
  return post<SellerResource>("/v1/seller/verify", body, apiKey);
}

/** An activated account that lets the desk delegate. */
async function willing(operations = DELEGATING): Promise<Wallet> {
  const wallet = await wallets.open();
  await wallets.permit(wallet.address, operator, operations);
  return wallet;
}

async function registered(apiKey = key): Promise<Wallet> {
  const wallet = await willing();
  const { challenge } = await challengeOf(wallet.address, apiKey);
  expect((await verify(wallet, challenge, apiKey)).status).toBe(200);
  return wallet;
}

const OFFER = {
  resourceType: "Energy",
  minPrice: 45,
  shortestDuration: "15m",
  longestDuration: "30d",
};

const put = (address: string, body: unknown, apiKey = key) =>
  call<SellerResource>(desk, `/v1/seller/${address}/offer`, { method: "PUT", key: apiKey, body });

describe("registering", () => {
  test("is a text that binds desk, customer and account, and its signature", async () => {
    const wallet = await willing();
    const { address, challenge, expiresAt } = await challengeOf(wallet.address);
    expect(address).toBe(wallet.address);
    expect(expiresAt).toBe(desk.clock.nowMs + 600_000);
    for (const bound of [wallet.address, operator, customerId, "sandbox"]) {
      expect(challenge).toContain(bound);
    }
    const answer = await verify(wallet, challenge);
    expect(answer.data).toEqual({
      address: wallet.address,
      status: "active",
      pauseReason: null,
      registeredAt: desk.clock.nowMs,
      earned: 0,
      warnings: [],
      capacity: { energy: 0, bandwidth: 0 },
      offers: [],
      openDelegations: { count: 0, newest: [] },
      paidOut: 0,
    });
    expect(answer.headers.get("ratelimit-policy")).toBe('"quote";q=30;w=1');
    const again = await verify(wallet, challenge);
    expectError(again, 409, "CHALLENGE_EXPIRED");
  });

  test("warns of what the desk's key may do beyond delegating", async () => {
    const wallet = await willing(DELEGATING_AND_SENDING);
    const { challenge } = await challengeOf(wallet.address);
    const { data } = await verify(wallet, challenge);
    expect(data.warnings).toEqual([expect.stringMatching(/may also transfer TRX/)]);
    const read = await call<SellerResource>(desk, `/v1/seller/${wallet.address}`, { key });
    expect(read.data.warnings).toEqual(data.warnings);
  });

  test("asks for an account that is there, a wallet, and not the desk's", async () => {
    const absent = newWallet();
    const { challenge } = await challengeOf(absent.address);
    const refused = await verify(absent, challenge);
    expectError(refused, 422, "PERMISSION_MISSING");
    expect(refused.error.message).toContain("is not activated");

    const contract = await willing();
    await wallets.makeContract(contract.address);
    const answer = await verify(contract, (await challengeOf(contract.address)).challenge);
    expectError(answer, 400, "VALIDATION_FAILED");
    expect(answer.error.message).toContain("is a contract");

    for (const address of [operator, payout, nobody(1_000_001)]) {
      const own = await post("/v1/seller", { address });
      expectError(own, 400, "VALIDATION_FAILED");
      expect(own.error.message).toContain("belongs to the desk");
    }
  });

  test("needs the permission; the same challenge does once it is there", async () => {
    const wallet = await wallets.open();
    const { challenge } = await challengeOf(wallet.address);
    const refused = await verify(wallet, challenge);
    expectError(refused, 422, "PERMISSION_MISSING");
    expect(refused.error.message).toContain(operator);
    expect(refused.error.message).toMatch(/57 .*DelegateResource.* 58 .*UnDelegateResource/);
    expect(refused.error.details).toEqual({ operator, operations: [57, 58] });
    await wallets.permit(wallet.address, operator);
    expect((await verify(wallet, challenge)).status).toBe(200);
  });

  test("needs the account's own key; a wrong one leaves the challenge usable", async () => {
    const wallet = await willing();
    const { challenge } = await challengeOf(wallet.address);
    const other = await verify(wallet, challenge, key, newWallet());
    expectError(other, 422, "SIGNATURE_INVALID");
    expectError(await verify(wallet, `${challenge} `), 422, "SIGNATURE_INVALID");
    const operatorKey = { address: operator, privateKeyHex: node.operatorKeyHex };
    expectError(await verify(wallet, challenge, key, operatorKey), 422, "SIGNATURE_INVALID");
    expect((await verify(wallet, challenge)).status).toBe(200);
  });

  test("goes by who owns the account now: other keys, or several that must sign together", async () => {
    const wallet = await wallets.open();
    const [heir, partner] = [newWallet(), newWallet()];
    await wallets.own(wallet, 2, [
      [heir.address, 1],
      [partner.address, 2],
    ]);
    await wallets.permit(wallet.address, operator);
    const { challenge } = await challengeOf(wallet.address);
    expectError(await verify(wallet, challenge), 422, "SIGNATURE_INVALID");
    const alone = await verify(wallet, challenge, key, heir);
    expectError(alone, 422, "SIGNATURE_INVALID");
    expect(alone.error.message).toContain("owner permission asks for 2: one key must suffice");
    expect((await verify(wallet, challenge, key, partner)).status).toBe(200);
  });

  test("has ten minutes, and the newest text counts", async () => {
    const wallet = await willing();
    const { challenge: first } = await challengeOf(wallet.address);
    const { challenge: second } = await challengeOf(wallet.address);
    expect(second).not.toBe(first);
    expectError(await verify(wallet, first), 422, "SIGNATURE_INVALID");
    desk.clock.nowMs += 600_000;
    expectError(await verify(wallet, second), 409, "CHALLENGE_EXPIRED");
    expectError(await verify(newWallet(), second), 409, "CHALLENGE_EXPIRED");
  });

  test("cannot be done with what another customer was given to sign", async () => {
    const wallet = await willing();
    const { apiKey } = await desk.customer();
    const { challenge } = await challengeOf(wallet.address);
    expectError(await verify(wallet, challenge, apiKey), 409, "CHALLENGE_EXPIRED");
    await challengeOf(wallet.address, apiKey);
    expectError(await verify(wallet, challenge, apiKey), 422, "SIGNATURE_INVALID");
  });

  test("twice at the same time makes one seller, by one of the two", async () => {
    const wallet = await willing();
    const { challenge } = await challengeOf(wallet.address);
    const answers = await Promise.all([verify(wallet, challenge), verify(wallet, challenge)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("again from another customer moves the account there, with its offer", async () => {
    const wallet = await registered();
    expect((await put(wallet.address, OFFER)).status).toBe(200);
    const { apiKey } = await desk.customer();
    const { challenge } = await challengeOf(wallet.address, apiKey);
    const moved = await verify(wallet, challenge, apiKey);
    expect(moved.data.offers).toMatchObject([{ minPrice: 45, active: true }]);
    expectError(await call(desk, `/v1/seller/${wallet.address}`, { key }), 404, "NOT_FOUND");
    expectError(await put(wallet.address, OFFER), 404, "NOT_FOUND");
  });

  test("waits for a node that does not answer, and nothing is used up", async () => {
    const wallet = await willing();
    const { challenge } = await challengeOf(wallet.address);
    const fault = { path: "/wallet/getaccount", kind: "status", status: 503, count: 1 };
    const add = JSON.stringify({ add: [fault] });
    await fetch(`${node.url}/sandbox/faults`, { method: "POST", body: add });
    expectError(await verify(wallet, challenge), 503, "CHAIN_UNAVAILABLE");
    await expect.poll(async () => (await verify(wallet, challenge)).status).toBe(200);
  });
});

describe("an offer", () => {
  test("is set for one resource at a time and shown with what can be sold", async () => {
    const { address } = await registered();
    await desk.database.commit(() =>
      storeSnapshot(address as Address, "energy", 10_010_000_000, 1),
    );
    const energy = await put(address, { ...OFFER, keep: 10_000, longestDuration: "1d" });
    expect(energy.status).toBe(200);
    expect(energy.data.capacity).toEqual({ energy: 90_000, bandwidth: 0 });
    const other = { ...OFFER, resourceType: "bandwidth", minPrice: 500, active: false };
    const both = await put(address, other);
    expect(both.data.offers).toMatchObject([
      {
        resourceType: "energy",
        minPrice: 45,
        shortestDuration: "15m",
        longestDuration: "1d",
        minChunk: 20_000,
        keep: 10_000,
        active: true,
        since: desk.clock.nowMs,
      },
      { resourceType: "bandwidth", minPrice: 500, minChunk: 1_000, keep: 0, active: false },
    ]);
    const { data } = await call<SellerResource>(desk, `/v1/seller/${address}`, { key });
    expect(data).toEqual(both.data);
  });

  test.each([
    [{ minPrice: 0 }, "minPrice"],
    [{ minPrice: 1e308 }, "minPrice"],
    [{ minPrice: "45" }, "minPrice"],
    [{ shortestDuration: "1d", longestDuration: "1h" }, "longestDuration"],
    [{ minChunk: 19_999 }, "minChunk"],
    [{ keep: -1 }, "keep"],
    [{ active: 1 }, "active"],
    [{ resourceType: "TRX" }, "resourceType"],
  ])("with %j is refused by the field's name", async (change, path) => {
    const answer = await put(nobody(1), { ...OFFER, ...change });
    expectError(answer, 400, "VALIDATION_FAILED");
    expect((answer.error.details as { path: string }[]).map((one) => one.path)).toEqual([path]);
  });
});

describe("somebody else's seller", () => {
  test("looks like none at all, at every door", async () => {
    const { address } = await registered();
    const { apiKey } = await desk.customer();
    for (const other of [address, nobody(3)]) {
      const read = await call(desk, `/v1/seller/${other}`, { key: apiKey });
      expectError(read, 404, "NOT_FOUND");
      const fills = await call(desk, `/v1/seller/${other}/fills`, { key: apiKey });
      expectError(fills, 404, "NOT_FOUND");
      expectError(await put(other, OFFER, apiKey), 404, "NOT_FOUND");
      expect(read.error.message).toContain(other);
    }
    const mine = await call<{ sellers: unknown[] }>(desk, "/v1/seller", { key: apiKey });
    expect(mine.data).toEqual({ sellers: [] });
  });
});

describe("reading", () => {
  test("lists what a customer has registered, and pages of fills", async () => {
    const { apiKey } = await desk.customer();
    const first = await registered(apiKey);
    desk.clock.nowMs += 1;
    const second = await registered(apiKey);
    const { data } = await call<{ sellers: Record<string, unknown>[] }>(desk, "/v1/seller", {
      key: apiKey,
    });
    expect(data.sellers).toMatchObject([
      { address: first.address, status: "active", pauseReason: null, earned: 0 },
      { address: second.address },
    ]);
    expect(data.sellers[0]).not.toHaveProperty("customerId");
    const fills = await call(desk, `/v1/seller/${first.address}/fills?limit=100`, { key: apiKey });
    expect(fills.data).toEqual({ fills: [], nextCursor: null });
  });

  test.each(["limit=0", "limit=101", "limit=1e2", "limit=5&limit=6", "cursor=", "cursor=%00%FF"])(
    "fills with %s is refused",
    async (query) => {
      const { address } = await registered();
      const answer = await call(desk, `/v1/seller/${address}/fills?${query}`, { key });
      expectError(answer, 400, "VALIDATION_FAILED");
      const [detail] = answer.error.details as { path: string }[];
      expect(detail?.path).toBe(query.split("=")[0]);
    },
  );
});
