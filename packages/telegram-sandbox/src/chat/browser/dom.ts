/** Elements of the page. Texts become text nodes, never HTML. */

type Tag = keyof HTMLElementTagNameMap;

export function element<T extends Tag>(
  tag: T,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[T] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export function button(label: string, kind: string, onPress: () => void): HTMLButtonElement {
  const made = element("button", { type: "button", class: kind }, label);
  made.addEventListener("click", onPress);
  return made;
}

/** An element that the page has from the start. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`the page has no ${kind.name} #${id}`);
  return found;
}

/** The page's element around a place that was pressed or focused. */
export function around(target: EventTarget | null, selector: string): HTMLElement | undefined {
  const found = target instanceof Element ? target.closest(selector) : null;
  return found instanceof HTMLElement ? found : undefined;
}
