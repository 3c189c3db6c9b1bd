/** `desk incidents`: what went wrong, for the operator. */
import { z } from "zod";
import type { Incident } from "../../engine/incidents.js";
import { type Command, defineCommand } from "../command.js";
import { countField } from "../inputs.js";
import { fold, moment, type Width } from "../print.js";

const incidents = defineCommand({
  name: "incidents",
  about: "List incidents, newest first: what went wrong, and whether it is still open.",
  options: [{ flags: "--limit <n>", about: "how many; default 20" }],
  example: "incidents --limit 5",
  input: z.strictObject({ limit: countField.default(20) }),
  async run({ engine }, { limit }): Promise<{ incidents: readonly Incident[] }> {
    const { readIncidents } = await import("../../engine/incidents.js");
    return { incidents: await readIncidents(engine, limit) };
  },
  print: ({ incidents: found }, width) =>
    found.length === 0
      ? "No incidents."
      : found.map((incident) => incidentText(incident, width)).join("\n"),
});

function incidentText(incident: Incident, width: Width): string {
  const { at, kind, text } = incident;
  const lines = fold(text, width && width - 2);
  return [`${moment(at)}  ${kind}${endText(incident)}`, ...lines.map((line) => `  ${line}`)].join(
    "\n",
  );
}

/** An event of one moment has no end to show. */
function endText({ at, closedAt }: Incident): string {
  if (closedAt === null) return "  open";
  return closedAt > at ? `  ended ${moment(closedAt)}` : "";
}

export const incidentCommands: readonly Command[] = [incidents];
