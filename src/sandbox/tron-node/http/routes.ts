/**
 * Which endpoint answers which path. Broadcasts and /sandbox are not here: they change the chain.
 */
import {
  getAccount,
  getAccountNet,
  getAccountResource,
  getAvailableUnfreezeCount,
  getCanDelegatedMaxSize,
  getDelegatedResourceAccountIndexV2,
  getDelegatedResourceV2,
} from "./account-endpoints.js";
import type { Endpoint } from "./answer.js";
import {
  getBlock,
  getBlockByLimitNext,
  getBlockByNum,
  getNowBlock,
  getTransactionById,
  getTransactionInfoByBlockNum,
  getTransactionInfoById,
} from "./block-endpoints.js";
import { getChainParameters } from "./chain-parameters.js";
import { triggerConstantContract } from "./contract-endpoints.js";
import { getNodeInfo } from "./node-endpoints.js";
import { getApprovedList, getSignWeight } from "./sign-endpoints.js";

/** Served under /wallet and under /walletsolidity. */
const BOTH: Readonly<Record<string, Endpoint>> = {
  getnowblock: getNowBlock,
  getblock: getBlock,
  getblockbynum: getBlockByNum,
  getblockbylimitnext: getBlockByLimitNext,
  getaccount: getAccount,
  getcandelegatedmaxsize: getCanDelegatedMaxSize,
  getdelegatedresourcev2: getDelegatedResourceV2,
  getdelegatedresourceaccountindexv2: getDelegatedResourceAccountIndexV2,
  getavailableunfreezecount: getAvailableUnfreezeCount,
  gettransactionbyid: getTransactionById,
  gettransactioninfobyid: getTransactionInfoById,
  gettransactioninfobyblocknum: getTransactionInfoByBlockNum,
  getnodeinfo: getNodeInfo,
  triggerconstantcontract: triggerConstantContract,
};

const WALLET_ONLY: Readonly<Record<string, Endpoint>> = {
  getaccountresource: getAccountResource,
  getaccountnet: getAccountNet,
  getchainparameters: getChainParameters,
  getsignweight: getSignWeight,
  getapprovedlist: getApprovedList,
};

interface Route {
  readonly endpoint: Endpoint;
  readonly solid: boolean;
}

export function routeOf(path: string): Route | undefined {
  const [, side, name = ""] = path.split("/");
  const solid = side === "walletsolidity";
  if (side !== "wallet" && !solid) return undefined;
  const endpoint = BOTH[name] ?? (solid ? undefined : WALLET_ONLY[name]);
  return endpoint && { endpoint, solid };
}
