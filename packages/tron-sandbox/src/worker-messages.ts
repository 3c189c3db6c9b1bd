/** What the thread of the node and the thread that started it say to each other. */
import { z } from "zod";

export const fromWorker = z.union([
  z.object({
    ready: z.object({
      url: z.string(),
      operatorKeyHex: z.string(),
      payoutKeyHex: z.string(),
      poolOwners: z.array(z.string()),
    }),
  }),
  /** Why it could not start, as a sentence. */
  z.object({ problem: z.string(), option: z.literal("port").optional() }),
]);

export type FromWorker = z.infer<typeof fromWorker>;

/** The only thing the node is told: to close and end its thread. */
export const CLOSE = "close";
