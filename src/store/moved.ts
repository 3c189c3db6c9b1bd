/** What the books say of a move to another database: where it left them, and that a desk may not open them. */
import { StandingRefusal } from "../common/failures.js";
import type { Phase } from "./phase.js";
import { readSetting } from "./settings.js";

/** In books that are left: the seal. */
export interface Moved {
  /** The same on both sides. */
  readonly id: string;
  readonly to: string;
  /** Wall time. */
  readonly at: number;
  /** The other side has all of it: only from then on may it be opened. */
  readonly isDone: boolean;
}

/** In books that are being filled, `moving`; and once they are open, `arrived`. */
export interface Arrival {
  readonly id: string;
  readonly from: string;
  readonly at: number;
}

export interface Marks {
  readonly moved: Moved | undefined;
  readonly moving: Arrival | undefined;
  readonly arrived: Arrival | undefined;
}

/** They belong to one side, and are not moved. */
export const SIDES_OWN = ["moved", "moving"] as const;

export function* readMarks(): Phase<Marks> {
  return {
    moved: (yield* readSetting("moved")) as Moved | undefined,
    moving: (yield* readSetting("moving")) as Arrival | undefined,
    arrived: (yield* readSetting("arrived")) as Arrival | undefined,
  };
}

/** Throws where a desk may not open these books, because another database has them, or is about to. */
export function* assertNotMoved(name: string): Phase<void> {
  const { moved, moving } = yield* readMarks();
  if (moving) {
    throw new StandingRefusal(
      `${name} is being filled with the books of ${moving.from}, and not all of them have come. ${AGAIN}`,
    );
  }
  if (!moved) return;
  const on = `on ${new Date(moved.at).toISOString()}`;
  throw new StandingRefusal(
    moved.isDone
      ? `${name}: these books were moved to ${moved.to} ${on}. Start the desk there.`
      : `${name}: these books are being moved to ${moved.to}, begun ${on}. ${AGAIN}`,
  );
}

const AGAIN =
  "Repeat the command that moves them, and it finishes; or give it up with the same command and --give-up.";
