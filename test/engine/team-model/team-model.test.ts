/**
 * Random steps of a team on the paper desk, each compared with the model. A run that fails tells its steps; its seed is in its name, and
 * the same seed does the same again.
 */
import { expect, test } from "vitest";
import { must } from "../../../src/domain/assert.js";
import { readAccountIn } from "../../../src/engine/teams/paid-from.js";
import { readTeam } from "../../../src/engine/teams/teams.js";
import type { TelegramUserRow } from "../../../src/store/chat/telegram-users.js";
import { openDesk } from "../../support/desk.js";
import { byForm } from "../../support/forms.js";
import { TRX, teamOn } from "../../support/teams.js";
import { Random } from "../simulation/random.js";
import { change, decideChange, inviting, joining, name } from "./member-steps.js";
import { Model } from "./model.js";
import { cancelPayout, GROUP, link, revokeKey, showKey, withdraw } from "./owner-steps.js";
import {
  book,
  cancel,
  decideOrder,
  haggle,
  order,
  passTime,
  payIn,
  raise,
} from "./spending-steps.js";
import { PEOPLE, perform, type Step, type World } from "./step.js";

const STEPS_OF_RUN = byForm(150, 250);
const SEEDS = Array.from({ length: byForm(3, 40) }, (_, at) => at + 1);

const STEPS: Record<string, (world: World) => Promise<Step<unknown> | undefined>> = {
  ...{ book, cancel, decideOrder, haggle, order, passTime, payIn, raise },
  ...{ change, decideChange, inviting, joining, name },
  ...{ showKey, revokeKey, withdraw, cancelPayout, link },
};
/** Of those that stand here more often. */
const OFTEN: Record<string, number> = {
  ...{ order: 6, raise: 3, cancel: 2, decideOrder: 4, book: 2 },
  ...{ change: 5, decideChange: 5, name: 2, showKey: 2, withdraw: 2 },
};
const NAMES = Object.keys(STEPS).flatMap((one) =>
  Array.from({ length: OFTEN[one] ?? 1 }, () => one),
);

async function takeStep(world: World): Promise<void> {
  const { desk, model, random } = world;
  // No two things happen at once.
  desk.clock.nowMs += 1;
  desk.clock.monotonicMs += 1;
  model.at = desk.clock.nowMs;
  const step = await STEPS[random.of(NAMES)]?.(world);
  if (step) await perform(world, step);
  await compare(world);
}

async function opened(seed: number): Promise<World> {
  const desk = await openDesk({ ownersUnits: [1_000_000_000, 1_000_000_000] });
  const [first, second, third, fourth, fifth] = PEOPLE;
  const random = new Random(seed);
  const members = [
    ...(random.chance(0.7) ? ([[second, "owner"]] as const) : []),
    ...([
      [third, "approver"],
      [fourth, "trader"],
      [fifth, "viewer"],
    ] as const),
  ];
  const team = await teamOn(desk, members);
  const model = new Model(desk.clock.nowMs);
  for (const [userId, role] of [[first, "owner"] as const, ...members])
    model.members.set(userId, { role });
  model.availableSun = 100 * TRX;
  return { desk, team, model, random, done: [] };
}

/** The desk is where the model is, and nobody has decided what they asked for. */
async function compare({ desk, team, model, random }: World): Promise<void> {
  const members = desk.rows(
    `SELECT user_id, role, order_limit_sun AS "order", day_limit_sun AS day, alone_limit_sun AS alone
     FROM team_member WHERE customer_id = '${team}' ORDER BY user_id`,
  );
  const caps = { order: null, day: null, alone: null };
  const defined = (given: object) =>
    Object.fromEntries(Object.entries(given).map(([key, value]) => [key, value ?? null]));
  expect(members).toEqual(
    [...model.members]
      .toSorted(([a], [b]) => a - b)
      .map(([user_id, { role }]) => ({
        user_id,
        role,
        ...caps,
        ...defined(model.own[user_id] ?? {}),
      })),
  );
  expect(
    desk.rows(`SELECT order_limit_sun AS "order", day_limit_sun AS day, alone_limit_sun AS alone,
      only_booked_wallets AS booked FROM team`),
  ).toEqual([{ ...caps, ...defined(model.caps), booked: model.onlyBooked ? 1 : 0 }]);
  const [owner = 0] = model.owners();
  const view = must(await readTeam(desk.engine, team, owner), "the team");
  expect([
    view.usedTodaySun,
    ...view.members.map(({ userId, usedTodaySun }) => [userId, usedTodaySun]),
  ]).toEqual([
    model.usedSun(),
    ...view.members.map(({ userId }) => [userId, model.usedSun(userId)]),
  ]);
  const money = desk.moneySunOf(team);
  expect(money.available).toBe(model.availableSun);
  const idsOf = (sql: string) => desk.rows(sql).map(({ id }) => id);
  const idsIn = <T>(all: ReadonlyMap<string, T>, isIn: (one: T) => boolean = () => true) =>
    [...all].flatMap(([id, one]) => (isIn(one) ? [id] : [])).toSorted();
  const someone = random.of(PEOPLE);
  const user = { user_id: someone, pays_from: null } as TelegramUserRow;
  const account = await readAccountIn(desk.engine, user, { chatId: GROUP, isGroup: true });
  const isOpen = (one: { readonly isOpen: boolean }) => one.isOpen;
  expect({
    requests: idsOf("SELECT id FROM team_request WHERE status = 'open' ORDER BY id"),
    keys: idsOf("SELECT id FROM api_key WHERE member_id > 0 AND revoked_at IS NULL ORDER BY id"),
    withdrawals: idsOf("SELECT id FROM withdrawal WHERE status <> 'cancelled' ORDER BY id"),
    account: account.kind,
  }).toEqual({
    requests: [
      ...idsIn(model.orderWishes, isOpen),
      ...idsIn(model.changeWishes, isOpen),
    ].toSorted(),
    keys: idsIn(model.keys, ({ state }) => state !== "over"),
    withdrawals: idsIn(model.withdrawals),
    account: model.accountInGroup(someone),
  });
  expect(
    desk.rows("SELECT id FROM team_request WHERE decided_by = asked_by AND status <> 'withdrawn'"),
  ).toEqual([]);
}

test.each(SEEDS)(`${STEPS_OF_RUN} steps of a team, seed %i`, async (seed) => {
  const world = await opened(seed);
  try {
    for (let count = 0; count < STEPS_OF_RUN; count += 1) {
      await takeStep(world);
    }
    world.desk.assertSound();
  } catch (error) {
    throw new Error(`seed ${seed}, after\n${world.done.join("\n")}\n${String(error)}`, {
      cause: error,
    });
  }
  await world.desk.close();
});
