/** Text from a Chinese, Arabic or Persian keyboard, as the rest of the intake reads it. */

const FULL_WIDTH = /[\uff01-\uff5e]/g;
const TO_ASCII = 0xfee0;
/** Arabic and Persian ones. */
const DIGITS = /[٠-٩۰-۹]/g;

/** Digits, letters and signs of full width, and Arabic and Persian numbers, as the usual ones: ６５，０００ and ٦٥٬٠٠٠ are 65,000. */
export function usualSigns(text: string): string {
  return (
    text
      .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - TO_ASCII))
      // Both begin at a code that ends in 0.
      .replace(DIGITS, (sign) => String(sign.charCodeAt(0) & 0xf))
      .replaceAll("٫", ".")
      .replace(/[٬،]/g, ",")
      .replaceAll("\u3000", " ")
  );
}

/** A comma of full width, or an Arabic one, is one of a number only before its three digits. */
const NUMBER_COMMA = /(?<=[\d０-９٠-٩۰-۹])[，،](?=[\d０-９٠-٩۰-۹]{3}(?![\d０-９٠-٩۰-۹]))/g;
const SEPARATORS = /[，、。；：！？،؛]/g;
const GLUED =
  /能量|[带帶]宽|[帶頻]寬|(?:半|[\d一二两三四五六七八九十]+ ?)(?:分[钟鐘]|[个個]?小[时時]|天|[周週]|[个個]?星期|[个個]月)/g;
/** 万 and 千 are inside a number: 6万5. */
const BEFORE_NUMBER = /(?![万萬千])\p{Script=Han}(?=\d)/gu;

/** A line with spaces between its words, also where Chinese has none: 租65000能量1小时. */
export function spacedLine(text: string): string {
  const line = text.replace(NUMBER_COMMA, ",").replace(SEPARATORS, " ");
  return usualSigns(line).replace(GLUED, " $& ").replace(BEFORE_NUMBER, "$& ");
}
