/** Teams and their members: founded, read, joined by invitation, changed. */
import { createHash, randomBytes } from "node:crypto";
import { must } from "../../domain/assert.js";
import { validationFailed } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import type { Sun } from "../../domain/money.js";
import { type Limits, mayDo, type Role } from "../../domain/team.js";
import { MOST_INVITATIONS, MOST_MEMBERS, type TeamChange } from "../../domain/team-change.js";
import { INVITATION_MS } from "../../domain/team-request.js";
import { finishUpdate } from "../../store/chat/inbox.js";
import { enqueueAll, type OutboxMessage } from "../../store/chat/outbox.js";
import { groupsOfTeam } from "../../store/chat/telegram-users.js";
import { type ApiKeyRow, findCustomer, insertCustomer, livingKeys } from "../../store/customers.js";
import { openCustomerAccounts } from "../../store/ledger.js";
import type { Phase } from "../../store/phase.js";
import {
  endInvitation,
  findInvitation,
  insertInvitation,
  openInvitations,
  useInvitation,
} from "../../store/teams/invitations.js";
import { joinsWaiting, openRequests, type TeamRequestRow } from "../../store/teams/requests.js";
import {
  findMember,
  findTeam,
  insertMember,
  insertTeam,
  type MemberRow,
  membersOf,
  type TeamRow,
  teamsOf,
} from "../../store/teams/teams.js";
import { type Answering, answerWith } from "../answering.js";
import type { Engine } from "../context.js";
import { dueTimeOf } from "../context.js";
import { assertRoomFor } from "./apply-change.js";
import { type ChangeOutcome, wantChange } from "./changes.js";
import { logged } from "./log.js";
import { assertMay, limitsOf, memberActing, refused, rulesOf, usedToday } from "./rights.js";

const MAX_NAME = 64;

/** Throws VALIDATION_FAILED for a name of the wrong length. */
export function teamName(given: string): string {
  const name = given.normalize("NFC").replace(/\s+/g, " ").trim();
  if (name.length >= 1 && name.length <= MAX_NAME) return name;
  throw validationFailed([
    { path: "name", message: `must be 1 to ${MAX_NAME} characters; it was ${name.length}` },
  ]);
}

export interface Founding {
  readonly updateId: number;
  readonly userId: number;
  readonly name: string;
  readonly told: (customerId: CustomerId) => readonly OutboxMessage[];
}

/** A team with one owner. Throws FORBIDDEN for who is in ten teams. */
export async function foundTeam(engine: Engine, founding: Founding): Promise<void> {
  const { updateId, userId, name, told } = founding;
  const [customerId, at] = [engine.newId(), engine.now()];
  await engine.database.commit(function* (): Phase<void> {
    if (!(yield* finishUpdate(updateId, at))) return;
    yield* assertRoomFor(userId);
    yield* insertCustomer(customerId, name, at);
    yield* openCustomerAccounts(customerId);
    yield* insertTeam(customerId, at);
    const owner = { customer_id: customerId, user_id: userId, role: "owner" } as const;
    yield* insertMember({ ...owner, joined_at: at });
    yield* logged(customerId, { userId }, { act: "founded", subject: name }, at);
    yield* enqueueAll(told(customerId), at);
  });
}

export interface TeamView {
  readonly customerId: CustomerId;
  readonly name: string;
  readonly limits: Limits;
  readonly onlyBookedWallets: boolean;
  readonly tradersSeeMoney: boolean;
  /** Whoever looks. */
  readonly you: TeamMember;
  readonly members: readonly TeamMember[];
  readonly usedTodaySun: Sun;
  readonly invitations: readonly {
    readonly id: string;
    readonly role: Role;
    readonly expiresAt: number;
  }[];
  /** Those that are theirs to decide, or their own. */
  readonly requests: readonly TeamRequestRow[];
  /** Its groups; for owners. */
  readonly groups: readonly { readonly chatId: number; readonly title: string }[];
}

export interface TeamMember {
  readonly userId: number;
  readonly name: string;
  readonly role: Role;
  readonly limits: Limits;
  readonly usedTodaySun: Sun;
  /** For owners, and of themselves. */
  readonly keys: readonly TeamKey[];
}

export interface TeamKey {
  readonly keyId: string;
  /** Empty until it was shown to its member. */
  readonly startsWith: string;
  readonly capSun: Sun;
}

/** As one of its members sees it; undefined for others. */
export function readTeam(
  engine: Engine,
  customerId: CustomerId,
  userId: number,
): Promise<TeamView | undefined> {
  const moment = { dueAt: dueTimeOf(engine), at: engine.now() };
  return engine.database.read(function* (): Phase<TeamView | undefined> {
    const team = yield* findTeam(customerId);
    if (!team) return undefined;
    const view = yield* wholeTeam(team, moment);
    const you = view.members.find((one) => one.userId === userId);
    if (!you) return undefined;
    const requests = view.requests.filter((row) => concerns(row, you));
    if (mayDo(you.role, "manage")) return { ...view, you, requests };
    const members = view.members.map((one) => (one === you ? one : { ...one, keys: [] }));
    return { ...view, you, members, requests, invitations: [], groups: [] };
  });
}

/** All of it, as its owners see it. */
export function* wholeTeam(
  team: TeamRow,
  { dueAt, at }: { readonly dueAt: number; readonly at: number },
): Phase<Omit<TeamView, "you">> {
  const { customer_id: customerId } = team;
  const keys = yield* livingKeys(customerId);
  const members: TeamMember[] = [];
  let usedTodaySun = 0 as Sun;
  for (const member of yield* membersOf(customerId)) {
    const used = yield* usedToday({ team, member, key: undefined }, dueAt);
    usedTodaySun = used.teamSun;
    const theirs = keys.filter(({ member_id }) => member_id === member.user_id);
    members.push(memberOfRow(member, used.memberSun, theirs));
  }
  const invitations = yield* openInvitations(customerId, at);
  const groups = yield* groupsOfTeam(customerId);
  const { team: limits, ...rules } = rulesOf(team);
  return {
    ...{ customerId, name: (yield* findCustomer(customerId))?.name ?? "", members },
    ...{ limits, ...rules, usedTodaySun },
    invitations: invitations.map(({ id, role, expires_at: expiresAt }) => ({
      id,
      role,
      expiresAt,
    })),
    requests: yield* openRequests(customerId),
    groups: groups.map(({ chat_id: chatId, team_title }) => ({
      chatId,
      title: team_title ?? String(chatId),
    })),
  };
}

function concerns({ kind, asked_by: askedBy }: TeamRequestRow, you: TeamMember): boolean {
  const isOfOwners = kind !== "order" && kind !== "wallet";
  return askedBy === you.userId || mayDo(you.role, isOfOwners ? "manage" : "approve");
}

function memberOfRow(row: MemberRow, usedTodaySun: Sun, theirs: readonly ApiKeyRow[]): TeamMember {
  const { user_id: userId, name, role } = row;
  const keys = theirs.map(({ id: keyId, hint: startsWith, cap_sun }) => {
    return { keyId, startsWith, capSun: must(cap_sun, "a team's key has a cap") };
  });
  return { userId, name, role, limits: limitsOf(row), usedTodaySun, keys };
}

/** A person's teams, by name. */
export function readTeamsOf(engine: Engine, userId: number) {
  return engine.database.read(() => teamsOf(userId));
}

/** The names of the teams that they have come to by an invitation, and where another owner has not decided yet. */
export async function readJoinsWaiting(engine: Engine, userId: number): Promise<string[]> {
  return (await engine.database.read(() => joinsWaiting(userId))).map(({ name }) => name);
}

export interface Inviting {
  readonly updateId: number;
  readonly customerId: CustomerId;
  readonly userId: number;
  readonly role: Role;
}

/** A link for one person and 24 hours: its token is told once and not kept. Undefined for a repeated update; throws FORBIDDEN. */
export async function invite(
  engine: Engine,
  { updateId, customerId, userId, role }: Inviting,
): Promise<{ readonly token: string; readonly expiresAt: number } | undefined> {
  const token = randomBytes(16).toString("hex");
  const [id, at] = [engine.newId(), engine.now()];
  const expiresAt = at + INVITATION_MS;
  return engine.database.commit(function* () {
    if (!(yield* finishUpdate(updateId, at))) return undefined;
    const found = yield* memberActing({ customerId, by: { kind: "member", userId } });
    if (!found || !mayDo(found.member.role, "manage")) throw refused("role", "manage");
    if ((yield* openInvitations(customerId, at)).length >= MOST_INVITATIONS)
      throw refused("manyInvitations");
    if ((yield* membersOf(customerId)).length >= MOST_MEMBERS) throw refused("fullTeam");
    yield* insertInvitation({
      ...{ id, customer_id: customerId, role, hash: hashToken(token), invited_by: userId },
      ...{ created_at: at, expires_at: expiresAt },
    });
    yield* logged(customerId, { userId }, { act: "invited", subject: role }, at);
    return { token, expiresAt };
  });
}

/** Nobody can use it any more. False when somebody has, or it is over. Throws FORBIDDEN for who is no owner. */
export async function withdrawInvitation(
  engine: Engine,
  { updateId, customerId, userId, id }: Omit<Inviting, "role"> & { readonly id: string },
): Promise<boolean> {
  const at = engine.now();
  return engine.database.commit(function* (): Phase<boolean> {
    yield* assertMay({ customerId, by: { kind: "member", userId } }, "manage");
    if (!(yield* finishUpdate(updateId, at))) return false;
    const open = yield* openInvitations(customerId, at);
    if (!(yield* endInvitation(customerId, id))) return false;
    const before = { role: open.find((one) => one.id === id)?.role };
    const entry = { act: "withdrawn", subject: `invitation ${id}`, before } as const;
    yield* logged(customerId, { userId }, entry, at);
    return true;
  });
}

const hashToken = (token: string) => createHash("sha256").update(token).digest("hex");

/** What became of an invitation that somebody used. */
export type Joined =
  | { readonly kind: "over" }
  | { readonly kind: "member" | "joined" | "asked"; readonly name: string; readonly role: Role };

export interface Joining extends Answering<Joined> {
  readonly userId: number;
  /** As Telegram shows them. */
  readonly name: string;
  readonly token: string;
}

/** Somebody came by a link: they join, or another owner is asked. */
export function join(engine: Engine, joining: Joining): Promise<void> {
  const requestId = engine.newId();
  return answerWith(engine, joining, (at) => joined(joining, requestId, at));
}

function* joined({ token, ...joining }: Joining, requestId: string, at: number): Phase<Joined> {
  const invitation = yield* findInvitation(hashToken(token));
  if (!invitation) return { kind: "over" };
  const { id, customer_id: customerId, role, invited_by: invitedBy } = invitation;
  const name = (yield* findCustomer(customerId))?.name ?? "";
  const person = { userId: joining.userId, name: joining.name };
  const member = yield* findMember(customerId, person.userId);
  if (member) return { kind: "member", name, role: member.role };
  yield* assertRoomFor(person.userId);
  const inviter = yield* findMember(customerId, invitedBy);
  if (inviter?.role !== "owner" || !(yield* useInvitation(id, person.userId, at)))
    return { kind: "over" };
  const change: TeamChange = { kind: "join", ...person, role, invitedBy };
  const outcome = yield* wantChange(customerId, { userId: invitedBy }, change, { requestId, at });
  return { kind: outcome.kind === "done" ? "joined" : "asked", name, role };
}

export interface Changing extends Answering<ChangeOutcome> {
  readonly customerId: CustomerId;
  readonly userId: number;
  readonly change: TeamChange;
  readonly chatId?: number | undefined;
}

/** Throws FORBIDDEN; then the update is still to be answered. */
export async function changeTeam(engine: Engine, changing: Changing): Promise<void> {
  const requestId = engine.newId();
  const { customerId, userId, chatId, change } = changing;
  await answerWith(engine, changing, (at) =>
    wantChange(customerId, { userId, chatId }, change, { requestId, at }),
  );
  engine.keys.forget();
}
