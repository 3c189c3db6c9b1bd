/** What the bot says of itself. */
import type { ProfileTexts } from "../messages/profile.js";

export const profile: ProfileTexts = {
  description: [
    "Rent TRON Energy and Bandwidth in seconds, and send USDT without burning TRX.",
    "Paste a wallet address or tap Start. You see the price first and pay by the button that shows it; the card says when it is safe to send.",
  ].join("\n\n"),
  shortDescription: "TRON Energy and Bandwidth in seconds: send USDT without burning TRX.",
};
