/** What the network as a whole is: its prices, its witness, what it burnt, its maintenance. */
import { MEMO_FEE_SUN } from "../chain/execute.js";
import { SUN_PER_BYTE } from "../resources/bandwidth.js";
import { SUN_PER_ENERGY } from "../resources/energy.js";
import { compact, type Endpoint } from "./answer.js";
import { MAINTENANCE_INTERVAL_MS } from "./chain-parameters.js";
import { printAddress } from "./print.js";

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
