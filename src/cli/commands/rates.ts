/** `desk rates …`: what the desk charges. */
import { readFileSync } from "node:fs";
import { userInfo } from "node:os";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { DURATIONS } from "../../domain/duration.js";
import { validationFailed } from "../../domain/errors.js";
import { formatInteger, toTrx } from "../../domain/money.js";
import type { Rates } from "../../domain/rates.js";
import { RESOURCES } from "../../domain/resource.js";
import type { RatesChange } from "../../engine/prices/rates.js";
import { type Command, defineCommand, type RawInput } from "../command.js";
import { choiceField, flag, limitOption, rateField, trxField } from "../inputs.js";
import { moment, table, type Width } from "../print.js";

/** Means the presets of the environment. */
const AS_SET = "default";

const ONE_HUNDRED = "must have 1 to 100 characters";
/** The operator's own word is believed: nobody else can open the socket. */
const BY = [
  "<name>",
  "your name, for `rates log`; default: your login name",
  z.string().trim().min(1, ONE_HUNDRED).max(100, ONE_HUNDRED).default("operator"),
] as const;

const commissionField = z
  .string()
  .regex(/^\d{1,4}$/, "must be a whole number of basis points from 0 to 9000, 100 to the percent")
  .transform(Number);

const POINT = /^(\d{1,3}):(\d{1,4})$/;

const curveField = z.string().transform((text, context) => {
  const points = text.split(",").map((part) => POINT.exec(part.trim()));
  if (points.every((point) => point !== null)) {
    return points.map(([, taken, charged]) => ({
      utilisationPercent: Number(taken),
      multiplierPercent: Number(charged),
    }));
  }
  context.addIssue({
    code: "custom",
    message:
      "must be points with commas between them, each the percent of the pool that is taken and the percent charged from there on, such as 0:100,80:125",
  });
  return z.NEVER;
});

const presetsField = z.string().transform((text, context) => {
  if (text === AS_SET) return AS_SET;
  const parts = text.split(",").map((part) => part.trim());
  if (parts.every((part) => /^[1-9]\d{3,10}$/.test(part))) return parts.map(Number);
  context.addIssue({
    code: "custom",
    message: `must be up to 8 amounts of 1000 units or more with commas between them, such as 65000,131000, or ${AS_SET}`,
  });
  return z.NEVER;
});

const show = defineCommand({
  name: "rates show",
  about: "Show the rates in SUN per unit. --json prints them for `rates set --file`.",
  example: "rates show",
  async run({ engine, config }): Promise<Shown> {
    const { readUsdtRates } = await import("../../engine/deposits/usdt-rates.js");
    const [usdt] = await readUsdtRates(engine, 1);
    if (!usdt) return engine.market.rates;
    const until = usdt.since + config.usdtRateLastsMs;
    const { by, setAt } = usdt;
    const hasLapsed = engine.chainClock.nextBlockMs() >= until;
    const lapses = { until: Number.isFinite(until) ? until : null, hasLapsed };
    return { ...engine.market.rates, usdt: { trx: toTrx(usdt.rateSun), by, setAt, ...lapses } };
  },
  print: ({ usdt, ...rates }, width) =>
    [ratesText(rates, width), ...(usdt ? [usdtText(usdt)] : [])].join("\n"),
});

interface ShownUsdt {
  readonly trx: number;
  readonly by: string;
  readonly setAt: number;
  /** By the chain's time; null: it never lapses. */
  readonly until: number | null;
  readonly hasLapsed: boolean;
}

type Shown = Rates & { readonly usdt?: ShownUsdt };

function usdtText({ trx, by, setAt, until, hasLapsed }: ShownUsdt): string {
  const lapses =
    until === null
      ? "it never lapses"
      : `it ${hasLapsed ? "has lapsed" : "lapses"} at ${moment(until)}; \`rates confirm\` keeps it in force`;
  return `A USDT that is paid in: ${trx} TRX, set by ${by} at ${moment(setAt)}; ${lapses}.`;
}

const CHANGES = {
  resource: ["<name>", "energy or bandwidth", choiceField(RESOURCES).optional()],
  fast: ["<sun>", "the Fast price, SUN per unit", rateField.optional()],
  duration: [
    "<d>",
    `the duration of --floor: ${DURATIONS.join(" ")}`,
    choiceField(DURATIONS).optional(),
  ],
  floor: ["<sun>", "the lowest price for that duration, SUN per unit", rateField.optional()],
  curve: [
    "<points>",
    "price rise as the pool fills up, as percent used:percent of the price; 0:100,80:125 rises to 125 % at 80 %",
    curveField.optional(),
  ],
  commissionBps: [
    "<n>",
    "the desk's commission on sellers' rentals, in 1/100 percent",
    commissionField.optional(),
  ],
  energyPresets: [
    "<units>",
    `amounts on Telegram's buttons, or ${AS_SET}`,
    presetsField.optional(),
  ],
  bandwidthPresets: ["<units>", "the same for Bandwidth", presetsField.optional()],
} as const;

type Change = { readonly [K in keyof typeof CHANGES]?: z.output<(typeof CHANGES)[K][2]> };
type Missing = (field: string, message: string) => void;

/** Options belong together: a rate to its resource, a floor to its duration. */
function checkChange({ resource, fast, duration, floor, ...others }: Change, missing: Missing) {
  if (fast === undefined && floor === undefined && duration === undefined) {
    if (resource !== undefined) missing("fast", "give it, or --duration and --floor, or --file");
    else if (Object.values(others).every((value) => value === undefined)) {
      missing("resource", "give it with --fast or --floor, or give --curve or --file, see --help");
    }
    return;
  }
  if (resource === undefined) missing("resource", "give it with --fast or --floor, or give --file");
  else if (floor === undefined && duration !== undefined) {
    missing("floor", "give it for the --duration");
  } else if (floor !== undefined && duration === undefined) {
    missing("duration", "give it for the --floor");
  }
}

const set = defineCommand({
  name: "rates set",
  about: "Change rates, by options or by a file. New orders pay them at once.",
  options: {
    ...CHANGES,
    file: ["<path>", "file with all rates, as in data/rates.json", z.unknown().optional()],
    usdt: ["<trx>", "TRX credited for 1 USDT from now on", trxField.optional()],
    confirm: flag("accept prices that change by more than 20 %"),
    by: BY,
  },
  example: "rates set --resource energy --duration 1d --floor 45",
  mayCreateDatabase: true,
  prepare: (input) => ({ by: loginName(), ...withFile(input) }),
  check({ file, by: _by, confirm: _confirm, ...change }, problem) {
    if (file === undefined) checkChange(change, problem);
  },
  async run({ engine }, { file, usdt, by, confirm, ...change }): Promise<SetRates> {
    const { setRates } = await import("../../engine/prices/rates.js");
    const { assertMeant } = await import("../../engine/prices/rates.js");
    const rates = file ?? changed(engine.market.rates, change);
    if (!confirm) await assertMeant(engine, { rates, usdtSun: usdt });
    if (usdt === undefined) return setRates(engine, rates, by);
    const isSame = isDeepStrictEqual(rates, engine.market.rates);
    // First: what is refused of them must leave the rate of USDT as it was.
    const set = isSame ? engine.market.rates : await setRates(engine, rates, by);
    const { setUsdtRate } = await import("../../engine/deposits/usdt-rates.js");
    await setUsdtRate(engine, usdt, by);
    return { ...set, usdt: toTrx(usdt) };
  },
  print: ({ usdt, ...rates }, width) =>
    [
      "The rates are set.",
      ...(usdt === undefined ? [] : [`A USDT that is paid in from now on: ${usdt} TRX.`]),
      ratesText(rates, width),
    ].join("\n"),
});

type SetRates = Rates & { readonly usdt?: number };

function changed(rates: Rates, change: Change): Rates {
  const { resource, fast, duration, floor, curve, commissionBps } = change;
  const next = structuredClone(rates);
  if (resource && fast !== undefined) next.fast[resource] = fast;
  if (resource && duration && floor !== undefined) next.floors[duration][resource] = floor;
  if (curve) next.curve = curve;
  if (commissionBps !== undefined) next.commissionBps = commissionBps;
  const { energyPresets, bandwidthPresets } = change;
  const presets = { ...next.presets };
  if (energyPresets) presets.energy = energyPresets === AS_SET ? undefined : energyPresets;
  if (bandwidthPresets)
    presets.bandwidth = bandwidthPresets === AS_SET ? undefined : bandwidthPresets;
  if (energyPresets || bandwidthPresets) next.presets = presets;
  return next;
}

function loginName(): string {
  const { SUDO_USER } = process.env;
  try {
    return SUDO_USER || userInfo().username;
  } catch {
    // A container may run as a number without a name.
    return `user ${process.getuid?.() ?? "unknown"}`;
  }
}

/** Read on this side: the operator may be in another directory than the desk. */
function withFile({ file, ...rest }: RawInput): RawInput {
  if (typeof file !== "string") return rest;
  const wrong = (message: string) => validationFailed([{ path: "--file", message }]);
  const { by, confirm, ...others } = rest;
  if (Object.keys(others).length > 0) throw wrong("sets all rates; leave the other options away");
  try {
    const rates = withoutUsdt(JSON.parse(readFileSync(file, "utf8")));
    return {
      file: rates,
      ...(by !== undefined && { by }),
      ...(confirm !== undefined && { confirm }),
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw wrong(`${file} cannot be read as JSON (${why})`);
  }
}

/** As `rates show --json` has it: a rate of USDT that is not typed is neither set nor confirmed. */
function withoutUsdt(read: unknown): unknown {
  if (typeof read !== "object" || read === null) return read;
  const { usdt: _usdt, ...rates } = read as RawInput;
  return rates;
}

const confirm = defineCommand({
  name: "rates confirm",
  about: "Keep the current USDT rate for another USDT_RATE_HOURS, and credit waiting deposits.",
  options: { by: BY },
  example: "rates confirm",
  prepare: (input) => ({ by: loginName(), ...input }),
  async run({ engine }, { by }) {
    const { confirmUsdtRate } = await import("../../engine/deposits/usdt-rates.js");
    return { usdt: toTrx(await confirmUsdtRate(engine, by)) };
  },
  print: ({ usdt }) => `Confirmed: 1 USDT is credited as ${usdt} TRX.`,
});

const log = defineCommand({
  name: "rates log",
  about: "List rate changes, newest first.",
  options: { limit: limitOption(50, ", newest first") },
  example: "rates log --limit 10",
  async run({ engine }, { limit }) {
    const { readRatesLog } = await import("../../engine/prices/rates.js");
    const { readUsdtRates } = await import("../../engine/deposits/usdt-rates.js");
    const changes: readonly RatesChange[] = await readRatesLog(engine, limit);
    const usdt = (await readUsdtRates(engine, limit)).map(({ setAt, rateSun, by }) => ({
      at: setAt,
      by,
      trx: toTrx(rateSun),
    }));
    // So many of both together.
    const times = [...changes, ...usdt].map(({ at }) => at).toSorted((one, other) => other - one);
    const sinceAt = times[limit - 1] ?? 0;
    const isShown = ({ at }: { readonly at: number }) => at >= sinceAt;
    return { changes: changes.filter(isShown), usdt: usdt.filter(isShown) };
  },
  print: ({ changes, usdt }, width) =>
    table(
      ["when", "by", "what"],
      [
        ...changes.map(({ at, by, before, after }) => ({
          at,
          by,
          what: before === null ? "the first rates" : differences(before, after).join(", "),
        })),
        ...usdt.map(({ at, by, trx }) => ({ at, by, what: `a USDT is ${trx} TRX` })),
      ]
        .toSorted((one, other) => other.at - one.at)
        .map(({ at, by, what }) => [moment(at), by, what]),
      "No rates yet.",
      width,
    ),
});

/** "fast.energy 60 → 62", one for each value that differs. */
function differences(before: Rates, after: Rates): string[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path) !== now.get(path))
    .map((path) => `${path} ${old.get(path) ?? "none"} → ${now.get(path) ?? "none"}`);
}

function valuesOf({ fast, floors, curve, commissionBps, presets = {} }: Rates) {
  const values = new Map<string, string>();
  for (const resource of RESOURCES) {
    values.set(`fast.${resource}`, `${fast[resource]}`);
    for (const one of DURATIONS) values.set(`floor ${one} ${resource}`, `${floors[one][resource]}`);
    const amounts = presets[resource];
    if (amounts) values.set(`presets ${resource}`, amounts.join(" "));
  }
  const points = curve.map((one) => `${one.utilisationPercent}:${one.multiplierPercent}`);
  return values.set("curve", points.join(" ")).set("commissionBps", `${commissionBps}`);
}

function ratesText(shown: Rates, width: Width): string {
  const { fast, floors, curve, commissionBps, presets = {} } = shown;
  const rows = DURATIONS.map((one) => [`floor ${one}`, floors[one].energy, floors[one].bandwidth]);
  const rates = table(
    ["SUN per unit", ...RESOURCES],
    [["Fast", fast.energy, fast.bandwidth], ...rows],
    "",
    width,
  );
  const steps = curve.map(
    ({ utilisationPercent, multiplierPercent }) =>
      `${multiplierPercent} % of them from ${utilisationPercent} % of the pool taken`,
  );
  const buttons = RESOURCES.map((one) => {
    const amounts = presets[one]?.map(formatInteger).join(" ");
    return `${one} ${amounts ?? "as in the environment"}`;
  });
  return [
    rates,
    `Charged: ${steps.join(", ")}.`,
    `Commission: ${commissionBps / 100} % of what a seller's delegation costs.`,
    `Presets: ${buttons.join("; ")}.`,
  ].join("\n");
}

export const ratesCommands: readonly Command[] = [show, set, confirm, log];
