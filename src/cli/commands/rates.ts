/** `desk rates …`: what the desk charges. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { DURATIONS, type Duration } from "../../domain/duration.js";
import { validationFailed } from "../../domain/errors.js";
import type { Rates } from "../../domain/rates.js";
import { RESOURCES, type Resource } from "../../domain/resource.js";
import { type Command, defineCommand, type RawInput } from "../command.js";
import { choiceField, rateField } from "../inputs.js";
import { table } from "../print.js";

const show = defineCommand({
  name: "rates show",
  about: "Show the rates in SUN per unit; with --json in the form that `rates set --file` takes.",
  example: "rates show",
  input: z.strictObject({}),
  run: async ({ engine }) => engine.market.rates,
  print: ratesText,
});

/** A change of single rates, or all rates. */
type Change =
  | { readonly rates: unknown }
  | {
      readonly resource: Resource;
      readonly fast: number | undefined;
      readonly floor: { readonly duration: Duration; readonly sun: number } | undefined;
    };

const changeInput = z
  .strictObject({
    rates: z.unknown().optional(),
    resource: choiceField(RESOURCES).optional(),
    fast: rateField.optional(),
    duration: choiceField(DURATIONS).optional(),
    floor: rateField.optional(),
  })
  .transform(({ rates, resource, fast, duration, floor }, context): Change => {
    if (rates !== undefined) return { rates };
    const missing = (path: string, message: string) => {
      context.addIssue({ code: "custom", path: [path], message });
      return z.NEVER;
    };
    if (!resource) return missing("resource", "give it with --fast or --floor, or give --file");
    if (duration !== undefined && floor !== undefined) {
      return { resource, fast, floor: { duration, sun: floor } };
    }
    if (duration !== undefined) return missing("floor", "give it for the --duration");
    if (floor !== undefined) return missing("duration", "give it for the --floor");
    if (fast === undefined) return missing("fast", "give it, or --duration and --floor, or --file");
    return { resource, fast, floor: undefined };
  });

const set = defineCommand({
  name: "rates set",
  about: "Change rates: one by options, or all by a file. New orders pay them at once.",
  options: [
    { flags: "--resource <name>", about: "energy or bandwidth" },
    { flags: "--fast <sun>", about: "the Fast rate of the resource" },
    { flags: "--duration <d>", about: `the duration of --floor: ${DURATIONS.join(" ")}` },
    { flags: "--floor <sun>", about: "the least price of a unit for the duration" },
    { flags: "--file <path>", about: "all rates, in the form of data/rates.json" },
  ],
  example: "rates set --resource energy --duration 1d --floor 45",
  mayCreateDatabase: true,
  prepare: withFile,
  input: changeInput,
  async run({ engine }, change): Promise<Rates> {
    const { setRates } = await import("../../engine/rates.js");
    const rates = "rates" in change ? change.rates : changed(engine.market.rates, change);
    return setRates(engine, rates, "operator");
  },
  print: (rates) => `The rates are set.\n${ratesText(rates)}`,
});

function changed(rates: Rates, change: Exclude<Change, { rates: unknown }>): Rates {
  const { resource, fast, floor } = change;
  const next = structuredClone(rates);
  if (fast !== undefined) next.fast[resource] = fast;
  if (floor) next.floors[floor.duration][resource] = floor.sun;
  return next;
}

/** The file is the operator's, who may stand in another directory than the desk. */
function withFile({ file, ...rest }: RawInput): RawInput {
  if (typeof file !== "string") return rest;
  const wrong = (message: string) => validationFailed([{ path: "--file", message }]);
  if (Object.keys(rest).length > 0) throw wrong("sets all rates; leave the other options away");
  try {
    return { rates: JSON.parse(readFileSync(file, "utf8")) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw wrong(`${file} cannot be read as JSON (${why})`);
  }
}

function ratesText({ fast, floors, curve }: Rates): string {
  const rows = DURATIONS.map((one) => [`floor ${one}`, floors[one].energy, floors[one].bandwidth]);
  const rates = table(
    ["SUN per unit", ...RESOURCES],
    [["Fast", fast.energy, fast.bandwidth], ...rows],
    "",
  );
  const steps = curve.map(
    ({ utilisationPercent, multiplierPercent }) =>
      `${multiplierPercent} % of them from ${utilisationPercent} % of the pool taken`,
  );
  return `${rates}\nCharged: ${steps.join(", ")}.`;
}

export const ratesCommands: readonly Command[] = [show, set];
