/** Which receivers an error names: by address and reason (a quote), or by place (a creation). */
import { BAD_REASONS, type BadReason, type Notice } from "../state/draft.js";

export interface BadReceiver {
  readonly address: string;
  readonly reason: BadReason;
}

export function badReceivers(notice: Notice, receivers: readonly string[]): BadReceiver[] {
  const { receivers: named, problems } = notice.details ?? {};
  const other = notice.code === "RECEIVER_IS_CONTRACT" ? "contract" : "not activated";
  return [...entries(named), ...entries(problems)].flatMap((entry) => {
    const address = entry.receiver ?? receivers[placeIn(entry.path)];
    if (typeof address !== "string") return [];
    return [{ address, reason: BAD_REASONS.find((known) => known === entry.reason) ?? other }];
  });
}

/** "receiver.2" is the third one. */
function placeIn(path: unknown): number {
  const match = typeof path === "string" ? /^receiver\.(\d+)$/.exec(path) : null;
  return match ? Number(match[1]) : -1;
}

function entries(value: unknown): Record<string, unknown>[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    if (typeof entry === "string") return [{ receiver: entry }];
    return typeof entry === "object" && entry !== null ? [{ ...entry }] : [];
  });
}
