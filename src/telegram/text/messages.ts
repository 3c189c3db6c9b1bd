/** Every text of the bot: each language has those that English has, and its functions are given the same. */
import type { en } from "./en.js";

export type Messages = typeof en;
