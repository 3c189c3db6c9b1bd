/** Opens a wizard card: from a command, a one-line order, the menu, a pasted address or Repeat. */

import { isAddress } from "../../domain/address.js";
import { DURATIONS } from "../../domain/duration.js";
import { DeskError } from "../../domain/errors.js";
import { type DraftStep, openDraft } from "../../engine/chat/drafts.js";
import type { TelegramUserRow } from "../../engine/chat/telegram-users.js";
import type { Engine } from "../../engine/context.js";
import { readUsedNames } from "../../engine/customers/wallet-names.js";
import type { Extended } from "../../engine/orders/overlaps.js";
import type { ReceiverVerdict } from "../../engine/receiver-check.js";
import type { Place } from "../card.js";
import type { TelegramDoor } from "../door.js";
import { keepUsable, withChainVerdicts } from "../intake/addresses.js";
import { languageOf } from "../language.js";
import type { DraftData, Fields, LineProblem, Sizing, Verdict } from "../state/draft.js";
import { rowOf } from "../state/draft-rows.js";
import { newDraft } from "../wizard/new-draft.js";
import { awaitsQuote } from "../wizard/reduce.js";
import { quoteDraft } from "./drafting.js";
import { newCard } from "./new-card.js";
import { questionOf } from "./prompt.js";

export interface Opening {
  readonly fields: Fields;
  readonly verdicts: readonly Verdict[];
  readonly problems?: readonly LineProblem[];
  /** The message that asked for it: a group's answer is a reply to it. */
  readonly messageId?: number | undefined;
  /** The rentals that it is to extend. */
  readonly extended?: Extended | undefined;
  /** What `/usdt` has found. */
  readonly sizing?: Sizing | undefined;
  /** The draft whose waiting wallets these are, as it is without them; nothing is opened when it has changed since. */
  readonly takesFrom?: DraftStep | undefined;
}

export async function openCard(
  door: TelegramDoor,
  updateId: number,
  place: Place,
  user: TelegramUserRow,
  opening: Opening,
): Promise<void> {
  const { engine } = door;
  const verdicts = await judgedByChain(door, opening.verdicts);
  const at = engine.now();
  const { extended, takesFrom } = opening;
  const extendsBatch = extended?.batchId;
  const draft = newDraft({
    id: engine.newId(),
    ownerUserId: user.user_id,
    customerId: user.customer_id,
    ...place,
    ...keepUsable(verdicts),
    fields: opening.fields,
    problems: [...(opening.problems ?? [])],
    ...(await offeredWallets(engine, user, place.isGroup)),
    sizing: opening.sizing,
    extended,
    messageId: opening.messageId,
  });
  const card = newCard(engine, user, place, { draft_id: draft.id }, opening.messageId);
  const asks = draft.isGroup && draft.step === "receivers";
  const question = { field: "receivers", updateId, replyTo: card.reply_to } as const;
  const told = asks ? [questionOf(await languageOf(door, draft.ownerUserId), draft, question)] : [];
  const opened = await engine.database.commit(() =>
    openDraft({ updateId, draft: rowOf(draft, at), card, told, extendsBatch, takesFrom, at }),
  );
  door.sender.wake();
  if (opened && awaitsQuote(draft)) await quoteDraft(door, draft);
}

/** Asks the node about the sound addresses; when it is away they are asked about again before anything is quoted. */
export async function judgedByChain(
  door: TelegramDoor,
  verdicts: readonly Verdict[],
): Promise<Verdict[]> {
  const sound = verdicts.flatMap(({ address, bad }) =>
    !bad && isAddress(address) ? [address] : [],
  );
  if (sound.length === 0) return [...verdicts];
  const asked = sound.slice(0, MAX_ASKED);
  const answers = await door.engine.receivers.verdicts(asked).catch(nodeIsAway);
  const byAddress = new Map(asked.map((address, at) => [address as string, answers[at] ?? "ok"]));
  return withChainVerdicts(verdicts, byAddress);
}

function nodeIsAway(error: unknown): ReceiverVerdict[] {
  if (error instanceof DeskError && error.code === "CHAIN_UNAVAILABLE") return [];
  throw error;
}

/** A pasted list of thousands is not asked about one by one. */
const MAX_ASKED = 40;

export function lastDurationOf(user: TelegramUserRow): Fields["duration"] {
  return DURATIONS.find((duration) => duration === user.last_duration);
}

/** Three rows of two, most of them for those used last. */
const WALLETS_OFFERED = 6;
const NAMES_OFFERED = 4;

type Offered = Pick<DraftData, "wallets" | "walletNames">;

/**
 * The wallets on buttons: in private those with a name that are used most, then those used last. A group sees no names: an
 * address book is its owner's.
 */
async function offeredWallets(
  engine: Engine,
  user: TelegramUserRow,
  isGroup: boolean,
): Promise<Offered> {
  const last = lastWallets(user);
  if (isGroup) return { wallets: last, walletNames: {} };
  const used = await readUsedNames(engine, user.customer_id, NAMES_OFFERED);
  const walletNames: Record<string, string> = {};
  for (const { address, name } of used) walletNames[address] ??= name;
  const wallets = [...new Set([...Object.keys(walletNames), ...last])].slice(0, WALLETS_OFFERED);
  return { wallets, walletNames };
}

function lastWallets(user: TelegramUserRow): string[] {
  const wallets = JSON.parse(user.last_wallets) as unknown;
  return Array.isArray(wallets)
    ? wallets.filter((one): one is string => typeof one === "string")
    : [];
}
