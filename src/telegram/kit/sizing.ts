/** How much Energy a transfer of USDT was found to need, as a draft keeps it. */
import { z } from "zod";
import { SIZE_BASES } from "../../domain/usdt.js";

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
