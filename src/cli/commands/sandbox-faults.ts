/** `desk sandbox faults`: faults of the sandbox's node, on request. */
import { z } from "zod";
import {
  type FaultChange,
  type FaultInForce,
  type FaultState,
  sandboxOf,
} from "../../control/desk-control.js";
import { DeskError } from "../../domain/errors.js";
import { defineCommand } from "../command.js";
import { addressField, countField, unitsField } from "../inputs.js";
import type { Width } from "../print.js";
import { table } from "../table.js";

const EVERY_PATH = "*";
const BROADCAST = "/wallet/broadcasthex";

/** Where a fault applies unless --path says otherwise. */
const USUAL_PATH: Readonly<Record<string, string>> = {
  drop: EVERY_PATH,
  delay: EVERY_PATH,
  "accept-then-drop": BROADCAST,
  "accept-then-hang": BROADCAST,
  "never-include": BROADCAST,
  reject: BROADCAST,
  "late-infos": EVERY_PATH,
  "failed-events": EVERY_PATH,
};

/** What is wrong with answers, not with broadcasts. */
const OF_INFOS: readonly string[] = ["late-infos", "failed-events"];

const KINDS = [...Object.keys(USUAL_PATH), "fork", "stall"];
const HTTP_STATUS = /^[45]\d\d$/;

const options = z.strictObject({
  set: z
    .string()
    .refine(
      (kind) => KINDS.includes(kind) || HTTP_STATUS.test(kind),
      `must be an HTTP status from 400 to 599, or one of ${KINDS.join(", ")}`,
    )
    .optional(),
  count: countField.optional(),
  path: z.string().startsWith("/", "must be a path such as /wallet/getnowblock").optional(),
  owner: addressField.optional(),
  reason: z.string().optional(),
  ms: countField.optional(),
  blocks: countField.optional(),
  infos: unitsField.optional(),
  vanish: z.boolean().default(false),
  clear: z.boolean().default(false),
});

type Options = z.output<typeof options>;

/** Which options belong to which kinds; any other is refused. */
const BELONGS: Readonly<Record<string, (kind: string | undefined) => boolean>> = {
  count: isFault,
  path: isFault,
  owner: (kind) => isFault(kind) && !OF_INFOS.includes(kind ?? ""),
  reason: (kind) => kind === "reject",
  ms: (kind) => kind === "delay",
  blocks: (kind) => kind === "fork" || kind === "late-infos",
  infos: (kind) => kind === "late-infos",
  vanish: (kind) => kind === "fork",
};
const NEEDED: Readonly<Record<string, "reason" | "ms">> = { reject: "reason", delay: "ms" };

function isFault(kind: string | undefined): boolean {
  return kind !== undefined && kind !== "fork" && kind !== "stall";
}

const input = options.transform((given, context): FaultChange => {
  const problem = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  const kind = given.set;
  for (const [name, belongs] of Object.entries(BELONGS)) {
    const value = given[name as keyof Options];
    if (value === undefined || value === false || belongs(kind)) continue;
    problem(name, kind === undefined ? "give it with --set" : `says nothing about ${kind}`);
  }
  const needed = kind === undefined ? undefined : NEEDED[kind];
  if (needed && given[needed] === undefined) problem(needed, `give it for --set ${kind}`);
  return changeOf(given);
});

function changeOf(given: Options): FaultChange {
  const { set: kind, clear } = given;
  const stall = kind === "stall";
  if (kind === "fork") {
    const transactions = given.vanish ? "vanish" : "pending";
    return { clear, stall, fork: { depth: given.blocks ?? 1, transactions } };
  }
  if (kind === undefined || stall) return { clear, stall };
  return { clear, stall, add: faultOf(kind, given) };
}

function faultOf(kind: string, given: Options) {
  const { count = 1, path, owner, reason, ms, blocks, infos } = given;
  const usualPath = owner ? BROADCAST : (USUAL_PATH[kind] ?? EVERY_PATH);
  return {
    ...(HTTP_STATUS.test(kind) ? { kind: "status", status: Number(kind) } : { kind }),
    path: path ?? usualPath,
    count,
    ...(owner && { owner }),
    ...(reason && { reason }),
    ...(ms && { delayMs: ms }),
    ...(blocks && { blocks }),
    ...(infos && { infos }),
  };
}

/** Only the node knows the reasons, and its error names a field of its own. */
function byOption(error: unknown): never {
  if (!(error instanceof DeskError)) throw error;
  throw new DeskError(error.code, error.message.replace(/^add\.0\.reason(?=:)/, "--reason"));
}

export const sandboxFaults = defineCommand({
  name: "sandbox faults",
  about: "List, set or clear faults of the sandbox's node (see docs/operating.md).",
  options: [
    { flags: "--set <kind>", about: `an HTTP status, or ${KINDS.join(", ")}` },
    { flags: "--count <n>", about: "how many calls it applies to; default 1" },
    {
      flags: "--path <path>",
      about: "only calls of this path; default: broadcasts or all calls, depending on the kind",
    },
    { flags: "--owner <address>", about: "only broadcasts of this account's transactions" },
    { flags: "--reason <name>", about: "for reject: not-enough-stake, no-bandwidth, …" },
    { flags: "--ms <n>", about: "for delay: milliseconds" },
    {
      flags: "--blocks <n>",
      about: "newest blocks affected: for fork (default 1) or late-infos (default all)",
    },
    { flags: "--infos <n>", about: "for late-infos: infos per block; default 0" },
    { flags: "--vanish", about: "for fork: the dropped transactions are lost" },
    { flags: "--clear", about: "clear all faults, before --set if both are given" },
  ],
  example: "sandbox faults --set reject --reason not-enough-stake --count 2",
  needsRunningDesk: true,
  input,
  run: async (desk, change): Promise<FaultState> => sandboxOf(desk).faults(change).catch(byOption),
  logged: ({ faults, stalled }) => ({ faults: JSON.stringify(faults), stalled }),
  print: faultsText,
});

function lateness({ infos, blocks }: Pick<FaultInForce, "infos" | "blocks">): string {
  if (infos === undefined) return "";
  return blocks === undefined ? `first ${infos}` : `first ${infos}, ${blocks} blocks`;
}

function faultsText({ faults, stalled }: FaultState, width: Width): string {
  const rows = faults.map(({ kind, path, count, owner, ...rest }) => {
    const more = rest.reason ?? rest.code ?? rest.status ?? rest.delayMs ?? lateness(rest);
    return [kind, String(more), path, count ?? "all", owner ?? ""];
  });
  const headings = ["fault", "what", "path", "calls left", "owner"];
  const list = table(headings, rows, "No faults.", width);
  return stalled ? `${list}\nThe chain is stalled: no blocks until --clear.` : list;
}
