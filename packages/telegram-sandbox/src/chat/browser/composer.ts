/** The textbox with what surrounds it: what is replied to or edited, and the file that goes along. */
import { fileSize } from "./bubble.js";
import { type BotCommand, createCommandList } from "./commands.js";
import { byId } from "./dom.js";
import { type Message, senderName, snippet } from "./message.js";
import { words } from "./reader.js";

const MAX_FILE_BYTES = 20_000_000;

/** What a message that is being written is about. */
export type About =
  | { readonly kind: "nothing" }
  | { readonly kind: "reply"; readonly message: Message }
  | { readonly kind: "edit"; readonly message: Message };

export interface Written {
  readonly text: string;
  readonly about: About;
  readonly file: File | undefined;
}

export interface Composer {
  readonly about: About;
  set(about: About, placeholder?: string): void;
  focus(): void;
  /** The bot's commands have come. */
  listCommands(): void;
  /** Empties the box and forgets what it was about. */
  clear(): void;
  /** Gives back what could not be sent. */
  restore(written: Written): void;
}

interface Wiring {
  onSend(written: Written): void;
  /** The arrow up in an empty box. */
  onEditLast(): void;
  say(text: string): void;
  /** What the bot takes here. */
  commands(): readonly BotCommand[];
}

const NOTHING: About = { kind: "nothing" };

export function createComposer({ onSend, onEditLast, say, commands }: Wiring): Composer {
  const form = byId("composer", HTMLFormElement);
  const box = byId("text", HTMLTextAreaElement);
  const staged = createStagedFile(say);
  let about = NOTHING;
  const list = createCommandList({
    box,
    commands,
    send(text) {
      box.value = text;
      send();
    },
    write(text) {
      box.value = text;
      list.hide();
    },
  });

  function set(next: About, placeholder = words.message): void {
    if (about.kind === "edit" && next.kind !== "edit") box.value = "";
    about = next;
    box.placeholder = placeholder;
    if (next.kind === "edit") box.value = next.message.text ?? "";
    showAbout(next);
    list.hide();
    grow(box);
  }

  function put(text: string): void {
    box.value = box.value === "" ? text : `${text}\n${box.value}`;
    grow(box);
    box.focus();
  }

  function send(): void {
    const text = box.value.trim();
    if (text === "" && staged.file === undefined) {
      box.focus();
      return;
    }
    const written = { text, about, file: staged.file };
    box.value = "";
    staged.take(undefined);
    set(NOTHING);
    box.focus();
    onSend(written);
  }

  byId("stop-about", HTMLButtonElement).addEventListener("click", () => {
    set(NOTHING);
    box.focus();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  const listCommands = (): void => {
    if (about.kind === "edit" || document.activeElement !== box) list.hide();
    else list.show(box.value);
  };
  box.addEventListener("input", () => {
    grow(box);
    listCommands();
  });
  box.addEventListener("focus", listCommands);
  box.addEventListener("blur", () => list.hide());
  box.addEventListener("keydown", (event) => {
    if (list.takes(event)) {
      event.preventDefault();
      return;
    }
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      send();
    }
    if (event.key === "Escape") set(NOTHING);
    if (event.key === "ArrowUp" && box.value === "" && about.kind === "nothing") onEditLast();
  });
  return {
    get about() {
      return about;
    },
    set,
    focus: () => box.focus(),
    listCommands,
    clear() {
      box.value = "";
      staged.take(undefined);
      set(NOTHING);
    },
    restore({ text, about: before, file }) {
      if (about.kind === "nothing" && box.value === "") set(before);
      if (before.kind === "edit" && about === before) box.value = "";
      if (text !== "") put(text);
      if (file) staged.take(file);
    },
  };
}

function showAbout(about: About): void {
  const bar = byId("about", HTMLElement);
  bar.hidden = about.kind === "nothing";
  if (about.kind === "nothing") return;
  const isEdit = about.kind === "edit";
  const title = isEdit ? words.editing : words.replyingTo(senderName(about.message));
  byId("about-title", HTMLElement).textContent = title;
  byId("about-text", HTMLElement).textContent = snippet(about.message);
  const stop = isEdit ? words.stopEditing : words.stopReplying;
  byId("stop-about", HTMLButtonElement).setAttribute("aria-label", stop);
}

/** As high as its text, up to what the style allows. */
function grow(box: HTMLTextAreaElement): void {
  box.style.height = "auto";
  box.style.height = `${box.scrollHeight}px`;
}

/** A file that goes with the next message: chosen, pasted or dropped. */
function createStagedFile(say: (text: string) => void) {
  const input = byId("file", HTMLInputElement);
  const bar = byId("staged", HTMLElement);
  let file: File | undefined;

  function take(next: File | undefined): void {
    const isTooLarge = next !== undefined && next.size > MAX_FILE_BYTES;
    if (isTooLarge) say(words.tooLarge(next.name));
    file = isTooLarge ? undefined : next;
    bar.hidden = file === undefined;
    input.value = "";
    if (file === undefined) return;
    byId("staged-name", HTMLElement).textContent = `${file.name}, ${fileSize(file.size)}`;
    byId("text", HTMLTextAreaElement).focus();
  }

  const takeFrom = (event: Event, files: FileList | undefined): void => {
    if (files === undefined || files.length === 0) return;
    event.preventDefault();
    take(files[0]);
  };
  input.addEventListener("change", () => take(input.files?.[0]));
  byId("unstage", HTMLButtonElement).addEventListener("click", () => take(undefined));
  document.addEventListener("paste", (event) => takeFrom(event, event.clipboardData?.files));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => takeFrom(event, event.dataTransfer?.files));
  return {
    get file() {
      return file;
    },
    take,
  };
}
