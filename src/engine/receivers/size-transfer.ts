/**
 * How much Energy a wallet needs for its next USDT transfer: by a trial on the contract if the node can, else the usual amount,
 * less what the wallet holds unused.
 */
import type { Address } from "../../domain/address.js";
import {
  addressArgument,
  bandwidthToRent,
  type SizeBasis,
  soldFor,
  toRent,
  transferArguments,
  USDT_ENERGY,
  USDT_NEW_ENERGY,
} from "../../domain/usdt.js";
import type { ContractTrial, TransferReads } from "../chain-reads.js";
import type { Engine } from "../context.js";
import { chainUnavailable, nodeFailed } from "../gates.js";

export interface TransferSize {
  readonly basis: SizeBasis;
  /** The Energy that a trial transfer used. */
  readonly triedUnits: number | undefined;
  readonly neededUnits: number;
  /** Energy that the sender holds unused. */
  readonly heldUnits: number;
  /** 0 when that is enough. */
  readonly rentUnits: number;
  /** Bandwidth to rent, without which the transfer burns TRX; 0 when the sender has enough. */
  readonly bandwidthUnits: number;
}

/** Undefined when the sender is not activated; throws CHAIN_UNAVAILABLE when the node cannot be asked about them. */
export async function sizeTransfer(
  engine: Engine,
  from: Address,
  to: Address,
): Promise<TransferSize | undefined> {
  const reads = engine.transferReads;
  if (!reads) throw chainUnavailable("the desk is not connected to it");
  const [verdict] = await engine.receivers.onChain([from]);
  if (verdict === "not activated") return undefined;
  const { limit, used, freeBandwidth } = await reads.resources(from).catch(nodeFailed);
  const needed = await neededFor(engine, reads, from, to);
  const heldUnits = Math.max(0, limit.energy - used.energy);
  const bandwidthUnits = bandwidthToRent({
    energyUnits: heldUnits,
    bandwidthUnits: Math.max(0, limit.bandwidth - used.bandwidth),
    freeBandwidthUnits: freeBandwidth,
  });
  const rentUnits = toRent(needed.neededUnits, heldUnits);
  return { ...needed, heldUnits, rentUnits, bandwidthUnits };
}

type Needed = Pick<TransferSize, "basis" | "triedUnits" | "neededUnits">;

/** The smallest amount takes as much as any other, unless it is all that the sender has. */
const SMALLEST = 1;

async function neededFor(
  engine: Engine,
  reads: TransferReads,
  from: Address,
  to: Address,
): Promise<Needed> {
  const transfer = "transfer(address,uint256)";
  const tried = await trial(reads, from, transfer, transferArguments(to, SMALLEST));
  if (tried?.success) {
    const { energyUnits: triedUnits } = tried;
    return { basis: "tried", triedUnits, neededUnits: soldFor(triedUnits) };
  }
  // The transfer of a sender without USDT cannot be tried; what the recipient holds can still be read.
  const balance = await trial(reads, from, "balanceOf(address)", addressArgument(to));
  if (balance?.success && balance.resultHex !== "") {
    const holdsSome = /[1-9a-f]/.test(balance.resultHex);
    return ruled(holdsSome ? "holdsSome" : "holdsNone");
  }
  const [verdict] = await engine.receivers.onChain([to]);
  return ruled(verdict === "not activated" ? "notActivated" : "usual");
}

function ruled(basis: Exclude<SizeBasis, "tried">): Needed {
  const isUsual = basis === "usual" || basis === "holdsSome";
  return { basis, triedUnits: undefined, neededUnits: isUsual ? USDT_ENERGY : USDT_NEW_ENERGY };
}

/** A node that cannot try contracts must not prevent an order. */
async function trial(
  { usdt: contract, tryContract }: TransferReads,
  owner: Address,
  selector: string,
  parameterHex: string,
): Promise<ContractTrial | undefined> {
  if (contract === undefined) return undefined;
  return tryContract({ contract, owner, selector, parameterHex }).catch(() => undefined);
}
