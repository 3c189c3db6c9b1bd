/** A team: its members and limits, and what the key that asks may still order. */
import { z } from "zod";
import { type Sun, toTrx } from "../domain/money.js";
import { type Limits, ROLES } from "../domain/team.js";
import { readTeamOfKey, type TeamOfKey } from "../engine/teams/read-team.js";
import { named, trx } from "./contract/shapes.js";
import { READ, route } from "./route.js";

const limits = z.object({
  order: trx.nullable().describe("The most for an order, all its wallets together."),
  day: trx.nullable().describe("The most for a day (UTC)."),
  alone: trx.nullable().describe("Above this somebody else approves."),
});

const userId = z.int().describe("Of Telegram.");
const usedToday = trx.describe("TRX spent or held today (UTC).");

const team = named(
  "Team",
  z.object({
    name: z.string(),
    members: z.array(
      z.object({
        userId,
        name: z.string().describe("As Telegram showed it last."),
        role: z.enum(ROLES),
        limits: limits.describe("What they may do alone; null: no limit of their own."),
        usedToday,
      }),
    ),
    limits: limits.describe("`order` and `day` bind everybody; null: no limit."),
    onlyBookedWallets: z
      .boolean()
      .describe("Alone nobody orders for wallets that are not in the team's book."),
    tradersSeeMoney: z.boolean(),
    usedToday,
    key: z
      .object({
        userId: userId.describe("Whose key it is: it may do what they may."),
        cap: trx.describe("The most that it spends in a day (UTC)."),
        usedToday,
        leftAlone: trx.describe("What it may order now: more is refused with `FORBIDDEN`."),
      })
      .describe("The key that asks."),
  }),
);

export const TEAM_ROUTES = [
  route({
    ...READ,
    path: "/v1/team",
    id: "team",
    right: "see",
    tag: "Account",
    summary: "Your team, and what your key may still order",
    description: "For a key of a team; the account of one person has none.",
    answer: {
      data: team,
      example: {
        name: "Big Desk",
        members: [
          {
            userId: 100_200_300,
            name: "@ada",
            role: "trader",
            limits: { order: 50, day: 200, alone: null },
            usedToday: 3.9,
          },
        ],
        limits: { order: null, day: 1_000, alone: 100 },
        onlyBookedWallets: true,
        tradersSeeMoney: false,
        usedToday: 3.9,
        key: { userId: 100_200_300, cap: 20, usedToday: 3.9, leftAlone: 16.1 },
      },
    },
    errors: ["NOT_FOUND"],
    serve: async ({ engine }, { customerId, by }) =>
      teamAnswer(await readTeamOfKey(engine, { customerId, by })),
  }),
];

function teamAnswer({ members, limits, usedTodaySun, key, ...team }: TeamOfKey) {
  const { name, onlyBookedWallets, tradersSeeMoney } = team;
  return {
    name,
    members: members.map(({ userId, name, role, ...one }) => ({
      ...{ userId, name, role, limits: limitsAnswer(one.limits) },
      usedToday: toTrx(one.usedTodaySun),
    })),
    ...{ limits: limitsAnswer(limits), onlyBookedWallets, tradersSeeMoney },
    usedToday: toTrx(usedTodaySun),
    key: {
      ...{ userId: key.userId, cap: toTrx(key.capSun), usedToday: toTrx(key.usedTodaySun) },
      leftAlone: toTrx(key.leftAloneSun),
    },
  };
}

function limitsAnswer({ orderSun, daySun, aloneSun }: Limits) {
  const said = (limitSun: Sun | null) => (limitSun === null ? null : toTrx(limitSun));
  return { order: said(orderSun), day: said(daySun), alone: said(aloneSun) };
}
