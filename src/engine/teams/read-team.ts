/** A team as one of its keys reads it. */
import { must } from "../../domain/assert.js";
import { DeskError } from "../../domain/errors.js";
import { type Sun, sun } from "../../domain/money.js";
import { mayDo } from "../../domain/team.js";
import type { Phase } from "../../store/phase.js";
import { dueTimeOf, type Engine } from "../context.js";
import { type Acting, leftAlone, memberActing, usedToday } from "./rights.js";
import { type TeamView, wholeTeam } from "./teams.js";

export interface TeamOfKey
  extends Pick<
    TeamView,
    "name" | "members" | "limits" | "onlyBookedWallets" | "tradersSeeMoney" | "usedTodaySun"
  > {
  readonly key: {
    readonly userId: number;
    readonly capSun: Sun;
    readonly usedTodaySun: Sun;
    /** What it may order now without anybody else. */
    readonly leftAloneSun: Sun;
  };
}

/** Throws NOT_FOUND for an account of one person, and FORBIDDEN for a key that does not work any more. */
export function readTeamOfKey(engine: Engine, acting: Acting): Promise<TeamOfKey> {
  const [dueAt, at] = [dueTimeOf(engine), engine.now()];
  return engine.database.read(function* (): Phase<TeamOfKey> {
    const found = yield* memberActing(acting);
    if (!found?.key)
      throw new DeskError("NOT_FOUND", "This key is of a person's account: no team.");
    const { team, member, key } = found;
    const used = yield* usedToday(found, dueAt);
    const capSun = must(key.capSun, "a team's key has a cap");
    const leftSun = mayDo(member.role, "order") ? leftAlone(found, used) : sun(0);
    return {
      ...(yield* wholeTeam(team, { dueAt, at })),
      key: {
        ...{ userId: member.user_id, capSun, usedTodaySun: used.keySun },
        leftAloneSun: leftSun ?? capSun,
      },
    };
  });
}
