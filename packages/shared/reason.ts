/** Why something failed, in words. */

/** An error from a thread may have lost its message: an error of SQLite arrives with its code alone. */
export function reasonOf(error: unknown): string {
  if (typeof error !== "object" || error === null) return String(error);
  const { message, code, stack } = error as Readonly<Record<string, unknown>>;
  const told = [message, code, stack].find((text) => typeof text === "string" && text !== "");
  return typeof told === "string" ? told : "an error without a message";
}
