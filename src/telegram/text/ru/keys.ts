/** The texts of /key. */
import { bold, join, rich } from "../../format.js";
import type { KeyTexts } from "../messages/keys.js";

export const keys: KeyTexts = {
  title: "Ключи API",
  about: "С ключом ваши программы заказывают по HTTP, с вашего баланса.",
  none: "Ключей нет.",
  line: (startsWith, issued) => rich`${startsWith}, выдан ${issued}`,
  full: (most) => `Ключей уже ${most}, больше нельзя. Отзовите один, чтобы выпустить новый.`,
  issue: "Выпустить ключ",
  revoke: (startsWith) => `Отозвать ${startsWith}`,
  askRevoke: (startsWith) =>
    join([
      rich`Отозвать ключ ${startsWith}?`,
      "Программы с этим ключом сразу получат отказ. Вернуть его нельзя.",
    ]),
  confirmRevoke: "Отозвать",
  revoked: (startsWith) => rich`✅ Ключ ${startsWith} отозван.`,
  gone: "Этот ключ уже не действует.",
  shown: (key) =>
    join([
      bold("Ваш новый ключ API"),
      key,
      "Он показан один раз: сохраните его сейчас, сервис его не хранит. У кого он есть, тот тратит ваш баланс. Сохранив ключ, удалите это сообщение.",
    ]),
  copy: "Скопировать ключ",
  notShown: (startsWith) =>
    rich`⚠️ Неизвестно, дошёл ли до вас новый ключ (${startsWith}), поэтому он отозван. Выпустите другой: /key.`,
};
