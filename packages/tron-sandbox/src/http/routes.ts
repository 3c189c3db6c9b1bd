/**
 * Which endpoint answers which path, and how its servlet reads what was sent. Broadcasts and
 * /sandbox are not here: they change the chain.
 */
import {
  getAccount,
  getAccountNet,
  getAccountResource,
  getAvailableUnfreezeCount,
  getCanDelegatedMaxSize,
  getCanWithdrawUnfreezeAmount,
  getDelegatedResourceAccountIndexV2,
  getDelegatedResourceV2,
} from "./account-endpoints.js";
import type { Endpoint } from "./answer.js";
import {
  getBlock,
  getBlockById,
  getBlockByLatestNum,
  getBlockByLimitNext,
  getBlockByNum,
  getNowBlock,
  getTransactionById,
  getTransactionInfoByBlockNum,
  getTransactionInfoById,
} from "./block-endpoints.js";
import { getChainParameters } from "./chain-parameters.js";
import { triggerConstantContract, triggerSmartContract } from "./contract-endpoints.js";
import {
  getBandwidthPrices,
  getBurntTrx,
  getEnergyPrices,
  getMemoFee,
  getNextMaintenanceTime,
  getNodeInfo,
  getPendingSize,
  getTransactionFromPending,
  getTransactionListFromPending,
  listWitnesses,
} from "./network-endpoints.js";
import type { Reading } from "./request.js";
import { getApprovedList, getSignWeight } from "./sign-endpoints.js";
import { validateAddress } from "./validate-address.js";

interface Row {
  readonly endpoint: Endpoint;
  readonly reading: Reading;
  /** Whether a GET is answered with nothing, as by a servlet that was given none. */
  readonly isPostOnly?: true;
}

interface Route extends Row {
  readonly solid: boolean;
}

const message = (endpoint: Endpoint): Row => ({ endpoint, reading: "message" });
const query = (endpoint: Endpoint): Row => ({ endpoint, reading: "query" });

/** Served under /wallet and under /walletsolidity. */
const BOTH: Readonly<Record<string, Row>> = {
  getnowblock: query(getNowBlock),
  getblock: { endpoint: getBlock, reading: "optional" },
  getblockbynum: message(getBlockByNum),
  getblockbylimitnext: message(getBlockByLimitNext),
  getaccount: message(getAccount),
  getcandelegatedmaxsize: message(getCanDelegatedMaxSize),
  getdelegatedresourcev2: message(getDelegatedResourceV2),
  getdelegatedresourceaccountindexv2: message(getDelegatedResourceAccountIndexV2),
  getavailableunfreezecount: message(getAvailableUnfreezeCount),
  gettransactionbyid: message(getTransactionById),
  gettransactioninfobyid: message(getTransactionInfoById),
  gettransactioninfobyblocknum: message(getTransactionInfoByBlockNum),
  getblockbyid: message(getBlockById),
  getblockbylatestnum: message(getBlockByLatestNum),
  getcanwithdrawunfreezeamount: message(getCanWithdrawUnfreezeAmount),
  getenergyprices: query(getEnergyPrices),
  getbandwidthprices: query(getBandwidthPrices),
  getburntrx: query(getBurntTrx),
  listwitnesses: query(listWitnesses),
  getnodeinfo: query(getNodeInfo),
  triggerconstantcontract: {
    endpoint: triggerConstantContract,
    reading: "plain",
    isPostOnly: true,
  },
};

const WALLET_ONLY: Readonly<Record<string, Row>> = {
  getaccountresource: { endpoint: getAccountResource, reading: "object" },
  getaccountnet: message(getAccountNet),
  getchainparameters: query(getChainParameters),
  getmemofee: query(getMemoFee),
  getnextmaintenancetime: query(getNextMaintenanceTime),
  getpendingsize: query(getPendingSize),
  gettransactionlistfrompending: {
    endpoint: getTransactionListFromPending,
    reading: "optional",
  },
  gettransactionfrompending: message(getTransactionFromPending),
  validateaddress: { endpoint: validateAddress, reading: "plain" },
  triggersmartcontract: { endpoint: triggerSmartContract, reading: "plain", isPostOnly: true },
  getsignweight: { endpoint: getSignWeight, reading: "object", isPostOnly: true },
  getapprovedlist: { endpoint: getApprovedList, reading: "object", isPostOnly: true },
};

export function routeOf(path: string): Route | undefined {
  const [, side, name = "", ...more] = path.split("/");
  const solid = side === "walletsolidity";
  if ((side !== "wallet" && !solid) || more.length > 0) return undefined;
  const row = BOTH[name] ?? (solid ? undefined : WALLET_ONLY[name]);
  return row && { ...row, solid };
}
