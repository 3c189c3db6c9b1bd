/** What the page says beside the messages: toasts, alerts, and that the desk is away. */
import { byId } from "./dom.js";
import { words } from "./reader.js";

const TOAST_MS = 5_000;

export interface Notices {
  /** Goes by itself; an empty text takes away what is there. */
  toast(text: string): void;
  /** Stays until it is closed. */
  alert(text: string): void;
  reachable(isReachable: boolean): void;
}

export function createNotices(): Notices {
  const status = byId("toast", HTMLElement);
  const dialog = byId("alert", HTMLDialogElement);
  const alertText = byId("alert-text", HTMLElement);
  const away = byId("away", HTMLElement);
  let timer: ReturnType<typeof setTimeout> | undefined;

  return {
    toast(text) {
      clearTimeout(timer);
      status.textContent = text;
      timer = setTimeout(() => {
        status.textContent = "";
      }, TOAST_MS);
    },
    alert(text) {
      alertText.textContent = text;
      if (!dialog.open) dialog.showModal();
    },
    reachable(isReachable) {
      if (away.hidden === isReachable) return;
      away.hidden = isReachable;
      if (isReachable) this.toast(words.back);
    },
  };
}
