/** The table of docs/operating.md that says what follows from the answer to a broadcast. */
import { readFileSync } from "node:fs";

const OPERATING = new URL("../../../docs/operating.md", import.meta.url);

export interface Row {
  readonly answer: string;
  /** The first of those that stand together. */
  readonly leads: boolean;
  /** By the headings of the columns. */
  readonly ends: Readonly<Record<string, string>>;
}

/** Each answer is a row of its own here, where the document names several in one. */
export function readTable(): Row[] {
  const lines = readFileSync(OPERATING, "utf8").split("\n");
  const first = lines.findIndex((line) => line.startsWith("| Answer |"));
  const cells = (line: string) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
  const [, ...headings] = cells(lines[first] ?? "");
  const rows: Row[] = [];
  for (const line of lines.slice(first + 2)) {
    if (!line.startsWith("|")) break;
    const [answers = "", ...words] = cells(line);
    const ends = Object.fromEntries(headings.map((heading, at) => [heading, words[at] ?? ""]));
    const together = answers.split("; ");
    rows.push(...together.map((answer) => ({ answer, leads: answer === together[0], ends })));
  }
  return rows;
}
