/** `desk cover`: what the desk owes, beside what is there. */
import { z } from "zod";
import { Refusal } from "../../control/refusal.js";
import { type Cover, type Holding, worthOf } from "../../domain/cover.js";
import { formatInteger, toTrx } from "../../domain/money.js";
import { type Command, defineCommand } from "../command.js";
import { nameField, trxField } from "../inputs.js";
import { trx, type Width } from "../print.js";
import { table } from "../table.js";

/** Hundreds of addresses are read a few at a time. */
const ANSWER_TIMEOUT_MS = 900_000;

const cover = defineCommand({
  name: "cover",
  about: "Compare what the desk owes with what is on the chain. Exit status 1: less is there.",
  example: "cover --json",
  needsRunningDesk: true,
  answerTimeoutMs: ANSWER_TIMEOUT_MS,
  input: z.strictObject({}),
  async run({ cover: read }) {
    if (read) return shown(await read());
    throw new Refusal("NOT_RUNNING", "Only a desk that runs can ask the chain: npm start");
  },
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
  argument: { name: "SUM", about: "the shortfall in TRX, as `cover` shows it" },
  options: [{ flags: "--by <name>", about: "your name, for the record", required: true }],
  example: "cover release 120.5 --by Ann",
  needsRunningDesk: true,
  input: z.strictObject({ sum: trxField, by: nameField }),
  async run({ engine }, { sum: sumSun, by }) {
    const { releaseCover } = await import("../../engine/operating/cover.js");
    return { missingTrx: toTrx(await releaseCover(engine, { sumSun, by })), by };
  },
  logged: ({ missingTrx, by }) => ({ missingTrx, by }),
  print: ({ missingTrx }) =>
    `Payouts and withdrawals go on, although ${trx(missingTrx)} TRX are missing.`,
});

export const coverCommands: readonly Command[] = [cover, release];
