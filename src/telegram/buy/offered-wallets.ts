/** The wallets that a card offers on its buttons. */
import type { Engine } from "../../engine/context.js";
import { readLatestNames, type WalletName } from "../../engine/customers/wallet-names.js";
import type { TelegramUserRow } from "../../store/chat/telegram-users.js";
import { isAlmost } from "../intake/bare-names.js";
import type { Verdict } from "../intake/findings.js";
import type { DraftData } from "./draft.js";

/** Three rows of two, one of them for wallets without a name where such were used. */
const WALLETS_OFFERED = 6;
const UNNAMED_OFFERED = 2;

type Offered = Pick<DraftData, "wallets" | "walletNames">;

/** The wallets on buttons: those with a name, what was probably meant first, then others used last. A group is offered none: they are their owner's. */
export async function offeredWallets(
  engine: Engine,
  user: Pick<TelegramUserRow, "customer_id" | "last_wallets">,
  verdicts: readonly Verdict[],
): Promise<Offered> {
  const nameOf = new Map<string, string>();
  const strange = verdicts.filter(({ bad }) => bad === "no such name");
  const isMeant = ({ name }: WalletName) => strange.some(({ address }) => isAlmost(name, address));
  const names = await readLatestNames(engine, user.customer_id);
  for (const { address, name } of names.toSorted((a, b) => +isMeant(b) - +isMeant(a))) {
    if (!nameOf.has(address)) nameOf.set(address, name);
  }
  const unnamed = lastWallets(user)
    .filter((wallet) => !nameOf.has(wallet))
    .slice(0, Math.max(UNNAMED_OFFERED, WALLETS_OFFERED - nameOf.size));
  const named = [...nameOf].slice(0, WALLETS_OFFERED - unnamed.length);
  const wallets = [...named.map(([wallet]) => wallet), ...unnamed];
  return { wallets, walletNames: Object.fromEntries(named) };
}

function lastWallets(user: Pick<TelegramUserRow, "last_wallets">): string[] {
  const wallets = JSON.parse(user.last_wallets) as unknown;
  return Array.isArray(wallets)
    ? wallets.filter((one): one is string => typeof one === "string")
    : [];
}
