/** What a tap of Pay will come to for a member of a team: looked at before, and decided by the tap, in its transaction. */
import { type Limits, leastSun, type Reason } from "../../domain/team.js";
import type { Phase } from "../../store/phase.js";
import { type Engine, momentOf } from "../context.js";
import { type Part, spendingOf } from "../orders/create-orders.js";
import {
  assertMay,
  assertMaySpend,
  limitsOf,
  NeedsApproval,
  TeamRefusal,
  type WhyNot,
} from "../teams/rights.js";
import type { Whose } from "./card-money.js";
import { approversOf } from "./team-requests.js";

export type Outlook =
  | { readonly is: "allowed" }
  /** Somebody else is asked. */
  | {
      readonly is: "asked";
      readonly why: readonly Reason[];
      /** Theirs; `aloneSun` is the least that binds them. */
      readonly limits: Limits;
      readonly approvers: readonly string[];
    }
  | WhyNot;

export function readOutlook(
  engine: Engine,
  { customerId, ownerUserId: userId }: Pick<Whose, "customerId" | "ownerUserId">,
  parts: readonly Part[],
): Promise<Outlook> {
  const { market, dueAt } = momentOf(engine);
  const spent = spendingOf(parts, market);
  const acting = { customerId, by: { kind: "member", userId } } as const;
  return engine.database.read(function* (): Phase<Outlook> {
    try {
      yield* assertMaySpend(acting, spent, dueAt);
      return { is: "allowed" };
    } catch (error) {
      if (error instanceof TeamRefusal) return error.judged;
      if (!(error instanceof NeedsApproval)) throw error;
      return yield* askedOf(error.why);
    }
  });

  function* askedOf(why: readonly Reason[]): Phase<Outlook> {
    try {
      const found = yield* assertMay(acting, "order");
      if (!found) return { is: "allowed" };
      const approvers = yield* approversOf(found, spent.totalSun, dueAt);
      const { aloneSun } = limitsOf(found.team);
      const own = limitsOf(found.member);
      const limits = { ...own, aloneSun: leastSun(aloneSun, own.aloneSun) };
      return { is: "asked", why, limits, approvers: approvers.map(({ name }) => name) };
    } catch (error) {
      if (error instanceof TeamRefusal) return error.judged;
      throw error;
    }
  }
}
