/**
 * Each read but those of blocks, and broadcasts: what is asked, what the answer becomes, what is
 * refused.
 */
import { describe, expect, it } from "vitest";
import { isOfHost } from "../../src/chain/hosts/bound-chain.js";
import { OddRecord } from "../../src/chain/port.js";
import { createTronChain } from "../../src/chain/tron-chain.js";
import { must } from "../../src/domain/assert.js";
import { delegatePermission, suffices } from "../../src/domain/permission.js";
import { fakeTimers } from "./fake-timers.js";
import { OWNER, OWNER_HEX, RECEIVER, RECEIVER_HEX, TXID } from "./fixtures.js";
import { answers, chain, node, refused, useStubbedChain } from "./stubbed-chain.js";

useStubbedChain();

describe("an account", () => {
  const operations = `${"0".repeat(14)}06${"0".repeat(48)}`;

  it("that is activated", async () => {
    answers({ address: OWNER_HEX, create_time: 1 });
    const itself = { threshold: 1, keys: [{ address: OWNER, weight: 1 }] };
    const plain = {
      ...{ contract: false, balanceSun: 0, stakedSun: 0 },
      delegatedSun: { energy: 0, bandwidth: 0 },
      ...{ permissions: [], ownerPermission: itself },
    };
    expect(await chain.account(OWNER)).toEqual(plain);
    expect(node.requests).toMatchObject([
      { path: "/wallet/getaccount", body: { address: OWNER_HEX } },
    ]);
    answers({ address: OWNER_HEX, balance: 5, type: "Contract" });
    expect(await chain.account(OWNER)).toEqual({ ...plain, contract: true, balanceSun: 5 });
    const keys = [{ address: RECEIVER_HEX, weight: 1 }];
    const active = { type: "Active", id: 2, permission_name: "x", threshold: 1, operations, keys };
    answers({
      address: OWNER_HEX,
      frozenV2: [{ amount: 5 }, { type: "ENERGY", amount: 7 }, { type: "TRON_POWER" }],
      delegated_frozenV2_balance_for_bandwidth: 11,
      account_resource: { delegated_frozenV2_balance_for_energy: 13 },
    });
    expect(await chain.account(OWNER)).toEqual({
      ...{ ...plain, stakedSun: 36, delegatedSun: { energy: 13, bandwidth: 11 } },
    });
    answers({ address: OWNER_HEX, active_permission: [active] });
    expect((await chain.account(OWNER))?.permissions).toEqual([
      { id: 2, threshold: 1, operations, keys: [{ address: RECEIVER, weight: 1 }] },
    ]);
  });

  it("that other keys own says which, and how many of them it takes", async () => {
    const keys = [
      { address: RECEIVER_HEX, weight: 2 },
      { address: OWNER_HEX, weight: 1 },
    ];
    const owner = { permission_name: "owner", threshold: 3, keys };
    answers({ address: OWNER_HEX, owner_permission: owner });
    expect((await chain.account(OWNER))?.ownerPermission).toEqual({
      threshold: 3,
      keys: [
        { address: RECEIVER, weight: 2 },
        { address: OWNER, weight: 1 },
      ],
    });
  });

  it.each([
    // The least and the most that either number may stand for, as java-tron prints it.
    ["the same", "9007199254740993", "9007199254740993", false],
    ["the largest", "9223372036854775807", "9223372036854775807", false],
    ["a threshold that rounds down to the weight", "9007199254740992", "9007199254740993", false],
    ["a small threshold", "1152921504606846976", "1", true],
    ["half the weight", "1152921504606846977", "576460752303423488", true],
    ["a weight that is safe", "9007199254740991", "9007199254740991", true],
  ])("is read whatever its weights; %s", async (_name, weight, threshold, isEnough) => {
    const ring = `{"threshold":${threshold},"keys":[{"address":"${RECEIVER_HEX}","weight":${weight}}]}`;
    const active = ring.replace("{", `{"id":2,"operations":"${operations}",`);
    node.reply = (_request, response) => {
      response.end(
        `{"address":"${OWNER_HEX}","owner_permission":${ring},"active_permission":[${active}]}`,
      );
    };
    const account = must(await chain.account(OWNER), "an account");
    expect(suffices(account.ownerPermission, RECEIVER)).toBe(isEnough);
    expect(delegatePermission(account.permissions, RECEIVER) !== undefined).toBe(isEnough);
    // What is to be kept is kept to the last digit, or not touched.
    const exact = [weight, threshold].every((digits) => Number.isSafeInteger(Number(digits)));
    if (exact)
      expect(await chain.permissions(OWNER)).toMatchObject({
        owner: { threshold: Number(threshold) },
      });
    else await odd(chain.permissions(OWNER), /weights or thresholds .* no change can keep/);
  });

  it.each([-1, 1.5])("with a weight of %d is refused", async (weight) => {
    const keys = [{ address: RECEIVER_HEX, weight }];
    answers({ address: OWNER_HEX, owner_permission: { threshold: 1, keys } });
    await refused(chain.account(OWNER), /unusable: owner_permission.keys.0.weight/);
  });

  const ring = { threshold: 1, keys: [{ address: RECEIVER_HEX, weight: 1 }] };

  it.each([
    ["threshold", { ...ring, threshold: undefined }],
    ["keys", { ...ring, keys: undefined }],
    ["weight", { ...ring, keys: [{ address: RECEIVER_HEX }] }],
  ])(
    "that leaves out a permission's %s is refused: it would say who may sign",
    async (field, one) => {
      const active_permission = [{ id: 2, operations, ...one }];
      answers({ address: OWNER_HEX, active_permission });
      await refused(chain.account(OWNER), new RegExp(`unusable: active_permission.0.*${field}`));
      await refused(
        chain.permissions(OWNER),
        new RegExp(`unusable: active_permission.0.*${field}`),
      );
    },
  );

  it("that is not activated is undefined", async () => {
    expect(await chain.account(OWNER)).toBeUndefined();
  });

  it.each([
    ["without its address", { balance: 1 }, /unusable: address/],
    ["of another address", { address: RECEIVER_HEX }, /another address/],
    ["with half a SUN", { address: OWNER_HEX, balance: 1.5 }, /unusable: balance/],
  ])("%s is refused", async (_name, answer, says) => {
    answers(answer);
    await refused(chain.account(OWNER), says);
  });
});

/** Both are on mainnet. They are an answer about that account: never more than is there, and no failure of the host. */
describe.each([
  ["a debt", -170_141, 0, 0],
  ["more than a double holds", 2 ** 60, Number.MAX_SAFE_INTEGER, 4e15],
])("an account with %s", (_name, odd, shown, staked) => {
  const resources = {
    TotalEnergyLimit: 1,
    TotalEnergyWeight: 1,
    TotalNetLimit: 1,
    TotalNetWeight: 1,
  };

  it("is read for its owner", async () => {
    const stake = { frozenV2: [{ amount: odd }], delegated_frozenV2_balance_for_bandwidth: odd };
    answers({ address: OWNER_HEX, balance: odd, ...stake });
    expect(await chain.account(OWNER)).toMatchObject({ balanceSun: shown, stakedSun: staked });
    expect(await chain.solidBalance(OWNER)).toBe(shown);
    answers({ max_size: odd });
    expect(await chain.delegatableSun(OWNER, "energy")).toBe(staked);
    answers({ ...resources, EnergyLimit: odd, EnergyUsed: odd, freeNetUsed: -1 });
    expect(await chain.resources(OWNER)).toMatchObject({
      limit: { energy: shown },
      used: { energy: shown },
    });
  });

  it("is a receiver whatever else is odd about it", async () => {
    const rest = { frozenV2: "odd", owner_permission: 5, active_permission: [{}] };
    answers({ address: OWNER_HEX, balance: odd, ...rest });
    expect(await chain.activation(OWNER)).toEqual({ contract: false });
    answers({ address: OWNER_HEX, balance: odd, type: "Contract", ...rest });
    expect(await chain.activation(OWNER)).toEqual({ contract: true });
    expect(await chain.solidBalance(OWNER)).toBe(shown);
  });
});

/** No answer can be given about it, whichever host is asked: none rests. */
async function odd(read: Promise<unknown>, says: RegExp): Promise<void> {
  const error: unknown = await read.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OddRecord);
  expect(isOfHost(error)).toBe(false);
  expect(String(error)).toMatch(says);
}

describe("a delegation", () => {
  const pair = { from: OWNER_HEX, to: RECEIVER_HEX };
  const read = () => chain.delegated(OWNER, RECEIVER, "energy");

  it("has an unlocked and a locked part, each resource by itself", async () => {
    const unlocked = { ...pair, frozen_balance_for_energy: 3, frozen_balance_for_bandwidth: 9 };
    const locked = { ...pair, frozen_balance_for_energy: 5, expire_time_for_energy: 77 };
    answers({ delegatedResource: [unlocked, locked] });
    expect(await read()).toEqual({ unlockedSun: 3, lockedSun: 5, lockExpiresAt: 77 });
    expect(await chain.delegated(OWNER, RECEIVER, "bandwidth", "reclaim")).toEqual({
      unlockedSun: 9,
      lockedSun: 0,
      lockExpiresAt: 0,
    });
    expect(node.requests[0]).toMatchObject({
      path: "/wallet/getdelegatedresourcev2",
      body: { fromAddress: OWNER_HEX, toAddress: RECEIVER_HEX },
    });
  });

  it("is read from the solidified state where the node serves that", async () => {
    const solid = () => chain.solidDelegated(OWNER, RECEIVER, "energy");
    answers({ delegatedResource: [{ ...pair, frozen_balance_for_energy: 3 }] });
    expect(await solid()).toEqual({ unlockedSun: 3, lockedSun: 0, lockExpiresAt: 0 });
    expect(node.requests[0]?.path).toBe("/walletsolidity/getdelegatedresourcev2");
    answers({ Error: "this API is closed" });
    expect(await solid()).toBeUndefined();
    for (const [status, isServed] of [
      [404, false],
      [405, false],
      [500, true],
    ] as const) {
      node.reply = (_request, response) => {
        response.writeHead(status);
        return {};
      };
      if (isServed) await refused(solid(), /HTTP 500/);
      else expect(await solid()).toBeUndefined();
    }
    await refused(read(), /HTTP 500/);
  });

  it("of more than a double holds counts as what is added up exactly; below 0 says nothing", async () => {
    answers({ delegatedResource: [{ ...pair, frozen_balance_for_energy: 2 ** 60 }] });
    expect(await read()).toEqual({ unlockedSun: 4e15, lockedSun: 0, lockExpiresAt: 0 });
    answers({ delegatedResource: [{ ...pair, frozen_balance_for_energy: -1 }] });
    await odd(read(), /a record below 0/);
  });

  it("that does not exist is empty", async () => {
    expect(await read()).toEqual({ unlockedSun: 0, lockedSun: 0, lockExpiresAt: 0 });
  });

  it.each([
    ["of another pair", [{ ...pair, to: OWNER_HEX }], /another pair/],
    [
      "locked twice",
      [
        { ...pair, expire_time_for_energy: 1 },
        { ...pair, expire_time_for_energy: 2 },
      ],
      /two locked/,
    ],
    ["three times", [pair, pair, pair], /unusable: delegatedResource/],
  ])("%s is refused", async (_name, delegatedResource, says) => {
    answers({ delegatedResource });
    await refused(read(), says);
  });
});

describe("a broadcast", () => {
  it("sends the hex once and reads the outcome for the receiver", async () => {
    const message = `Contract validate error : Account[${RECEIVER_HEX}] not exists`;
    answers({ result: false, code: "CONTRACT_VALIDATE_ERROR", message, txid: TXID });
    const outcome = await chain.broadcast({ txid: TXID, hex: "0a00" }, RECEIVER);
    expect(outcome).toMatchObject({ kind: "rejected", reason: "receiver_not_activated" });
    expect(node.requests).toMatchObject([
      { path: "/wallet/broadcasthex", body: { transaction: "0a00" } },
    ]);
  });

  it("waits out a pause the node asked for, while reads give up", async () => {
    const { advance } = fakeTimers();
    const hasty = createTronChain({
      fullHost: node.url,
      requestsPerSecond: 1_000,
      timeoutMs: 9_000,
    });
    node.reply = (_request, response) => {
      response.writeHead(429, { "retry-after": "60" });
      return {};
    };
    await refused(hasty.head(), /HTTP 429/);
    answers({ result: true, txid: TXID });
    const sent = hasty.broadcast({ txid: TXID, hex: "00" }, RECEIVER);
    const read = refused(hasty.head(), /waited 27000 ms/);
    await advance(27_000);
    await read;
    expect(node.requests).toHaveLength(1);
    await advance(34_000);
    expect(await sent).toEqual({ kind: "accepted" });
    expect(node.requests).toHaveLength(2);
    await hasty.close();
  });

  it("goes before the reads that wait", async () => {
    const slow = createTronChain({ fullHost: node.url, requestsPerSecond: 10 });
    const reads = [slow.account(OWNER), slow.account(OWNER), slow.account(OWNER)];
    await Promise.all([...reads, slow.broadcast({ txid: TXID, hex: "00" }, RECEIVER)]);
    await slow.close();
    const paths = node.requests.map(({ path }) => path);
    // The first read may have gone out at once.
    expect(paths.slice(0, 2)).toContain("/wallet/broadcasthex");
  });

  it("that never left because the chain was closed may be sent again", async () => {
    await chain.close();
    const outcome = await chain.broadcast({ txid: TXID, hex: "00" }, RECEIVER);
    expect(outcome).toMatchObject({ kind: "retry" });
    expect(node.requests).toEqual([]);
  });
});
