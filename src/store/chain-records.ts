/** What the books expect of the records on chain, one for each owner, receiver and resource. */
import type { Address } from "../domain/address.js";
import type { Resource } from "../domain/resource.js";
import { LIVING } from "./conditions.js";
import { all, type Phase } from "./phase.js";

export type ExpectedRecord = {
  owner: Address;
  receiver: Address;
  resource: Resource;
  /** In a block, and not on its way back. */
  least_sun: number;
  /** The same, with legs that may be in a block or may not have been sent yet. */
  most_sun: number;
};

export function* expectedRecords(): Phase<ExpectedRecord[]> {
  return yield* all<ExpectedRecord>(
    `SELECT owner, receiver, resource,
       sum(CASE WHEN state IN ('included','solidified') THEN stake_sun ELSE 0 END) AS least_sun,
       sum(stake_sun) AS most_sun
     FROM leg WHERE ${LIVING} AND state <> 'planned' GROUP BY owner, receiver, resource`,
  );
}
