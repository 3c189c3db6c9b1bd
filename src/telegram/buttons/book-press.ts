/** What the buttons of the address book ask for, as words and back. */

const BOOK_ACTS = ["page", "open", "buy", "remove", "export"] as const;

export interface BookPress {
  readonly act: (typeof BOOK_ACTS)[number];
  /** A page, from 0, or the number of a name; 0 where neither is meant. */
  readonly number: number;
}

export function bookWords({ act, number }: BookPress): string[] {
  return [act, String(number)];
}

export function readBookPress([word, number, ...rest]: readonly string[]): BookPress | undefined {
  const act = BOOK_ACTS.find((name) => name === word);
  if (!act || rest.length > 0 || !/^\d{1,15}$/.test(number ?? "")) return undefined;
  return { act, number: Number(number) };
}
