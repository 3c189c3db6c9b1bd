/** Why a file cannot be read. */

import type { Card } from "../card.js";
import type { FileProblem } from "../intake/text-file.js";
import type { Messages } from "../text/messages.js";
import { cardOf } from "./buttons.js";

export function fileProblemCard(problem: FileProblem, { files }: Messages): Card {
  return cardOf(files.problem[problem]);
}
