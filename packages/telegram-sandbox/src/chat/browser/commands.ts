/**
 * The bot's commands above the textbox, while what is written is the beginning of one. As in
 * Telegram: a tap or Enter on one sends it, Tab writes it, so that more can follow.
 */
import { byId, element } from "./dom.js";

export interface BotCommand {
  readonly command: string;
  readonly description: string;
}

export interface CommandList {
  /** Draws what fits what is written now. */
  show(written: string): void;
  hide(): void;
  /** Whether the key meant something here. */
  takes(event: KeyboardEvent): boolean;
}

interface Wiring {
  readonly box: HTMLTextAreaElement;
  commands(): readonly BotCommand[];
  send(text: string): void;
  write(text: string): void;
}

const BEGINNING = /^\/(\w*)$/;

export function createCommandList({ box, commands, send, write }: Wiring): CommandList {
  const list = byId("commands", HTMLElement);
  let shown: readonly BotCommand[] = [];
  /** -1: none is chosen yet, and Enter sends what is written. */
  let at = -1;

  function mark(next: number): void {
    at = next;
    [...list.children].forEach((option, index) => {
      option.ariaSelected = String(index === at);
      if (index === at) option.scrollIntoView({ block: "nearest" });
    });
    const active = list.children[at];
    if (active) box.setAttribute("aria-activedescendant", active.id);
    else box.removeAttribute("aria-activedescendant");
  }

  function draw(found: readonly BotCommand[]): void {
    shown = found;
    list.hidden = found.length === 0;
    list.replaceChildren(...found.map(drawOption));
    list.scrollTop = 0;
    mark(-1);
  }

  function drawOption({ command, description }: BotCommand, index: number): HTMLElement {
    const attributes = { id: `command-${index}`, role: "option", class: "option" };
    const name = element("strong", {}, `/${command}`);
    const option = element("div", attributes, name, " ", element("span", {}, description));
    // The textbox keeps the focus, and a telephone its keyboard.
    option.addEventListener("pointerdown", (event) => event.preventDefault());
    option.addEventListener("click", () => send(`/${command}`));
    return option;
  }

  const step = (by: number): void => {
    if (at === -1) mark(by > 0 ? 0 : shown.length - 1);
    else mark((at + by + shown.length) % shown.length);
  };

  return {
    show(written) {
      const begun = BEGINNING.exec(written)?.[1]?.toLowerCase();
      draw(begun === undefined ? [] : commands().filter((one) => one.command.startsWith(begun)));
    },
    hide: () => draw([]),
    takes({ key, shiftKey, isComposing }) {
      if (list.hidden || isComposing) return false;
      const chosen = shown[at];
      if (key === "ArrowDown") step(1);
      else if (key === "ArrowUp") step(-1);
      else if (key === "Escape") draw([]);
      else if (key === "Tab" && !shiftKey) write(`/${(chosen ?? shown[0])?.command ?? ""} `);
      else if (key === "Enter" && !shiftKey && chosen) send(`/${chosen.command}`);
      else return false;
      return true;
    },
  };
}
