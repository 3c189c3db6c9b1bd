/** `desk sweep …`: brings what customers have paid in to the operator's own account, round by round. */
import { writeFileSync } from "node:fs";
import { z } from "zod";
import { HOUR_MS } from "../../common/time.js";
import { onlyRunning, Refusal } from "../../control/refusal.js";
import { formatInteger } from "../../domain/money.js";
import { MOST_STEPS, type SweepRound } from "../../domain/sweep.js";
import type { SweepEntry, SweepFile, SweepSent } from "../../domain/sweep-file.js";
import { type Command, defineCommand, type RawInput } from "../command.js";
import {
  jsonField,
  readGiven,
  trxOrNothingField,
  usdtOrNothingField,
  wholeField,
} from "../inputs.js";
import { fields, moment, tableOf, trx, type Width } from "../print.js";

/** The chain takes nothing that expires more than a day after its head. */
const MAX_HOURS = 23;
const USUAL_HOURS = 6;
/** Hundreds of addresses are read one after the other. */
const ANSWER_TIMEOUT_MS = 900_000;

const plan = defineCommand({
  name: "sweep plan",
  about:
    "Plan the next round of moving deposits to DEPOSIT_SWEEP_TO, with its costs; sends nothing.",
  options: {
    file: ["<path>", "new file for the transactions to sign", z.string().optional()],
    hours: [
      "<n>",
      `hours until they expire, up to ${MAX_HOURS}; default ${USUAL_HOURS}`,
      wholeField(1, MAX_HOURS).default(USUAL_HOURS),
    ],
    leastTrx: [
      "<amount>",
      "smaller sums stay; default DEPOSIT_MINIMUM_TRX",
      trxOrNothingField.optional(),
    ],
    leastUsdt: [
      "<amount>",
      "smaller sums stay; default DEPOSIT_MINIMUM_USDT",
      usdtOrNothingField.optional(),
    ],
  },
  example: "sweep plan --file sweep.json",
  needsRunningDesk: true,
  answerTimeoutMs: ANSWER_TIMEOUT_MS,
  prepare: ({ file: _, ...input }) => input,
  finish: writePlan,
  run: async (desk, { hours, leastTrx, leastUsdt }): Promise<SweepFile> =>
    onlyRunning(desk.sweep).plan({
      lifeMs: hours * HOUR_MS,
      leastTrxSun: leastTrx,
      leastUsdtUnits: leastUsdt === undefined ? undefined : BigInt(leastUsdt),
    }),
  logged: ({ round, transactions }) => ({ round: round ?? "", transactions: transactions.length }),
  print: planText,
});

function writePlan({ file }: RawInput, result: unknown): void {
  if (typeof file !== "string" || (result as SweepFile).round === null) return;
  try {
    writeFileSync(file, `${JSON.stringify(result, undefined, 2)}\n`, { flag: "wx" });
  } catch (error) {
    const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
    const why = isThere ? "is there already" : `cannot be written: ${error}`;
    throw new Refusal("USAGE", `--file: ${file} ${why}. Name a new file.`);
  }
}

const ROUND: Readonly<Record<SweepRound, string>> = {
  activate: "activate: makes accounts of addresses that never got TRX",
  delegate: "delegate: lends the pool's stake to addresses, unlocked, so that they burn no TRX",
  sweep: "sweep: sends TRX and USDT to DEPOSIT_SWEEP_TO",
  take_back: "take_back: takes back the stake that was lent",
};

function planText(file: SweepFile, width: Width): string {
  const { round, sweepTo, costTrx, expiresAt, transactions, waits } = file;
  const waiting = tableOf(waits, ["address", "stays for now, because: why"], "", width);
  if (round === null) {
    const said = "There is nothing to sweep now.";
    return waits.length > 0 ? `${said}\n\n${waiting}` : said;
  }
  const facts = {
    round: ROUND[round],
    "sweeps go to": sweepTo,
    transactions: transactions.length,
    "burns TRX": trx(costTrx),
    "sign and send before": moment(expiresAt),
  };
  return [
    fields(facts, width),
    tableOf(
      transactions,
      ["signed by: signer", ["key", ({ path }) => path ?? "of the pool owner"], "what: about"],
      "",
      width,
    ),
    ...(waits.length > 0 ? [waiting] : []),
    ...(transactions.length === MOST_STEPS
      ? [`A file has ${formatInteger(MOST_STEPS)} transactions at most; the next plan has more.`]
      : []),
    OF_OWNERS[round] ?? "",
    "Sign the file of --file, send it with `desk sweep send FILE`, then ask for the next plan.",
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}

const OWN_BANDWIDTH =
  "Each transaction of a pool owner takes about 300 Bandwidth of its own, or burns 0.3 TRX.";
const OF_OWNERS: Partial<Record<SweepRound, string>> = {
  delegate: OWN_BANDWIDTH,
  take_back: OWN_BANDWIDTH,
};

const NO_FILE = "must be a file of `desk sweep plan` in JSON, with its transactions signed";

/** What the desk needs of a file; what else is in it is for those who sign. */
const signedFile = jsonField(NO_FILE).pipe(
  z.object(
    {
      network: z.string(NO_FILE),
      genesisId: z.string(NO_FILE),
      transactions: z.array(z.unknown(), NO_FILE).min(1, NO_FILE).max(MOST_STEPS, NO_FILE),
    },
    NO_FILE,
  ),
);

const send = defineCommand({
  name: "sweep send",
  about: "Check a signed `sweep plan` file, send all of it, and wait until blocks hold it.",
  args: { FILE: ["the signed file, or - for standard input", signedFile] },
  example: "sweep send signed.json",
  needsRunningDesk: true,
  answerTimeoutMs: ANSWER_TIMEOUT_MS,
  prepare: (input) => ({ ...input, file: shortened(readGiven(input.file)) }),
  goesOn(result, progress) {
    const { transactions } = result as SweepSent;
    const waiting = transactions.filter(({ state }) => state === "waits").length;
    if (waiting > 0) {
      const all = formatInteger(transactions.length);
      progress(`${formatInteger(transactions.length - waiting)} of ${all} are done`);
    }
    return waiting > 0;
  },
  run: async (desk, { file }): Promise<SweepSent> => onlyRunning(desk.sweep).send(file),
  exitStatus: ({ transactions }) => Number(transactions.some(({ state }) => state !== "done")),
  logged: ({ transactions }) => ({ txids: transactions.map(({ txid }) => txid).join(" ") }),
  print: sentText,
});

/** Only what is sent goes to the desk: with what is there for people and wallets, a file for many addresses is large. */
function shortened(text: string): string {
  try {
    const { network, genesisId, transactions } = JSON.parse(text) as SweepFile;
    const needed = transactions.map((entry: SweepEntry | null) => {
      const { txID, raw_data_hex, signature } = (entry?.transaction ?? {}) as Record<
        string,
        unknown
      >;
      return { txID, raw_data_hex, signature };
    });
    return JSON.stringify({ network, genesisId, transactions: needed });
  } catch {
    // What is wrong with it the schema says.
    return text;
  }
}

function sentText({ transactions }: SweepSent, width: Width): string {
  const bad = transactions.filter(({ state }) => state !== "done");
  const list = tableOf(transactions, ["what: about", "txid", "state", "why"], "", width);
  const said =
    bad.length === 0
      ? "All of it is in blocks. `desk sweep plan` says what is next."
      : `${bad.length} of ${transactions.length} did nothing. \`desk sweep plan\` starts from what is there now.`;
  return `${list}\n\n${said}`;
}

export const sweepCommands: readonly Command[] = [plan, send];
