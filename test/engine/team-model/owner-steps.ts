/** What owners do beside members and limits: keys shown and revoked, withdrawals, and the link of a group. */
import { must } from "../../../src/domain/assert.js";
import { DeskError } from "../../../src/domain/errors.js";
import { sun } from "../../../src/domain/money.js";
import { keyShown } from "../../../src/engine/customers/own-keys.js";
import { makeLinkCode, unlinkGroup, useLinkCode } from "../../../src/engine/teams/groups.js";
import { revokeTeamKey, showTeamKey } from "../../../src/engine/teams/keys.js";
import { cancelWithdrawal } from "../../../src/engine/withdrawals/decide.js";
import { askWithdrawal } from "../../../src/engine/withdrawals/of-team.js";
import { prepareWithdrawal } from "../../../src/engine/withdrawals/withdraw.js";
import { addressOf } from "../../support/addresses.js";
import { TRX } from "../../support/teams.js";
import { newUpdate } from "../faults/updates.js";
import { wants } from "./member-steps.js";
import { perform, type Step, somebody, type World } from "./step.js";

export const GROUP = -5;
const OUTSIDE = [0x7000, 0x7001].map(addressOf);
const FEE_SUN = TRX;

const someKey = ({ model, random }: World) => random.maybeOf([...model.keys].slice(-4));

/** Its member alone sees it, once; the key that works has another id. */
export async function showKey(world: World): Promise<Step<string> | undefined> {
  const { desk, model, random } = world;
  const [keyId, key] = someKey(world) ?? [];
  if (keyId === undefined || !key) return undefined;
  const userId = random.chance(0.7) ? key.who : somebody(world);
  const updateId = await newUpdate(desk);
  return {
    says: `${userId} has the key of ${key.who} shown`,
    must: key.state === "allowed" && userId === key.who ? "taken" : "refused",
    act: async () => {
      const shown = await showTeamKey(desk.engine, { updateId, userId, keyId });
      if (shown.kind !== "issued") throw new DeskError("NOT_FOUND", shown.kind);
      return shown.keyId;
    },
    taken: async (shownId) => {
      await keyShown(desk.engine, shownId);
      key.state = "over";
      model.keys.set(shownId, { ...key, state: "works" });
    },
  };
}

export async function revokeKey(world: World): Promise<Step<void> | undefined> {
  const { desk, team, model } = world;
  const [keyId, key] = someKey(world) ?? [];
  if (keyId === undefined || !key) return undefined;
  const userId = somebody(world);
  const call = { updateId: await newUpdate(desk), customerId: team, userId, keyId };
  const may = model.is(userId, "owner") || (userId === key.who && model.is(userId, "viewer"));
  return {
    says: `${userId} revokes a key of ${key.who}`,
    must: may && key.state !== "over" ? "taken" : "refused",
    act: async () => {
      if (!(await revokeTeamKey(desk.engine, call)))
        throw new DeskError("NOT_FOUND", "It is over.");
    },
    taken: () => {
      key.state = "over";
    },
    isLogged: true,
  };
}

export async function withdraw(world: World): Promise<Step<unknown>> {
  const { desk, team, model, random } = world;
  const { engine } = desk;
  const by = random.chance(0.7) ? random.of(model.owners()) : somebody(world);
  const [address, trx] = [random.of(OUTSIDE), random.of([2, 5, 40])];
  const asks = { customerId: team, address, amountSun: sun(trx * TRX) };
  const change = { kind: "withdrawal", to: address, wholeSun: trx * TRX + FEE_SUN } as const;
  return {
    says: `${by} withdraws ${trx} TRX`,
    must: model.judgeChange(by, change),
    act: async () => {
      const creation = await prepareWithdrawal(engine, asks);
      const idempotencyKey = creation.id;
      const call = { ...asks, channel: "telegram", idempotencyKey, hasRight: true } as const;
      await desk.database.commit(() => askWithdrawal(engine, call, by, creation));
      return creation.id;
    },
    taken: (id) => model.apply(change, String(id)),
    asked: wants(world, by, change),
    isLogged: true,
  };
}

export async function cancelPayout(world: World): Promise<Step<unknown> | undefined> {
  const { desk, team, model, random } = world;
  const [id, wholeSun = 0] = random.maybeOf([...model.withdrawals]) ?? [];
  if (id === undefined) return undefined;
  const userId = somebody(world);
  return {
    says: `${userId} cancels a withdrawal`,
    must: model.is(userId, "owner") ? "taken" : "refused",
    act: () => cancelWithdrawal(desk.engine, team, id, { kind: "member", userId }),
    taken: () => {
      model.availableSun += wholeSun;
      model.withdrawals.delete(id);
    },
    isLogged: true,
  };
}

export async function link(world: World): Promise<undefined> {
  const { desk, team, model, random } = world;
  if (model.isLinked) return unlink(world);
  const by = random.chance(0.7) ? random.of(model.owners()) : somebody(world);
  const asking = { updateId: await newUpdate(desk), userId: by };
  let code = "";
  await perform(world, {
    says: `${by} asks for a code`,
    must: model.is(by, "owner") ? "taken" : "refused",
    act: () => makeLinkCode(desk.engine, team, asking),
    taken: (made) => {
      code = must(made, "a code");
    },
    isLogged: true,
  });
  if (code === "") return;
  const userId = random.chance(0.7) ? by : somebody(world);
  let said = "";
  const told = ({ kind }: { kind: string }) => {
    said = kind;
    return [];
  };
  const using = { updateId: await newUpdate(desk), code, title: "Group", told };
  const change = { kind: "link" } as const;
  await perform(world, {
    says: `${userId} links the group by the code of ${by}`,
    must: userId === by ? model.judgeChange(by, change) : "refused",
    act: async () => {
      await useLinkCode(desk.engine, { chatId: GROUP, userId }, using);
      if (said === "over") throw new DeskError("NOT_FOUND", said);
    },
    taken: () => model.apply(change, ""),
    asked: wants(world, by, change),
    isLogged: true,
  });
}

async function unlink(world: World): Promise<undefined> {
  const { desk, model, random } = world;
  const userId = random.chance(0.7) ? random.of(model.owners()) : somebody(world);
  const updateId = await newUpdate(desk);
  await perform(world, {
    says: `${userId} unlinks the group`,
    must: model.is(userId, "owner") ? "taken" : "refused",
    act: () => unlinkGroup(desk.engine, { chatId: GROUP, userId }, { updateId, told: () => [] }),
    taken: () => {
      model.isLinked = false;
    },
    isLogged: true,
  });
}
