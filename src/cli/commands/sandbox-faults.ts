/** `desk sandbox faults`: faults of the sandbox's node, on request. */
import { z } from "zod";
import {
  type FaultChange,
  type FaultInForce,
  type FaultState,
  sandboxOf,
} from "../../control/desk-control.js";
import { defineCommand } from "../command.js";
import { addressField, byOption, countField, flag, unitsField } from "../inputs.js";
import { tableOf, type Width } from "../print.js";

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

const options = {
  set: [
    "<kind>",
    `an HTTP status, or ${KINDS.join(", ")}`,
    z
      .string()
      .refine(
        (kind) => KINDS.includes(kind) || HTTP_STATUS.test(kind),
        `must be an HTTP status from 400 to 599, or one of ${KINDS.join(", ")}`,
      )
      .optional(),
  ],
  count: ["<n>", "how many calls it applies to; default 1", countField.optional()],
  path: [
    "<path>",
    "only calls of this path; default: broadcasts or all calls, depending on the kind",
    z.string().startsWith("/", "must be a path such as /wallet/getnowblock").optional(),
  ],
  owner: ["<address>", "only broadcasts of this account's transactions", addressField.optional()],
  reason: ["<name>", "for reject: not-enough-stake, no-bandwidth, …", z.string().optional()],
  ms: ["<n>", "for delay: milliseconds", countField.optional()],
  blocks: [
    "<n>",
    "newest blocks affected: for fork (default 1) or late-infos (default all)",
    countField.optional(),
  ],
  infos: ["<n>", "for late-infos: infos per block; default 0", unitsField.optional()],
  vanish: flag("for fork: the dropped transactions are lost"),
  clear: flag("clear all faults, before --set if both are given"),
} as const;

type Given = z.output<
  z.ZodObject<{ -readonly [K in keyof typeof options]: (typeof options)[K][2] }>
>;

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

function check(given: Given, problem: (field: string, message: string) => void): void {
  const kind = given.set;
  for (const [name, belongs] of Object.entries(BELONGS)) {
    const value = given[name as keyof Given];
    if (value === undefined || value === false || belongs(kind)) continue;
    problem(name, kind === undefined ? "give it with --set" : `says nothing about ${kind}`);
  }
  const needed = kind === undefined ? undefined : NEEDED[kind];
  if (needed && given[needed] === undefined) problem(needed, `give it for --set ${kind}`);
}

function changeOf(given: Given): FaultChange {
  const { set: kind, clear } = given;
  const stall = kind === "stall";
  if (kind === "fork") {
    const transactions = given.vanish ? "vanish" : "pending";
    return { clear, stall, fork: { depth: given.blocks ?? 1, transactions } };
  }
  if (kind === undefined || stall) return { clear, stall };
  return { clear, stall, add: faultOf(kind, given) };
}

function faultOf(kind: string, given: Given) {
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

export const sandboxFaults = defineCommand({
  name: "sandbox faults",
  about: "List, set or clear faults of the sandbox's node (see docs/operating.md).",
  options,
  example: "sandbox faults --set reject --reason not-enough-stake --count 2",
  needsRunningDesk: true,
  check,
  run: async (desk, given): Promise<FaultState> =>
    // Only the node knows the reasons, and its error names a field of its own.
    sandboxOf(desk)
      .faults(changeOf(given))
      .catch(byOption(/^add\.0\.reason(?=:)/, "--reason")),
  logged: ({ faults, stalled }) => ({ faults: JSON.stringify(faults), stalled }),
  print: faultsText,
});

function lateness({ infos, blocks }: Pick<FaultInForce, "infos" | "blocks">): string {
  if (infos === undefined) return "";
  return blocks === undefined ? `first ${infos}` : `first ${infos}, ${blocks} blocks`;
}

function faultsText({ faults, stalled }: FaultState, width: Width): string {
  const more = ({ reason, code, status, delayMs, ...rest }: FaultInForce) =>
    String(reason ?? code ?? status ?? delayMs ?? lateness(rest));
  const list = tableOf(
    faults,
    ["fault: kind", ["what", more], "path", ["calls left", ({ count }) => count ?? "all"], "owner"],
    "No faults.",
    width,
  );
  return stalled ? `${list}\nThe chain is stalled: no blocks until --clear.` : list;
}
