/** Steps without money: members, limits, rules, invitations, and the book of wallets. */
import { HOUR_MS } from "../../../src/common/time.js";
import type { Address } from "../../../src/domain/address.js";
import { must } from "../../../src/domain/assert.js";
import { DeskError } from "../../../src/domain/errors.js";
import { sun } from "../../../src/domain/money.js";
import type { TeamChange } from "../../../src/domain/team-change.js";
import { decide } from "../../../src/engine/chat/team-requests.js";
import { nameWallets, unnameWallet } from "../../../src/engine/customers/wallet-names.js";
import { changeTeam, invite, join } from "../../../src/engine/teams/teams.js";
import { addressOf } from "../../support/addresses.js";
import { TRX } from "../../support/teams.js";
import { newUpdate } from "../faults/updates.js";
import type { Change } from "./model.js";
import { ROLES } from "./model.js";
import { acting, type Step, somebody, type World } from "./step.js";

const WALLETS = [1, 2, 3, 4].map(addressOf);

export async function name(world: World): Promise<Step<void>> {
  const { desk, model, random } = world;
  const by = somebody(world);
  const called = random.of(["a", "b", "c"]);
  const address = random.of(WALLETS);
  const known = model.book.get(called);
  const update = { updateId: await newUpdate(desk), acting: acting(world, { by }) };
  const may = model.is(by, "approver");
  if (known && random.chance(0.5))
    return {
      says: `${by} takes the name ${called} away`,
      must: may ? "taken" : "refused",
      act: () =>
        unnameWallet(desk.engine, {
          ...{ ...update, told: () => [] },
          find: (names) => names.find((one) => one.name === called),
        }),
      taken: () => {
        model.book.delete(called);
      },
      isLogged: true,
    };
  const replaces = known && (known.wallet as Address);
  const isSame = replaces === address;
  return {
    says: `${by} calls ${address} ${called}`,
    must: may ? "taken" : "refused",
    act: () =>
      nameWallets(desk.engine, {
        ...{ ...update, told: () => [] },
        names: [{ name: called, address, ...(replaces && !isSame ? { replaces } : {}) }],
      }),
    taken: () => {
      if (!isSame) model.book.set(called, { wallet: address, by, at: model.at });
    },
    isLogged: !isSame,
  };
}

function someChange(
  world: World,
  by: number,
): Exclude<Change, { kind: "join" | "withdrawal" | "link" }> {
  const { model, random } = world;
  const who = somebody(world);
  const of = random.of(["order", "day", "alone"] as const);
  const limit = random.of([0, 0.5, 4, 8, 12, 20, 40, 80]) * TRX || undefined;
  return random.of<ReturnType<typeof someChange>>([
    { kind: "role", who, role: random.of(ROLES) },
    { kind: "role", who, role: random.of(ROLES) },
    { kind: "removal", who },
    { kind: "memberLimits", who, of, sun: limit },
    { kind: "teamLimits", of, sun: limit && limit * 2 },
    { kind: "rules", is: !model.onlyBooked },
    { kind: "key", who, madeBy: by, capSun: random.of([4, 8, 16]) * TRX },
    { kind: "key", who, madeBy: by, capSun: random.of([4, 8, 16]) * TRX },
  ]);
}

/** As the engine takes it. */
function changeFor(change: ReturnType<typeof someChange>): TeamChange {
  if (change.kind === "rules") return { kind: "rules", rule: "onlyBookedWallets", is: change.is };
  if (change.kind === "key") return { kind: "key", userId: change.who, capSun: sun(change.capSun) };
  if (change.kind === "role") return { kind: "role", userId: change.who, role: change.role };
  if (change.kind === "removal") return { kind: "removal", userId: change.who };
  const limitSun = change.sun === undefined ? null : sun(change.sun);
  if (change.kind === "teamLimits") return { kind: "teamLimits", of: change.of, limitSun };
  return { kind: "memberLimits", userId: change.who, of: change.of, limitSun };
}

export const wants = (world: World, by: number, change: Change) => (requestId: string) => {
  const { model } = world;
  for (const wish of model.changeWishes.values())
    if (wish.by === by && model.isSame(wish.change, change)) wish.isOpen = false;
  const until = model.at + 72 * HOUR_MS;
  const was = model.valueOf(change);
  model.changeWishes.set(requestId, { by, change, was, until, isOpen: true });
};

/** The key that the desk has and the model has not. */
const newKeyOf = ({ desk, model }: World) =>
  desk
    .rows("SELECT id FROM api_key WHERE member_id IS NOT NULL")
    .map(({ id }) => String(id))
    .find((id) => !model.keys.has(id)) ?? "";

export async function change(world: World): Promise<Step<void> | undefined> {
  const { desk, team, model, random } = world;
  const by = random.chance(0.8) ? random.of(model.owners()) : somebody(world);
  const some = someChange(world, by);
  const isSame =
    "role" in some
      ? model.valueOf(some) === some.role
      : "sun" in some && model.valueOf(some) === some.sun;
  if (isSame) return undefined;
  const changing = { customerId: team, userId: by, change: changeFor(some), told: () => [] };
  const updateId = await newUpdate(desk);
  return {
    says: `${by} wants ${JSON.stringify(some)}`,
    must: model.judgeChange(by, some),
    act: () => changeTeam(desk.engine, { ...changing, updateId }),
    taken: () => model.apply(some, newKeyOf(world)),
    asked: wants(world, by, some),
    isLogged: true,
  };
}

export async function decideChange(world: World): Promise<Step<void> | undefined> {
  const { desk, model, random } = world;
  const [requestId, wish] = random.maybeOf([...model.changeWishes].slice(-4)) ?? [];
  if (!requestId || !wish) return undefined;
  const userId = random.chance(0.2) ? wish.by : somebody(world);
  const decision = random.of(["approve", "approve", "decline"] as const);
  return {
    says: `${userId}: ${decision} ${JSON.stringify(wish.change)} of ${wish.by}`,
    must: model.mayDecide(userId, wish, decision === "approve") ? "taken" : "refused",
    act: () => decide(desk.engine, { requestId, userId, decision }),
    taken: () => {
      wish.isOpen = false;
      if (decision !== "approve") return;
      model.apply(wish.change, wish.change.kind === "key" ? newKeyOf(world) : requestId);
    },
    isLogged: true,
  };
}

export async function inviting(world: World): Promise<Step<{ token: string } | undefined>> {
  const { desk, team, model, random } = world;
  const userId = somebody(world);
  const role = random.of(ROLES);
  const updateId = await newUpdate(desk);
  return {
    says: `${userId} invites a ${role}`,
    must: model.is(userId, "owner") ? "taken" : "refused",
    act: () => invite(desk.engine, { updateId, customerId: team, userId, role }),
    taken: (made) => {
      const until = model.at + 24 * HOUR_MS;
      const { token } = must(made, "an invitation");
      model.invitations.set(token, { by: userId, role, until, isOpen: true });
    },
    isLogged: true,
  };
}

export async function joining(world: World): Promise<Step<void> | undefined> {
  const { desk, model, random } = world;
  const [token, invitation] = random.maybeOf([...model.invitations].slice(-4)) ?? [];
  if (!token || !invitation) return undefined;
  const who = somebody(world);
  const { by, role } = invitation;
  // Who invites must still be able to.
  const isOver = !invitation.isOpen || model.at >= invitation.until || !model.is(by, "owner");
  const isIn = model.members.has(who);
  const verdict = isOver || isIn ? "refused" : model.judgeChange(by, { kind: "join", who, role });
  let said = "";
  const updateId = await newUpdate(desk);
  const told = ({ kind }: { kind: string }) => {
    said = kind;
    return [];
  };
  return {
    says: `${who} joins as ${role} by ${by}`,
    must: verdict,
    act: async () => {
      await join(desk.engine, { updateId, userId: who, name: `@user${who}`, token, told });
      if (said === "over" || said === "member") throw new DeskError("NOT_FOUND", said);
    },
    taken: () => {
      invitation.isOpen = false;
      model.apply({ kind: "join", who, role }, "");
    },
    asked: (id) => {
      invitation.isOpen = false;
      wants(world, by, { kind: "join", who, role })(id);
    },
    isLogged: true,
  };
}
