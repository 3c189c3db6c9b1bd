/** The refusal of a start that no other start can mend: the message tells the operator what to do. */
export class StandingRefusal extends Error {
  override name = "StandingRefusal";
}
