/** `/book`: the names a customer gives to wallets, one by one, as a list and as a file. In private only. */

import { isAddress } from "../../domain/address.js";
import type { CustomerId } from "../../domain/ids.js";
import { walletName } from "../../domain/wallet-name.js";
import {
  type NameOutcome,
  type NewName,
  nameWallets,
  unnameWallet,
  type WalletName,
} from "../../engine/customers/wallet-names.js";
import { TeamRefusal } from "../../engine/teams/rights.js";
import { changeTeam, readTeamsOf } from "../../engine/teams/teams.js";
import { findPayload } from "../../store/chat/outbox.js";
import { findName, namesOf } from "../../store/wallet-names.js";
import { openCard } from "../buy/open.js";
import { meansElse } from "../intake/bare-names.js";
import { type BookFile, namesOfFile } from "../intake/wallet-file.js";
import type { BookTap } from "../kit/buttons.js";
import type { BotDeps, CommandCall, ShowCall } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { fileProblemCard, noteCard } from "../kit/notes.js";
import { cardOf } from "../kit/parts.js";
import { readTextFile } from "../kit/said.js";
import { type AnswerOptions, answer, answerTo, updateKey } from "../transport/answer.js";
import type { SentFile } from "../transport/fetch-file.js";
import { bold, join } from "../transport/format.js";
import type { Card } from "../transport/message.js";
import type { Payload } from "../transport/send.js";
import {
  badNameCard,
  badWalletCard,
  bookCard,
  bookUsageCard,
  exportCard,
  importedCard,
  keptCard,
  nameCard,
  namedCard,
  noSuchNameCard,
  notUtf8Card,
  pageOf,
  removedLine,
} from "./book-card.js";

const REMOVE = /^(?:remove|delete|удалить|удали|删除|quitar|eliminar|borrar)$/iu;
const EXPORT = /^export$/i;

export async function applyBook(deps: BotDeps, call: CommandCall): Promise<void> {
  const { place, file, args } = call;
  const messages = await languageOf(deps, place.chatId);
  const [first = "", second, ...rest] = args.split(/[\s,;]+/).filter((word) => word !== "");
  // In a team's group a wallet can be named for the team, and nothing of its book is shown.
  const names = !file && rest.length === 0 && [first, second ?? ""].some(isAddress);
  if (place.isGroup && !(names && isOfTeam(call)))
    return say(deps, call, noteCard("privateOnly", contactOf(deps), messages));
  if (file) return takeIn(deps, call, file);
  if (first === "") return say(deps, call, bookCard(await ownNames(deps, call), 0, messages));
  if (rest.length > 0) return say(deps, call, bookUsageCard(messages));
  if (second === undefined) return applyWord(deps, call, first);
  if (isAddress(first)) return give(deps, call, second, first);
  if (isAddress(second)) return give(deps, call, first, second);
  if (REMOVE.test(first)) return remove(deps, call, second);
  if (REMOVE.test(second)) return remove(deps, call, first);
  const looksLikeWallet = second.length > 20;
  return say(
    deps,
    call,
    looksLikeWallet ? badWalletCard(second, messages) : bookUsageCard(messages),
  );
}

/** One word: a name to show, or `export`. */
async function applyWord(deps: BotDeps, call: CommandCall, word: string): Promise<void> {
  const messages = await languageOf(deps, call.place.chatId);
  const name = bare(word);
  const known = await deps.engine.database.read(() => findName(call.user.customer_id, name));
  if (known)
    return say(deps, call, nameCard(known, pageOf(await ownNames(deps, call), known.id), messages));
  if (EXPORT.test(word)) return sendOut(deps, call);
  return say(deps, call, noSuchNameCard(name, messages));
}

async function give(
  deps: BotDeps,
  call: ShowCall,
  word: string,
  address: NewName["address"],
): Promise<void> {
  const messages = await languageOf(deps, call.place.chatId);
  const name = walletName(bare(word));
  if (name === undefined) return say(deps, call, badNameCard(bare(word), messages));
  if (meansElse(name)) return say(deps, call, cardOf(messages.book.meansElse(name)));
  if (call.place.isGroup) return propose(deps, call, { name, address });
  await nameAll(deps, call, [{ name, address }], (outcomes) =>
    namedCard(name, address, outcomes[0], call.updateId, messages),
  );
}

const isOfTeam = ({ user }: ShowCall) => user.customer_id !== user.own_customer_id;

/** For a team: done by who keeps its book, and proposed to them by a trader. Throws FORBIDDEN. */
async function propose(
  deps: BotDeps,
  { updateId, place, user, messageId: replyTo }: ShowCall,
  { name, address }: NewName,
): Promise<void> {
  const { team } = await languageOf(deps, place.chatId);
  await changeTeam(deps.engine, {
    ...{ updateId, customerId: user.customer_id, userId: user.user_id },
    change: { kind: "wallet", name, address },
    told: ({ kind }) => {
      const card = cardOf(kind === "asked" ? team.proposed(name) : team.done);
      return [answerTo(updateId, place, card, { replyTo })];
    },
  });
  deps.sender.wake();
}

async function remove(deps: BotDeps, call: ShowCall, word: string): Promise<void> {
  const name = bare(word);
  const known = await deps.engine.database.read(() => findName(call.user.customer_id, name));
  if (known) return removeName(deps, call, known.id);
  return say(deps, call, noSuchNameCard(name, await languageOf(deps, call.place.chatId)));
}

/** Says what wallet it was, so that a mistake can be undone; the shown list is drawn without it. */
async function removeName(
  deps: BotDeps,
  call: ShowCall,
  id: number,
  edits?: number,
): Promise<void> {
  const { updateId, place, user } = call;
  const messages = await languageOf(deps, place.chatId);
  const page = pageOf(await ownNames(deps, call), id);
  const headed = await headingOf(deps, call);
  await kept(deps, call, unnameWallet, {
    updateId,
    acting: actingOf(user),
    find: (names) => names.find((one) => one.id === id),
    told: (removed, left) => {
      const said = removed && removedLine(removed, messages);
      return [answerTo(updateId, place, headed(bookCard(left, page, messages, said)), { edits })];
    },
  });
  deps.sender.wake();
}

/** Takes in the names of a file; lines without one are reported. */
async function takeIn(deps: BotDeps, call: ShowCall, file: SentFile): Promise<void> {
  const messages = await languageOf(deps, call.place.chatId);
  const read = await readTextFile(deps, file);
  if (typeof read === "string") return say(deps, call, fileProblemCard(read, messages));
  // Nobody would find a name in another encoding's letters.
  if (!read.isCertain) return say(deps, call, notUtf8Card(messages));
  const found: BookFile = namesOfFile(read.text);
  if (found.names.length + found.badLines.length === 0) {
    return say(deps, call, fileProblemCard("noWallets", messages));
  }
  await nameAll(deps, call, found.names, (outcomes) =>
    importedCard(found.names, outcomes, found.badLines, call.updateId, messages),
  );
}

/** The names that the answer to an update has asked about, stored with it: addresses have no room on its buttons. */
interface Renaming {
  readonly customerId: CustomerId;
  readonly names: readonly NewName[];
}

async function nameAll(
  deps: BotDeps,
  call: ShowCall,
  names: readonly NewName[],
  cardFor: (outcomes: readonly NameOutcome[]) => Card,
  edits?: number,
): Promise<void> {
  const { updateId, place, user } = call;
  const acting = actingOf(user);
  const headed = await headingOf(deps, call);
  const { customerId } = acting;
  const [first, second] = names;
  const proposes = first && !second ? () => propose(deps, call, first) : undefined;
  await kept(
    deps,
    call,
    nameWallets,
    {
      ...{ updateId, acting, names },
      told: (outcomes) => {
        const taken = names.flatMap((one, at) => {
          const outcome = outcomes[at];
          return outcome?.kind === "taken" ? [{ ...one, replaces: outcome.before }] : [];
        });
        const renaming: Renaming | undefined = taken[0] && { customerId, names: taken };
        return [answerTo(updateId, place, headed(cardFor(outcomes)), { edits, renaming })];
      },
    },
    proposes,
  );
  deps.sender.wake();
}

/** Changes the book; where a member may only read the team's, it is said so, or proposed. */
async function kept<C>(
  deps: BotDeps,
  call: ShowCall,
  change: (engine: BotDeps["engine"], asked: C) => Promise<void>,
  asked: C,
  instead?: () => Promise<void>,
): Promise<void> {
  try {
    await change(deps.engine, asked);
  } catch (error) {
    if (!(error instanceof TeamRefusal)) throw error;
    if (instead) return instead();
    const { team } = await languageOf(deps, call.place.chatId);
    return say(deps, call, cardOf(team.bookRefused));
  }
}

function actingOf({ customer_id: customerId, user_id: userId }: ShowCall["user"]) {
  return { customerId, by: { kind: "member", userId } } as const;
}

/** Replaces what the question named; a name that changed meanwhile is asked about again. */
async function replace(deps: BotDeps, call: ShowCall, askedBy: number): Promise<void> {
  const { updateId, place, user, messageId: edits } = call;
  const messages = await languageOf(deps, place.chatId);
  const told = await deps.engine.database.read(() => findPayload(updateKey(askedBy)));
  const { chatId, renaming } = JSON.parse(told ?? "{}") as Asked;
  const isTheirs = renaming?.customerId === user.customer_id && chatId === place.chatId;
  // Too old, or not what was asked here.
  if (!renaming || !isTheirs) return say(deps, call, keptCard(messages), { edits });
  const { names } = renaming;
  const [first, ...others] = names;
  const card = (outcomes: readonly NameOutcome[]) =>
    first && others.length === 0
      ? namedCard(first.name, first.address, outcomes[0], updateId, messages)
      : importedCard(names, outcomes, [], updateId, messages);
  await nameAll(deps, call, names, card, edits);
}

type Asked = Partial<Pick<Payload, "chatId"> & { readonly renaming: Renaming }>;

async function sendOut(deps: BotDeps, call: ShowCall): Promise<void> {
  const { place, user } = call;
  const messages = await languageOf(deps, place.chatId);
  const names = await ownNames(deps, call);
  if (names.length === 0) return say(deps, call, bookCard(names, 0, messages));
  const document = { kind: "names", customerId: user.customer_id, userId: user.user_id } as const;
  return say(deps, call, exportCard(names.length, messages), { document });
}

/** The buttons of the list and of a name. */
export async function applyBookTap(
  deps: BotDeps,
  call: ShowCall,
  { act, number }: BookTap,
): Promise<void> {
  const { updateId, place, user, messageId: edits } = call;
  const messages = await languageOf(deps, place.chatId);
  if (place.isGroup) return say(deps, call, noteCard("privateOnly", contactOf(deps), messages));
  const names = await ownNames(deps, call);
  if (act === "export") return sendOut(deps, call);
  if (act === "replace") return replace(deps, call, number);
  if (act === "keep") return say(deps, call, keptCard(messages), { edits });
  if (act === "remove") return removeName(deps, call, number, edits);
  const known = names.find(({ id }) => id === number);
  if (act === "page" || !known) {
    const page = act === "page" ? number : 0;
    return say(deps, call, bookCard(names, page, messages), { edits });
  }
  if (act === "open") {
    return say(deps, call, nameCard(known, pageOf(names, number), messages), { edits });
  }
  const verdicts = [{ address: known.address }];
  await openCard(deps, updateId, place, user, { fields: { type: "Fast" }, verdicts });
}

function ownNames({ engine }: BotDeps, { user }: ShowCall): Promise<WalletName[]> {
  return engine.database.read(() => namesOf(user.customer_id));
}

async function say(
  deps: BotDeps,
  call: ShowCall,
  card: Card,
  options: AnswerOptions = {},
): Promise<void> {
  const { updateId, place, messageId } = call;
  const headed = await headingOf(deps, call);
  await answer(deps, updateId, place, headed(card), { replyTo: messageId, ...options });
}

/** Above each card, for whoever is in a team: whose book it is. */
async function headingOf(
  { engine }: BotDeps,
  { place, user }: ShowCall,
): Promise<(card: Card) => Card> {
  const teams = place.isGroup ? [] : await readTeamsOf(engine, user.user_id);
  if (teams.length === 0) return (card) => card;
  const { book } = await languageOf({ engine }, place.chatId);
  const team = teams.find(({ customer_id }) => customer_id === user.customer_id);
  const whose = bold(team ? book.ofTeam(team.name) : book.own);
  return ({ text, entities, keyboard }) => cardOf(join([whose, { text, entities }]), keyboard);
}

function bare(word: string): string {
  return word.replace(/^@/, "");
}
