/** Which round of a sweep is next, and which signed transactions are such as a plan would make. */
import { describe, expect, test } from "vitest";
import { sun } from "../../src/domain/money.js";
import {
  planSweep,
  type SweepOwner,
  type SweepStep,
  type SweepTerms,
  type SweptAccount,
} from "../../src/domain/sweep.js";
import { SweepLimits } from "../../src/domain/sweep-limits.js";
import { addressOf } from "../support/addresses.js";

const [A, B, OWNER, RICH, TO, USDT] = [1, 2, 3, 4, 5, 6].map(addressOf) as [
  ...[ReturnType<typeof addressOf>, ReturnType<typeof addressOf>, ReturnType<typeof addressOf>],
  ...[ReturnType<typeof addressOf>, ReturnType<typeof addressOf>, ReturnType<typeof addressOf>],
];
const TRX = 1_000_000;
/** A unit a SUN of stake, but not below 1 TRX. */
const RATIO = { totalLimit: 1_000_000, totalWeight: 1 };
const TERMS: SweepTerms = {
  sweepTo: TO,
  usdtContract: USDT,
  leastTrxSun: TRX,
  leastUsdtUnits: 1_000_000n,
  prices: {
    energyPriceSun: 100,
    bandwidthPriceSun: 1_000,
    accountCreationSun: TRX,
    accountCreationBandwidthSun: 100_000,
  },
  ratios: { energy: RATIO, bandwidth: RATIO },
};
const owner = (change: Partial<SweepOwner> = {}): SweepOwner => ({
  address: OWNER,
  balanceSun: 10 * TRX,
  freeSun: { energy: 100 * TRX, bandwidth: 100 * TRX },
  ...change,
});
const account = (change: Partial<SweptAccount> = {}): SweptAccount => ({
  address: A,
  isRetired: false,
  isActive: true,
  trxSun: 0,
  usdtUnits: 0n,
  neededEnergy: 30_000,
  units: { energy: 0, bandwidth: 0 },
  freeBandwidth: 600,
  lent: [],
  ...change,
});
const lent = { owner: OWNER, resource: "energy", stakeSun: sun(TRX) } as const;
const USDT_ONLY = { usdtUnits: 20_000_000n };
const WITH_ENERGY = { units: { energy: 30_000, bandwidth: 0 } };

const CASES: [
  name: string,
  accounts: Partial<SweptAccount>[],
  owners: Partial<SweepOwner>[],
  expected: object,
][] = [
  ["nothing anywhere", [{}], [{}], { round: undefined, steps: [], waits: [] }],
  [
    "what is at addresses of a retired key stays, and is named",
    [
      { isRetired: true, trxSun: 5 * TRX },
      { ...USDT_ONLY, address: B, isRetired: true, isActive: false },
    ],
    [{}],
    {
      round: undefined,
      waits: [
        { address: A, why: "its key is retired" },
        { address: B, why: "its key is retired" },
      ],
    },
  ],
  [
    "what was lent to one is taken back",
    [{ ...USDT_ONLY, ...WITH_ENERGY, isRetired: true, lent: [lent] }],
    [{}],
    { round: "take_back", steps: [{ kind: "undelegate", receiver: A }] },
  ],
  ["dust stays", [{ trxSun: TRX - 1, usdtUnits: 999_999n }], [{}], { round: undefined, waits: [] }],
  [
    "TRX goes whole where the free Bandwidth is enough",
    [{ trxSun: 5 * TRX }],
    [{}],
    { round: "sweep", costSun: 0, steps: [{ kind: "transfer", owner: A, amountSun: 5 * TRX }] },
  ],
  [
    "Bandwidth is lent rather than burnt",
    [{ trxSun: 5 * TRX, freeBandwidth: 200 }],
    [{}],
    { round: "delegate", steps: [{ resource: "bandwidth", receiver: A, lockPeriodBlocks: 0 }] },
  ],
  [
    "of TRX so much stays as burns where no Bandwidth can be lent",
    [{ trxSun: 5 * TRX, freeBandwidth: 200 }],
    [{ freeSun: { energy: 0, bandwidth: 0 } }],
    { round: "sweep", costSun: 285_000, steps: [{ amountSun: 5 * TRX - 285_000 }] },
  ],
  [
    "an address without TRX is activated by the owner who has most",
    [{ ...USDT_ONLY, isActive: false }],
    [{}, { address: RICH, balanceSun: 20 * TRX }],
    {
      round: "activate",
      costSun: 1_100_000,
      steps: [{ kind: "create_account", owner: RICH, receiver: A }],
    },
  ],
  [
    "as many as there is TRX for",
    [
      { ...USDT_ONLY, isActive: false },
      { ...USDT_ONLY, address: B, isActive: false },
    ],
    [{ balanceSun: 2 * TRX }],
    {
      round: "activate",
      steps: [{ receiver: A }],
      waits: [{ address: B, why: "no pool owner has the TRX to activate it" }],
    },
  ],
  [
    "Energy is lent for USDT, by the owner who has most free",
    [USDT_ONLY],
    [{}, { address: RICH, freeSun: { energy: 200 * TRX, bandwidth: 0 } }],
    {
      round: "delegate",
      steps: [{ kind: "delegate", owner: RICH, resource: "energy", stakeSun: TRX }],
    },
  ],
  [
    "USDT waits for Energy while TRX goes",
    [{ ...USDT_ONLY, trxSun: 5 * TRX }],
    [{ freeSun: { energy: 0, bandwidth: 0 } }],
    {
      round: "sweep",
      steps: [{ kind: "transfer" }],
      waits: [{ why: "the pool has too little free Energy for its USDT" }],
    },
  ],
  [
    "both go, USDT first, with the Bandwidth of both",
    [{ ...USDT_ONLY, trxSun: 5 * TRX, units: { energy: 30_000, bandwidth: 285 } }],
    [{}],
    {
      round: "sweep",
      costSun: 0,
      steps: [
        { kind: "token_transfer", receiver: TO, contract: USDT, amount: 20_000_000n },
        { kind: "transfer", amountSun: 5 * TRX },
      ],
    },
  ],
  [
    "what the contract would not send waits, and nothing is lent for it",
    [{ ...USDT_ONLY, neededEnergy: undefined }],
    [{}],
    { round: undefined, waits: [{ why: "the contract would not send its USDT" }] },
  ],
  [
    "what is lent is used before anybody else is activated",
    [
      { ...USDT_ONLY, ...WITH_ENERGY, lent: [lent] },
      { ...USDT_ONLY, address: B, isActive: false },
    ],
    [{}],
    { round: "sweep", steps: [{ kind: "token_transfer", owner: A }] },
  ],
  [
    "and taken back before anybody else is, too",
    [{ lent: [lent] }, { ...USDT_ONLY, address: B, isActive: false }],
    [{}],
    {
      round: "take_back",
      steps: [{ kind: "undelegate", owner: OWNER, receiver: A, stakeSun: TRX }],
    },
  ],
  [
    "what was lent and is too little is taken back, not added to",
    [{ ...USDT_ONLY, units: { energy: 29_999, bandwidth: 0 }, lent: [lent] }],
    [{}],
    { round: "take_back", steps: [{ kind: "undelegate" }] },
  ],
];

test.each(CASES)("%s", (_, accounts, owners, expected) => {
  const { round, steps, ...rest } = planSweep(accounts.map(account), owners.map(owner), TERMS);
  expect({ round, steps, ...rest }).toMatchObject(expected);
  // What a plan makes its own limits take.
  const limits = new SweepLimits({
    accounts: accounts.map(account),
    owners: owners.map(owner),
    terms: { ...TERMS, leastTrxSun: 0, leastUsdtUnits: 0n },
  });
  for (const step of steps) expect(limits.problemOf(step)).toBeUndefined();
});

test("a file has 300 transactions at most", () => {
  const accounts = Array.from({ length: 400 }, (_, at) =>
    account({ address: addressOf(1_000 + at), trxSun: 2 * TRX }),
  );
  expect(planSweep(accounts, [owner()], TERMS).steps).toHaveLength(300);
});

describe("of what came back signed", () => {
  const limits = (change: Partial<SweptAccount> = {}) =>
    new SweepLimits({ accounts: [account(change)], owners: [owner()], terms: TERMS });
  const stake = { owner: OWNER, receiver: A, resource: "energy" } as const;
  const delegate = { ...stake, kind: "delegate", lockPeriodBlocks: 0 } as const;
  const tokens = {
    kind: "token_transfer",
    owner: A,
    receiver: TO,
    contract: USDT,
    amount: 20_000_000n,
    feeLimitSun: sun(3 * TRX),
  } as const;

  test.each<[string, SweepStep, Partial<SweptAccount>, string]>([
    ["more USDT", { ...tokens, amount: 20_000_001n }, USDT_ONLY, `${A} has 20 USDT`],
    [
      "USDT to others",
      { ...tokens, receiver: B },
      USDT_ONLY,
      `a sweep goes to DEPOSIT_SWEEP_TO, ${TO}, alone`,
    ],
    ["another token", { ...tokens, contract: B }, USDT_ONLY, `${B} is not the contract of USDT`],
    [
      "a fee limit of all that it has",
      { ...tokens, feeLimitSun: sun(100 * TRX) },
      USDT_ONLY,
      "its fee limit is 100 TRX, more than it needs",
    ],
    [
      "another owner's stake",
      { ...delegate, owner: RICH, stakeSun: sun(TRX) },
      USDT_ONLY,
      `${RICH} is no account of the pool`,
    ],
    [
      "stake for a stranger",
      { ...delegate, receiver: B, stakeSun: sun(TRX) },
      USDT_ONLY,
      `${B} is no deposit address of this desk`,
    ],
    [
      "more stake than it needs",
      { ...delegate, stakeSun: sun(2 * TRX) },
      USDT_ONLY,
      `${A} needs 1.1 TRX of it now`,
    ],
    ["stake for nothing", { ...delegate, stakeSun: sun(TRX) }, {}, `${A} needs 0 TRX of it now`],
    [
      "more back than was lent, such as a rental's",
      { ...stake, kind: "undelegate", stakeSun: sun(TRX + 1) },
      { lent: [lent] },
      "1 TRX are lent there for a sweep",
    ],
    [
      "an account that there is",
      { kind: "create_account", owner: OWNER, receiver: A },
      USDT_ONLY,
      `${A} is activated already`,
    ],
    [
      "an account for nothing",
      { kind: "create_account", owner: OWNER, receiver: A },
      { isActive: false },
      `${A} has nothing to sweep`,
    ],
  ])("%s is refused", (_, step, change, why) => {
    expect(limits(change).problemOf(step)).toBe(why);
  });

  test("what one takes the next no longer has", () => {
    const one = limits({ ...USDT_ONLY, isActive: false });
    const create = { kind: "create_account", owner: OWNER, receiver: A } as const;
    expect(one.problemOf(create)).toBeUndefined();
    expect(one.problemOf(create)).toBe("it is activated twice");
    expect(one.problemOf(tokens)).toBeUndefined();
    expect(one.problemOf({ ...tokens, amount: 1n })).toBe(`${A} has 0 USDT`);
  });
});
