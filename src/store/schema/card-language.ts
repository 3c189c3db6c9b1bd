/** The language that a card was opened in. */

export const CARD_LANGUAGE = `
-- What the client spoke from which it was opened, as Telegram names it; other clients of its owner show the same message.
ALTER TABLE card ADD COLUMN client_language TEXT`;
