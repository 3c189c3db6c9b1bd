/**
 * The network's parameters as getchainparameters lists them; a value of 0 is omitted, as
 * everywhere.
 */

import { MEMO_FEE_SUN, MULTI_SIGN_FEE_SUN } from "../chain/execute.js";
import { totalsOf } from "../contracts/contract.js";
import { PERMISSION_UPDATE_FEE_SUN } from "../contracts/permission-update.js";
import { CREATE_ACCOUNT_SUN } from "../contracts/transfer.js";
import { CREATE_ACCOUNT_FEE_SUN, FREE_BANDWIDTH, SUN_PER_BYTE } from "../resources/bandwidth.js";
import { MAX_LOCK_PERIOD_BLOCKS } from "../resources/capacity.js";
import { compact, type Endpoint } from "./answer.js";

const ENERGY_FEE_SUN = 100;

export const getChainParameters: Endpoint = ({ chain, solid }) => {
  const totals = totalsOf(chain.view(solid));
  const parameters: Record<string, number> = {
    getMaintenanceTimeInterval: 21_600_000,
    getAccountUpgradeCost: 9_999_000_000,
    getCreateAccountFee: CREATE_ACCOUNT_FEE_SUN,
    getTransactionFee: SUN_PER_BYTE,
    getAssetIssueFee: 1_024_000_000,
    getWitnessPayPerBlock: 8_000_000,
    getWitnessStandbyAllowance: 115_200_000_000,
    getCreateNewAccountFeeInSystemContract: CREATE_ACCOUNT_SUN,
    getCreateNewAccountBandwidthRate: 1,
    getAllowCreationOfContracts: 1,
    getRemoveThePowerOfTheGr: -1,
    getEnergyFee: ENERGY_FEE_SUN,
    getExchangeCreateFee: 1_024_000_000,
    getMaxCpuTimeOfOneTx: 80,
    getAllowUpdateAccountName: 0,
    getAllowSameTokenName: 1,
    getAllowDelegateResource: 1,
    getTotalEnergyLimit: totals.energyLimit,
    getAllowTvmTransferTrc10: 1,
    getTotalEnergyCurrentLimit: totals.energyLimit,
    getAllowMultiSign: 1,
    getAllowAdaptiveEnergy: 0,
    getUpdateAccountPermissionFee: PERMISSION_UPDATE_FEE_SUN,
    getMultiSignFee: MULTI_SIGN_FEE_SUN,
    getForbidTransferToContract: 1,
    getFreeNetLimit: FREE_BANDWIDTH,
    getTotalNetLimit: totals.bandwidthLimit,
    getAllowNewResourceModel: 1,
    getMemoFee: MEMO_FEE_SUN,
    getUnfreezeDelayDays: 14,
    getAllowCancelAllUnfreezeV2: 1,
    getMaxDelegateLockPeriod: MAX_LOCK_PERIOD_BLOCKS,
    getMaxCreateAccountTxSize: 1_000,
  };
  return {
    chainParameter: Object.entries(parameters).map(([key, value]) => compact({ key, value })),
  };
};
