/** Groups of a team: linked by an owner's code, and unlinked by any admin of the group. */
import { createHash, randomInt } from "node:crypto";
import { HOUR_MS } from "../../common/time.js";
import type { CustomerId } from "../../domain/ids.js";
import { finishUpdate } from "../../store/chat/inbox.js";
import { groupsOfTeam, teamOfGroup } from "../../store/chat/telegram-users.js";
import { findCustomer } from "../../store/customers.js";
import type { Phase } from "../../store/phase.js";
import { deleteLinkCode, findLinkCode, insertLinkCode } from "../../store/teams/link-codes.js";
import { type Answering, answerWith } from "../answering.js";
import type { Engine } from "../context.js";
import { wantChange } from "./changes.js";
import { logged } from "./log.js";
import { assertMay } from "./rights.js";

const CODE_MS = HOUR_MS;
const CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const CODE_LENGTH = 10;

/** A code that links one group within an hour; undefined for a repeated update. Throws FORBIDDEN for who is no owner. */
export async function makeLinkCode(
  engine: Engine,
  customerId: CustomerId,
  { updateId, userId }: { readonly updateId: number; readonly userId: number },
): Promise<string | undefined> {
  const code = Array.from(
    { length: CODE_LENGTH },
    () => CODE_LETTERS[randomInt(CODE_LETTERS.length)],
  ).join("");
  const at = engine.now();
  return engine.database.commit(function* (): Phase<string | undefined> {
    if (!(yield* finishUpdate(updateId, at))) return undefined;
    yield* assertMay({ customerId, by: { kind: "member", userId } }, "manage");
    const made = { customer_id: customerId, made_by: userId, expires_at: at + CODE_MS };
    yield* insertLinkCode({ hash: hashCode(code), ...made }, at);
    yield* logged(customerId, { userId }, { act: "linkCode", subject: "group" }, at);
    return code;
  });
}

const hashCode = (code: string) => createHash("sha256").update(code.toUpperCase()).digest("hex");

/** `userId` is an admin of the group: the bot has asked Telegram. */
interface Group {
  readonly chatId: number;
  readonly userId: number;
}

/** What became of a code; `over`: it is none of theirs. */
export type CodeUsed =
  | { readonly kind: "over" }
  | { readonly kind: "linked" | "asked"; readonly teamName: string };

/** Throws FORBIDDEN in a group of another team. */
export function useLinkCode(
  engine: Engine,
  { chatId, userId }: Group,
  using: Answering<CodeUsed> & { readonly code: string; readonly title: string },
): Promise<void> {
  const requestId = engine.newId();
  const hash = hashCode(using.code);
  return answerWith(engine, using, function* (at): Phase<CodeUsed> {
    const known = yield* findLinkCode(hash, at);
    if (known?.made_by !== userId) return { kind: "over" };
    yield* deleteLinkCode(hash);
    const { customer_id: customerId } = known;
    const change = { kind: "link", chatId, title: using.title } as const;
    const outcome = yield* wantChange(customerId, { userId, chatId }, change, { requestId, at });
    const teamName = (yield* findCustomer(customerId))?.name ?? "";
    return { kind: outcome.kind === "done" ? "linked" : "asked", teamName };
  });
}

/** The group's orders are everybody's own again; gives the name of the team whose it was. Throws FORBIDDEN for who is no owner of it. */
export function unlinkGroup(
  engine: Engine,
  { chatId, userId }: Pick<Group, "chatId" | "userId">,
  answering: Answering<string | undefined>,
): Promise<void> {
  const id = engine.newId();
  return answerWith(engine, answering, function* (at): Phase<string | undefined> {
    const customerId = yield* teamOfGroup(chatId);
    if (customerId == null) return undefined;
    const group = (yield* groupsOfTeam(customerId)).find(({ chat_id }) => chat_id === chatId);
    const change = { kind: "unlink", chatId, title: group?.team_title ?? String(chatId) } as const;
    yield* wantChange(customerId, { userId, chatId }, change, { requestId: id, at });
    return (yield* findCustomer(customerId))?.name ?? "";
  });
}
