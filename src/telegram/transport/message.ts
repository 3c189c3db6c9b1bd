/** A message as it is drawn: text with entities, buttons, and where it goes. Nothing here depends on grammY. */

/** Offsets and lengths are UTF-16 units, as Telegram counts them. */
export type Entity =
  | {
      readonly type: "bold" | "code" | "italic" | "pre" | "spoiler" | "expandable_blockquote";
      readonly offset: number;
      readonly length: number;
    }
  | {
      readonly type: "text_link";
      readonly offset: number;
      readonly length: number;
      readonly url: string;
    }
  | {
      readonly type: "text_mention";
      readonly offset: number;
      readonly length: number;
      readonly user: { readonly id: number; readonly is_bot: false; readonly first_name: string };
    }
  | {
      readonly type: "date_time";
      readonly offset: number;
      readonly length: number;
      readonly unix_time: number;
      readonly date_time_format?: string;
    };

export type Button =
  | {
      readonly text: string;
      readonly callback_data: string;
      readonly style?: "primary" | "success" | "danger";
    }
  | { readonly text: string; readonly url: string }
  | { readonly text: string; readonly copy_text: { readonly text: string } }
  /** Greyed: a tap does nothing. */
  | { readonly text: string; readonly disabled: Record<string, never> };

export interface Card {
  readonly text: string;
  readonly entities: readonly Entity[];
  /** Rows of buttons; an empty list removes the keyboard. */
  readonly keyboard: readonly (readonly Button[])[];
}

/** Where an answer goes: the chat, and in a forum its topic. */
export interface Place {
  readonly chatId: number;
  readonly threadId: number | undefined;
  readonly isGroup: boolean;
}
