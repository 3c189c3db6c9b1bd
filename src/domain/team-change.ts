/** Changes of a team: what each is, whom it needs, and what it widens. */
import { z } from "zod";
import { isAddress } from "./address.js";
import { SUN_PER_TRX, type Sun } from "./money.js";
import {
  isPromotion,
  isWider,
  type Limits,
  mayDo,
  maySpend,
  othersWho,
  ROLES,
  type Role,
} from "./team.js";

/** Teams that somebody may be in, and members that a team may have. */
export const MOST_TEAMS = 10;
export const MOST_MEMBERS = 50;
/** Open at a time: invitations of a team, requests of a member. */
export const MOST_INVITATIONS = 20;
export const MOST_REQUESTS = 20;

/** Less would stop all orders, which is what taking a role away is for. */
export const LEAST_LIMIT_SUN = SUN_PER_TRX;

const amountSun = z
  .int()
  .nonnegative()
  .transform((value) => value as Sun);
const address = z.string().refine(isAddress);

const limit = {
  of: z.enum(["order", "day", "alone"]),
  limitSun: amountSun.nullable(),
};
export type LimitOf = "order" | "day" | "alone";

/** Each sets one thing, so that none brings back what another owner has set since. */
const teamChangeSchema = z.discriminatedUnion("kind", [
  /** Somebody who has used an invitation. */
  z.object({
    ...{ kind: z.literal("join"), userId: z.int(), name: z.string() },
    ...{ role: z.enum(ROLES), invitedBy: z.int() },
  }),
  z.object({ kind: z.literal("role"), userId: z.int(), role: z.enum(ROLES) }),
  z.object({ kind: z.literal("memberLimits"), userId: z.int(), ...limit }),
  z.object({ kind: z.literal("teamLimits"), ...limit }),
  z.object({
    kind: z.literal("rules"),
    rule: z.enum(["onlyBookedWallets", "tradersSeeMoney"]),
    is: z.boolean(),
  }),
  z.object({ kind: z.literal("link"), chatId: z.int(), title: z.string() }),
  z.object({ kind: z.literal("unlink"), chatId: z.int(), title: z.string() }),
  z.object({ kind: z.literal("removal"), userId: z.int() }),
  z.object({ kind: z.literal("rename"), name: z.string() }),
  /** A name in the team's book: what a trader proposes, and others of the team put there. */
  z.object({
    ...{ kind: z.literal("wallet"), name: z.string(), address },
  }),
  /** Money taken out of the team's balance; the fee is never more than this. */
  z.object({
    ...{ kind: z.literal("withdrawal"), address, amountSun, feeSun: amountSun },
  }),
  /** A key of that member, for so much a day (UTC) at most. */
  z.object({
    ...{ kind: z.literal("key"), userId: z.int() },
    capSun: amountSun.refine((value) => value > 0),
  }),
]);
export type TeamChange = z.infer<typeof teamChangeSchema>;

/** Kept as JSON while another owner is asked. */
export const askedChangeSchema = z.object({
  change: teamChangeSchema,
  /** What it changes, when it was asked for. Once that is another, the change is over. */
  was: z.union([z.string(), z.number(), z.boolean(), z.null()]),
});
export type AskedChange = z.infer<typeof askedChangeSchema>;

export interface TeamNow {
  readonly name: string;
  /** Of a name in its book that the change is about, the wallet. */
  readonly named?: string | undefined;
  readonly limits: Limits;
  readonly onlyBookedWallets: boolean;
  readonly tradersSeeMoney: boolean;
  readonly members: readonly {
    readonly userId: number;
    readonly role: Role;
    readonly limits: Limits;
  }[];
}

/** What a change would change: a role, a limit, a rule; null where there is nothing yet, undefined where nothing can be. */
export function valueNow(change: TeamChange, team: TeamNow): AskedChange["was"] | undefined {
  const member =
    "userId" in change ? team.members.find(({ userId }) => userId === change.userId) : undefined;
  switch (change.kind) {
    case "join":
      return member?.role ?? null;
    case "role":
    case "removal":
    // It does what its member may.
    case "key":
      return member?.role;
    case "memberLimits":
      return member?.limits[`${change.of}Sun`];
    case "teamLimits":
      return team.limits[`${change.of}Sun`];
    case "rules":
      return team[change.rule];
    case "link":
    case "unlink":
    case "withdrawal":
      return null;
    case "rename":
      return team.name;
    case "wallet":
      return team.named ?? null;
  }
}

/** What it takes to decide it. */
export function rightFor({ kind }: TeamChange): "keepWallets" | "manage" {
  return kind === "wallet" ? "keepWallets" : "manage";
}

/** Whether a member may want it: an owner, a trader of a wallet, and everybody to leave. Who joins does so by the word of who invited them. */
export function mayWant(change: TeamChange, { userId, role }: { userId: number; role: Role }) {
  if (change.kind === "removal" && change.userId === userId) return true;
  return mayDo(role, change.kind === "wallet" ? "proposeWallet" : "manage");
}

/** It lets somebody do more than before, or takes an owner's rights: another owner decides too, where there is one. */
function isOfTwo(change: TeamChange, team: TeamNow): boolean {
  const memberOf = (userId: number) => team.members.find((one) => one.userId === userId);
  switch (change.kind) {
    case "join":
      return maySpend(change.role);
    case "role": {
      const before = memberOf(change.userId)?.role;
      return before === "owner" || isPromotion(before, change.role);
    }
    case "memberLimits": {
      const before = memberOf(change.userId)?.limits;
      return before !== undefined && isWider(before, withLimit(before, change));
    }
    case "teamLimits":
      return isWider(team.limits, withLimit(team.limits, change));
    case "rules":
      return change.is ? change.rule === "tradersSeeMoney" : change.rule === "onlyBookedWallets";
    case "link":
    case "withdrawal":
    case "key":
      return true;
    case "removal":
      return memberOf(change.userId)?.role === "owner";
    case "unlink":
    case "rename":
    case "wallet":
      return false;
  }
}

export function withLimit(
  limits: Limits,
  { of, limitSun }: { readonly of: LimitOf; readonly limitSun: Sun | null },
): Limits {
  return { ...limits, [`${of}Sun`]: limitSun };
}

/**
 * Who must agree beside the owner who wants it. Undefined: it is done at once, as they are the only owner, or give up rights of their own.
 * Empty: only whoever is to lose an owner's rights is left, and waiting decides.
 */
export function whoElse(
  change: TeamChange,
  askedBy: number,
  team: TeamNow,
): readonly number[] | undefined {
  if (change.kind === "wallet") {
    const asker = team.members.find(({ userId }) => userId === askedBy);
    if (asker && mayDo(asker.role, "keepWallets")) return undefined;
    return othersWho(team.members, "keepWallets", askedBy).map(({ userId }) => userId);
  }
  const target = targetOf(change);
  const narrowsOneself = target === askedBy && !(change.kind === "role" && change.role === "owner");
  if (narrowsOneself || !isOfTwo(change, team)) return undefined;
  const others = othersWho(team.members, "manage", askedBy)
    .map(({ userId }) => userId)
    .filter((userId) => userId !== target);
  const takes = takesOwner({ change, was: valueNow(change, team) ?? null });
  return others.length > 0 || takes ? others : undefined;
}

/** Who does not decide it: it is about their own role. */
export function targetOf(change: TeamChange): number | undefined {
  return change.kind === "removal" || change.kind === "role" ? change.userId : undefined;
}

/** A removal or demotion of an owner happens by itself when nobody has decided it in time: they may have lost their phone, or be the thief. */
export function takesOwner({ change, was }: AskedChange): boolean {
  if (was !== "owner") return false;
  return change.kind === "removal" || (change.kind === "role" && change.role !== "owner");
}

/** Whether both set the same thing. */
export function isSameThing(one: TeamChange, other: TeamChange): boolean {
  return thingOf(one) === thingOf(other);
}

function thingOf(change: TeamChange): string {
  // A name is what a wallet is about, and what a team or a newcomer gets; an address is what a withdrawal is.
  const also =
    change.kind === "wallet" ? ["name"] : change.kind === "withdrawal" ? ["address"] : [];
  const about = ["userId", "of", "rule", "chatId", ...also];
  const thing = about.map((name) => (name in change ? change[name as keyof typeof change] : ""));
  return [change.kind, ...thing].join();
}
