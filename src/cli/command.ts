/** The parts of an operator's command; each file under `commands/` defines some. */
import { z } from "zod";
import type { DeskControl } from "../control/desk-control.js";
import { validationFailed } from "../domain/errors.js";
import type { Width } from "./print.js";

/**
 * By the name of its field in the input, which says how it is typed (`apiKeyFile`: `--api-key-file`): what stands for its value in the
 * help, empty for a flag; what it is about; what it takes. Required where that cannot be undefined; a flag that is true by default is `--no-…`.
 */
export type Options = Readonly<Record<string, readonly [value: string, about: string, z.ZodType]>>;

/** By the name in the help, in their order; in the input the name is in small letters. `NAME...` takes any number, also none. */
type Arguments = Readonly<Record<string, readonly [about: string, z.ZodType]>>;

interface CommandShape {
  /** One or two words. */
  readonly name: string;
  readonly about: string;
  readonly example: string;
  /** Cannot be done on the database alone. */
  readonly needsRunningDesk?: boolean;
  /** How long the desk may take; a minute unless given. */
  readonly answerTimeoutMs?: number;
  /** Done in this process, without a database. */
  readonly needsNoDatabase?: boolean;
  /** May create a new database; every other command refuses a missing one. */
  readonly mayCreateDatabase?: boolean;
  /** Completes the input on the operator's side: reads a file, makes up a reference. */
  readonly prepare?: (input: RawInput) => RawInput;
  /** Ends it on the operator's side: writes a file. */
  readonly finish?: (input: RawInput, result: unknown) => void;
  /** Whether the desk is to be asked the same again, because what it does continues; tells how far it is. */
  readonly goesOn?: (result: unknown, progress: (text: string) => void) => boolean;
}

/** Where a command without a desk finds what it works on. */
export interface CommandPlace {
  readonly databasePath: string;
  /** The settings, unread. */
  readonly env: NodeJS.ProcessEnv;
  /** Reports progress, for commands that take long. */
  readonly progress: (text: string) => void;
}

type LogFields = Readonly<Record<string, string | number | boolean>>;

/** The texts of the command line, by the name of their option. */
export type RawInput = Readonly<Record<string, unknown>>;

type InputName<Name extends string> = Name extends `${infer One}...`
  ? Lowercase<One>
  : Lowercase<Name>;

type InputOf<O extends Options, A extends Arguments> = z.output<
  z.ZodObject<
    { -readonly [K in keyof O]: O[K][2] } & {
      -readonly [K in keyof A & string as InputName<K>]: A[K][1];
    }
  >
>;

interface TypedCommand<O extends Options, A extends Arguments, Result> extends CommandShape {
  readonly args?: A;
  readonly options?: O;
  /** Whether its parts fit together. */
  readonly check?: (
    input: InputOf<O, A>,
    problem: (field: string, message: string) => void,
  ) => void;
  readonly run: (desk: DeskControl, input: InputOf<O, A>) => Promise<Result>;
  /** Done by the operator's own process, beside a running desk, instead of `run`. */
  readonly runHere?: (place: CommandPlace, input: InputOf<O, A>) => Promise<Result>;
  /** The result for people; without `--json`. */
  readonly print: (result: Result, width: Width) => string;
  /** The exit status that goes with a result; 0 unless given. */
  readonly exitStatus?: (result: Result) => number;
  /** The part of a result that the desk's log keeps beside the command's name; never a key. */
  readonly logged?: (result: Result) => LogFields;
}

export interface Command extends CommandShape {
  readonly args: readonly { readonly name: string; readonly about: string }[];
  readonly options: readonly {
    /** "--trx <amount>" */
    readonly flags: string;
    readonly about: string;
    readonly required: boolean;
  }[];
  /** Throws VALIDATION_FAILED with every problem. */
  readonly parse: (input: unknown) => unknown;
  readonly run: (desk: DeskControl, input: unknown) => Promise<unknown>;
  readonly runHere?: (place: CommandPlace, input: unknown) => Promise<unknown>;
  readonly print: (result: unknown, width?: Width) => string;
  readonly exitStatus: (result: unknown) => number;
  readonly logged: (result: unknown) => LogFields;
}

/**
 * Forgets the types of a command, so that all fit into one table. `run` gets only what `parse` returned, `print` what `run`
 * returned, perhaps after JSON.
 */
export function defineCommand<
  Result,
  const O extends Options = Record<never, never>,
  const A extends Arguments = Record<never, never>,
>(command: TypedCommand<O, A, Result>): Command {
  const { args, options, check, run, runHere, print, exitStatus, logged, ...shape } = command;
  type Input = InputOf<O, A>;
  const given = Object.entries(args ?? {}).map(([name, [about, field]]) => {
    return { name: isOptional(field) && !isMany(name) ? `[${name}]` : name, about, field };
  });
  const named = given.map(({ name, field }) => [inputName(name), field]);
  const typed = Object.entries(options ?? {}).map(([name, [, , field]]) => [name, field]);
  const schema = z
    .strictObject(Object.fromEntries([...named, ...typed]) as Record<string, z.ZodType>)
    .superRefine((input, context) => {
      check?.(input as Input, (field, message) =>
        context.addIssue({ code: "custom", path: [field], message }),
      );
    });
  const nameOf = (field: string) =>
    given.map(({ name }) => name).find((name) => inputName(name) === field) ?? `--${kebab(field)}`;
  return {
    ...shape,
    args: given,
    options: Object.entries(options ?? {}).map(([name, [value, about, field]]) => ({
      flags: flagsOf(name, value, field),
      about,
      required: !isOptional(field),
    })),
    parse(input) {
      const parsed = schema.safeParse(input);
      if (parsed.success) return parsed.data;
      throw validationFailed(
        parsed.error.issues.map(({ path, message }) => ({
          path: plain(nameOf(String(path[0] ?? ""))),
          message,
        })),
      );
    },
    run: (desk, input) => run(desk, input as Input),
    ...(runHere ? { runHere: (place, input) => runHere(place, input as Input) } : {}),
    print: (result, width) => print(result as Result, width),
    exitStatus: (result) => exitStatus?.(result as Result) ?? 0,
    logged: (result) => logged?.(result as Result) ?? {},
  };
}

export const isMany = (argument: string) => argument.endsWith("...");
const plain = (argument: string) => argument.replace(/^\[|\.\.\.$|\]$/g, "");
/** "address" of "ADDRESS", "[ADDRESS]" and "ADDRESS...". */
export const inputName = (argument: string) => plain(argument).toLowerCase();

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
const isOptional = (field: z.ZodType) => field.safeParse(undefined).success;

function flagsOf(name: string, value: string, field: z.ZodType): string {
  const isOnUnlessOff = field.safeParse(undefined).data === true;
  return `--${isOnUnlessOff ? "no-" : ""}${kebab(name)}${value === "" ? "" : ` ${value}`}`;
}
