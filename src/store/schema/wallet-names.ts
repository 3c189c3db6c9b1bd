/** The names that customers give to wallets. */

export const WALLET_NAMES = `
CREATE TABLE wallet_name (
  id INTEGER PRIMARY KEY,
  customer_id TEXT NOT NULL REFERENCES customer,
  -- The name in small letters.
  key TEXT NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 32),
  address TEXT NOT NULL CHECK (length(address) = 34),
  -- Orders paid for the wallet since it has a name, and when the last one was.
  uses INTEGER NOT NULL DEFAULT 0 CHECK (uses >= 0),
  used_at INTEGER,
  created_at INTEGER NOT NULL,
  UNIQUE (customer_id, key)
) STRICT`;
