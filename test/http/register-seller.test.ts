/** Becoming a seller over real HTTP: a text signed by whoever owns the account, and a permission on chain. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SellerAnswer } from "../../src/answers/seller.js";
import { DELEGATING_AND_SENDING, newWallet } from "../support/wallets.js";
import { call, expectError } from "./client.js";
import { wallet as nobody } from "./desk.js";
import { OFFER, type SellerDesk, startSellerDesk } from "./seller-desk.js";

let rig: SellerDesk;
beforeAll(async () => {
  rig = await startSellerDesk();
});
afterAll(() => rig.close());

describe("registering", () => {
  test("is a text that binds desk, customer and account, and its signature", async () => {
    const wallet = await rig.willing();
    const { address, challenge, expiresAt } = await rig.challengeOf(wallet.address);
    expect(address).toBe(wallet.address);
    expect(expiresAt).toBe(rig.desk.clock.nowMs + 600_000);
    for (const bound of [wallet.address, rig.operator.address, rig.customerId, "sandbox"]) {
      expect(challenge).toContain(bound);
    }
    const answer = await rig.verify(wallet, challenge);
    expect(answer.data).toEqual({
      address: wallet.address,
      status: "active",
      pauseReason: null,
      registeredAt: rig.desk.clock.nowMs,
      earned: 0,
      warnings: [],
      capacity: { energy: 0, bandwidth: 0 },
      offers: [],
      openDelegations: { count: 0, newest: [] },
      paidOut: 0,
      payout: { waits: "minimum", notBefore: null, minimum: 10 },
    });
    expect(answer.headers.get("ratelimit-policy")).toBe('"quote";q=30;w=1');
    const again = await rig.verify(wallet, challenge);
    expectError(again, 409, "CHALLENGE_EXPIRED");
  });

  test("warns of what the desk's key may do beyond delegating", async () => {
    const wallet = await rig.willing(DELEGATING_AND_SENDING);
    const { challenge } = await rig.challengeOf(wallet.address);
    const { data } = await rig.verify(wallet, challenge);
    expect(data.warnings).toEqual([expect.stringMatching(/may also transfer TRX/)]);
    const read = await call<SellerAnswer>(rig.desk, `/v1/seller/${wallet.address}`, {
      key: rig.key,
    });
    expect(read.data.warnings).toEqual(data.warnings);
  });

  test("asks for an account that is there, a wallet, and not the desk's", async () => {
    const absent = newWallet();
    const { challenge } = await rig.challengeOf(absent.address);
    const refused = await rig.verify(absent, challenge);
    expectError(refused, 422, "PERMISSION_MISSING");
    expect(refused.error.message).toContain("is not activated");

    const contract = await rig.willing();
    await rig.wallets.makeContract(contract.address);
    const answer = await rig.verify(contract, (await rig.challengeOf(contract.address)).challenge);
    expectError(answer, 400, "VALIDATION_FAILED");
    expect(answer.error.message).toContain("is a contract");

    for (const address of [rig.operator.address, rig.payout, nobody(1_000_001)]) {
      const own = await call(rig.desk, "/v1/seller", { key: rig.key, body: { address } });
      expectError(own, 400, "VALIDATION_FAILED");
      expect(own.error.message).toContain("belongs to the desk");
    }
  });

  test("needs the permission; the same challenge does once it is there", async () => {
    const wallet = await rig.wallets.open();
    const { challenge } = await rig.challengeOf(wallet.address);
    const refused = await rig.verify(wallet, challenge);
    expectError(refused, 422, "PERMISSION_MISSING");
    expect(refused.error.message).toContain(rig.operator.address);
    expect(refused.error.message).toMatch(/57 .*DelegateResource.* 58 .*UnDelegateResource/);
    expect(refused.error.details).toEqual({ operator: rig.operator.address, operations: [57, 58] });
    await rig.wallets.permit(wallet.address, rig.operator.address);
    expect((await rig.verify(wallet, challenge)).status).toBe(200);
  });

  test("needs the account's own key; a wrong one leaves the challenge usable", async () => {
    const wallet = await rig.willing();
    const { challenge } = await rig.challengeOf(wallet.address);
    const stranger = newWallet();
    const other = await rig.verify(wallet, challenge, rig.key, stranger);
    expectError(other, 422, "SIGNATURE_INVALID");
    expect(other.error.message).toMatch(
      /^This signature was made by another key, that of T\w{33}\. /,
    );
    expect(other.error.details).toEqual({ signer: stranger.address });
    expectError(await rig.verify(wallet, `${challenge} `), 422, "SIGNATURE_INVALID");
    expectError(
      await rig.verify(wallet, challenge, rig.key, rig.operator),
      422,
      "SIGNATURE_INVALID",
    );
    expect((await rig.verify(wallet, challenge)).status).toBe(200);
  });

  test("goes by who owns the account now: other keys, or several that must sign together", async () => {
    const wallet = await rig.wallets.open();
    const [heir, partner] = [newWallet(), newWallet()];
    await rig.wallets.own(wallet, 2, [
      [heir.address, 1],
      [partner.address, 2],
    ]);
    await rig.wallets.permit(wallet.address, rig.operator.address);
    const { challenge } = await rig.challengeOf(wallet.address);
    expectError(await rig.verify(wallet, challenge), 422, "SIGNATURE_INVALID");
    const alone = await rig.verify(wallet, challenge, rig.key, heir);
    expectError(alone, 422, "SIGNATURE_INVALID");
    expect(alone.error.message).toContain("owner permission asks for 2: one key must suffice");
    expect(alone.error.details).toEqual({ signer: heir.address, weight: 1, threshold: 2 });
    const unreadable = { address: wallet.address, signature: "f".repeat(130) };
    const unread = await call(rig.desk, "/v1/seller/verify", { key: rig.key, body: unreadable });
    expectError(unread, 422, "SIGNATURE_INVALID");
    expect(unread.error.message).toContain("cannot be read");
    expect(unread.error.details).toBeUndefined();
    expect((await rig.verify(wallet, challenge, rig.key, partner)).status).toBe(200);
  });

  test("has ten minutes, and the newest text counts", async () => {
    const wallet = await rig.willing();
    const { challenge: first } = await rig.challengeOf(wallet.address);
    const { challenge: second } = await rig.challengeOf(wallet.address);
    expect(second).not.toBe(first);
    expectError(await rig.verify(wallet, first), 422, "SIGNATURE_INVALID");
    rig.desk.clock.nowMs += 600_000;
    expectError(await rig.verify(wallet, second), 409, "CHALLENGE_EXPIRED");
    expectError(await rig.verify(newWallet(), second), 409, "CHALLENGE_EXPIRED");
  });

  test("cannot be done with what another customer was given to sign", async () => {
    const wallet = await rig.willing();
    const { apiKey } = await rig.desk.customer();
    const { challenge } = await rig.challengeOf(wallet.address);
    expectError(await rig.verify(wallet, challenge, apiKey), 409, "CHALLENGE_EXPIRED");
    await rig.challengeOf(wallet.address, apiKey);
    expectError(await rig.verify(wallet, challenge, apiKey), 422, "SIGNATURE_INVALID");
  });

  test("twice at the same time makes one seller, by one of the two", async () => {
    const wallet = await rig.willing();
    const { challenge } = await rig.challengeOf(wallet.address);
    const answers = await Promise.all([
      rig.verify(wallet, challenge),
      rig.verify(wallet, challenge),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test("again from another customer moves the account there, with its offer", async () => {
    const wallet = await rig.registered();
    expect((await rig.offer(wallet.address, OFFER)).status).toBe(200);
    const { apiKey } = await rig.desk.customer();
    const { challenge } = await rig.challengeOf(wallet.address, apiKey);
    const moved = await rig.verify(wallet, challenge, apiKey);
    expect(moved.data.offers).toMatchObject([{ minPrice: 45, active: true }]);
    expectError(
      await call(rig.desk, `/v1/seller/${wallet.address}`, { key: rig.key }),
      404,
      "NOT_FOUND",
    );
    expectError(await rig.offer(wallet.address, OFFER), 404, "NOT_FOUND");
  });

  test("waits for a node that does not answer, and nothing is used up", async () => {
    const wallet = await rig.willing();
    const { challenge } = await rig.challengeOf(wallet.address);
    const fault = { path: "/wallet/getaccount", kind: "status", status: 503, count: 1 };
    await rig.fault(fault);
    expectError(await rig.verify(wallet, challenge), 503, "CHAIN_UNAVAILABLE");
    await expect.poll(async () => (await rig.verify(wallet, challenge)).status).toBe(200);
  });
});
