/** The orders of a call on its card: of a few each by itself, of many those that say the same in one line. */
import type { Resource } from "../../domain/resource.js";
import { counted, MANY_WALLETS } from "../kit/rental.js";
import type { Messages } from "../text/messages.js";
import { folded, join, type Part, rich } from "../transport/format.js";

export interface OrderBlock {
  /** The wallet, and the order's id. */
  readonly whose: readonly Part[];
  readonly delegations: readonly Part[];
  readonly resource: Resource;
  /** What is delivered, where it is not the same for all. */
  readonly share: Part | undefined;
  /** How far it is, without links. */
  readonly state: readonly Part[];
  /** What the wallet can send, why the order waits, what came back. */
  readonly outcome: readonly (Part | undefined)[];
}

type Lines = readonly (Part | undefined)[];

/** Of many, what is to be known of all of them stands last: there are the buttons, and the eye. */
export function inOrder(head: Lines, all: readonly OrderBlock[], messages: Messages): Lines[] {
  if (all.length < MANY_WALLETS) return [head, ...all.map(linesOf)];
  const groups = [...alikeOf(all).values()];
  const alike = groups.filter(({ length }) => length >= MANY_WALLETS);
  const others = groups.filter((some) => !alike.includes(some)).flat();
  const details = alike.flat().flatMap(linesOf);
  return [
    [folded(details.flatMap((line) => line ?? []))],
    ...others.map(linesOf),
    alike.flatMap((some) => alikeLines(some, messages)),
    head,
  ];
}

function linesOf({ whose, delegations, outcome }: OrderBlock): Lines {
  return [...whose, ...delegations, ...outcome];
}

function alikeOf(all: readonly OrderBlock[]): Map<string, OrderBlock[]> {
  const alike = new Map<string, OrderBlock[]>();
  for (const block of all) {
    const { text: said } = join([block.resource, ...block.state, "", ...block.outcome]);
    alike.set(said, [...(alike.get(said) ?? []), block]);
  }
  return alike;
}

/** "18 × delivered", or a line for each amount, and below them what decides: it is never folded. */
function alikeLines(alike: readonly OrderBlock[], messages: Messages): Part[] {
  const outcome = alike[0]?.outcome.flatMap((line) => line ?? []) ?? [];
  const kinds = alike.map(({ share, state }) => join([share, ...state], " · ").text);
  if (kinds.every((kind) => kind !== "")) {
    const [state = ""] = kinds;
    const hasShares = alike.some(({ share }) => share !== undefined);
    const same = hasShares ? counted(kinds, messages) : [messages.batch.alike(kinds.length, state)];
    return [...same, ...outcome];
  }
  const [first, ...others] = outcome;
  return first ? [rich`${messages.number(alike.length)} × ${first}`, ...others] : [];
}
