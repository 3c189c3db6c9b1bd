/** What the network as a whole is: its prices, its witness, what it burnt, its maintenance. */
import { MEMO_FEE_SUN } from "../chain/execute.js";
import { SUN_PER_BYTE } from "../resources/bandwidth.js";
import { SUN_PER_ENERGY } from "../resources/energy.js";
import type { Block } from "../storage/storage.js";
import { illegalArgument } from "../wire/java-error.js";
import { printTransaction } from "../wire/transaction-json.js";
import { compact, type Endpoint, hexField } from "./answer.js";
import { MAINTENANCE_INTERVAL_MS } from "./chain-parameters.js";
import { printAddress, SUCCESS } from "./print.js";

/** Pairs of a time and the price since then; no price here ever changes. */
const priceOf =
  (sun: number): Endpoint =>
  () => ({ prices: `0:${sun}` });

export const getEnergyPrices = priceOf(SUN_PER_ENERGY);
export const getBandwidthPrices = priceOf(SUN_PER_BYTE);
export const getMemoFee = priceOf(MEMO_FEE_SUN);

/** 0 is printed. */
export const getBurntTrx: Endpoint = ({ chain, solid }) => ({
  burnTrxAmount: chain.burntSun(solid),
});

/** The one that makes the blocks, as if no fork had ever been. */
export const listWitnesses: Endpoint = ({ chain, solid, visible }) => {
  const last = (solid && chain.block(chain.solidNumber)) || chain.head;
  const witness = compact({
    address: printAddress(chain.genesis.witness, visible),
    url: "http://sandbox.invalid",
    totalProduced: last.number,
    latestBlockNum: last.number,
    latestSlotNum: chain.slotOf(last),
    isJobs: true,
  });
  return { witnesses: [witness] };
};

export const getNextMaintenanceTime: Endpoint = ({ chain }) => {
  const { genesis, head } = chain;
  const passed = Math.floor((head.timestampMs - genesis.timestampMs) / MAINTENANCE_INTERVAL_MS);
  return { num: genesis.timestampMs + (passed + 1) * MAINTENANCE_INTERVAL_MS };
};

/** The version of java-tron whose behaviour is copied. */
const CODE_VERSION = "4.8.0";

/** Which software this is and where its blocks are. */
export const getNodeInfo: Endpoint = ({ chain, solid: isSolid }) => {
  const solid = chain.block(chain.solidNumber) ?? chain.head;
  return {
    beginSyncNum: 0,
    block: printRef(isSolid ? solid : chain.head),
    solidityBlock: printRef(solid),
    currentConnectCount: 0,
    activeConnectCount: 0,
    passiveConnectCount: 0,
    totalFlow: 0,
    peerInfoList: [],
    configNodeInfo: { codeVersion: CODE_VERSION, p2pVersion: "0", supportConstant: false },
    machineInfo: {},
    cheatWitnessInfoMap: {},
  };
};

function printRef({ number, id }: Block): string {
  return `Num:${number},ID:${id}`;
}

const TXID_DIGITS = 64;

/** A size of 0 is printed. */
export const getPendingSize: Endpoint = ({ chain }) => ({ pendingSize: chain.mempool.size });

export const getTransactionListFromPending: Endpoint = ({ chain }) =>
  compact({ txId: chain.mempool.all().map(({ transaction }) => transaction.txid) });

export const getTransactionFromPending: Endpoint = (call) => {
  const txid = hexField(call, "value");
  if (txid.length !== TXID_DIGITS) throw illegalArgument("null");
  const pending = call.chain.mempool.get(txid);
  return pending ? printTransaction(pending.transaction, call.visible, SUCCESS) : {};
};
