/** Files of wallets. */
import type { FileTexts } from "../messages/files.js";

const AS_CSV = "Save it as CSV (UTF-8) with the wallets in the first column, and send that.";

export const files: FileTexts = {
  problem: {
    tooLarge: `⚠️ That file is larger than 64 KiB. Split it, or send the column of wallets only: 1,800 of them fit.`,
    unavailable: "⚠️ Telegram did not hand over that file. Send it again.",
    spreadsheet: `⚠️ That is a spreadsheet, which I cannot read. ${AS_CSV}`,
    notText: `⚠️ That file is no text. ${AS_CSV}`,
    noWallets: `⚠️ There is no TRON address in that file. ${AS_CSV}`,
  },
  next: (next, left) => `Next ${next === 1 ? "wallet" : `${next} wallets`} (${left} left)`,
};
