/** `/team`: what a team is, who is in it and what they may; `/link` in a group; and links that invite. */
import { SUN_PER_TRX, sun } from "../../domain/money.js";
import type { TeamChange } from "../../domain/team-change.js";
import { tellOnce } from "../../engine/chat/outbox.js";
import { makeLinkCode, unlinkGroup, useLinkCode } from "../../engine/teams/groups.js";
import { revokeTeamKey } from "../../engine/teams/keys.js";
import { choosePaidFrom } from "../../engine/teams/paid-from.js";
import { refused } from "../../engine/teams/rights.js";
import {
  foundTeam,
  invite,
  join,
  readJoinsWaiting,
  readTeam,
  readTeamsOf,
  teamName,
  withdrawInvitation,
} from "../../engine/teams/teams.js";
import { isGroupAdmin } from "../kit/admins.js";
import { invitationLink, type TeamTap } from "../kit/buttons.js";
import type { BotDeps, CommandCall, ShowCall } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { noteCard } from "../kit/notes.js";
import { cardOf, labelOf } from "../kit/parts.js";
import type { TapCall } from "../kit/runner.js";
import { showOrders } from "../orders/lists.js";
import type { Messages } from "../text/messages.js";
import { answer, answerTo } from "../transport/answer.js";
import { code } from "../transport/format.js";
import type { Card } from "../transport/message.js";
import { changed, sumKey } from "./changed.js";
import { logCard, sendLogFile } from "./log.js";
import { readingCard, reportCard, sendReportFile } from "./report.js";
import { ask, requestCardOf, requestsList, wordsOf } from "./requests.js";
import {
  askRemoveCard,
  askUnlinkCard,
  button,
  inviteCard,
  inviteLinkCard,
  keyCapsCard,
  limitsCard,
  memberCard,
  membersCard,
  noTeamCard,
  teamCard,
  teamsCard,
} from "./team-card.js";

/** `/team`, `/team new NAME`, `/team log`, `/team report 7d`. */
export async function showTeam(deps: BotDeps, call: CommandCall): Promise<void> {
  const { updateId, place, user, messageId, args } = call;
  const messages = await languageOf(deps, place.chatId);
  const say = (card: Card) => answer(deps, updateId, place, card, { replyTo: messageId });
  if (place.isGroup) return say(noteCard("privateOnly", contactOf(deps), messages));
  const named = /^new\s+(.+)$/isu.exec(args)?.[1];
  if (named !== undefined) return found(deps, call, named, messages);
  const teams = await readTeamsOf(deps.engine, user.user_id);
  const [only, second] = teams;
  const waits = await readJoinsWaiting(deps.engine, user.user_id);
  if (!only) return say(noTeamCard(messages, waits));
  const shown = second ? teams.find(({ customer_id }) => customer_id === user.pays_from) : only;
  const read = shown && (await readingCard(deps, call, shown.customer_id, messages));
  if (read) return say(read);
  if (second) return say(teamsCard(teams, messages, waits));
  await say(await cardOfTeam(deps, call, only.customer_id, messages));
}

async function found(
  deps: BotDeps,
  call: CommandCall,
  named: string,
  messages: Messages,
): Promise<void> {
  const { updateId, place, user } = call;
  try {
    const name = teamName(named);
    await foundTeam(deps.engine, {
      ...{ updateId, userId: user.user_id, name },
      told: (team) => {
        const { title, founded, buttons } = messages.team;
        const pays = button(labelOf(buttons.payFrom(name)), { act: "paysFrom", team }, "primary");
        const open = button(title(name), { act: "open", team });
        return [answerTo(updateId, place, cardOf(founded(name), [[pays], [open]]))];
      },
    });
    deps.sender.wake();
  } catch (error) {
    await answer(deps, updateId, place, cardOf(wordsOf(error, deps, call, messages)));
  }
}

async function cardOfTeam(
  { engine }: BotDeps,
  { user }: ShowCall,
  team: string,
  messages: Messages,
): Promise<Card> {
  const view = await readTeam(engine, team, user.user_id);
  return view ? teamCard(view, user.pays_from, messages) : noTeamCard(messages);
}

/** Cards of /team are in private only, but anybody can send their callback data from a group. */
export async function applyTeamTap(deps: BotDeps, call: TapCall, tapped: TeamTap): Promise<void> {
  const { updateId, place, messageId } = call;
  const messages = await languageOf(deps, place.chatId);
  if (place.isGroup) return call.answer.say({ text: messages.team.refused, alert: true });
  try {
    const card = await shownBy(deps, call, tapped, messages);
    call.answer.say({});
    if (card) await answer(deps, updateId, place, card, { edits: messageId });
  } catch (error) {
    call.answer.say({
      text: wordsOf(error, deps, call, messages),
      alert: true,
    });
    await answer(deps, updateId, place, await afterRefusal(deps, call, tapped, messages), {
      edits: messageId,
    });
  }
}

function afterRefusal(deps: BotDeps, call: TapCall, tapped: TeamTap, messages: Messages) {
  const team = "team" in tapped ? tapped.team : undefined;
  return cardOfTeam(deps, call, team ?? "", messages);
}

/** What the message shows next; undefined where the tap has answered itself. */
async function shownBy(
  deps: BotDeps,
  call: TapCall,
  tapped: TeamTap,
  messages: Messages,
): Promise<Card | undefined> {
  const { engine } = deps;
  const { user } = call;
  if (tapped.act === "list") return teamsCard(await readTeamsOf(engine, user.user_id), messages);
  if (tapped.act === "paysFrom") {
    const team = tapped.team ?? null;
    if (!(await choosePaidFrom(engine, user.user_id, team))) throw refused("role");
    const shown = team ?? user.pays_from ?? "";
    return cardOfTeam(deps, { ...call, user: { ...user, pays_from: team } }, shown, messages);
  }
  const view = await readTeam(engine, tapped.team, user.user_id);
  if (!view) return noTeamCard(messages);
  const member =
    "user" in tapped ? view.members.find((one) => one.userId === tapped.user) : undefined;
  const again = () => cardOfTeam(deps, call, tapped.team, messages);
  const change = (wanted: TeamChange) =>
    changed(deps, call, { customerId: view.customerId, change: wanted }, messages, {
      edits: call.messageId,
    });
  switch (tapped.act) {
    case "open":
      return again();
    case "orders": {
      const { before: cursor, team } = tapped;
      await showOrders(deps, call, { team, cursor, edits: call.messageId });
      return undefined;
    }
    case "members":
      return membersCard(view, messages);
    case "member":
      return member ? memberCard(view, member, messages) : membersCard(view, messages);
    case "askRemove":
      return member ? askRemoveCard(view, member, messages) : again();
    case "inviteAs":
      return inviteCard(view, messages);
    case "limits":
      return limitsCard(view, undefined, messages);
    case "memberLimits":
      return member ? limitsCard(view, member, messages) : membersCard(view, messages);
    case "role":
      return change({ kind: "role", userId: tapped.user, role: tapped.role });
    case "remove":
      return change({ kind: "removal", userId: tapped.user });
    case "cap":
      return change({ kind: "teamLimits", ...limitOf(tapped) });
    case "memberCap":
      if (!member) return membersCard(view, messages);
      return change({ kind: "memberLimits", userId: member.userId, ...limitOf(tapped) });
    case "booked":
      return change({ kind: "rules", rule: "onlyBookedWallets", is: tapped.is === "on" });
    case "keyCaps":
      return member ? keyCapsCard(view, member, messages) : membersCard(view, messages);
    case "key":
      return change({
        ...{ kind: "key", userId: tapped.user, capSun: sun(tapped.trx * SUN_PER_TRX) },
      });
    case "otherSum":
      await ask(
        deps,
        call,
        sumKey(tapped, call.messageId),
        messages.team.askSum(tapped.of, member?.name),
      );
      return undefined;
    case "unkey":
      return revoked(deps, call, tapped, messages);
    case "shown":
      return change({ kind: "rules", rule: "tradersSeeMoney", is: tapped.is === "on" });
    case "unlink":
    case "unlinkNow": {
      const group = view.groups.find(({ chatId }) => chatId === -tapped.below);
      if (!group) return again();
      if (tapped.act === "unlink") return askUnlinkCard(view, group, messages);
      return change({ kind: "unlink", ...group });
    }
    case "rename":
      await ask(deps, call, `name:${tapped.team}`, messages.team.askName);
      return undefined;
    case "requests":
      return requestsList(deps, view, messages);
    case "request":
      return requestCardOf(deps, call, view, tapped.request, messages);
    case "uninvite": {
      const { updateId } = call;
      const { team: customerId, invitation: id } = tapped;
      await withdrawInvitation(engine, { updateId, customerId, userId: user.user_id, id });
      const now = await readTeam(engine, customerId, user.user_id);
      const card = now ? teamCard(now, user.pays_from, messages) : noTeamCard(messages);
      await tellOnce(engine, answerTo(updateId, call.place, card, { edits: call.messageId }));
      deps.sender.wake();
      return undefined;
    }
    case "invite":
      return sendInvitation(deps, call, tapped, messages);
    case "linkCode":
      return sendCode(deps, call, tapped.team, messages);
    case "log":
      return logCard(deps, user.user_id, tapped, messages);
    case "report":
      return reportCard(deps, user.user_id, tapped, messages);
    case "reportFile":
      return sendReportFile(deps, call, tapped, messages);
    case "logFile":
      return sendLogFile(deps, call, tapped, messages);
  }
}

function limitOf({ of, trx }: Extract<TeamTap, { readonly act: "cap" | "memberCap" }>) {
  return { of, limitSun: trx === undefined ? null : sun(trx * SUN_PER_TRX) };
}

async function revoked(
  { engine, sender }: BotDeps,
  { updateId, place, user, messageId }: TapCall,
  { team: customerId, key: keyId }: Extract<TeamTap, { readonly act: "unkey" }>,
  messages: Messages,
): Promise<undefined> {
  const { team, keys } = messages;
  const isRevoked = await revokeTeamKey(engine, {
    ...{ updateId, customerId, userId: user.user_id, keyId },
  });
  const news = isRevoked ? team.done : keys.gone;
  const now = await readTeam(engine, customerId, user.user_id);
  const card = now ? teamCard(now, user.pays_from, messages, news) : noTeamCard(messages);
  await tellOnce(engine, answerTo(updateId, place, card, { edits: messageId }));
  sender.wake();
  return undefined;
}

/** The token is in one message and nowhere else. */
async function sendInvitation(
  deps: BotDeps,
  call: TapCall,
  { team, role }: Extract<TeamTap, { readonly act: "invite" }>,
  messages: Messages,
): Promise<undefined> {
  const { engine, sender, bot } = deps;
  const { updateId, place, user } = call;
  const made = await invite(engine, { updateId, customerId: team, userId: user.user_id, role });
  if (!made) return undefined;
  const link = invitationLink(bot.username, made.token);
  await sender.sendOnce(place, inviteLinkCard(link, role, made.expiresAt, messages));
  return undefined;
}

async function sendCode(
  { engine, sender }: BotDeps,
  { updateId, place, user }: TapCall,
  team: string,
  messages: Messages,
): Promise<undefined> {
  const made = await makeLinkCode(engine, team, { updateId, userId: user.user_id });
  if (made === undefined) return undefined;
  await sender.sendOnce(place, cardOf(messages.team.linkCode(code(`/link ${made}`))));
  return undefined;
}

/** `/link CODE` in a group; `/link off`. */
export async function linkTeam(deps: BotDeps, call: CommandCall): Promise<void> {
  const { updateId, place, user, messageId, args } = call;
  const { engine } = deps;
  const messages = await languageOf(deps, place.chatId);
  const { team } = messages;
  const say = (text: string) => answer(deps, updateId, place, cardOf(text), { replyTo: messageId });
  const group = { chatId: place.chatId, userId: user.user_id };
  if (!place.isGroup) return say(team.linkInGroup);
  const told = (text: string) => [answerTo(updateId, place, cardOf(text), { replyTo: messageId })];
  if (args === "off") {
    const said = (was?: string) => told(was === undefined ? team.notLinked : team.unlinked(was));
    try {
      await unlinkGroup(engine, group, { updateId, told: said });
    } catch (error) {
      return say(wordsOf(error, deps, call, messages));
    }
  } else {
    const isAdmin = await isGroupAdmin(deps, place.chatId, user.user_id);
    if (!isAdmin) {
      const { cannotAsk, adminsOnly } = messages.settings;
      return say(isAdmin === undefined ? cannotAsk : adminsOnly);
    }
    await useLinkCode(engine, group, {
      ...{ updateId, code: args, title: call.title ?? String(place.chatId) },
      told(used) {
        if (used.kind === "over") return told(team.badCode);
        return told(used.kind === "linked" ? team.linked(used.teamName) : team.asked);
      },
    });
  }
  deps.sender.wake();
}

/** `/start t_TOKEN`. */
export async function joinTeam(deps: BotDeps, call: CommandCall, token: string): Promise<void> {
  const { updateId, place, user } = call;
  const messages = await languageOf(deps, place.chatId);
  const { team } = messages;
  try {
    await join(deps.engine, {
      ...{ updateId, userId: user.user_id, name: user.name, token },
      told: (joined) => {
        if (joined.kind === "over") return [answerTo(updateId, place, cardOf(team.invitationOver))];
        const said = { member: team.isMember, joined: team.joined, asked: team.joinAsked };
        const text = said[joined.kind](joined.name, joined.role);
        return [answerTo(updateId, place, cardOf(text))];
      },
    });
    deps.sender.wake();
  } catch (error) {
    await answer(deps, updateId, place, cardOf(wordsOf(error, deps, call, messages)));
  }
}
