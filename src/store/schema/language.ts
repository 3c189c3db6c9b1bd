/** The language a Telegram user reads: what his client speaks, unless he chose another. */

export const LANGUAGE = `
-- As Telegram names it ("ru", "pt-br"), heard with each update of his.
ALTER TABLE telegram_user ADD COLUMN client_language TEXT;
ALTER TABLE telegram_user ADD COLUMN chosen_language TEXT`;
