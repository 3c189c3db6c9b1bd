/** Copies text, also where the page has no secure origin (another machine's address over http). */
import { element } from "./dom.js";
import type { Notices } from "./notices.js";
import { words } from "./reader.js";

export async function copyText(text: string, notices: Notices): Promise<void> {
  if (await copied(text)) notices.toast(words.copied(text));
  else notices.alert(words.notCopied(text));
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copiedFromPage(text);
  }
}

function copiedFromPage(text: string): boolean {
  const focused = document.activeElement;
  const area = element("textarea", { class: "unseen", "aria-hidden": "true" });
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
