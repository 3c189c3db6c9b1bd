/** The command line, built from the table of commands: turns what is typed into a command and its input. */
import { Command as Commander, Option } from "commander";
import { DESK } from "../control/own-name.js";
import type { Command, RawInput } from "./command.js";
import { COMMANDS } from "./commands.js";

export interface Typed {
  readonly command: Command;
  readonly input: RawInput;
}

const GROUPS: Readonly<Record<string, string>> = {
  customer: "Customers and their balances.",
  deposit: "What customers pay in by themselves.",
  key: "API keys of customers.",
  node: "The TRON nodes the desk works with.",
  order: "Orders of all customers.",
  owner: "What the holder of an account does so that the desk may sell its stake.",
  payout: "Payouts to sellers, and of withdrawals.",
  unread: "What could not be read of the chain and may touch the desk.",
  withdrawal: "What customers take out.",
  pool: "The accounts whose stake the desk sells.",
  rates: "What the desk charges.",
  seller: "Customers' accounts whose stake the desk sells for them.",
  sandbox: "What only the sandbox can do.",
  sweep: "Brings what customers have paid in to the operator's own account.",
};

export interface ProgramOptions {
  readonly onServe: () => void;
  readonly onCommand: (typed: Typed) => void;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** `parse` returns what was typed; it throws CommanderError for a wrong line and after a help. */
export function createProgram({ onServe, onCommand, out, err }: ProgramOptions): Commander {
  const program = new Commander("desk")
    .description("Start an Energy Desk, and operate it while it runs.")
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err })
    .showHelpAfterError("Add --help to see what it takes.");
  program
    .command("serve")
    .description("Start the desk in this process; its settings are the environment and .env.")
    .option("--new", "begin a new database, which only the sandbox does by itself")
    .action(onServe);
  const groups = new Map<string, Commander>();
  for (const command of COMMANDS) {
    const [first = "", second] = command.name.split(" ");
    if (second === undefined) {
      const line = program.command(first);
      // `cover` does something itself, and has `cover release`.
      groups.set(first, line);
      describe(line, command, onCommand);
    } else describe(groupOf(program, groups, first).command(second), command, onCommand);
  }
  return program;
}

function groupOf(program: Commander, groups: Map<string, Commander>, name: string): Commander {
  const group = groups.get(name) ?? program.command(name).description(GROUPS[name] ?? "");
  groups.set(name, group);
  return group;
}

function describe(line: Commander, command: Command, onCommand: (typed: Typed) => void): void {
  const { argument, secondArgument, manyArguments, options = [] } = command;
  line.description(command.about);
  if (argument) line.argument(`<${argument.name}>`, argument.about);
  if (secondArgument) {
    const { name, about, optional = false } = secondArgument;
    line.argument(optional ? `[${name}]` : `<${name}>`, about);
  }
  if (manyArguments) line.argument(`[${manyArguments.name}...]`, manyArguments.about);
  for (const { flags, about, required = false } of options) {
    const said = required ? `${about} (required)` : about;
    line.addOption(new Option(flags, said).makeOptionMandatory(required));
  }
  line.option("--json", "answer with JSON, also when it fails");
  line.addHelpText("after", `\nExample:\n  ${DESK} ${command.example}`);
  line.action(() => {
    const { json: _json, ...input } = line.opts<Record<string, unknown>>();
    for (const [at, one] of [argument, secondArgument].entries()) {
      if (one && line.args[at] !== undefined) input[one.name.toLowerCase()] = line.args[at];
    }
    if (manyArguments) input[manyArguments.name.toLowerCase()] = line.args;
    onCommand({ command, input });
  });
}
