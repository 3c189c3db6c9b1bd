/**
 * What proves that a deposit is on the chain, beyond one host's word: that all hosts in step have its block, where the desk has not
 * followed that height or no longer knows it, and that a transfer of TRX is signed by its sender. Events of contracts have no
 * signature: for them the block and the operator's bound must do.
 */
import {
  BlockNotGiven,
  type BlockTransaction,
  type Chain,
  type ChainBlock,
  ChainUnavailable,
} from "../chain/port.js";
import { transactionSigner } from "../chain/recover-signer.js";
import type { Address } from "../domain/address.js";
import type { Doubt, IncomingMoney } from "../domain/deposit.js";
import { mayTransfer } from "../domain/permission.js";
import type { SignedBy } from "../domain/transaction-acts.js";
import { readMoneyOfCustomers, type ScannedBlock } from "../engine/deposits/scan.js";
import { readFollowed } from "../engine/legs/open-work.js";
import type { WorkerContext } from "./context.js";
import { witnessesOf } from "./proofs.js";

/** Reads what is needed of money that came to customers; most blocks need nothing. Throws while a host is not so far yet. */
export async function proven(
  context: Pick<WorkerContext, "chain" | "engine">,
  block: ChainBlock,
  money: readonly IncomingMoney[],
): Promise<Pick<ScannedBlock, "money" | "isAgreed">> {
  const theirs = await readMoneyOfCustomers(context.engine, money);
  const doubts = new Map<IncomingMoney, Doubt>();
  for (const one of theirs) {
    const doubt = await doubtOf(context, block, one);
    if (doubt) doubts.set(one, doubt);
  }
  return {
    money: money.map((one) => ({ ...one, doubt: doubts.get(one) })),
    isAgreed: theirs.length > 0 && (await isAgreed(context, block)),
  };
}

/** It is the one that was followed there, which may be forgotten by the time it is booked; else all hosts in step must have it. */
async function isAgreed(
  context: Pick<WorkerContext, "chain" | "engine">,
  block: ChainBlock,
): Promise<boolean> {
  const followed = await readFollowed(context.engine, block.number);
  if (followed) return followed.id === block.id;
  const witnesses = witnessesOf(context);
  if (witnesses.length === 0) throw new NotYet("no TRON node is in step");
  for (const witness of witnesses) if (!(await has(witness, block))) return false;
  return true;
}

/** A host in step that lacks a block only because it is not so far yet will have it soon. */
async function has(witness: Chain, { number, id }: ChainBlock): Promise<boolean> {
  try {
    const [read] = await witness.solidBlocks(number, number);
    if (read) return read.id === id;
    if ((await witness.solidHead()).number >= number) return false;
  } catch (error) {
    // It will not give it later, either: nobody waits for it.
    if (error instanceof BlockNotGiven) return false;
    // It was asked beside the host that is read from, which is not to blame.
    if (error instanceof ChainUnavailable) throw new NotYet(error.message);
    throw error;
  }
  throw new NotYet(`a node has no solid block ${number} yet`);
}

/** Tried again with the next round, until the host answers or is no longer in step. */
export class NotYet extends Error {
  override name = "NotYet";
}

async function doubtOf(
  context: Pick<WorkerContext, "chain">,
  { transactions }: ChainBlock,
  { txid, source, from }: IncomingMoney,
): Promise<Doubt | undefined> {
  if (source === "internal") return "contract";
  if (source === "log") return undefined;
  const signed = transactions.find((one: BlockTransaction) => one.txid === txid)?.signed;
  const signatures = signed?.signatures ?? [];
  if (signatures.length > 1) return "several_signatures";
  const signer = transactionSigner(txid, signatures[0] ?? "");
  if (!signed || signer === undefined || from === undefined) return "unsigned";
  if (signer === from) return undefined;
  return (await mayAllSay(context, from, signer, signed)) ? undefined : "permission";
}

/** Whether that key alone may send the account's TRX, to all hosts in step; whoever cannot say so does not. */
async function mayAllSay(
  context: Pick<WorkerContext, "chain">,
  owner: Address,
  signer: Address,
  { permissionId }: SignedBy,
): Promise<boolean> {
  const witnesses = witnessesOf(context);
  for (const witness of witnesses) {
    const account = await witness.account(owner).catch(() => undefined);
    if (!account || !mayTransfer(account, permissionId, signer)) return false;
  }
  return witnesses.length > 0;
}
