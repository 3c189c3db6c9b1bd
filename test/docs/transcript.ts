/**
 * Runs a transcript of the shell as it stands in a document, and compares what is printed with what the document shows: the same
 * words in the same places, with other numbers, times and ids. An id of the document stands for the real one from then on.
 */
import { writeFileSync } from "node:fs";
import type { Desk } from "../cli/desk-command.js";

/** What a name in the documents stands for. */
export type Names = Map<string, string>;

interface Step {
  readonly command: string;
  readonly shown: readonly string[];
}

function stepsOf(text: string): Step[] {
  const steps: { command: string; shown: string[] }[] = [];
  for (const line of text.split("\n")) {
    const command = /^\$ (.*)$/.exec(line)?.[1];
    if (command !== undefined) steps.push({ command, shown: [] });
    else if (line.trim() !== "") steps.at(-1)?.shown.push(line);
  }
  return steps;
}

/** What follows `npm run desk --`, and the file that the output goes to. */
function deskLine(command: string): { readonly line: string; readonly into?: string } {
  const match = /^npm run (?:--silent )?desk -- (.*?)(?: > (\S+))?(?: +#.*)?$/.exec(command);
  if (!match?.[1]) throw new Error(`a transcript runs the desk command, not: ${command}`);
  return { line: match[1], ...(match[2] ? { into: match[2] } : {}) };
}

/** Splits a line as a shell does, as far as the documents need it. */
export function words(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

/** The known names of a text, replaced by what they stand for. */
export function filled(text: string, names: Names): string {
  let result = text;
  for (const [name, real] of [...names].sort(([a], [b]) => b.length - a.length)) {
    // A name in capitals is a word, not a part of one.
    const whole = /^[A-Za-z]+$/.test(name) ? new RegExp(`\\b${name}\\b`, "g") : name;
    result = result.replaceAll(whole, real);
  }
  return result;
}

export interface Transcript {
  readonly desk: Desk;
  readonly names: Names;
  /** Called before each command: what it names must be there by then. */
  readonly before?: (command: string) => Promise<void>;
}

/** What went other than the document says, each with what was printed instead. */
export async function runTranscript(
  text: string,
  { desk, names, before }: Transcript,
): Promise<string[]> {
  const problems: string[] = [];
  for (const { command, shown } of stepsOf(text)) {
    await before?.(command);
    const { line, into } = deskLine(command);
    const said = await desk(...words(filled(line, names)));
    if (said.status !== 0) {
      problems.push(`${command}\nended with ${said.status}: ${said.stderr}${said.stdout}`);
    }
    if (into !== undefined) writeFileSync(filled(into, names), said.stdout);
    const printed = said.stdout.split("\n");
    for (const one of shown) {
      if (one.startsWith("…") || bind(filled(one, names), printed, names)) continue;
      problems.push(`${command}\nhas no line like: ${one}\nbut:\n${said.stdout}`);
    }
  }
  return problems;
}

/** Finds the printed line that is like the shown one, and learns the ids in it. */
function bind(shown: string, printed: readonly string[], names: Names): boolean {
  const wanted = tokens(shown);
  const found = printed.map(tokens).find((line) => isLike(line, wanted));
  if (!found) return false;
  for (const [at, token] of wanted.entries()) {
    const real = found[at] ?? "";
    if (IDENTIFYING.includes(kindOf(token))) names.set(token, real);
  }
  return true;
}

const tokens = (line: string) => line.trim().split(/\s+/);

const KINDS: readonly (readonly [string, RegExp])[] = [
  ["key", /^edk_(?:\w+|…|\w+…)$/],
  ["address", /^T[1-9A-HJ-NP-Za-km-z]{33}\.?$/],
  ["short address", /^T\w\w…\w{3}$/],
  ["txid", /^(?:0x)?[0-9a-f]{8,}…$|^(?:[0-9a-f]{64}|[0-9a-f]{62})$/],
  ["signature", /^0x(?:…|[0-9a-f]{130})$/],
  ["id", /^[0-9a-f]{24}$/],
  ["url", /^http:\/\/127\.0\.0\.1:\d+$/],
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["day", /^\d\d-\d\d$/],
  ["minute", /^\d\d:\d\d$/],
  ["time", /^\d\d:\d\d:\d\dZ$/],
  ["number", /^-?[\d,]+(?:\.\d+)?$/],
];
const IDENTIFYING = ["address", "id", "key"];

function kindOf(token: string): string {
  return KINDS.find(([, pattern]) => pattern.test(token))?.[0] ?? token;
}

function isLike(line: readonly string[], wanted: readonly string[]): boolean {
  return (
    line.length === wanted.length &&
    line.every((one, at) => kindOf(one) === kindOf(wanted[at] ?? ""))
  );
}
