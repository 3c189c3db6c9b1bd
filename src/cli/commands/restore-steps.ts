/** `desk restore steps` and `desk restore done`: what is left to be done after a restore. */
import { z } from "zod";
import type { RestoreSteps } from "../../engine/operating/restore-steps.js";
import type { RestoreStep } from "../../engine/restored.js";
import { type Command, defineCommand } from "../command.js";
import { nameField } from "../inputs.js";
import type { Width } from "../print.js";
import { table } from "../table.js";

const engineSteps = () => import("../../engine/operating/restore-steps.js");

const steps = defineCommand({
  name: "restore steps",
  about: "List the remaining steps after a restore, in order. Exit status 1: some are left.",
  example: "restore steps",
  input: z.strictObject({}),
  async run({ engine }): Promise<RestoreSteps> {
    return (await engineSteps()).readRestoreSteps(engine);
  },
  print: stepsText,
  exitStatus: ({ open }) => (open.length === 0 ? 0 : 1),
});

/** Their names alone: to ask a running desk, the command loads no engine. */
const STEPS: { readonly [Step in RestoreStep]: Step } = {
  keys: "keys",
  payouts: "payouts",
  debits: "debits",
  compared: "compared",
};

const done = defineCommand({
  name: "restore done",
  about:
    "Confirm a step after a restore. debits: credits and debits are booked again; keys: the remaining keys stay disabled; payouts: the remaining unknown payouts may keep holding their customers' money.",
  argument: { name: "STEP", about: "as `restore steps` shows it" },
  options: [
    { flags: "--by <name>", about: "who has done it", required: true },
    {
      flags: "--unread",
      about: "for payouts: you checked the blocks that no node has any more",
    },
  ],
  example: "restore done debits --by Ann",
  input: z.strictObject({
    step: z.enum(STEPS, { error: `must be one of ${Object.keys(STEPS).join(", ")}` }),
    by: nameField,
    unread: z.boolean().default(false),
  }),
  async run({ engine }, { step, by, unread }) {
    const left = await (await engineSteps()).finishRestoreStep(engine, step, { by, unread });
    return { step, by, ...left };
  },
  logged: ({ step, by }) => ({ step, by }),
  print: ({ step, ...left }, width) => `${step}: done.\n${stepsText(left, width)}`,
});

function stepsText({ restored, open }: RestoreSteps, width: Width): string {
  return table(
    ["step", "why", "what to do"],
    open.map(({ step, why, next }) => [step, why, next]),
    restored ? "All steps are done; run `desk resume`." : "No restore is under way.",
    width,
  );
}

export const restoreStepCommands: readonly Command[] = [steps, done];
