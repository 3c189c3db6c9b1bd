/** Keys that a restore has disabled, because they may have been revoked after the backup: enabled by the operator alone. */
import { hashApiKey, isWellFormedApiKey } from "../../domain/api-key.js";
import { DeskError, validationFailed } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { enableKeys, findKey, isDisabledKey } from "../../store/customers.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";
import { assertCustomer } from "./customers.js";

export async function isKeyDisabled({ database }: Engine, key: unknown): Promise<boolean> {
  if (typeof key !== "string" || !isWellFormedApiKey(key)) return false;
  const hash = hashApiKey(key);
  return database.read(() => isDisabledKey(hash));
}

/** Some, a customer's, or without either all; how many were disabled. Throws for one that is unknown or revoked, and enables none. */
export async function enableDisabledKeys(
  { database }: Engine,
  {
    keyIds,
    customerId,
  }: { readonly keyIds: readonly string[]; readonly customerId?: CustomerId | undefined },
): Promise<number> {
  return database.commit(function* (): Phase<number> {
    if (customerId !== undefined) yield* assertCustomer(customerId);
    if (keyIds.length === 0) return yield* enableKeys({ customerId });
    let enabled = 0;
    for (const id of keyIds) {
      yield* assertNotRevoked(id);
      enabled += yield* enableKeys({ id });
    }
    return enabled;
  });
}

function* assertNotRevoked(id: string): Phase<void> {
  const key = yield* findKey(id);
  if (!key) {
    const message = `There is no key with the id ${id}. \`desk key list\` shows them.`;
    throw new DeskError("NOT_FOUND", message);
  }
  if (key.revoked_at === null) return;
  const message = `${id} is revoked and stays so; issue another with \`desk key issue\``;
  throw validationFailed([{ path: "KEY_ID", message }]);
}
