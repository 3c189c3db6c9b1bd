/** `desk reconcile`: what the owners delegate on the chain beside the books, and after a restore what is taken back of it. */
import { z } from "zod";
import { Refusal } from "../../control/refusal.js";
import { formatInteger } from "../../domain/money.js";
import type { Comparison, Difference } from "../../engine/operating/reconcile.js";
import type { TakeBackList } from "../../engine/operating/take-back.js";
import { type Command, defineCommand } from "../command.js";
import { moment, trx } from "../print.js";
import { table } from "../table.js";

/** Half an hour: thousands of records at ten calls a second. */
const RECONCILE_MS = 1_800_000;
const SUN_PER_TRX = 1_000_000;

const reconcile = defineCommand({
  name: "reconcile",
  about: "Compare the pool's delegations on the chain with the books. Exit status 1: they differ.",
  options: [
    {
      flags: "--take-back",
      about: "after a restore: list delegations signed by this desk's key since the backup",
    },
    { flags: "--confirm", about: "take them back, locked ones when their lock ends" },
  ],
  example: "reconcile",
  needsRunningDesk: true,
  answerTimeoutMs: RECONCILE_MS,
  input: z
    .strictObject({ takeBack: z.boolean().default(false), confirm: z.boolean().default(false) })
    .refine(({ takeBack, confirm }) => takeBack || !confirm, {
      path: ["confirm"],
      message: "goes with --take-back",
    }),
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

function comparisonText({ owners, records, differences }: Comparison, width: number | undefined) {
  return table(
    ["owner", "receiver", "resource", "TRX on chain", "TRX in the books", "locked until"],
    differences.map((one) => [
      ...placeOf(one),
      trx(one.onChainSun / SUN_PER_TRX),
      trx(one.inBooksSun / SUN_PER_TRX),
      untilText(one.lockExpiresAt),
    ]),
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

function takeBackText(
  { confirmed, ours, notOurs, counts }: TakeBackList,
  width: number | undefined,
) {
  const signedHere = table(
    ["owner", "receiver", "resource", "TRX", "locked until", "state", "transaction"],
    ours.map((one) => [
      ...placeOf(one),
      trx(one.stakeSun / SUN_PER_TRX),
      untilText(one.lockExpiresAt ?? 0),
      STATES[one.state],
      one.txid,
    ]),
    "All delegations by this desk's key since the backup are taken back.",
    width,
  );
  const others = table(
    ["owner", "receiver", "resource", "TRX that are not ours", "locked until"],
    notOurs.map((one) => [
      ...placeOf(one),
      trx(one.notOursSun / SUN_PER_TRX),
      untilText(one.lockExpiresAt),
    ]),
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

function placeOf({
  owner,
  receiver,
  resource,
}: Pick<Difference, "owner" | "receiver" | "resource">) {
  return [owner, receiver, resource];
}

function untilText(lockExpiresAt: number): string {
  return lockExpiresAt === 0 ? "-" : moment(lockExpiresAt);
}

export const reconcileCommands: readonly Command[] = [reconcile];
