/** Reads CSV as RFC 4180 has it, without looking at what wrote it. */
export function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === "") isQuoted = true;
    else if (character === "," || character === "\n") {
      line.push(cell);
      cell = "";
      if (character === "\n") {
        lines.push(line);
        line = [];
      }
    } else if (character !== "\r" || text[at + 1] !== "\n") cell += character;
  }
  if (cell !== "" || line.length > 0) throw new Error(`the last line has no end: ${cell}`);
  return lines;
}
