/** Another account pays for a card, and for those after it. */
import { must } from "../../domain/assert.js";
import type { CustomerId } from "../../domain/ids.js";
import type { Engine } from "../../engine/context.js";
import { paidFromNow, readAccountsOf } from "../../engine/teams/paid-from.js";
import { refused } from "../../engine/teams/rights.js";
import { findTelegramUser } from "../../store/chat/telegram-users.js";
import type { Writing } from "../kit/runner.js";
import type { Draft } from "./draft.js";
import { offeredWallets } from "./offered-wallets.js";
import { reduce } from "./reduce.js";

/** `team` undefined is their own. Throws FORBIDDEN for a team whose balance they may not see. */
export async function switchAccount(
  engine: Engine,
  draft: Draft,
  team: CustomerId | undefined,
): Promise<Writing<Draft>> {
  const { ownerUserId: userId, data } = draft;
  const [own, ...teams] = await readAccountsOf(engine, userId);
  const account = team === undefined ? own : teams.find(({ customerId }) => customerId === team);
  if (!account) throw refused("role");
  const { customerId } = account;
  const user = must(await engine.database.read(() => findTelegramUser(userId)), "who has a card");
  const offered = data.sizes
    ? { wallets: [], walletNames: {} }
    : await offeredWallets(engine, { ...user, customer_id: customerId }, []);
  return {
    state: reduce(draft, { kind: "account", customerId, ...offered }, engine.now()).state,
    *phase() {
      if (!(yield* paidFromNow(userId, team ?? null))) throw refused("role");
      return () => {};
    },
  };
}
