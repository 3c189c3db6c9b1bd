/** Assertions stay on in production: a failed one is a bug, and the desk halts rather than guess (see engine/gates.ts). */
export class AssertionFailed extends Error {
  override name = "AssertionFailed";
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionFailed(message);
}

/** A bug of ours: a failed assertion, or what JavaScript throws at code that is wrong. */
export function isMistake(error: unknown): error is Error {
  return (
    error instanceof AssertionFailed ||
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof ReferenceError
  );
}

/** The value, asserted to exist. */
export function must<T>(value: T | undefined | null, message: string): T {
  assert(value !== undefined && value !== null, message);
  return value;
}

/** For the branch of an exhaustive switch that cannot be reached. */
export function unreachable(value: never): never {
  throw new AssertionFailed(`unreachable: ${String(value)}`);
}
