/** What the bot says of itself: the first in a chat without a message, the second on its page and with a link to it. */

/** At most 512 and 120 characters. */
export type ProfileTexts = Record<"description" | "shortDescription", string>;
