/** What an account has of each resource, and what the network tells of itself: its totals and parameters. */
import { describe, expect, it } from "vitest";
import { OWNER, OWNER_HEX } from "./fixtures.js";
import { answers, chain, node, refused, useStubbedChain } from "./stubbed-chain.js";

useStubbedChain();

describe("resources", () => {
  it("are read, zeros left out", async () => {
    answers({
      freeNetLimit: 600,
      freeNetUsed: 265,
      EnergyLimit: 100,
      TotalNetLimit: 43_200_000_000,
      TotalNetWeight: 68_305_209_098,
      TotalEnergyLimit: 180_000_000_000,
      TotalEnergyWeight: 2_411_528_185,
    });
    expect(await chain.resources(OWNER)).toEqual({
      limit: { energy: 100, bandwidth: 0 },
      used: { energy: 0, bandwidth: 0 },
      freeBandwidth: 335,
      totalLimit: { energy: 180_000_000_000, bandwidth: 43_200_000_000 },
      totalWeight: { energy: 2_411_528_185, bandwidth: 68_305_209_098 },
    });
  });

  it.each([
    ["TotalEnergyLimit", 1, 1e13],
    ["TotalEnergyWeight", 1, 1e11],
    ["TotalNetLimit", 1, 1e13],
    ["TotalNetWeight", 1, 1e11],
  ])("are refused where %s is below %d, above %d, or missing", async (name, least, most) => {
    const totals = {
      ...{ TotalNetLimit: 43_200_000_000, TotalNetWeight: 68_305_209_098 },
      ...{ TotalEnergyLimit: 180_000_000_000, TotalEnergyWeight: 2_411_528_185 },
    };
    for (const value of [least, most]) {
      answers({ ...totals, [name]: value });
      expect(await chain.resources(OWNER)).toBeDefined();
    }
    const without = Object.entries(totals).filter(([key]) => key !== name);
    for (const answer of [
      { ...totals, [name]: least - 1 },
      { ...totals, [name]: most + 1 },
      Object.fromEntries(without),
    ]) {
      answers(answer);
      await refused(chain.resources(OWNER), new RegExp(`no usable ${name}`));
    }
  });

  it("of an account that is not activated are refused", async () => {
    await refused(chain.resources(OWNER), /not activated/);
  });

  it("that can be delegated are asked for by type", async () => {
    answers({ max_size: 7_000_000 });
    expect(await chain.delegatableSun(OWNER, "energy")).toBe(7_000_000);
    answers({});
    expect(await chain.delegatableSun(OWNER, "bandwidth")).toBe(0);
    answers({ max_size: Number.MAX_SAFE_INTEGER });
    expect(await chain.delegatableSun(OWNER, "energy")).toBe(4_000_000_000_000_000);
    expect(node.requests.map(({ body }) => body)).toEqual([
      { owner_address: OWNER_HEX, type: 1 },
      { owner_address: OWNER_HEX, type: 0 },
      { owner_address: OWNER_HEX, type: 1 },
    ]);
  });
});

describe("the network's parameters", () => {
  const chainParameter = [
    { key: "getTransactionFee", value: 1_000 },
    { key: "getEnergyFee" },
    { key: "getMaxDelegateLockPeriod", value: 864_000 },
    { key: "getSomethingOdd", value: -1 },
    { key: "getCreateNewAccountFeeInSystemContract", value: 1_000_000 },
    { key: "getCreateAccountFee", value: 100_000 },
  ];

  it("are read by name, zeros left out", async () => {
    answers({ chainParameter });
    expect(await chain.parameters()).toEqual({
      maxLockPeriodBlocks: 864_000,
      bandwidthPriceSun: 1_000,
      energyPriceSun: 0,
      accountCreationSun: 1_000_000,
      accountCreationBandwidthSun: 100_000,
    });
  });

  it.each([
    [86_399, false],
    [86_400, true],
    [10_512_000, true],
    [10_512_001, false],
  ])("are what a network can vote for: a lock of %i blocks, %s", async (value, isUsable) => {
    const lock = { key: "getMaxDelegateLockPeriod", value };
    answers({ chainParameter: [...chainParameter.filter(({ key }) => key !== lock.key), lock] });
    if (isUsable) expect(await chain.parameters()).toMatchObject({ maxLockPeriodBlocks: value });
    else await refused(chain.parameters(), /no usable getMaxDelegateLockPeriod/);
  });

  // java-tron names every parameter, also one that is 0.
  it.each([
    "getMaxDelegateLockPeriod",
    "getTransactionFee",
    "getEnergyFee",
    "getCreateNewAccountFeeInSystemContract",
    "getCreateAccountFee",
  ])("that are missing are refused: %s", async (missing) => {
    answers({ chainParameter: chainParameter.filter(({ key }) => key !== missing) });
    await refused(chain.parameters(), new RegExp(`no usable ${missing}`));
  });

  it("that are no list are refused", async () => {
    answers({});
    await refused(chain.parameters(), /unusable: chainParameter/);
  });
});
