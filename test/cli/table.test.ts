/** Tables on a terminal: no line is wider than it, and what somebody copies stands there whole. */
import { expect, it } from "vitest";
import { findCommand } from "../../src/cli/commands.js";
import { table } from "../../src/cli/print.js";
import { deskOn, temporaryDirectory } from "./desk-command.js";
import { NODES, openEngine, STOPPING } from "./running-desk.js";

const ID = "1a1f86027b50014084a5f9f5";
const OWNER = "THQYayZqqcXwYa7yYyb2Sejz16cnw7V4pX";
const RECEIVER = "TFdmunXgDcvwVo9pkfktDc2m4DHqTYmsE1";
const TXID = "72d2c504".repeat(8);
const AT = 1_800_000_000_000;
const WHY = "the key may not delegate for it; give it a permission with the operations 57 and 58";

it("aligns columns, numbers to the right, without spaces at the end", () => {
  const rows = [
    ["Ada", 65_000, ""],
    ["Grace", 7, "x"],
  ];
  const aligned = ["name    units  note", "Ada    65,000", "Grace       7  x"].join("\n");
  expect(table(["name", "units", "note"], rows, "none", undefined)).toBe(aligned);
  expect(table(["name", "units", "note"], rows, "none", 19)).toBe(aligned);
  expect(table(["name"], [], "none", 4)).toBe("none");
  expect(table(["name"], [["a\u001b[2J\nb"]], "", undefined)).toBe("name\na [2J b");
});

it("aligns numbers to the right beside empty cells, too", () => {
  const rows = [
    ["Ada", "65,000"],
    ["Grace", ""],
    ["Alan", "7"],
  ];
  const aligned = ["name    units", "Ada    65,000", "Grace", "Alan        7"].join("\n");
  expect(table(["name", "units"], rows, "none", undefined)).toBe(aligned);
});

it("folds a last column of prose, and keeps the others in line", () => {
  const rows = [
    ["signer", 7, "the node cannot be asked: it did not answer in time"],
    ["payer", 12, ""],
  ];
  expect(table(["worker", "failures", "error"], rows, "", 45)).toBe(
    [
      "worker  failures  error",
      "signer         7  the node cannot be asked:",
      "                  it did not answer in time",
      "payer         12",
    ].join("\n"),
  );
});

it("gives each row a block of lines where it is wider still, without what is empty", () => {
  const rows = [
    [OWNER, 7, "the node cannot be asked"],
    [RECEIVER, 12, ""],
  ];
  expect(table(["owner", "units", "why"], rows, "", 50)).toBe(
    [
      `owner  ${OWNER}`,
      "units  7",
      "why    the node cannot be asked",
      "",
      `owner  ${RECEIVER}`,
      "units  12",
    ].join("\n"),
  );
});

const order = { orderId: ID, createdAt: AT, customerName: "Ada of the Analytical Engines" };
const listed = { ...order, type: "Manual", resourceType: "energy", resourceAmount: 131_000 };
const shown = { orderId: ID, paidAmount: 3, spentAmount: 3, heldAmount: 0, refundedAmount: 0 };
const dead = { owner: OWNER, amount: 65_000, state: "dead", locked: true, expiresAt: null };
const state = { delegatableSun: 1, reservedSun: 98_000_000, freeUnits: 25_000_000 };
const owner = {
  address: OWNER,
  state: "paused",
  pauseReason: WHY,
  energy: state,
  bandwidth: state,
};
const payout = { payoutId: ID, withdrawalId: ID, receiver: OWNER, amount: 39.5, fee: 0.5 };
const withdrawal = { withdrawalId: ID, customerId: ID, address: OWNER, amount: 10_000.5, fee: 1 };
const fill = { receiver: RECEIVER, resourceType: "energy", amount: 65_000, price: 50, earns: 3 };
const worker = { name: "lock reader", ok: false, lastRoundAt: AT, lastError: WHY };
const customer = { customerId: ID, name: "Ada of the Analytical Engines", held: 0, activeKeys: 1 };
const difference = { owner: OWNER, receiver: RECEIVER, resource: "energy", lockExpiresAt: AT };
const seller = { address: OWNER, customerId: ID, status: "paused", earned: 1.5 };

const sums = { amount: 1_234_567.123456, fee: 1_008 };
const totals = {
  ...{ count: 1_008, sums, customers: 37 },
  byStatus: [
    { status: "approval", count: 1_005, sums },
    { status: "waiting", count: 3, sums },
  ],
  byCustomer: [{ customerId: ID, name: "Ada of the Analytical Engines", count: 1_005, sums }],
};
const moved = { paidInToday: 1_234_567.123456, takenOutToday: 10_000.5 };
const held = { seller: OWNER, customerId: ID, earned: 20_000, waits: "approval", dueAt: AT };
const deposit = { depositId: ID, customerId: ID, at: AT, asset: "USDT", amount: "1000000.5" };

/** Results as wide as they get, with what must stand in a line of its own length. */
const RESULTS: readonly (readonly [string, object, readonly string[]])[] = [
  ["customer list", { customers: [{ ...customer, available: 10_000.5, createdAt: AT }] }, [ID]],
  [
    "key list",
    {
      keys: [
        {
          ...{ keyId: ID, customerId: ID, startsWith: "edk_yQF8", createdAt: AT },
          ...{ disabledAt: AT, revokedAt: AT },
        },
      ],
    },
    [ID, "edk_yQF8"],
  ],
  ["pool show", { owners: [owner] }, [OWNER]],
  [
    "status",
    {
      ...STOPPING,
      ...{
        headBlock: 7,
        notRead: { blocks: 1, transactions: 20, notKept: 3, oldest: { block: 5, notedAt: 0 } },
        nodes: NODES,
        pool: [owner],
      },
      ...{ workers: [worker] },
    },
    [OWNER, "https://api.trongrid.io"],
  ],
  [
    "order list",
    {
      orders: [
        {
          ...listed,
          receiver: RECEIVER,
          status: "processing",
          paidAmount: 1,
          backAmount: 0,
        },
      ],
      nextCursor: null,
    },
    [ID, RECEIVER],
  ],
  [
    "order show",
    {
      ...shown,
      createdAt: AT,
      deadline: null,
      expiresAt: null,
      options: null,
      delegations: [{ ...dead, txid: TXID, deathReason: WHY }],
    },
    [ID, OWNER, TXID],
  ],
  [
    "payout list",
    {
      payouts: [{ ...payout, state: "dead", createdAt: AT, txid: TXID, deathReason: WHY }],
      held: [{ ...held, isNewAddress: true, ...moved }],
      ...{ totals, nextCursor: ID },
    },
    [ID, OWNER, TXID],
  ],
  [
    "withdrawal list",
    {
      withdrawals: [
        { ...withdrawal, status: "refused", createdAt: AT, dueAt: AT, reason: WHY, ...moved },
      ],
      ...{ totals, nextCursor: ID },
    },
    [ID, OWNER],
  ],
  [
    "deposit list",
    {
      deposits: [
        {
          ...{ ...deposit, creditedTrx: 0, status: "review", reason: "permission", txid: TXID },
          ...{ isNewAddress: true, ...moved },
        },
      ],
      totals: { ...totals, sums: {}, byStatus: [], byCustomer: [] },
      nextCursor: `001800000000000-${ID}`,
    },
    [ID, TXID, `001800000000000-${ID}`],
  ],
  ["seller list", { sellers: [{ ...seller, registeredAt: AT, pauseReason: WHY }] }, [ID, OWNER]],
  [
    "seller fills",
    { fills: [{ ...fill, state: "included", expiresAt: AT, txid: TXID }], nextCursor: null },
    [RECEIVER, TXID],
  ],
  ["incidents", { incidents: [{ at: AT, kind: "fork", text: `${OWNER} ${WHY}` }] }, [OWNER]],
  [
    "reconcile",
    { owners: 1, records: 1, differences: [{ ...difference, onChainSun: 1, inBooksSun: 2 }] },
    [OWNER, RECEIVER],
  ],
  [
    "audit",
    { ok: false, violations: [{ invariant: WHY, subject: `order ${ID}`, found: WHY }] },
    [ID],
  ],
  [
    "deposit keys",
    {
      keys: [
        {
          ...{ keyHash: "2c26b46b68ffc68f", account: 12, addresses: 12_345, since: AT },
          ...{ isInUse: false, retiredAt: AT, retiredBy: "Ann of the night shift" },
        },
      ],
    },
    ["2c26b46b68ffc68f"],
  ],
  [
    "sandbox faults",
    { faults: [{ kind: "reject", path: "/wallet/broadcasthex", count: 1, owner: OWNER }] },
    [OWNER],
  ],
];

it.each(RESULTS)("%s fits 80 columns, ids and addresses whole", (name, result, whole) => {
  const text = findCommand(name)?.print(result, 80) ?? "";
  const lines = text.split("\n");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  for (const word of whole) expect(text.split(/\s/)).toEqual(expect.arrayContaining([word]));
});

it("says how many customers are not listed", () => {
  const [, result] = RESULTS.find(([name]) => name === "withdrawal list") ?? [];
  const text = findCommand("withdrawal list")?.print(result ?? {}, 80);
  expect(text).toContain("… and 36 customers with fewer");
});

it("is as wide as it is where no terminal shows it, and whole in JSON", async () => {
  const directory = temporaryDirectory();
  const databasePath = `${directory.path}/desk.db`;
  await (await openEngine(databasePath)).close();
  const [piped, terminal] = [deskOn(databasePath), deskOn(databasePath, {}, 60)];
  await piped("customer", "create", "--name", "Ada");
  expect((await piped("customer", "list")).stdout).toMatch(/^customerId +name +available TRX/);
  expect((await terminal("customer", "list")).stdout).toMatch(/^customerId +\w{24}\nname +Ada\n/);
  const inJson = await terminal("customer", "list", "--json");
  expect(inJson.stdout).toBe((await piped("customer", "list", "--json")).stdout);
  directory.remove();
});
