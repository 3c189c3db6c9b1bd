/** Cards that could grow beyond what a message holds: links go first, then detail. */
import type { Card } from "../card.js";
import { MAX_ENTITIES, sendProblem } from "./sendable.js";

/** Draws with less detail until the card can be sent; the last level is taken as it is. */
export function firstThatFits<Level>(
  levels: readonly [Level, ...Level[]],
  draw: (level: Level) => Card,
): Card {
  let card = draw(levels[0]);
  for (const level of levels.slice(1)) {
    if (sendProblem(card) === undefined) return card;
    card = draw(level);
  }
  return card;
}

/** Drops links from the end until no entity is too many; what they stood on stays readable. */
export function withFewerLinks(card: Card): Card {
  let excess = card.entities.length - MAX_ENTITIES;
  if (excess <= 0) return card;
  const entities = card.entities.toReversed().filter(({ type }) => {
    if (excess <= 0 || type !== "text_link") return true;
    excess -= 1;
    return false;
  });
  return { ...card, entities: entities.toReversed() };
}
