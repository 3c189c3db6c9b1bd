/** What of an unpaid card stays when the message that began it is edited: all that its new text does not say. */
import type { Fields, LineProblem, Verdict } from "../intake/findings.js";
import type { Draft, DraftData } from "./draft.js";

interface Asked {
  readonly fields: Fields;
  readonly said?: Fields | undefined;
  readonly verdicts: readonly Verdict[];
  readonly problems?: readonly LineProblem[];
  readonly messageId?: number | undefined;
}

/** The order that the new text makes of the card; Energy, as ever, where it names nothing else. */
export function withKept<A extends Asked>(asked: A, edits: Draft): A {
  const { fields, said = fields, verdicts, problems = [] } = asked;
  const { data } = edits;
  const isOpen = (field: LineProblem["field"]) => problems.some((one) => one.field === field);
  const kept = <F extends "amount" | "duration">(field: F) =>
    isOpen(field) ? undefined : (said[field] ?? data[field] ?? fields[field]);
  const hasOwn = verdicts.some(({ amount }) => amount !== undefined);
  const taken = new Set([
    ...saidIn(edits, asked.messageId),
    ...verdicts.map(({ address }) => address),
  ]);
  const others = walletsOf(edits).filter((address) => !taken.has(address));
  return {
    ...asked,
    fields: {
      ...fields,
      duration: kept("duration"),
      amount: hasOwn ? said.amount : kept("amount"),
    },
    verdicts: [
      ...verdicts,
      ...others.map((address) => ({ address, amount: data.amounts[address] })),
    ],
  };
}

/** Who said what once the message says `own`. */
export function sourcesEdited(
  { data: { sources } }: Draft,
  messageId: number | undefined,
  own: readonly string[],
): DraftData["sources"] {
  const { receivers, added = [] } = sources;
  const others = added.filter((one) => one.messageId !== messageId);
  const said = messageId === undefined ? [] : [{ messageId, receivers: [...own] }];
  const answeredIn = receivers === messageId ? undefined : receivers;
  return { ...sources, receivers: answeredIn, added: [...others, ...said] };
}

export function walletsOf({ data: { receivers, waiting } }: Draft): readonly string[] {
  return [...receivers, ...waiting];
}

/** The wallets that are on the card by one message. */
function saidIn(draft: Draft, messageId: number | undefined): readonly string[] {
  const { receivers: answeredIn, added = [] } = draft.data.sources;
  if (answeredIn !== messageId) {
    return added.find((one) => one.messageId === messageId)?.receivers ?? [];
  }
  const others = new Set(added.flatMap(({ receivers }) => receivers));
  return walletsOf(draft).filter((address) => !others.has(address));
}
