/** A paid draft hands its waiting wallets on; nothing else of it ever changes. */
import type { Draft } from "../state/draft.js";

export function withoutWaiting(draft: Draft): Draft {
  return {
    ...draft,
    version: draft.version + 1,
    data: { ...draft.data, waiting: [], beyondLimit: 0 },
  };
}
