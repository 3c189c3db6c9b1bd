/** Stays at the newest message unless the reader went up; then a button leads back. */
import { byId } from "./dom.js";

/** So near is still at the end. */
const NEAR_PX = 80;

export interface Scroll {
  afterChange(change: { readonly isFirst: boolean; readonly isNew: boolean }): void;
  toEnd(): void;
}

export function createScroll(log: HTMLElement): Scroll {
  const back = byId("newest", HTMLButtonElement);
  let atEnd = true;

  function toEnd(): void {
    atEnd = true;
    back.hidden = true;
    log.scrollTop = log.scrollHeight;
  }

  log.addEventListener("scroll", () => {
    atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_PX;
    if (atEnd) back.hidden = true;
  });
  back.addEventListener("click", toEnd);
  const keep = (): void => {
    if (atEnd) toEnd();
  };
  new ResizeObserver(keep).observe(log);
  // Photos take their room when they have come.
  log.addEventListener("load", keep, { capture: true });
  return {
    afterChange({ isFirst, isNew }) {
      if (isFirst || atEnd) toEnd();
      else if (isNew) back.hidden = false;
    },
    toEnd,
  };
}
