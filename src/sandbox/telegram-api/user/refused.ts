/** What the user's side refuses: an HTTP status and a sentence. */

export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}
