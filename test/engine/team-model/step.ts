/** A step of a random run: what the model says must come of it, and how it is done on the desk, sometimes after a kill on its way. */
import { expect } from "vitest";
import { must } from "../../../src/domain/assert.js";
import { DeskError } from "../../../src/domain/errors.js";
import { NeedsApproval } from "../../../src/engine/teams/rights.js";
import type { Desk } from "../../support/desk.js";
import { InjectedFault } from "../../support/faults.js";
import type { Random } from "../simulation/random.js";
import type { Model, Spend, Verdict } from "./model.js";

/** The team on the desk and on paper. */
export interface World {
  readonly desk: Desk;
  readonly team: string;
  readonly model: Model;
  readonly random: Random;
  /** What was done, for who sees it fail. */
  readonly done: string[];
}

/** What a step is, what must come of it, and what it does; only what is taken changes the model. */
export interface Step<T> {
  readonly says: string;
  readonly must: Verdict;
  readonly act: () => Promise<T>;
  taken?(result: T): Promise<void> | void;
  /** What was asked for waits now. */
  readonly asked?: (requestId: string) => Promise<void> | void;
  readonly isByKey?: boolean;
  /** The log tells of it, when it is taken or asked for. */
  readonly isLogged?: boolean;
}

export const PEOPLE = [11, 12, 13, 14, 15, 16, 17] as const;
/** Statements of the longest step. */
const MOST_STATEMENTS = 25;

const TABLES = [
  ...["account", "transfer", "orders", "withdrawal", "wallet_name", "api_key", "telegram_chat"],
  ...["team", "team_member", "team_request", "team_invitation", "team_link_code", "team_log"],
];
/** What a kill may leave nothing of. */
const seen = ({ desk }: World) =>
  JSON.stringify(TABLES.map((name) => desk.rows(`SELECT * FROM ${name}`)));

const countLog = ({ desk }: World) => Number(desk.rows("SELECT count(*) AS n FROM team_log")[0]?.n);

const requestsOf = ({ desk }: World) =>
  new Set(desk.rows("SELECT id FROM team_request").map(({ id }) => String(id)));

/** Does it, now and then once more after a kill before one of its statements. */
async function attempt<T>(world: World, act: () => Promise<T>): Promise<PromiseSettledResult<T>> {
  const { desk, random, done } = world;
  const isKilled = random.chance(0.2);
  const before = isKilled ? seen(world) : "";
  desk.database.arm(isKilled ? 1 + random.below(MOST_STATEMENTS) : 0);
  const [first] = await Promise.allSettled([act()]);
  if (!desk.database.arm(0)) return must(first, "an outcome");
  done.push("  killed first");
  expect(first).toMatchObject({ status: "rejected", reason: expect.any(InjectedFault) });
  expect(seen(world)).toBe(before);
  const [second] = await Promise.allSettled([act()]);
  return must(second, "an outcome");
}

export async function perform<T>(world: World, step: Step<T>): Promise<void> {
  const { done } = world;
  const [requests, logged] = [requestsOf(world), countLog(world)];
  done.push(`${step.says}: ${step.must}`);
  const outcome = await attempt(world, step.act);
  let is: Verdict = "taken";
  if (outcome.status === "rejected") {
    const { reason } = outcome;
    if (!(reason instanceof DeskError)) throw reason;
    // By a key nothing is asked for.
    is = reason instanceof NeedsApproval && !step.isByKey ? "asked" : "refused";
    done.push(`  ${reason.message}`);
  }
  const asked = [...requestsOf(world)].find((id) => !requests.has(id));
  if (asked !== undefined) is = "asked";
  expect(is).toBe(step.must);
  expect(countLog(world) > logged).toBe(step.isLogged === true && is !== "refused");
  if (is === "taken" && outcome.status === "fulfilled") await step.taken?.(outcome.value);
  if (is === "asked") await step.asked?.(asked ?? "");
}

/** Somebody, by themselves or by a key. */
export type Actor = Pick<Spend, "by" | "key">;

export const acting = ({ team: customerId }: World, { by: userId, key }: Actor) => {
  const by =
    key === undefined
      ? ({ kind: "member", userId } as const)
      : ({ kind: "key", keyId: key, isOfTeam: true } as const);
  return { customerId, by };
};

/** A member, for the most part. */
export const somebody = ({ model, random }: World) =>
  random.chance(0.85) ? random.of([...model.members.keys()]) : random.of(PEOPLE);

/** Somebody, now and then by a key that they have or had. */
export function someActor(world: World): Actor {
  const { model, random } = world;
  // One that was not shown has no text yet.
  const shown = [...model.keys].filter(([, { state }]) => state !== "allowed");
  const [key, { who } = { who: 0 }] = random.maybeOf(shown.slice(-4)) ?? [];
  return key !== undefined && random.chance(0.4) ? { by: who, key } : { by: somebody(world) };
}

export const called = ({ by, key }: Actor) => (key === undefined ? `${by}` : `${by}'s key`);
