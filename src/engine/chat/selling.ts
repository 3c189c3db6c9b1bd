/**
 * The cards of /sell. What a card asks for is done by the use cases of sellers, each of which may be done again; then one
 * transaction marks the update as done and writes the card's next version.
 */
import { forgetDrawn, insertCard, markCardOfDirty, type NewCard } from "../../store/chat/cards.js";
import { finishUpdate } from "../../store/chat/inbox.js";
import { type Told, tellAll } from "../../store/chat/outbox.js";
import {
  findOpenSelling,
  findSelling,
  insertSelling,
  type SellingRow,
  updateSelling,
} from "../../store/chat/selling.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";

export type { SellingRow } from "../../store/chat/selling.js";

export function readSelling(engine: Engine, id: string): Promise<SellingRow | undefined> {
  return engine.database.read(() => findSelling(id));
}

export function readOpenSelling(
  engine: Engine,
  chatId: number,
  userId: number,
): Promise<SellingRow | undefined> {
  return engine.database.read(() => findOpenSelling(chatId, userId));
}

/** Opens a card in the place of one that is open; once for an update. */
export async function openSelling(
  engine: Engine,
  updateId: number,
  row: SellingRow,
  card: NewCard,
): Promise<void> {
  await engine.database.commit(function* (): Phase<void> {
    if (!(yield* finishUpdate(updateId, row.updated_at))) return;
    yield* closeOpen(row.chat_id, row.owner_user_id, "replaced", row.updated_at);
    yield* insertSelling(row);
    yield* insertCard(card);
  });
}

export interface SellingChange {
  readonly updateId: number;
  /** As it was read. */
  readonly before: SellingRow;
  /** The same one when nothing of it changes. */
  readonly next: SellingRow;
  /** To be drawn also when nothing has changed. */
  readonly redraws: boolean;
}

class ChangedMeanwhile extends Error {
  override name = "ChangedMeanwhile";
}

/** Writes what an update has made of a card, once. Throws when another update has changed it meanwhile. */
export async function saveSelling(engine: Engine, change: SellingChange): Promise<void> {
  const { updateId, before, next, redraws } = change;
  const at = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    // Nothing is done then: the update is tried again, with the card as it is.
    if ((yield* findSelling(before.id))?.version !== before.version) throw new ChangedMeanwhile();
    if (!(yield* finishUpdate(updateId, at))) return yield* forgetDrawn("selling", before.id);
    if (next.version !== before.version) {
      yield* updateSelling({ ...next, updated_at: at }, before.version);
      yield* markCardOfDirty("selling", next.id);
    }
    if (redraws) yield* forgetDrawn("selling", next.id);
  });
}

/** Closes the card a user works on in a chat, and says so; false when there is none. */
export async function dropSelling(
  engine: Engine,
  updateId: number,
  { chat_id: chatId, owner_user_id: userId }: SellingRow,
  told: Told,
): Promise<void> {
  const at = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    if (!(yield* finishUpdate(updateId, at))) return;
    yield* closeOpen(chatId, userId, "closed", at);
    yield* tellAll([told], at);
  });
}

function* closeOpen(
  chatId: number,
  userId: number,
  status: "closed" | "replaced",
  at: number,
): Phase<void> {
  const open = yield* findOpenSelling(chatId, userId);
  if (!open) return;
  const version = open.version + 1;
  yield* updateSelling({ ...open, status, version, updated_at: at }, open.version);
  yield* markCardOfDirty("selling", open.id);
}
