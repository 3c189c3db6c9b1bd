/** The card of /settings. Labels stand on buttons. */
import type { NewsKind, NewsMode } from "../../../domain/notification.js";
import type { Part } from "../../format.js";

export interface SettingsTexts {
  readonly title: string;
  readonly groupTitle: string;
  /** What a tap on a kind does, and who may in a group. */
  readonly hint: string;
  readonly groupHint: string;
  readonly kind: Record<NewsKind, string>;
  readonly mode: Record<NewsMode, string>;
  /** On a button. */
  readonly kindButton: (kind: string, mode: string) => string;
  /** `limit` in TRX; undefined when there is none. */
  readonly limit: (limit: string | undefined) => string;
  readonly limitButton: (limit: string | undefined) => string;
  readonly noLimit: string;
  readonly askLimit: Part;
  /** What was typed is no limit. */
  readonly badLimit: Part;
  readonly language: (name: string) => string;
  /** The language of the client, whichever it is. */
  readonly asClient: string;
  /** Toasts. */
  readonly adminsOnly: string;
  readonly cannotAsk: string;
}
