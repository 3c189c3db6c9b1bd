/** getsignweight and getapprovedlist: who has signed a transaction, and whether that is enough. */
import {
  allows,
  approve,
  PermissionProblem,
  permissionById,
  signerOf,
} from "../chain/permission.js";
import { SignatureProblem } from "../crypto/signature.js";
import { ACCOUNTS, type Account, type Permission } from "../state/records.js";
import { get } from "../state/view.js";
import type { Json } from "../wire/json.js";
import type { Transaction } from "../wire/transaction.js";
import { parseTransaction, printTransaction } from "../wire/transaction-json.js";
import { type Call, compact, type Endpoint } from "./answer.js";
import { printAddress, printPermission } from "./print.js";

const NO_CONTRACT = { code: "OTHER_ERROR", message: "Invalid transaction: no valid contract" };

export const getSignWeight: Endpoint = (call) => {
  const transaction = parseTransaction(call.body, call.visible);
  return { ...weigh(call, transaction), transaction: extended(call, transaction) };
};

function weigh(call: Call, transaction: Transaction): Json {
  const { contract } = transaction;
  if (contract === undefined) return { result: NO_CONTRACT };
  let permission: Permission | undefined;
  try {
    const account = get(call.chain.view(false), ACCOUNTS, contract.owner);
    permission = permissionFor(account, contract.permissionId, contract.type);
    const { signers, weight } = approve(permission, transaction);
    const enough = weight >= permission.threshold;
    return compact({
      permission: printPermission(permission, call.visible),
      approved_list: signers.map((one) => printAddress(one, call.visible)),
      current_weight: weight,
      // ENOUGH_PERMISSION is the enum's 0, so java-tron leaves it out.
      result: enough ? {} : { code: "NOT_ENOUGH_PERMISSION" },
    });
  } catch (error) {
    const printed = permission && printPermission(permission, call.visible);
    return compact({ permission: printed, result: problem(error) });
  }
}

/** The texts differ from those of a broadcast. */
function permissionFor(account: Account | undefined, id: number, type: number): Permission {
  if (account === undefined) throw new PermissionProblem("Account does not exist!");
  const permission = permissionById(account, id);
  if (permission === undefined) {
    throw new PermissionProblem("Permission for this, does not exist!");
  }
  if (id !== 0 && !allows(permission, type)) throw new PermissionProblem("Permission denied!");
  return permission;
}

function problem(error: unknown): Json {
  if (error instanceof PermissionProblem) {
    return { code: "PERMISSION_ERROR", message: error.message };
  }
  if (!(error instanceof SignatureProblem)) throw error;
  const isFormat = error.message.startsWith("Signature size");
  const code = isFormat ? "SIGNATURE_FORMAT_ERROR" : "COMPUTE_ADDRESS_ERROR";
  return { code, message: error.message };
}

export const getApprovedList: Endpoint = (call) => {
  const transaction = parseTransaction(call.body, call.visible);
  return { ...signersOf(call, transaction), transaction: extended(call, transaction) };
};

function signersOf(call: Call, { contract, signatures, txid }: Transaction): Json {
  if (contract === undefined) return { result: NO_CONTRACT };
  if (get(call.chain.view(false), ACCOUNTS, contract.owner) === undefined) {
    const text = "class org.tron.core.exception.PermissionException : Account does not exist!";
    return { result: { code: "OTHER_ERROR", message: text } };
  }
  try {
    const hash = Buffer.from(txid, "hex");
    const signers = signatures.map((one) => signerOf(hash, one));
    const approved = signers.map((one) => printAddress(one, call.visible));
    return compact({ approved_list: approved, result: {} });
  } catch (error) {
    return { result: problem(error) };
  }
}

function extended({ visible }: Call, transaction: Transaction): Json {
  return {
    result: { result: true },
    txid: transaction.txid,
    transaction: printTransaction(transaction, visible),
  };
}
