/**
 * Who may what in a team, as one table: each role, each action, each door by which it can be done, with the right held and with the right
 * taken just before. A refusal is in plain words, and tells nothing of another's balance or orders. What cannot be done by a door is in
 * the table of doors, with why.
 */

import { expect, test } from "vitest";
import { must } from "../../../../src/domain/assert.js";
import { byForm } from "../../../support/forms.js";
import { sharedRig } from "../rig.js";
import { type Actor, BALANCE, type Outcome, openCell } from "./cell.js";
import { ACTORS, type Action, CANNOT, DOORS, type Door, reaches } from "./doors.js";
import { OTHER_ACTIONS } from "./managing.js";
import { OTHERS, SPENDING } from "./spending.js";

const rig = sharedRig({ mode: "webhook", withdrawals: { newAddressMs: 0 } });

const ACTIONS: Readonly<Record<string, Action>> = { ...SPENDING, ...OTHER_ACTIONS };
const IN_GROUP: readonly Door[] = ["group card", "typed line", "edited message", "old card"];

interface Case {
  readonly action: string;
  readonly door: Door;
  readonly role: Actor;
  readonly isTaken: boolean;
}

const actionOf = ({ action }: Pick<Case, "action">) => must(ACTIONS[action], action);

/** Who has no right cannot lose it. */
const CASES: readonly Case[] = Object.entries(ACTIONS).flatMap(([action, { ways, isOfOther }]) =>
  DOORS.filter((door) => ways[door]).flatMap((door) =>
    ACTORS.flatMap((role) =>
      [false, true]
        .filter((isTaken) => !isTaken || role !== "none" || isOfOther)
        .map((isTaken) => ({ action, door, role, isTaken })),
    ),
  ),
);

/** Of each action one, so that together they have each door, and each role with the right held and taken. */
function few(): Case[] {
  const seen = new Map<string, number>();
  const seldom = ({ door, role, isTaken }: Case) =>
    10 * (seen.get(door) ?? 0) + (seen.get(`${role} ${isTaken}`) ?? 0);
  return Object.keys(ACTIONS).flatMap((action) => {
    const of = CASES.filter((one) => one.action === action);
    const [chosen] = of.toSorted((one, other) => seldom(one) - seldom(other));
    if (!chosen) return [];
    for (const about of [chosen.door, `${chosen.role} ${chosen.isTaken}`])
      seen.set(about, (seen.get(about) ?? 0) + 1);
    return [chosen];
  });
}

const CHOSEN = byForm(few, () => CASES)();

function expectedOf(one: Case): Outcome {
  const { door, role, isTaken } = one;
  const { from, asksFrom = "nobody", isFor = role, doorFrom = {} } = actionOf(one);
  if (isTaken || role !== isFor || !reaches(role, doorFrom[door] ?? "none")) return "refused";
  if (reaches(role, from)) return "allowed";
  return reaches(role, asksFrom) ? "request" : "refused";
}

/** What of a refusal tells too much. */
function leaks(told: string, { role, isTaken, door }: Case): string[] {
  const seesBalance = !isTaken && reaches(role, "approver");
  const seesOrders = !isTaken && role !== "none" && door !== "HTTP";
  const isOfHttp = door === "API key" || door === "HTTP";
  return [
    ...(!seesBalance && BALANCE.test(told) ? [`the balance: ${BALANCE.exec(told)?.[0]}`] : []),
    ...(!seesOrders && told.includes(OTHERS) ? ["another's wallet"] : []),
    ...(!isOfHttp && /FORBIDDEN|Error|undefined/.test(told) ? [`odd words: ${told}`] : []),
  ];
}

const nameOf = ({ action, door, role, isTaken }: Case) =>
  `${action}, by ${door}, ${role}${isTaken ? ", taken" : ""}`;

async function came(one: Case): Promise<string> {
  const { ways, isRead, isInGroup = false } = actionOf(one);
  const isOfGroup = isInGroup || IN_GROUP.includes(one.door);
  const cell = await openCell(rig(), one.role, one.isTaken, isOfGroup);
  await must(ways[one.door], "a way")(cell);
  const awaited = expectedOf(one) === "allowed" ? isRead : undefined;
  const { is: came, told, answers } = await cell.outcome(awaited);
  const is = isRead?.test(answers) ? "allowed" : came;
  if (is !== expectedOf(one)) return `${is}: ${told.slice(0, 600)}`;
  if (is !== "refused") return is;
  const hasSaid = told.trim() !== "" || one.door === "old card";
  return [is, ...(hasSaid ? [] : ["nothing was said"]), ...leaks(answers, one)].join("; ");
}

test.each(Object.keys(ACTIONS))("%s", async (action) => {
  const cases = CHOSEN.filter((one) => one.action === action);
  const found: Record<string, string> = {};
  for (const one of cases)
    found[nameOf(one)] = await came(one).catch((error) => `broke: ${String(error).slice(0, 300)}`);
  expect(found).toEqual(Object.fromEntries(cases.map((one) => [nameOf(one), expectedOf(one)])));
});

test("by each door it can be done, or it is said why not", () => {
  const open = Object.entries(ACTIONS).flatMap(([action, { kind, ways }]) => {
    const reasons: Partial<Record<Door, string>> = CANNOT[kind];
    return DOORS.filter((door) => !ways[door] && !reasons[door]).map((door) => [action, door]);
  });
  expect(open).toEqual([]);
});
