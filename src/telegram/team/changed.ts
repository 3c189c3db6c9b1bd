/** A change of a team that somebody wants, by a tap or by a typed sum, and the card that shows what became of it. */
import type { CustomerId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import type { TeamChange } from "../../domain/team-change.js";
import { tellOnce } from "../../engine/chat/outbox.js";
import { changeTeam, readTeam } from "../../engine/teams/teams.js";
import { parseTypedTrx } from "../intake/amount.js";
import type { TeamTap } from "../kit/buttons.js";
import type { BotDeps, ShowCall } from "../kit/deps.js";
import { cardOf } from "../kit/parts.js";
import { repeatable } from "../kit/said.js";
import type { Messages } from "../text/messages.js";
import { answerTo } from "../transport/answer.js";
import { limitsCard, noTeamCard, teamCard } from "./team-card.js";

interface Where {
  /** The card that it was wanted on. */
  readonly edits: number | undefined;
  /** A sum, below that card. */
  readonly isTyped?: boolean;
}

/** The card as it is after the change, or that another owner was asked; of a limit those of whom it is. */
export async function changed(
  { engine, sender }: BotDeps,
  { updateId, place, user }: ShowCall,
  { customerId, change }: { readonly customerId: CustomerId; readonly change: TeamChange },
  messages: Messages,
  { edits, isTyped = false }: Where,
): Promise<undefined> {
  const { team } = messages;
  let news = team.done;
  await changeTeam(engine, {
    ...{ updateId, customerId, userId: user.user_id, change },
    told: (outcome) => {
      if (outcome.kind === "asked") news = outcome.others.length > 0 ? team.asked : team.waits;
      return [];
    },
  });
  const now = await readTeam(engine, customerId, user.user_id);
  const isLimit = change.kind === "teamLimits" || change.kind === "memberLimits";
  const member =
    "userId" in change ? now?.members.find(({ userId }) => userId === change.userId) : undefined;
  const card = !now
    ? noTeamCard(messages)
    : isLimit
      ? limitsCard(now, member, messages, news)
      : teamCard(now, user.pays_from, messages, news);
  // The update itself is done.
  const told = answerTo(updateId, place, card, { edits });
  await tellOnce(engine, told);
  // The card is further up then.
  if (isTyped) {
    const said = answerTo(updateId, place, cardOf(news));
    await tellOnce(engine, { ...said, key: `${told.key}:typed` });
  }
  sender.wake();
  return undefined;
}

type SumTap = Extract<TeamTap, { readonly act: "otherSum" }>;

/** In the key of the question for a typed sum; the card that asks shows it then. */
export const sumKey = ({ team, of, user }: SumTap, cardId: number | undefined) =>
  `sum:${team}.${of}.${user ?? ""}.${cardId ?? ""}` as const;

/** Sets the sum that was typed; a question where it has no sure reading. */
export async function takeSum(
  deps: BotDeps,
  call: ShowCall & { readonly text: string },
  asked: string,
  messages: Messages,
): Promise<string | undefined> {
  const { text } = call;
  const typed = parseTypedTrx(text);
  const said = repeatable(text);
  if (typed.kind === "ambiguous") return messages.team.whichSum(said, typed.readings);
  if (typed.kind === "none") return messages.settings.badLimit(said);
  const [customerId = "", of = "", user = "", cardId] = asked.split(".");
  const change = changeOf(
    of as SumTap["of"],
    user === "" ? undefined : Number(user),
    typed.amountSun,
  );
  return changed(deps, call, { customerId, change }, messages, {
    edits: Number(cardId) || undefined,
    isTyped: true,
  });
}

function changeOf(of: SumTap["of"], userId: number | undefined, amountSun: Sun): TeamChange {
  if (of === "key") return { kind: "key", userId: userId ?? 0, capSun: amountSun };
  const limit = { of, limitSun: amountSun };
  return userId === undefined
    ? { kind: "teamLimits", ...limit }
    : { kind: "memberLimits", userId, ...limit };
}
