/** A block that no node can give, known from the blocks around it: noted separately for each reader that continues without it. */
import { raiseIncident } from "../store/incidents.js";
import type { NotReadBy } from "../store/not-read.js";
import { isPassedByAny } from "../store/passed-blocks.js";
import type { Phase } from "../store/phase.js";
import { noteBlockNotRead } from "./not-read.js";

export interface PassedBlock {
  readonly number: number;
  readonly id: string;
  readonly parentId: string;
  readonly timestampMs: number;
}

/** The first to note it raises the incident. */
export function* notePassed(
  block: number,
  reader: NotReadBy,
  reason: string,
  at: number,
): Phase<void> {
  const isKnown = yield* isPassedByAny(block);
  yield* noteBlockNotRead(block, reader, reason, at);
  if (!isKnown) yield* raiseIncident("block-not-read", textOf(block, reason), at);
}

function textOf(block: number, reason: string): string {
  return `Block ${block} could not be read for a minute, and the blocks around it could: the desk goes on without it (${reason}). Its own transactions are asked for by their ids once it is solid. What customers paid in there is not credited until it was read: \`desk deposit scan ${block}\`.`;
}
