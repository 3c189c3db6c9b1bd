/** The commands about the desk as a whole: its state, its books, whether it takes orders. */
import type {
  DatabaseStatus,
  NodeStatus,
  StandByStatus,
  StatusResult,
  TelegramStatus,
} from "../../control/desk-control.js";
import { Refusal } from "../../control/refusal.js";
import { formatInteger } from "../../domain/money.js";
import type { AuditResult } from "../../engine/operating/audit.js";
import type { ResumedPayouts } from "../../engine/operating/holds.js";
import { type Command, defineCommand } from "../command.js";
import { flag, reasonField } from "../inputs.js";
import { fields, moment, tableOf, trx, type Width } from "../print.js";
import { payoutsText, type ShownPayout, shownPayout } from "./payout.js";
import { poolText } from "./pool.js";

const holds = () => import("../../engine/operating/holds.js");

const status = defineCommand({
  name: "status",
  about: "Show the running desk: state, chain, nodes, pool, workers, Telegram.",
  example: "status",
  needsRunningDesk: true,
  async run(desk): Promise<StatusResult | StandByStatus> {
    if (!desk.status) throw new Refusal("NOT_RUNNING", "This desk cannot report its status.");
    return desk.status();
  },
  print(result, width) {
    if (result.state === "stand-by") {
      const { state, reason, database } = result;
      return [fields({ state, reason }, width), ...databaseText(database, width)].join("\n\n");
    }
    const { database, nodes, pool, locks, workers, telegram, heldBack, notRead, ...rest } = result;
    const headBlock = rest.headBlock === null ? null : `${rest.headBlock}`;
    const more = { "not read": notReadText(notRead), locked: lockedText(locks) };
    const head = fields({ ...rest, headBlock, ...more }, width);
    const rounds = tableOf(
      workers,
      [
        "worker: name",
        "ok",
        ["last round", ({ lastRoundAt: at }) => (at === null ? "-" : moment(at))],
        "error: lastError",
      ],
      "No workers.",
      width,
    );
    const parts = [
      head,
      ...databaseText(database, width),
      nodesText(nodes, width),
      poolText(pool, width),
      rounds,
    ];
    return [...parts, telegramText(telegram, width), heldBackText(heldBack, width)].join("\n\n");
  },
});

function databaseText(database: DatabaseStatus | null | undefined, width: Width): string[] {
  if (!database) return [];
  const { active, desks, replicas, lossRisk } = database;
  const shown = replicas.map(
    ({ name, state, sync }) => `${name} (${sync ?? "?"}, ${state ?? "?"})`,
  );
  const facts = {
    "active desk": active.holder,
    since: moment(active.since),
    epoch: `${active.epoch}`,
    desks: desks.join(", "),
    replicas: shown.join(", ") || null,
    "orders can be lost": lossRisk,
  };
  return [fields(facts, width)];
}

function notReadText({ blocks, transactions, notKept, oldest }: StatusResult["notRead"]) {
  if (blocks + transactions + notKept === 0) return null;
  const since = oldest ? `, since block ${oldest.block} (${moment(oldest.notedAt)})` : "";
  const beyond = notKept > 0 ? `, and ${notKept} more that are not kept` : "";
  return `${blocks} blocks, ${transactions} transactions${since}${beyond}: \`desk unread list\``;
}

function lockedText({ pool, all, overran }: StatusResult["locks"]): string {
  const share = ({ locked, unlocked }: typeof all) =>
    `${formatInteger(locked)} of ${formatInteger(locked + unlocked)}`;
  const tooLong =
    overran > 0 ? `; ${formatInteger(overran)} locks ever went beyond the bounds` : "";
  return `${share(all)} running delegations, ${share(pool)} of the pool's${tooLong}`;
}

function nodesText(nodes: readonly NodeStatus[], width: Width): string {
  return tableOf(
    nodes,
    [
      "node",
      "use",
      ["head", ({ headBlock }) => `${headBlock ?? "-"}`],
      ["lag", ({ behindBlocks }) => behindBlocks ?? "-"],
      ["solid lag", ({ solidLagBlocks }) => solidLagBlocks ?? "-"],
      "answers 1h: answersLastHour",
      "failed 1h: failuresLastHour",
      "a day: questionsADay",
      ["why not", whyNot],
    ],
    "No nodes.",
    width,
  );
}

function whyNot({ reason, outOfStepSince, restsUntil }: NodeStatus): string {
  const since = outOfStepSince === null ? [] : [`since ${moment(outOfStepSince)}`];
  const until = restsUntil === null ? [] : [`asked again from ${moment(restsUntil)}`];
  return [reason ?? "", ...since, ...until].filter((part) => part !== "").join("; ");
}

function telegramText(telegram: TelegramStatus, width: Width): string {
  const { door, username, mode, lastPollAt, lastDeliveryAt, problem, operatorChat, ...backlog } =
    telegram;
  const when = (at: number | null) => (at === null ? null : moment(at));
  const facts = {
    Telegram: door,
    bot: username && `@${username}`,
    ...(mode === "webhook"
      ? { "last delivery": when(lastDeliveryAt) }
      : { "last poll": when(lastPollAt) }),
    problem,
    "inbox waiting": backlog.inbox,
    "outbox waiting": backlog.outbox,
    "dead letters": backlog.deadLetters,
    ...(operatorChat && { "operator's chat": chatText(operatorChat) }),
  };
  return fields(facts, width);
}

function chatText({ id, takesMessages }: NonNullable<TelegramStatus["operatorChat"]>): string {
  if (takesMessages) return `${id}`;
  return `${id} takes no messages: check its id, and that the bot is in the group or was started there`;
}

function heldBackText(held: StatusResult["heldBack"], width: Width): string {
  const facts = {
    "withdrawals to approve": held.withdrawalsToApprove,
    "withdrawals to new addresses, last 24 h": held.withdrawalsToNewAddresses,
    "sellers' payouts to approve": held.sellersToApprove,
    "TRX of them": trx(held.sellersToApproveTrx),
    ...(held.sellersToApprove > 0 && {
      "how to approve": "`desk payout list` has a command for each",
    }),
  };
  return fields(facts, width);
}

const audit = defineCommand({
  name: "audit",
  about: "Check the books. Exit status 1: something does not add up.",
  example: "audit",
  async run(desk): Promise<AuditResult> {
    if (desk.audit) return desk.audit();
    const [{ auditOnce, keyAsEvidence }, { transferIn }] = await Promise.all([
      import("../../engine/operating/audit.js"),
      import("../../chain/raw-transaction.js"),
    ]);
    const depositKeys = keyAsEvidence(desk.config.depositXpub);
    return auditOnce(desk.engine.database.source, { depositKeys, sentBy: transferIn });
  },
  print: ({ ok, violations }, width) =>
    ok
      ? "The books add up."
      : tableOf(
          violations,
          ["what must hold: invariant", "where it does not: subject", "found"],
          "The audit failed.",
          width,
        ),
  exitStatus: ({ ok }) => (ok ? 0 : 1),
});

const pause = defineCommand({
  name: "pause",
  about:
    "Stop new orders; running ones continue. With --payouts: stop withdrawals and payouts to sellers instead. Lasts until `resume`, through restarts too.",
  options: {
    payouts: flag("stop payouts and withdrawals, not orders; signed ones still go out"),
    reason: [
      "<text>",
      "why, for `status` and the log",
      reasonField.default("paused by the operator"),
    ],
  },
  example: 'pause --reason "node upgrade"',
  async run({ engine }, { payouts, reason }): Promise<Paused> {
    const { pausePayouts, placeHold } = await holds();
    if (payouts) {
      const goOn = (await pausePayouts(engine, reason)).map(shownPayout);
      return { paused: "payouts", reason, goOn };
    }
    await placeHold(engine, "pause", reason);
    return { paused: "orders", reason };
  },
  logged: ({ paused, reason }) => ({ paused, reason }),
  print(done, width) {
    const { reason } = done;
    if (done.paused === "orders") {
      return `New orders are refused (${reason}). \`desk resume\` takes orders again.`;
    }
    const stopped = `Payouts and withdrawals are stopped (${reason}). \`desk resume --payouts\` pays again.`;
    if (done.goOn.length === 0) return `${stopped}\nNo signed payment is on its way.`;
    return `${stopped}\nSigned before; these still go out:\n${payoutsText(done.goOn, "", width)}`;
  },
});

type Paused =
  | { readonly paused: "orders"; readonly reason: string }
  | {
      readonly paused: "payouts";
      readonly reason: string;
      /** What is signed and not final. */
      readonly goOn: readonly ShownPayout[];
    };

const resume = defineCommand({
  name: "resume",
  about:
    "Take new orders again after a pause or halt, if the audit is clean. With --payouts: pay again after a pause or restore.",
  options: {
    payouts: flag("lift one hold of payouts (not of orders), and show the remaining ones"),
  },
  example: "resume",
  async run({ engine, audit: auditElsewhere }, { payouts }): Promise<Resumed> {
    const { resumeDesk, resumePayouts } = await holds();
    if (payouts) return { resumed: "payouts", ...(await resumePayouts(engine)) };
    await resumeDesk(engine, auditElsewhere);
    const { readUnknownPayouts } = await import("../../engine/payouts/unknown-payouts.js");
    const unknownPayouts = (await readUnknownPayouts(engine)).length;
    return { resumed: "orders", payoutsHeld: engine.gates.payoutsStopped ?? null, unknownPayouts };
  },
  logged: ({ resumed, ...done }) => ({
    resumed,
    ...("lifted" in done ? { lifted: done.lifted ?? "" } : {}),
  }),
  print(done) {
    if (done.resumed === "orders") {
      const held = done.payoutsHeld === null ? "" : ` Payouts are still held: ${done.payoutsHeld}.`;
      const unknown =
        done.unknownPayouts === 0
          ? ""
          : ` ${done.unknownPayouts} payouts are not in the books and hold their customers' money: \`desk payout unknown\`.`;
      return `The books add up; new orders are taken.${held}${unknown}`;
    }
    const { lifted, stillHeld } = done;
    const what = lifted === null ? "No hold was lifted." : `No longer held: ${lifted}.`;
    return stillHeld === null ? `${what} Payouts are on.` : `${what} Still held: ${stillHeld}.`;
  },
});

type Resumed =
  | {
      readonly resumed: "orders";
      readonly payoutsHeld: string | null;
      /** Found after a restore and not settled. */
      readonly unknownPayouts: number;
    }
  | ({ readonly resumed: "payouts" } & ResumedPayouts);

export const deskCommands: readonly Command[] = [status, audit, pause, resume];
