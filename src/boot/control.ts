/** What the operator's command line may ask of the running desk, and of its embedded chain. */

import { z } from "zod";
import { signTxid } from "../chain/build.js";
import type { Chain } from "../chain/port.js";
import type { Config } from "../config.js";
import {
  type DeskControl,
  type FaultChange,
  faultState,
  type OwnerPermission,
  type SandboxControl,
  type StatusResult,
  type TelegramStatus,
} from "../control/desk-control.js";
import { Refusal } from "../control/refusal.js";
import type { Address } from "../domain/address.js";
import { DeskError } from "../domain/errors.js";
import { decimalTrx, SUN_PER_TRX } from "../domain/money.js";
import {
  type AccountPermissions,
  DELEGATE_ONLY,
  MAX_ACTIVE_PERMISSIONS,
  permitDelegating,
  powersBeyondDelegating,
  signaturesNeeded,
} from "../domain/permission.js";
import { readBacklog } from "../engine/chat/inbox.js";
import type { Engine } from "../engine/context.js";
import { readReview } from "../engine/deposits/review.js";
import { chainUnavailable } from "../engine/gates.js";
import { readNotReadState } from "../engine/not-read.js";
import { readLockedShare } from "../engine/operating/figures.js";
import { readPoolState } from "../engine/operating/operate.js";
import { readTakesMessages } from "../engine/operating/tell-operator.js";
import { readHeldBack } from "../engine/payouts/seller-payouts.js";
import type { Database } from "../store/database.js";
import type { TelegramState } from "../telegram/telegram.js";
import { auditInProcess } from "../workers/auditor.js";
import { moneyShownByAll } from "../workers/proofs.js";
import { makeSweepPlan } from "../workers/sweep/plan.js";
import { SweepSender } from "../workers/sweep/send.js";
import type { Workers } from "../workers/workers.js";
import { type DeskNodes, shownUrl } from "./node.js";
import { type AskNode, addSandboxSeller, sandboxNode } from "./sandbox.js";

export interface RunningDesk {
  readonly config: Config;
  readonly engine: Engine;
  readonly chain: Chain;
  /** Id of block 0. */
  readonly genesisId: string;
  /** The account whose key delegates. */
  readonly operator: Address;
  /** The account that pays; undefined while payouts are off. */
  readonly payer?: Address | undefined;
  /** Private keys of the sandbox's deposit addresses, in hex. */
  readonly depositKeyOf?: DepositKeyOf | undefined;
  readonly workers: Workers;
  readonly baseUrl: string;
  readonly nodeUrl: string;
  readonly nodes: DeskNodes;
  /** Undefined without a bot. */
  readonly telegram: () => TelegramState | undefined;
}

export function controlOf(desk: RunningDesk): DeskControl {
  const { config, engine, nodeUrl, nodes } = desk;
  const sweeps = new SweepSender(desk);
  return {
    engine,
    config,
    nodes,
    audit: () => auditInProcess(engine.database.source, { xpub: engine.deposits?.keys.xpub }),
    status: () => statusOf(desk),
    payOut: desk.workers.payOut,
    reconcile: desk.workers.reconcile,
    takeBack: desk.workers.takeBack,
    cover: desk.workers.cover,
    moneyOf: (txid) => moneyShownByAll(desk, txid),
    payer: desk.payer,
    scanBlock: desk.workers.scanBlock,
    sweep: {
      plan: (wanted) => makeSweepPlan(desk, wanted),
      send: (file) => sweeps.send(file),
    },
    async ownerPermission(wanted) {
      // All permissions are replaced together: by the answer of a node that is behind, a permission taken away since would come
      // back.
      const problem = engine.chainClock.problem();
      if (problem !== undefined) throw chainUnavailable(problem);
      return readOwnerPermission(desk.chain, desk.operator, wanted);
    },
    ...(config.network === "sandbox"
      ? { sandbox: sandboxControl(engine, nodeUrl, desk.depositKeyOf) }
      : {}),
  };
}

/** For the public /readyz: whether there is a bot, and whether it reaches Telegram. */
export function telegramReadiness(state: TelegramState | undefined): string {
  if (!state) return "off";
  return state.problem === null ? "ok" : "does not answer";
}

async function telegramOf(
  { telegramMode, operatorChat: id }: Config,
  engine: Engine,
  state: TelegramState | undefined,
): Promise<TelegramStatus> {
  const nothing = { username: null, mode: telegramMode, lastPollAt: null, lastDeliveryAt: null };
  const told = state ?? { ...nothing, problem: null };
  const door = !state ? "off" : state.username === null ? "connecting" : "open";
  const operatorChat =
    id === undefined ? null : { id, takesMessages: await readTakesMessages(engine, id) };
  return { door, ...told, ...(await readBacklog(engine)), operatorChat };
}

async function statusOf(desk: RunningDesk): Promise<StatusResult> {
  const { config, engine, workers, baseUrl, nodeUrl, nodes, telegram } = desk;
  return {
    ...(await readDatabaseStatus(engine.database)),
    baseUrl,
    nodeUrl: shownUrl(nodeUrl),
    network: config.network,
    headBlock: engine.chainClock.head?.number ?? null,
    ...openness(engine),
    payoutsHeld: engine.gates.payoutHold ?? null,
    notRead: await readNotReadState(engine),
    depositsInReview: (await readReview(engine)).length,
    nodes: nodes.status(),
    pool: await readPoolState(engine),
    locks: await readLockedShare(engine),
    workers: workers.states(),
    telegram: await telegramOf(config, engine, telegram()),
    heldBack: await readHeldBack(engine),
  };
}

async function readDatabaseStatus(database: Database): Promise<Pick<StatusResult, "database">> {
  if (database.source.engine !== "postgres") return {};
  const { readServerStatus } = await import("../store/postgres/status.js");
  return { database: await database.read(readServerStatus) };
}

/** Whether orders are taken, and why not. */
function openness({ gates, database }: Engine): Pick<StatusResult, "state" | "reason"> {
  const { halt, pause, shuttingDown } = gates;
  const { writeProblem } = database;
  const unwritten = writeProblem && `the database cannot be written (${writeProblem})`;
  const problem = unwritten ?? gates.chainProblem();
  const reason = halt ?? pause ?? problem ?? null;
  if (shuttingDown) return { state: "stopping", reason };
  if (halt !== undefined) return { state: "halted", reason };
  if (pause !== undefined) return { state: "paused", reason };
  return { state: problem === undefined ? "open" : "waiting", reason };
}

/** Builds what an account's owner signs so that the desk's key may delegate for it. */
export async function readOwnerPermission(
  chain: Chain,
  operator: Address,
  { address, lifeMs }: { readonly address: Address; readonly lifeMs: number },
): Promise<OwnerPermission> {
  const [account, permissions] = await Promise.all([
    chain.account(address),
    chain.permissions(address),
  ]);
  if (!account || !permissions) {
    throw new Refusal(
      "NOT_FOUND",
      `${address} is not activated on this chain. Send it TRX first, and check that the desk runs on the network you mean.`,
    );
  }
  const change = permitDelegating(permissions, operator);
  const found = {
    address,
    operator,
    beyondDelegating: powersBeyondDelegating(account, operator),
    balanceTrx: account.balanceSun / SUN_PER_TRX,
  };
  if (change.kind === "needless") return { ...found, permissionId: change.id, update: null };
  if (change.kind === "full") {
    throw new Refusal(
      "FORBIDDEN",
      `${address} has ${MAX_ACTIVE_PERMISSIONS} active permissions, and the chain takes no more. Take one away in the account's wallet, then ask again.`,
    );
  }
  const [reference, head, feeSun] = await Promise.all([
    chain.solidHead(),
    chain.head(),
    chain.permissionUpdateFeeSun(),
  ]);
  const frame = {
    reference,
    timestampMs: head.timestampMs,
    expiresAt: head.timestampMs + lifeMs,
  };
  const built = await chain.buildPermissionUpdate(address, change.permissions, frame);
  return {
    ...found,
    permissionId: null,
    update: {
      feeTrx: feeSun / SUN_PER_TRX,
      operations: DELEGATE_ONLY,
      kept: keptOf(permissions),
      signatures: signaturesNeeded(permissions.owner),
      expiresAt: frame.expiresAt,
      txID: built.txid,
      raw_data_hex: built.rawHex,
      transaction: built.transaction,
    },
  };
}

function keptOf({ owner, witness, active }: AccountPermissions) {
  return [
    { type: "owner" as const, ...owner },
    ...(witness ? [{ type: "witness" as const, ...witness }] : []),
    ...active.map(({ id: _, ...one }) => ({ type: "active" as const, ...one })),
  ];
}

const signed = z.object({ signature: z.string() });

const sent = z.object({
  txid: z.string(),
  blockNumber: z.number().nullable(),
  result: z.string().nullable(),
});

type DepositKeyOf = (address: Address) => Promise<string | undefined>;

export function sandboxControl(
  engine: Engine,
  nodeUrl: string,
  depositKeyOf?: DepositKeyOf,
): SandboxControl {
  const ask = sandboxNode(nodeUrl);
  return {
    fund: (address, amountSun) =>
      ask("fund", { address, amountSun }, z.object({ txid: z.string() })),
    pay: ({ to, asset, amount, kind, wallet }) =>
      ask("pay", { to, [asset]: decimalTrx(amount), kind, wallet }, sent),
    addSeller: (wanted) => addSandboxSeller(engine, ask, wanted),
    sign: (address, text) => ask("sign", { address, text }, signed),
    async signTransaction(address, txid) {
      const key = await depositKeyOf?.(address);
      return key ? { signature: signTxid(txid, key) } : ask("sign", { address, txid }, signed);
    },
    async use(address, resource, units) {
      await ofAccount(address, ask("use", { address, resource, units }, z.object({})));
    },
    async makeContract(address) {
      await ofAccount(address, ask("contract", { address }, z.object({})));
      // On a real chain no wallet becomes a contract, so the desk would not ask again.
      await engine.receivers.forget(address);
    },
    faults: (change) => changeFaults(ask, change),
  };
}

/** A node prints an address that it does not know in hex. */
async function ofAccount(address: Address, asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (!(error instanceof DeskError && /^Account\[\w+\] not exists$/.test(error.message)))
      throw error;
    throw new DeskError(
      "VALIDATION_FAILED",
      `ADDRESS: ${address} is not activated; \`desk sandbox fund\` it first`,
    );
  }
}

async function changeFaults(ask: AskNode, { clear, add, fork, stall }: FaultChange) {
  if (clear) await ask("stall", { on: false }, z.object({}));
  if (fork) await ask("reorg", fork, z.object({}));
  if (stall) await ask("stall", { on: true }, z.object({}));
  return ask("faults", { clear, add: add ? [add] : [] }, faultState);
}
