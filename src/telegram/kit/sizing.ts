/** How much Energy a transfer of USDT was found to need, as a draft keeps it. */
import { z } from "zod";
import type { Resource } from "../../domain/resource.js";
import { SIZE_BASES } from "../../domain/usdt.js";
import type { Engine } from "../../engine/context.js";
import { findFlowOfBatch } from "../../store/chat/flows.js";

export const sizingSchema = z.object({
  basis: z.enum(SIZE_BASES),
  triedUnits: z.int().optional(),
  neededUnits: z.int(),
  heldUnits: z.int(),
  rentUnits: z.int(),
  bandwidthUnits: z.int().default(0),
  from: z.string(),
  to: z.string(),
});
export type Sizing = z.infer<typeof sizingSchema>;

/** A draft, as far as it tells of a transfer. */
const sizedSchema = z.object({ sizing: sizingSchema.optional() });

/** What `/usdt` has found for the sender, if the orders are still for them. */
export async function sizingOf(
  engine: Engine,
  batchId: string,
  orders: readonly { readonly receiver: string; readonly resource: Resource }[],
): Promise<Sizing | undefined> {
  const row = await engine.database.read(() => findFlowOfBatch(batchId));
  const { sizing } = sizedSchema.parse(row ? JSON.parse(row.data) : {});
  const isForSender = orders.every(({ receiver }) => receiver === sizing?.from);
  return isForSender && orders[0]?.resource === "energy" ? sizing : undefined;
}
