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
import { MAX_FEE_LIMIT_SUN, SUN_PER_ENERGY } from "../resources/energy.js";
import { compact, type Endpoint } from "./answer.js";

export const MAINTENANCE_INTERVAL_MS = 21_600_000;

export const getChainParameters: Endpoint = ({ chain, solid }) => {
  const totals = totalsOf(chain.view(solid));
  const parameters: Record<string, number> = {
    getMaintenanceTimeInterval: MAINTENANCE_INTERVAL_MS,
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
    getEnergyFee: SUN_PER_ENERGY,
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
    getTotalEnergyTargetLimit: Math.floor(totals.energyLimit / 14_400),
    getTotalEnergyAverageUsage: 0,
    getUpdateAccountPermissionFee: PERMISSION_UPDATE_FEE_SUN,
    getMultiSignFee: MULTI_SIGN_FEE_SUN,
    getAllowAccountStateRoot: 0,
    getAllowProtoFilterNum: 0,
    getAllowTvmConstantinople: 1,
    getAllowTvmSolidity059: 1,
    getAllowTvmIstanbul: 1,
    getAllowShieldedTRC20Transaction: 1,
    getForbidTransferToContract: 1,
    getAdaptiveResourceLimitTargetRatio: 10,
    getAdaptiveResourceLimitMultiplier: 1_000,
    getChangeDelegation: 1,
    getWitness127PayPerBlock: 128_000_000,
    getAllowMarketTransaction: 0,
    getMarketSellFee: 0,
    getMarketCancelFee: 0,
    getAllowPBFT: 0,
    getAllowTransactionFeePool: 0,
    getMaxFeeLimit: MAX_FEE_LIMIT_SUN,
    getAllowOptimizeBlackHole: 1,
    getAllowNewResourceModel: 1,
    getAllowTvmFreeze: 0,
    getAllowTvmVote: 1,
    getAllowTvmLondon: 1,
    getAllowTvmCompatibleEvm: 1,
    getAllowAccountAssetOptimization: 0,
    getFreeNetLimit: FREE_BANDWIDTH,
    getTotalNetLimit: totals.bandwidthLimit,
    getAllowHigherLimitForMaxCpuTimeOfOneTx: 1,
    getAllowAssetOptimization: 1,
    getAllowNewReward: 1,
    getMemoFee: MEMO_FEE_SUN,
    getAllowDelegateOptimization: 1,
    getUnfreezeDelayDays: 14,
    getAllowOptimizedReturnValueOfChainId: 1,
    getAllowDynamicEnergy: 1,
    getDynamicEnergyThreshold: 5_000_000_000,
    getDynamicEnergyIncreaseFactor: 2_000,
    getDynamicEnergyMaxFactor: 34_000,
    getAllowTvmShangHai: 1,
    getAllowCancelAllUnfreezeV2: 1,
    getMaxDelegateLockPeriod: MAX_LOCK_PERIOD_BLOCKS,
    getAllowOldRewardOpt: 1,
    getAllowEnergyAdjustment: 1,
    getMaxCreateAccountTxSize: 1_000,
    getAllowStrictMath: 0,
    getConsensusLogicOptimization: 0,
    getAllowTvmCancun: 0,
    getAllowTvmBlob: 0,
  };
  return {
    chainParameter: Object.entries(parameters).map(([key, value]) => compact({ key, value })),
  };
};
