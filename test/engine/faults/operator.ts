/** What the operator does, and what the desk does by itself: owners, settings, network, restore, and what is forgotten. */
import { expect } from "vitest";
import { sun } from "../../../src/domain/money.js";
import { commitAndTell } from "../../../src/engine/close-order.js";
import { enableDisabledKeys } from "../../../src/engine/customers/customers.js";
import { nodesDisagree, noteMistake, transactionUnclear } from "../../../src/engine/incidents.js";
import { networkRead } from "../../../src/engine/legs/compensate.js";
import {
  saveOwnerCheck,
  savePermission,
  saveSnapshot,
} from "../../../src/engine/legs/open-work.js";
import { legRefused } from "../../../src/engine/legs/settle-leg.js";
import { bindNetwork, bindNetworkName } from "../../../src/engine/network.js";
import {
  noteBlockNotRead,
  noteStakeNotRead,
  readNotRead,
  settleUnread,
  settleUnreadTransactions,
} from "../../../src/engine/not-read.js";
import { bindFile, fileMoved, markWentBack } from "../../../src/engine/operating/backup.js";
import { noteCover } from "../../../src/engine/operating/cover.js";
import { forgetOld } from "../../../src/engine/operating/forget-old.js";
import {
  liftHold,
  pausePayouts,
  placeHold,
  resumeDesk,
  resumePayouts,
} from "../../../src/engine/operating/holds.js";
import {
  addConfiguredOwners,
  addPoolOwner,
  drainPoolOwner,
  removePoolOwner,
  saveIgnoredNodes,
} from "../../../src/engine/operating/operate.js";
import {
  booksCompared,
  secondDeskSeen,
  tellDifferences,
} from "../../../src/engine/operating/reconcile.js";
import { confirmRestore } from "../../../src/engine/operating/restore.js";
import { finishRestoreStep } from "../../../src/engine/operating/restore-steps.js";
import {
  judgeTakeBack,
  readTakeBacks,
  takeBackConfirmed,
  takeBackDead,
  takeBackDone,
  takeBackGone,
  takeBackRead,
  takeBackSigned,
} from "../../../src/engine/operating/take-back.js";
import { quoteOrders } from "../../../src/engine/orders/quote-orders.js";
import { bookUnknownWithdrawal } from "../../../src/engine/payouts/book-payout.js";
import { dismissUnknownPayout, payoutsRead } from "../../../src/engine/payouts/unknown-payouts.js";
import { loadRates, setRates } from "../../../src/engine/prices/rates.js";
import { isOnPostgres } from "../../postgres/databases.js";
import { addressOf } from "../../support/addresses.js";
import { type Desk, openDesk, RATES, request } from "../../support/desk.js";
import type { Faulty, Stories } from "../../support/exhaust.js";
import { PAYER, shownTransfer, TRX } from "../../support/payouts.js";
import { deliver, fork, kill, sign } from "../../support/steps.js";
import { asked, OTHER_OWNER, OWNER as TEAM_OWNER, teamOn } from "../../support/teams.js";
import { botKnows, paidIn, withdraw } from "../../support/withdrawals.js";

const [OWNER, RECEIVER] = [addressOf(0x1000), addressOf(1)];

async function owners(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const { engine } = desk;
  await faulty(desk, addPoolOwner, engine, addressOf(0x1100));
  await faulty(desk, addConfiguredOwners, engine, [addressOf(0x1101), addressOf(0x1102)]);
  await faulty(desk, removePoolOwner, engine, addressOf(0x1100));
  await faulty(desk, drainPoolOwner, engine, OWNER);
  await faulty(desk, saveOwnerCheck, engine, OWNER, { permissionId: 3, pauseReason: "no TRX" });
  await faulty(desk, savePermission, engine, OWNER, 4);
  const delegatableSun = { energy: 5, bandwidth: 5 };
  await faulty(desk, saveSnapshot, engine, { owner: OWNER, block: 1, delegatableSun });
  const ratio = { totalLimit: 100, totalWeight: 10 };
  const ratios = { energy: ratio, bandwidth: ratio };
  const parameters = {
    maxLockPeriodBlocks: 86_400,
    burnPriceSun: { energy: 1, bandwidth: 1 },
    activationSun: sun(1),
  };
  engine.network.believes(ratios);
  await faulty(desk, networkRead, engine, { ratios, parameters }, engine.network.begin(1));
}

async function settings(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const { engine, database, clock } = desk;
  await faulty(desk, loadRates, database, RATES, clock.nowMs);
  await faulty(desk, setRates, engine, { ...RATES, commissionBps: 500 }, "the operator");
  await faulty(desk, bindNetworkName, database, "test", clock.nowMs);
  await faulty(desk, bindNetwork, database, { name: "test", genesisId: "0" }, clock.nowMs);
  await faulty(desk, bindFile, database, clock.nowMs);
  if (!isOnPostgres) await faulty(desk, fileMoved, database, clock.nowMs);
  await faulty(desk, placeHold, engine, "pause", "a test");
  await faulty(desk, liftHold, engine, "pause");
  await faulty(desk, placeHold, engine, "pause", "a test");
  expect(await faulty(desk, pausePayouts, engine, "a theft")).toEqual([]);
  expect(await faulty(desk, resumePayouts, engine)).toEqual({ lifted: "a theft", stillHeld: null });
  await faulty(desk, resumeDesk, engine);
  await faulty(desk, saveIgnoredNodes, engine, ["2 http://10.0.0.6:8090"]);
  await faulty(desk, saveIgnoredNodes, engine, []);
  await faulty(desk, noteMistake, engine, "janitor", new TypeError("a test"));
  await faulty(desk, nodesDisagree, engine, "0".repeat(64));
  await faulty(desk, transactionUnclear, engine, "0".repeat(64), "the node: no answer");
  await quoteOrders(engine, desk.customerId, request());
  clock.nowMs += 7 * 86_400_000;
  await faulty(desk, forgetOld, engine);
  expect(desk.rows("SELECT * FROM quote")).toEqual([]);
}

const coverRead = (missing: number, lastBlock: number) => ({
  ...{ shortfallSun: sun(missing), lastBlock, coversWaiting: missing === 0 },
});

async function covered(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const { engine } = desk;
  await faulty(desk, noteCover, engine, coverRead(5, 1), []);
  await faulty(desk, noteCover, engine, coverRead(7, 2), []);
  await faulty(desk, noteCover, engine, coverRead(0, 3), []);
  await noteCover(engine, coverRead(0, 4), []);
  const incidents = desk.rows("SELECT kind, closed_at IS NULL AS open, text FROM incident");
  expect(incidents).toEqual([
    {
      kind: "cover-short",
      open: 0,
      text: expect.stringMatching(/^At solid block 1 the desk owes 0\.000005 TRX more .* Over:/),
    },
  ]);
}

async function restored(faulty: Faulty): Promise<void> {
  const desk = await openDesk({ ownersUnits: [900_000, 800_000] });
  const { engine } = desk;
  const final = await desk.order();
  await deliver(desk);
  await fork(desk);
  await kill(desk, `${final}.1`, "expired");
  await desk.order();
  await sign(desk);
  await desk.order();
  await desk.commit(() => paidIn(desk.customerId, sun(50 * TRX), 2));
  await desk.commit(() => botKnows(desk.customerId));
  expect(await withdraw(desk)).toMatchObject({ status: "waiting" });
  const team = await teamOn(desk);
  await asked(desk, team, "r");
  const mark = { takenAt: desk.clock.nowMs, block: 1 };
  await faulty(desk, markWentBack, desk.database, desk.clock.nowMs);
  const plan = await faulty(desk, confirmRestore, engine, mark);
  expect(plan).toMatchObject({ openOrders: 2, withdrawals: 1 });
  const both = { owner: OWNER, receiver: RECEIVER, resource: "energy" as const };
  const difference = { ...both, onChainSun: 2, inBooksSun: 1, lockExpiresAt: 0 };
  await faulty(desk, booksCompared, engine, [difference]);
  const at = desk.clock.nowMs;
  const other = { ...difference, onChainSun: 3 };
  await faulty(desk, tellDifferences, [other], at);
  const signed = { signatures: [], permissionId: 2 };
  const stake = { ...both, kind: "delegate" as const, stakeSun: 2 };
  await faulty(desk, secondDeskSeen, [{ txid: "ab", stake, signed }], 1, at);
  await faulty(desk, finishRestoreStep, engine, "debits", { by: "Ann" });
  await faulty(desk, enableDisabledKeys, engine, { keyIds: [], customerId: desk.customerId });
  const [key] = desk.rows("SELECT id FROM api_key");
  await faulty(desk, enableDisabledKeys, engine, { keyIds: [String(key?.id)] });
  const shown = shownTransfer(PAYER, addressOf(0x7000), 10 * TRX);
  const { txid } = shown;
  const sent = { txid, receiver: addressOf(0x7000), amount_sun: sun(10 * TRX), block_number: 7 };
  const reading = { nextBlock: 8, untilMs: 1, complete: true };
  await faulty(desk, payoutsRead, engine, [sent], reading);
  await faulty(desk, dismissUnknownPayout, engine, txid, { by: "Ann", reason: "a test" });
  await desk.commit(() => paidIn(desk.customerId, sun(50 * TRX), 1));
  const paid = { id: engine.newId(), payer: PAYER, shown, customerId: desk.customerId };
  const of = { withdrawalId: engine.newId(), feeSun: sun(TRX) };
  await faulty(desk, bookUnknownWithdrawal, { ...paid, ...of }, 1);
  await faulty(desk, resumePayouts, engine);
  await faulty(desk, resumeDesk, engine);
  const told = desk.rows("SELECT chat_id FROM outbox WHERE payload LIKE '%\"restored\"%'");
  expect(told).toEqual([{ chat_id: TEAM_OWNER }, { chat_id: OTHER_OWNER }]);
  await takenBack(desk, faulty);
}

/** Of a restored desk: read, confirmed, and each end of it. */
async function takenBack(desk: Desk, faulty: Faulty): Promise<void> {
  const place = { owner: OWNER, receiver: addressOf(0x9000), resource: "energy" as const };
  const act = (kind: "delegate" | "undelegate", id: string, stakeSun: number) => ({
    txid: id.repeat(32),
    stake: { ...place, kind, stakeSun },
  });
  const acts = [act("delegate", "aa", 5), act("delegate", "bb", 7), act("undelegate", "cc", 7)];
  const others = [act("delegate", "dd", 9), act("delegate", "ee", 9)];
  const [at, headMs] = [desk.clock.nowMs, desk.moment.headTimestampMs];
  const number = (await readTakeBacks(desk.engine)).nextBlock ?? 0;
  await faulty(desk, takeBackRead, [{ number, timestampMs: headMs, acts }], at);
  await faulty(desk, takeBackRead, [{ number: number + 1, timestampMs: headMs, acts: others }], at);
  expect(await faulty(desk, takeBackConfirmed)).toBe(3);
  const record = { unlockedSun: sun(23), lockedSun: sun(0), lockExpiresAt: 0 };
  const txid = "aa".repeat(32);
  expect(await faulty(desk, judgeTakeBack, txid, record, headMs)).toBe("take");
  const signed = { txid: "f1", hex: "f1", expiresAt: headMs };
  expect(await faulty(desk, takeBackSigned, txid, signed)).toBe(true);
  await faulty(desk, takeBackDead, txid);
  await desk.commit(() => takeBackSigned(txid, { ...signed, txid: "f2" }));
  await faulty(desk, takeBackDone, txid);
  await faulty(desk, takeBackGone, "dd".repeat(32));
  const open = (await readTakeBacks(desk.engine)).open;
  expect(open.map((one) => [one.txid.slice(0, 2), one.stakeSun])).toEqual([["ee", 9]]);
}

async function told(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  const id = await desk.order();
  await sign(desk);
  const refuse = () => legRefused(`${id}.1`, "owner_capacity", desk.moment);
  expect(await faulty(desk, commitAndTell<boolean>, desk.engine, [id], refuse)).toBe(true);
}

async function unread(faulty: Faulty): Promise<void> {
  const desk = await openDesk();
  await desk.commit(() => noteBlockNotRead(7, "deposits", "no host gives it", 1));
  const [{ id } = { id: 0 }] = await readNotRead(desk.engine, 1);
  await faulty(desk, settleUnread, desk.engine, id);
  expect(await readNotRead(desk.engine, 1)).toEqual([]);
  const [account] = desk.owners;
  const unread = ["1", "2"].map((one) => ({
    ...{ txid: one.repeat(64), reason: "odd", addresses: account ? [account] : [] },
  }));
  await desk.commit(() => noteStakeNotRead({ number: 8, unread }, "stake", undefined, 1));
  expect(await faulty(desk, settleUnreadTransactions, desk.engine, {})).toBe(2);
}

export const operator: Stories = {
  "what was not read": unread,
  "owners of the pool": owners,
  "settings, gates, and what is forgotten": settings,
  "a shortfall, said once while it lasts": covered,
  "a restored backup": restored,
  "a step that tells what it has finished": told,
};
