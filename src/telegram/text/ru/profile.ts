/** What the bot says of itself. */
import type { ProfileTexts } from "../messages/profile.js";

export const profile: ProfileTexts = {
  description: [
    "Аренда энергии и Bandwidth в сети TRON за секунды: отправляйте USDT, не сжигая TRX.",
    "Вставьте адрес кошелька или нажмите «Старт». Сначала вы видите цену и платите кнопкой, на которой она стоит; карточка скажет, когда можно отправлять.",
  ].join("\n\n"),
  shortDescription: "Энергия и Bandwidth в сети TRON за секунды: отправляйте USDT, не сжигая TRX.",
};
