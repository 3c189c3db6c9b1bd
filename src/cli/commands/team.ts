/** `desk team …`: teams, and the way out where their owners block each other or are gone. */
import { toTrx } from "../../domain/money.js";
import { type Limits, ROLES } from "../../domain/team.js";
import type { TeamView } from "../../engine/teams/teams.js";
import { type Command, defineCommand } from "../command.js";
import { choiceField, idField, userField } from "../inputs.js";
import { fields, tableOf, trx, type Width } from "../print.js";

const engineTeams = () => import("../../engine/teams/operator.js");

const list = defineCommand({
  name: "team list",
  about: "List teams with their members and open requests.",
  example: "team list",
  run: async ({ engine }) => ({ teams: await (await engineTeams()).readTeams(engine) }),
  print: ({ teams }, width) =>
    tableOf(
      teams,
      ["customerId", "name", "members", "owners", "requests", "founded: foundedAt"],
      "No teams. Customers found them with the bot: /team new NAME.",
      width,
    ),
});

const TEAM = ["as `team list` shows it", idField] as const;
const USER = ["the member, by Telegram user id", userField] as const;
const REQUEST = ["as `team show` shows it", idField] as const;

const show = defineCommand({
  name: "team show",
  about: "Show a team: members, limits, keys, and the requests that wait.",
  args: { TEAM },
  example: "team show TEAM",
  run: async ({ engine }, { team }) =>
    shownTeam(await (await engineTeams()).readWholeTeam(engine, team)),
  print: teamText,
});

const role = defineCommand({
  name: "team role",
  about: "Give a member another role, without another owner's word; all owners are told.",
  args: { TEAM, USER, ROLE: [ROLES.join(", "), choiceField(ROLES)] },
  example: "team role TEAM 7001 owner",
  async run({ engine }, { team, user: userId, role }) {
    const { changeTeamByOperator } = await engineTeams();
    await changeTeamByOperator(engine, team, { kind: "role", userId, role });
    return { team, userId, role };
  },
  print: ({ userId, role }) => `${userId} is ${role} now. All owners are told.`,
});

const remove = defineCommand({
  name: "team remove",
  about: "Remove a member and revoke their keys of this team; all owners are told.",
  args: { TEAM, USER },
  example: "team remove TEAM 7001",
  async run({ engine }, { team, user: userId }) {
    const { changeTeamByOperator } = await engineTeams();
    await changeTeamByOperator(engine, team, { kind: "removal", userId });
    return { team, userId };
  },
  print: ({ userId }) => `${userId} is no member any more. All owners are told.`,
});

function decision(word: "approve" | "decline", about: string): Command {
  return defineCommand({
    name: `team ${word}`,
    about,
    args: { REQUEST },
    example: `team ${word} REQUEST`,
    async run({ engine }, { request }) {
      await (await engineTeams()).decideByOperator(engine, request, word === "approve");
      return { request, decision: word };
    },
    print: () => `Done: ${word}d. All whom it concerns are told.`,
  });
}

export const teamCommands: readonly Command[] = [
  list,
  show,
  role,
  remove,
  decision("approve", "Decide for a change that waits for another owner."),
  decision("decline", "Decide against a change that waits for another owner."),
];

function limitsOf({ orderSun, daySun, aloneSun }: Limits) {
  const said = (limitSun: number | null) => (limitSun === null ? null : toTrx(limitSun));
  return { order: said(orderSun), day: said(daySun), alone: said(aloneSun) };
}

/** As `--json` gives it: money in TRX. */
function shownTeam({ customerId, name, members, requests, ...team }: Omit<TeamView, "you">) {
  const { limits, usedTodaySun, onlyBookedWallets, tradersSeeMoney } = team;
  return {
    ...{ customerId, name, onlyBookedWallets, tradersSeeMoney },
    limits: limitsOf(limits),
    usedToday: toTrx(usedTodaySun),
    members: members.map(({ userId, name, role, ...one }) => ({
      ...{ userId, name, role, ...limitsOf(one.limits), usedToday: toTrx(one.usedTodaySun) },
      keys: one.keys.length,
    })),
    requests: requests.map(({ id: request, kind, asked_by: askedBy, expires_at, what }) => ({
      ...{ request, kind, askedBy, expiresAt: expires_at },
      // Of an order, it is long, and its card has it.
      wants:
        kind === "order" ? "" : JSON.stringify((JSON.parse(what) as { change: unknown }).change),
    })),
  };
}

function teamText(team: ReturnType<typeof shownTeam>, width?: Width): string {
  const { customerId, name, onlyBookedWallets, tradersSeeMoney, limits, usedToday } = team;
  const said = (limit: number | null) => (limit === null ? "none" : trx(limit));
  const { order, day, alone } = limits;
  const head = fields({
    ...{ customerId, name, onlyBookedWallets, tradersSeeMoney },
    "limit TRX": `order ${said(order)}, day ${said(day)}, alone ${said(alone)}`,
    "used today TRX": trx(usedToday),
  });
  const members = tableOf(
    team.members,
    [
      ...(["userId", "name", "role"] as const),
      ["order TRX", (one) => said(one.order)],
      ["day TRX", (one) => said(one.day)],
      ["alone TRX", (one) => said(one.alone)],
      ["today TRX", (one) => trx(one.usedToday)],
      "keys",
    ],
    "No members.",
    width,
  );
  const requests = tableOf(
    team.requests,
    ["request", "kind", "by: askedBy", "until: expiresAt", "wants"],
    "No request waits.",
    width,
  );
  return [head, members, requests].join("\n\n");
}
