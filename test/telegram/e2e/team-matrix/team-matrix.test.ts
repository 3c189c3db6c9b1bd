/**
 * Who may what in a team, as one table: each role, each action, each door by which it can be done, with the right held and with the right
 * taken just before. A refusal is in plain words, and tells nothing of another's balance or orders.
 */
import { expect, test } from "vitest";
import { must } from "../../../../src/domain/assert.js";
import { everyNth } from "../../../support/forms.js";
import { sharedRig } from "../rig.js";
import { ACTIONS, ACTORS, DOORS, type Door, IN_GROUP, OTHERS, reaches } from "./actions.js";
import { type Actor, BALANCE, type Outcome, openCell } from "./cell.js";

const rig = sharedRig({ mode: "webhook", withdrawals: { newAddressMs: 0 } });

interface Case {
  readonly action: string;
  readonly door: Door;
  readonly role: Actor;
  readonly isTaken: boolean;
}

/** Who has no right cannot lose it. */
const CASES: readonly Case[] = Object.entries(ACTIONS).flatMap(([action, { ways }]) =>
  DOORS.filter((door) => ways[door]).flatMap((door) =>
    ACTORS.flatMap((role) =>
      [false, true]
        .filter((isTaken) => !isTaken || role !== "none")
        .map((isTaken) => ({ action, door, role, isTaken })),
    ),
  ),
);

const CHOSEN = everyNth(CASES, 17);

function expectedOf({ action, door, role, isTaken }: Case): Outcome {
  const { from, asksFrom = "nobody", keysFrom = from } = must(ACTIONS[action], action);
  if (isTaken) return "refused";
  if (door === "API key") return reaches(role, keysFrom) ? "allowed" : "refused";
  // In private only who sees the balance pays from it.
  if (door === "private card" && /^order|withdraw/.test(action) && role === "trader")
    return "refused";
  if (reaches(role, from)) return "allowed";
  return reaches(role, asksFrom) ? "request" : "refused";
}

/** What of a refusal tells too much. */
function leaks(told: string, { role, isTaken, door }: Case): string[] {
  const seesBalance = !isTaken && reaches(role, "approver");
  const seesOrders = !isTaken && role !== "none";
  return [
    ...(!seesBalance && BALANCE.test(told) ? [`the balance: ${BALANCE.exec(told)?.[0]}`] : []),
    ...(!seesOrders && told.includes(OTHERS) ? ["another's wallet"] : []),
    ...(door !== "API key" && /FORBIDDEN|Error|undefined/.test(told) ? [`odd words: ${told}`] : []),
  ];
}

const nameOf = ({ action, door, role, isTaken }: Case) =>
  `${action}, by ${door}, ${role}${isTaken ? ", taken" : ""}`;

/** What is approved was asked for in the group. */
const isInGroup = ({ action, door }: Case) =>
  IN_GROUP.includes(door) || action.startsWith("approve");

async function came(one: Case): Promise<string> {
  const cell = await openCell(rig(), one.role, one.isTaken, isInGroup(one));
  const way = must(must(ACTIONS[one.action], "an action").ways[one.door], "a way");
  await way(cell);
  const { isRead } = must(ACTIONS[one.action], "an action");
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
