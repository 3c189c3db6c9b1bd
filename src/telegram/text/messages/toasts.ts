/** The answers to a tap. */
import type { ToastKey } from "../../wizard/events.js";

export type ToastTexts = Record<ToastKey | "refreshed", string>;
