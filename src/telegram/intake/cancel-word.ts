/** The word by which whatever is open is cancelled. */
import { trimInvisible } from "./invisible.js";
import { usualSigns } from "./signs.js";

const CANCEL = /^(?:cancel|cancelar|отмена|отменить|取消)[.!。]?$/iu;
const LONGEST = 32;

export function isCancel(text: string): boolean {
  return text.length <= LONGEST && CANCEL.test(trimInvisible(usualSigns(text)));
}
