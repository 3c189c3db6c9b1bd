/** A phase whose statements are looked at before they are executed; what `see` throws is thrown inside the transaction. */
import { type Asked, type Phase, type Statement, statementsOf } from "../../src/store/phase.js";

export function* watched<T>(phase: Phase<T>, see: (statement: Statement) => void): Phase<T> {
  let step = phase.next([]);
  while (!step.done) {
    for (const statement of statementsOf(step.value)) see(statement);
    step = phase.next(yield step.value);
  }
  return step.value;
}

/** The first statement of a phase. */
export function firstOf(phase: Iterator<Asked>): Statement {
  const { done, value } = phase.next();
  const [statement] = done ? [] : statementsOf(value);
  if (!statement) throw new Error("it asks for nothing");
  return statement;
}
