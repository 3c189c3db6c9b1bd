/** Requests of a team end with the right to them, in the transaction that takes it: none comes back with its member. And who is told why they decide nothing. */
import { expect, test } from "vitest";
import { HOUR_MS } from "../../src/common/time.js";
import { must } from "../../src/domain/assert.js";
import { sun } from "../../src/domain/money.js";
import type { Role } from "../../src/domain/team.js";
import type { TeamChange } from "../../src/domain/team-change.js";
import { type Deciding, decide, lapseRequests } from "../../src/engine/chat/team-requests.js";
import type { NotDecided } from "../../src/engine/teams/deciding.js";
import { changeTeamByOperator } from "../../src/engine/teams/operator.js";
import { changeTeam, invite } from "../../src/engine/teams/teams.js";
import { run } from "../../src/store/phase.js";
import { deleteMember, insertMember } from "../../src/store/teams/teams.js";
import { addressOf } from "../support/addresses.js";
import { openDesk } from "../support/desk.js";
import {
  APPROVER,
  asked,
  GUEST,
  OTHER_OWNER,
  OWNER,
  TRADER,
  TRX,
  teamOn,
} from "../support/teams.js";
import { newUpdate } from "./faults/updates.js";

type Decision = Deciding["decision"];

const THIRD = 17;
const limit = (trx: number | null): TeamChange => ({
  ...{ kind: "teamLimits", of: "order", limitSun: trx === null ? null : sun(trx * TRX) },
});
const keyFor = (userId: number): TeamChange => ({ kind: "key", userId, capSun: sun(5 * TRX) });

const removal = (userId: number): TeamChange => ({ kind: "removal", userId });
const role = (userId: number, to: Role): TeamChange => ({ kind: "role", userId, role: to });
const wallet: TeamChange = { kind: "wallet", name: "cold", address: addressOf(1) };
const owners = [
  [OTHER_OWNER, "owner"],
  [THIRD, "owner"],
  [APPROVER, "approver"],
  [TRADER, "trader"],
] as const;

/** Who asks for what, what then makes it impossible: by whom, or by the operator; and who is told that it is over. */
const ENDS: readonly (readonly [
  string,
  number,
  TeamChange | "order",
  number | null,
  TeamChange,
  number | null,
])[] = [
  ["an order of who is removed", TRADER, "order", OWNER, removal(TRADER), TRADER],
  ["an order of who leaves", TRADER, "order", TRADER, removal(TRADER), null],
  ["an order of who becomes a viewer", TRADER, "order", OWNER, role(TRADER, "viewer"), TRADER],
  ["an order of whom the operator removes", TRADER, "order", null, removal(TRADER), TRADER],
  ["a wallet of who becomes a viewer", TRADER, wallet, null, role(TRADER, "viewer"), null],
  ["a limit that a former owner wants", THIRD, limit(null), null, role(THIRD, "approver"), null],
  ["a limit that is another by then", OWNER, limit(null), OTHER_OWNER, limit(5), OWNER],
  ["the removal of an owner who has left", OWNER, removal(THIRD), THIRD, removal(THIRD), null],
  [
    "another's role, once they are gone",
    OWNER,
    role(TRADER, "owner"),
    OTHER_OWNER,
    removal(TRADER),
    null,
  ],
  ["a key of who is gone", OWNER, keyFor(TRADER), OTHER_OWNER, removal(TRADER), null],
  [
    "who joins by the word of a former owner",
    THIRD,
    { kind: "join", userId: GUEST, name: "@g", role: "trader", invitedBy: THIRD },
    null,
    role(THIRD, "trader"),
    null,
  ],
];

test.each(ENDS)(
  "ends in the same transaction, and for good: %s",
  async (_, by, wanted, who, change, told) => {
    const desk = await openDesk();
    const { engine, clock } = desk;
    const team = await teamOn(desk, owners);
    const wants = async (userId: number, what: TeamChange) => {
      const by = { updateId: await newUpdate(desk), customerId: team, userId };
      await changeTeam(engine, { ...by, change: what, told: () => [] });
      return String(desk.rows("SELECT id FROM team_request ORDER BY id DESC LIMIT 1")[0]?.id);
    };
    await wants(OWNER, limit(10));
    const id = wanted === "order" ? await asked(desk, team, "r") : await wants(by, wanted);
    const statusOf = () => desk.rows(`SELECT status FROM team_request WHERE id = '${id}'`);
    await desk.commit(function* () {
      yield* run("UPDATE flow SET status = 'closed'");
      yield* run("UPDATE card SET dirty = 0");
    });
    await (who === null ? changeTeamByOperator(engine, team, change) : wants(who, change));
    expect(statusOf()).toEqual([{ status: "ended" }]);
    const of = `SELECT chat_id FROM outbox WHERE key LIKE 'team:${id}:%'`;
    expect(desk.rows(of).map(({ chat_id }) => chat_id)).toEqual(told === null ? [] : [told]);
    if (wanted === "order")
      expect(desk.rows("SELECT chat_id FROM card WHERE dirty = 1 ORDER BY 1")).toHaveLength(4);
    const [entry] = desk.rows(
      `SELECT user_id FROM team_log WHERE act = 'ended' AND request_id = '${id}'`,
    );
    expect(entry).toEqual({ user_id: null });
    // Invited again within the hour, and all as it was: what was asked for is over.
    await desk.commit(function* () {
      for (const [userId, as] of owners) {
        const at = clock.nowMs;
        yield* deleteMember(team, userId);
        yield* insertMember({ customer_id: team, user_id: userId, role: as, joined_at: at });
      }
    });
    for (const userId of [OWNER, OTHER_OWNER, APPROVER])
      await expect(
        decide(engine, { requestId: id, userId, decision: "approve" }),
      ).rejects.toMatchObject({ code: "NOT_CHANGEABLE" });
    clock.nowMs += 73 * HOUR_MS;
    clock.monotonicMs += 73 * HOUR_MS;
    await lapseRequests(engine);
    expect(desk.rows("SELECT 1 FROM team_member")).toHaveLength(5);
    expect(desk.moneySunOf(team).held).toBe(0);
  },
);

test("the invitations of who is no owner any more end, and do not come back either", async () => {
  const desk = await openDesk();
  const team = await teamOn(desk, owners);
  for (const userId of [THIRD, OTHER_OWNER])
    await invite(desk.engine, {
      ...{ updateId: await newUpdate(desk), customerId: team, userId, role: "viewer" },
    });
  await changeTeamByOperator(desk.engine, team, role(THIRD, "approver"));
  expect(desk.rows("SELECT invited_by, status FROM team_invitation ORDER BY status")).toEqual([
    { invited_by: OTHER_OWNER, status: "open" },
    { invited_by: THIRD, status: "withdrawn" },
  ]);
});

/** Who does what with a request that somebody has asked for, what was done before, and why it is refused. */
const REFUSED: readonly (readonly [
  TeamChange | "order",
  (readonly [number, Decision])[],
  NotDecided,
  string,
])[] = [
  ["order", [[TRADER, "approve"]], "own", ""],
  ["order", [[OWNER, "withdraw"]], "declinable", "@user14"],
  ["order", [[GUEST, "withdraw"]], "theirs", "@user14"],
  ["order", [[GUEST, "decline"]], "ofApprovers", ""],
  [
    "order",
    [
      [APPROVER, "approve"],
      [OWNER, "approve"],
    ],
    "approved",
    "@user13",
  ],
  [
    "order",
    [
      [APPROVER, "decline"],
      [OWNER, "approve"],
    ],
    "declined",
    "@user13",
  ],
  [
    "order",
    [
      [TRADER, "withdraw"],
      [OWNER, "approve"],
    ],
    "withdrawn",
    "@user14",
  ],
  [limit(null), [[APPROVER, "approve"]], "ofOwners", ""],
  [removal(OTHER_OWNER), [[OTHER_OWNER, "decline"]], "aboutYou", ""],
  [
    limit(null),
    [
      [OTHER_OWNER, "approve"],
      [THIRD, "approve"],
    ],
    "approved",
    "@user12",
  ],
];

test.each(REFUSED)(
  "says why a tap does nothing: %o, %o, %s",
  async (wanted, taps, why, userName) => {
    const desk = await openDesk();
    const team = await teamOn(desk, owners);
    await changeTeamByOperator(desk.engine, team, limit(10));
    let requestId = "";
    if (wanted === "order") requestId = await asked(desk, team, "r");
    else {
      const by = { updateId: await newUpdate(desk), customerId: team, userId: OWNER };
      await changeTeam(desk.engine, { ...by, change: wanted, told: () => [] });
      requestId = String(desk.rows("SELECT id FROM team_request")[0]?.id);
    }
    const doing = taps.map(([userId, decision]) => ({ requestId, userId, decision }));
    const last = must(doing.pop(), "a tap");
    for (const one of doing) await decide(desk.engine, one);
    await expect(decide(desk.engine, last)).rejects.toMatchObject({ why, userName });
  },
);
