/** What the routes share. */
import type { LongPoll } from "../updates/long-poll.js";
import type { Webhooks } from "../updates/webhooks.js";
import type { World } from "../world.js";
import type { Calls } from "./calls.js";
import type { Faults } from "./faults.js";

export interface Parts {
  readonly world: World;
  readonly poll: LongPoll;
  readonly webhooks: Webhooks;
  readonly faults: Faults;
  readonly calls: Calls;
  /** Aborted when the sandbox closes: nothing waits beyond it. */
  readonly closing: AbortSignal;
}
