/** The client names what the desk has: it imports nothing of the desk, so that each name stands there once more. */
import type {
  Duration as DurationOfClient,
  ErrorCode as ErrorCodeOfClient,
  FieldProblem as FieldProblemOfClient,
  Resource as ResourceOfClient,
} from "energy-desk-client";
import { expectTypeOf, test } from "vitest";
import type { Duration } from "../../src/domain/duration.js";
import type { ErrorCode, FieldProblem } from "../../src/domain/errors.js";
import type { Resource } from "../../src/domain/resource.js";

test("durations, resources, codes of errors and problems of fields are the desk's, by the compiler", () => {
  expectTypeOf<DurationOfClient>().toEqualTypeOf<Duration>();
  expectTypeOf<ResourceOfClient>().toEqualTypeOf<Resource>();
  expectTypeOf<ErrorCodeOfClient>().toEqualTypeOf<ErrorCode>();
  expectTypeOf<FieldProblemOfClient>().toEqualTypeOf<FieldProblem>();
});
