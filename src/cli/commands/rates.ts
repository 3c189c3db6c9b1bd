/** `desk rates …`: what the desk charges. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { DURATIONS } from "../../domain/duration.js";
import { validationFailed } from "../../domain/errors.js";
import type { Rates } from "../../domain/rates.js";
import { RESOURCES } from "../../domain/resource.js";
import { type Command, defineCommand, type RawInput } from "../command.js";
import { choiceField, rateField } from "../inputs.js";
import { table } from "../print.js";

const show = defineCommand({
  name: "rates show",
  about: "Show the rates in SUN per unit; with --json in the form that `rates set --file` takes.",
  example: "rates show",
  mayCreateDatabase: true,
  input: z.strictObject({}),
  run: async ({ engine }) => engine.market.rates,
  print: ratesText,
});

const oneRate = z
  .strictObject({
    resource: choiceField(RESOURCES),
    fast: rateField.optional(),
    duration: choiceField(DURATIONS).optional(),
    floor: rateField.optional(),
  })
  .refine((input) => input.fast !== undefined || input.floor !== undefined, {
    path: ["fast"],
    message: "give a Fast rate, or --duration and --floor, or both",
  })
  .refine((input) => (input.floor === undefined) === (input.duration === undefined), {
    path: ["floor"],
    message: "a floor belongs to a duration: give --duration and --floor together",
  });

const allRates = z.strictObject({ rates: z.unknown() });

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
  input: z.union([allRates, oneRate]),
  async run({ engine }, input): Promise<Rates> {
    const { setRates } = await import("../../engine/rates.js");
    const rates = "rates" in input ? input.rates : changed(engine.market.rates, input);
    return setRates(engine, rates, "operator");
  },
  print: (rates) => `The rates are set.\n${ratesText(rates)}`,
});

function changed(rates: Rates, input: z.infer<typeof oneRate>): Rates {
  const { resource, fast, duration, floor } = input;
  const next = structuredClone(rates);
  if (fast !== undefined) next.fast[resource] = fast;
  if (duration !== undefined && floor !== undefined) next.floors[duration][resource] = floor;
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
