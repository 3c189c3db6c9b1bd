/** The command line, built from the table of commands: turns what is typed into a command and its input. */
import { Command as Commander, Option } from "commander";
import { DESK } from "../control/own-name.js";
import { type Command, inputName, isMany, type RawInput } from "./command.js";
import { COMMANDS } from "./commands.js";

export interface Typed {
  readonly command: Command;
  readonly input: RawInput;
}

const GROUPS: Readonly<Record<string, string>> = {
  customer: "Customers and their balances.",
  deposit: "Customer deposits.",
  key: "API keys of customers.",
  node: "The desk's TRON nodes.",
  order: "Orders of all customers.",
  owner: "Set up an account whose stake the desk sells.",
  payout: "Payouts to sellers and for withdrawals.",
  unread: "Blocks and transactions that the desk could not read.",
  withdrawal: "Customer withdrawals.",
  pool: "The accounts whose stake the desk sells.",
  rates: "Prices and the USDT rate.",
  seller: "Customers' accounts whose stake the desk sells for them.",
  sandbox: "Tools for the sandbox.",
  sweep: "Move deposits to your own account.",
  team: "Accounts that several people use.",
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
    .description("Start an Energy Desk and operate it.")
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err })
    .showHelpAfterError("Add --help for its arguments and options.");
  program
    .command("serve")
    .description("Start the desk in this process, with the settings of the environment and .env.")
    .option("--new", "create the database; needed once, except in the sandbox")
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
  const { args, options } = command;
  line.description(command.about);
  for (const { name, about } of args) {
    line.argument(isMany(name) ? `[${name}]` : name.startsWith("[") ? name : `<${name}>`, about);
  }
  for (const { flags, about, required } of options) {
    const said = required ? `${about} (required)` : about;
    line.addOption(new Option(flags, said).makeOptionMandatory(required));
  }
  line.option("--json", "print JSON, errors too");
  line.addHelpText("after", `\nExample:\n  ${DESK} ${command.example}`);
  line.action(() => {
    const { json: _json, ...input } = line.opts<Record<string, unknown>>();
    for (const [at, { name }] of args.entries()) {
      const given = isMany(name) ? line.args.slice(at) : line.args[at];
      if (given !== undefined) input[inputName(name)] = given;
    }
    onCommand({ command, input });
  });
}
