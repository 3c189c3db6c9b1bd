/** `desk cover` and `desk reconcile`: what the books say, beside what is on the chain. */
import { onlyRunning, Refusal } from "../../control/refusal.js";
import { type Cover, type Holding, worthOf } from "../../domain/cover.js";
import { formatInteger, SUN_PER_TRX, toTrx } from "../../domain/money.js";
import type { Comparison } from "../../engine/operating/reconcile.js";
import type { TakeBackList } from "../../engine/operating/take-back.js";
import { type Command, defineCommand } from "../command.js";
import { BY, flag, trxField } from "../inputs.js";
import { moment, table, tableOf, trx, type Width } from "../print.js";

/** Hundreds of addresses are read a few at a time. */
const ANSWER_TIMEOUT_MS = 900_000;

const cover = defineCommand({
  name: "cover",
  about: "Compare what the desk owes with what is on the chain. Exit status 1: less is there.",
  example: "cover --json",
  needsRunningDesk: true,
  answerTimeoutMs: ANSWER_TIMEOUT_MS,
  run: async (desk) => shown(await onlyRunning(desk.cover)()),
  exitStatus: ({ shortfallTrx }) => Number(shortfallTrx > 0),
  logged: ({ differenceTrx, shortfallTrx }) => ({ differenceTrx, shortfallTrx }),
  print: coverText,
});

function shown({ owed, there, rateSun, ...read }: Cover) {
  const placed = (holding: Holding) => ({
    trx: toTrx(holding.trxSun),
    usdt: toTrx(Number(holding.usdtUnits)),
    worthTrx: toTrx(worthOf(holding, rateSun)),
  });
  const place = (holding: Holding | undefined) => (holding ? placed(holding) : null);
  return {
    owed: {
      availableTrx: toTrx(owed.availableSun),
      heldTrx: toTrx(owed.heldSun),
      earnedTrx: toTrx(owed.earnedSun),
      payoutsTrx: toTrx(owed.payoutsSun),
      sumTrx: toTrx(read.owedSun),
      /** Not in the sum: deposits that wait for a clean reading. */
      waitingTrx: toTrx(owed.waitingSun),
      /** Of available and held. */
      giftsTrx: toTrx(owed.giftsSun),
    },
    there: {
      deposits: place(there.deposits),
      sweepTo: place(there.sweepTo),
      payout: place(there.payout),
      /** COVER_ACCOUNTS. */
      beside: there.beside.map((one) => ({ address: one.address, ...placed(one) })),
      sumTrx: toTrx(read.thereSun),
    },
    rateTrx: rateSun === undefined ? null : toTrx(rateSun),
    differenceTrx: toTrx(read.differenceSun),
    shortfallTrx: toTrx(read.shortfallSun),
    firstBlock: read.firstBlock,
    lastBlock: read.lastBlock,
    addresses: read.addresses,
    retiredAddresses: read.retiredAddresses,
    at: read.at,
  };
}

type Shown = ReturnType<typeof shown>;

function coverText(read: Shown, width: Width): string {
  const { owed, there } = read;
  const owedRows: [string, number][] = [
    ["customers, available", owed.availableTrx],
    ["customers, held", owed.heldTrx],
    ["sellers, earned", owed.earnedTrx],
    ["payouts under way", owed.payoutsTrx],
  ];
  const places = [
    [`deposit addresses (${formatInteger(read.addresses)})`, there.deposits],
    ["DEPOSIT_SWEEP_TO", there.sweepTo],
    ["payout account", there.payout],
    ...there.beside.map((one) => [one.address, one] as const),
  ] as const;
  const thereRows = places.flatMap(([name, place]): [string, number][] =>
    place
      ? [
          [`${name}, TRX`, place.trx],
          ...(place.usdt > 0
            ? [[`${name}, ${trx(place.usdt)} USDT`, place.worthTrx - place.trx] as [string, number]]
            : []),
        ]
      : [],
  );
  const length = Math.max(owedRows.length, thereRows.length);
  const rows = Array.from({ length }, (_, at) => [...cells(owedRows[at]), ...cells(thereRows[at])]);
  rows.push(["together", trx(owed.sumTrx), "together", trx(there.sumTrx)]);
  return [
    table(["owed", "TRX", "there", "TRX"], rows, "", width),
    whereRead(read),
    meaning(read),
  ].join("\n\n");
}

function cells(row: [string, number] | undefined): [string, string] {
  return row ? [row[0], trx(row[1])] : ["", ""];
}

function whereRead({ firstBlock, lastBlock, rateTrx, retiredAddresses }: Shown): string {
  const worth =
    rateTrx === null ? "USDT counts nothing: it has no rate" : `a USDT is ${trx(rateTrx)} TRX`;
  const left = `addresses of retired keys, which count nothing: ${formatInteger(retiredAddresses)}`;
  const rate = retiredAddresses > 0 ? `${worth}; ${left}` : worth;
  if (firstBlock === lastBlock) return `All read at solid block ${firstBlock}; ${rate}.`;
  return `Read from solid block ${firstBlock} to ${lastBlock}, ${lastBlock - firstBlock} blocks apart; ${rate}.`;
}

function meaning(read: Shown): string {
  const { waitingTrx } = read.owed;
  if (waitingTrx === 0) return coverMeaning(read);
  return `${coverMeaning(read)}\nDeposits of ${trx(waitingTrx)} TRX wait until that much more is there: \`desk deposit list --review\`.`;
}

function coverMeaning({ differenceTrx, shortfallTrx, owed }: Shown): string {
  const gifts = `${trx(owed.giftsTrx)} TRX of what is owed were given, and cannot be taken out`;
  if (shortfallTrx > 0) {
    const beyond = owed.giftsTrx > 0 ? `, although ${gifts}` : "";
    return `SHORT: ${trx(shortfallTrx)} TRX are missing${beyond}.\nTo pay out all the same: desk cover release ${shortfallTrx} --by NAME`;
  }
  if (differenceTrx >= 0) return `Covered, with ${trx(differenceTrx)} TRX more than is owed.`;
  return `Covered: ${trx(-differenceTrx)} TRX less than is owed are there, but ${gifts}.`;
}

const release = defineCommand({
  name: "cover release",
  about:
    "Continue payouts and withdrawals despite this shortfall; they stop again if more is missing.",
  args: { SUM: ["the shortfall in TRX, as `cover` shows it", trxField] },
  options: { by: BY },
  example: "cover release 120.5 --by Ann",
  needsRunningDesk: true,
  async run({ engine }, { sum: sumSun, by }) {
    const { releaseCover } = await import("../../engine/operating/cover.js");
    return { missingTrx: toTrx(await releaseCover(engine, { sumSun, by })), by };
  },
  logged: ({ missingTrx, by }) => ({ missingTrx, by }),
  print: ({ missingTrx }) =>
    `Payouts and withdrawals go on, although ${trx(missingTrx)} TRX are missing.`,
});

export const coverCommands: readonly Command[] = [cover, release];

/** Half an hour: thousands of records at ten calls a second. */
const RECONCILE_MS = 1_800_000;

const reconcile = defineCommand({
  name: "reconcile",
  about: "Compare the pool's delegations on the chain with the books. Exit status 1: they differ.",
  options: {
    takeBack: flag("after a restore: list delegations signed by this desk's key since the backup"),
    confirm: flag("take them back, locked ones when their lock ends"),
  },
  example: "reconcile",
  needsRunningDesk: true,
  answerTimeoutMs: RECONCILE_MS,
  check({ takeBack, confirm }, problem) {
    if (confirm && !takeBack) problem("confirm", "goes with --take-back");
  },
  goesOn(result, progress) {
    const { reading } = result as Partial<TakeBackList>;
    if (!reading) return false;
    const { nextBlock, lastBlock } = reading;
    progress(`${formatInteger(lastBlock - nextBlock + 1)} blocks are still to be read`);
    return true;
  },
  async run(desk, { takeBack, confirm }): Promise<Comparison | TakeBackList> {
    if (!desk.reconcile || !desk.takeBack) {
      throw new Refusal("NOT_RUNNING", "This desk has no chain to ask.");
    }
    return takeBack ? desk.takeBack(confirm) : desk.reconcile();
  },
  logged: (result) =>
    "ours" in result
      ? { confirmed: result.confirmed, ours: result.ours.length, notOurs: result.notOurs.length }
      : { records: result.records, differences: result.differences.length },
  print: (result, width) =>
    "ours" in result ? takeBackText(result, width) : comparisonText(result, width),
  exitStatus: (result) =>
    Number("ours" in result ? result.ours.length > 0 : result.differences.length > 0),
});

function comparisonText({ owners, records, differences }: Comparison, width: Width) {
  return tableOf(
    differences,
    [
      ...PLACE,
      ["TRX on chain", (one) => trx(one.onChainSun / SUN_PER_TRX)],
      ["TRX in the books", (one) => trx(one.inBooksSun / SUN_PER_TRX)],
      UNTIL,
    ],
    `The books explain all that ${owners} owners delegate (${records} records).`,
    width,
  );
}

const STATES = {
  found: "to be confirmed",
  waiting: "to be taken back",
  signed: "on its way",
  taken: "taken back",
  gone: "gone",
};

function takeBackText({ confirmed, ours, notOurs, counts }: TakeBackList, width: Width) {
  const signedHere = tableOf(
    ours,
    [
      ...PLACE,
      ["TRX", ({ stakeSun }) => trx(stakeSun / SUN_PER_TRX)],
      UNTIL,
      ["state", ({ state }) => STATES[state]],
      "transaction: txid",
    ],
    "All delegations by this desk's key since the backup are taken back.",
    width,
  );
  const othersTrx = ({ notOursSun }: (typeof notOurs)[number]) => trx(notOursSun / SUN_PER_TRX);
  const others = tableOf(
    notOurs,
    [...PLACE, ["TRX that are not ours", othersTrx], UNTIL],
    "The books explain everything else.",
    width,
  );
  const over = `Taken back: ${counts.taken}; taken back by others: ${counts.gone}.`;
  return [signedHere, nextStep(confirmed, ours), over, others].filter(Boolean).join("\n\n");
}

function nextStep(confirmed: boolean, ours: TakeBackList["ours"]): string {
  if (ours.some(({ state }) => state === "found")) {
    return "The desk that delegated this must never run again. What has no lock is taken back at once, the rest when its lock is over, with: desk reconcile --take-back --confirm";
  }
  if (ours.length === 0) return "";
  return confirmed
    ? "The desk takes it back from now on, locked parts when their lock ends. Repeat the command without --confirm to see how far it is."
    : "It is being taken back, locked parts when their lock ends.";
}

const PLACE = ["owner", "receiver", "resource"] as const;
const UNTIL = [
  "locked until",
  ({ lockExpiresAt }: { readonly lockExpiresAt: number | null }) =>
    lockExpiresAt ? moment(lockExpiresAt) : "-",
] as const;

export const reconcileCommands: readonly Command[] = [reconcile];
