/** Failures by what the desk does after them. */

/** The file is no database any more, or pages or indexes are wrong: nothing that is read of it proves anything. */
export function isDamage(error: unknown): boolean {
  return /^(SQLITE_(CORRUPT|NOTADB)|XX00[12]$)/.test(codeOf(error));
}

/**
 * Nothing can be written now: the disk is full, fails, is not ours, or somebody else holds the file; or a server lacks what it needs
 * (class 53 of its codes) or its disk fails. It may be over soon.
 */
export function isUnwritable(error: unknown): boolean {
  return /^(SQLITE_(FULL|IOERR|READONLY|CANTOPEN|PERM|BUSY|LOCKED|NOMEM)|53\d{3}$|58030$)/.test(
    codeOf(error),
  );
}

export const AFTER_DAMAGE =
  "Stop the desk, keep the file, and restore the newest backup: docs/operating.md, Restoring one.";

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** The refusal of a start that no other start can fix: the message tells the operator what to do. */
export class StandingRefusal extends Error {
  override name = "StandingRefusal";
}

/** The session with the database was lost, and with it the right to act: another desk may have taken over. */
export class SessionLost extends Error {
  override name: string = "SessionLost";
}

/** A session was lost between a COMMIT and its answer, and nobody could tell in time whether the database has it. */
export class OutcomeUnknown extends SessionLost {
  override name = "OutcomeUnknown";
}
