/** What the books know of a sweep: the addresses, the pool's accounts with what is promised of their stake, and what rentals lend. */
import type { Address } from "../../domain/address.js";
import { DeskError } from "../../domain/errors.js";
import type { PerResource, Resource } from "../../domain/resource.js";
import type { StakeRatio } from "../../domain/stake.js";
import { type KnownAddressRow, listDepositAddresses } from "../../store/deposits.js";
import { type ExpectedRecord, expectedRecords } from "../../store/leg-lists.js";
import { listCapacity, listOwners, readStakeRatios } from "../../store/owners.js";
import type { Phase } from "../../store/phase.js";
import type { Deposits, Engine } from "../context.js";

export interface SweepBooks {
  readonly addresses: ReadonlyMap<Address, KnownAddressRow>;
  readonly owners: readonly { readonly address: Address; readonly mayLend: boolean }[];
  /** Undefined until they were read. */
  readonly ratios: PerResource<StakeRatio> | undefined;
  /** Stake of an owner that orders wait for. */
  reservedSun(owner: Address, resource: Resource): number;
  /** The most that rentals explain of a delegation between two accounts. */
  rentedSun(owner: Address, receiver: Address, resource: Resource): number;
}

export interface SweepSettings extends Pick<Deposits, "network"> {
  readonly sweepTo: Address;
  readonly terms: Deposits["terms"];
}

/** Throws NOT_FOUND where nothing can be swept by the settings. */
export function sweepSettings({ deposits }: Engine): SweepSettings {
  if (!deposits)
    throw new DeskError("NOT_FOUND", "DEPOSIT_XPUB is not set: there are no deposits.");
  const { network, terms } = deposits;
  if (terms.sweepTo !== undefined) return { network, sweepTo: terms.sweepTo, terms };
  throw new DeskError(
    "NOT_FOUND",
    "DEPOSIT_SWEEP_TO is not set: set it to the account that should receive the deposits, and restart the desk.",
  );
}

export function readSweepBooks(engine: Engine): Promise<SweepBooks> {
  return engine.database.read(function* (): Phase<SweepBooks> {
    const addresses = new Map((yield* listDepositAddresses()).map((row) => [row.address, row]));
    const capacity = yield* listCapacity("pool");
    const rented = (yield* expectedRecords()).filter(({ receiver }) => addresses.has(receiver));
    const owners = (yield* listOwners("pool")).map(({ address, draining, pause_reason }) => ({
      address,
      mayLend: !draining && pause_reason === null,
    }));
    const isRecord = (one: ExpectedRecord, owner: Address, receiver: Address, what: Resource) =>
      one.owner === owner && one.receiver === receiver && one.resource === what;
    return {
      ratios: yield* readStakeRatios(),
      addresses,
      owners,
      reservedSun: (owner, resource) =>
        capacity.find((row) => row.owner === owner && row.resource === resource)?.reserved_sun ?? 0,
      rentedSun: (owner, receiver, resource) =>
        rented.find((one) => isRecord(one, owner, receiver, resource))?.most_sun ?? 0,
    };
  });
}
