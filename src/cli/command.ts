/** The parts of an operator's command; each file under `commands/` defines some. */
import type { z } from "zod";
import type { DeskControl } from "../control/desk-control.js";
import { validationFailed } from "../domain/errors.js";
import type { Width } from "./print.js";

export interface CommandOption {
  /** "--trx <amount>" */
  readonly flags: string;
  readonly about: string;
  readonly required?: boolean;
}

interface CommandArgument {
  readonly name: string;
  readonly about: string;
}

interface SecondArgument extends CommandArgument {
  readonly optional?: boolean;
}

interface CommandShape {
  /** One or two words. */
  readonly name: string;
  readonly about: string;
  /** The first argument, such as "ADDRESS"; in the input under its lower-case name. */
  readonly argument?: CommandArgument;
  readonly secondArgument?: SecondArgument;
  /** Any number of arguments, also none; in the input as a list. */
  readonly manyArguments?: CommandArgument;
  readonly options?: readonly CommandOption[];
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
  /** Whether the desk is to be asked the same again, because what it does goes on; tells how far it is. */
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

interface TypedCommand<Input, Result> extends CommandShape {
  readonly input: z.ZodType<Input>;
  readonly run: (desk: DeskControl, input: Input) => Promise<Result>;
  /** Done by the operator's own process, beside a running desk, instead of `run`. */
  readonly runHere?: (place: CommandPlace, input: Input) => Promise<Result>;
  /** The result for people; without `--json`. */
  readonly print: (result: Result, width: Width) => string;
  /** The exit status that goes with a result; 0 unless given. */
  readonly exitStatus?: (result: Result) => number;
  /** The part of a result that the desk's log keeps beside the command's name; never a key. */
  readonly logged?: (result: Result) => LogFields;
}

export interface Command extends CommandShape {
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
export function defineCommand<Input, Result>(command: TypedCommand<Input, Result>): Command {
  const {
    input: schema,
    run,
    runHere,
    print,
    exitStatus = () => 0,
    logged = () => ({}),
    ...shape
  } = command;
  return {
    ...shape,
    parse(input) {
      const parsed = schema.safeParse(input);
      if (parsed.success) return parsed.data;
      throw validationFailed(
        parsed.error.issues.map(({ path, message }) => ({
          path: nameOf(command, String(path[0] ?? "")),
          message,
        })),
      );
    },
    run: (desk, input) => run(desk, input as Input),
    ...(runHere ? { runHere: (place, input) => runHere(place, input as Input) } : {}),
    print: (result, width) => print(result as Result, width),
    exitStatus: (result) => exitStatus(result as Result),
    logged: (result) => logged(result as Result),
  };
}

/** A field by the name the operator typed: ADDRESS or --trx. */
function nameOf(command: CommandShape, field: string): string {
  const given = [command.argument, command.secondArgument, command.manyArguments];
  const argument = given.find((one) => one?.name.toLowerCase() === field)?.name;
  return argument ?? `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
