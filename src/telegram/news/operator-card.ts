/** What the operator hears, in English as on the command line: whoever reads it types the commands that it names. */
import type { OperatorNews } from "../../engine/operating/tell-operator.js";
import { cardOf } from "../kit/parts.js";
import { blocks, bold, code, join, type Rich } from "../transport/format.js";
import type { Card } from "../transport/message.js";

const SIGNS: Record<OperatorNews["what"], string> = { begins: "⚠️", ends: "✅", says: "📋" };

export function operatorCard({ what, title, lines }: OperatorNews): Card {
  const told = lines.map((line) => withCommands(line));
  return cardOf(blocks([join([SIGNS[what], withCommands(title, bold)], " ")], told));
}

/** What stands between backticks is a command, to be copied with a tap. */
function withCommands(text: string, rest: (text: string) => Rich = plainText): Rich {
  return join(
    text.split("`").map((part, at) => (at % 2 === 1 ? code(part) : rest(part))),
    "",
  );
}

function plainText(text: string): Rich {
  return { text, entities: [] };
}
