/** Why a desk does not start, in words for its operator, where another start would only say the same. */
export class StandingRefusal extends Error {
  override name = "StandingRefusal";
}
