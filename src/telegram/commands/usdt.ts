/** `/usdt FROM TO`: how much Energy the next USDT transfer needs, and a card that rents it for the sender, or asks for the wallets. */

import { isAddress } from "../../domain/address.js";
import { DeskError } from "../../domain/errors.js";
import { sizeTransfer } from "../../engine/receivers/size-transfer.js";
import type { Card } from "../card.js";
import { failureCard } from "../cards/notices.js";
import { enoughCard, notActivatedCard } from "../cards/usdt.js";
import type { CommandCall, TelegramDoor } from "../door.js";
import { contactOf } from "../drawing/draw.js";
import { openCard } from "../flows/open-draft.js";
import { readWallets } from "../flows/said.js";
import { parseAddresses } from "../intake/addresses.js";
import { languageOf } from "../language.js";
import { answer } from "../sending/answer.js";
import type { LineProblem, Sizing } from "../state/draft.js";

/** A transfer is done within an hour, which costs the same as 15 minutes. The last rental may have been for more transfers. */
const FIELDS = { type: "Fast", resource: "energy", duration: "1h" } as const;

export async function sizeUsdt(door: TelegramDoor, call: CommandCall): Promise<void> {
  const { updateId, place, user, messageId } = call;
  const messages = await languageOf(door, user.user_id);
  const say = (card: Card) => answer(door, updateId, place, card, { replyTo: messageId });
  const wallets = await readWallets(door, user.customer_id, call.args);
  const [first, second] = wallets;
  const from = first && !first.bad && isAddress(first.address) ? first.address : undefined;
  const to = second && !second.bad && isAddress(second.address) ? second.address : undefined;
  if (!from || !to || wallets.length !== 2) {
    const verdicts = wallets.filter(({ bad }) => bad);
    const isCounted = wallets.length > 0 && verdicts.length === 0;
    const problems = [...strangeWords(call.args), ...(isCounted ? [NOT_TWO] : [])];
    return openCard(door, updateId, place, user, {
      ...{ fields: FIELDS, verdicts, problems, sizes: true, messageId },
    });
  }
  try {
    const size = await sizeTransfer(door.engine, from, to);
    if (!size) return await say(notActivatedCard(from, messages));
    const sizing: Sizing = { ...size, from, to };
    if (size.rentUnits === 0) return await say(enoughCard(sizing, messages));
    const fields = { ...FIELDS, amount: size.rentUnits };
    const verdicts = [{ address: from }];
    await openCard(door, updateId, place, user, { fields, verdicts, sizing, messageId });
  } catch (error) {
    if (!(error instanceof DeskError)) throw error;
    const whose = { customerId: user.customer_id, desk: contactOf(door), isGroup: place.isGroup };
    await say(failureCard({ code: error.code, ...whose }, messages));
  }
}

/** Said of one good wallet, and of three. */
const NOT_TWO: LineProblem = { word: "", code: "NOT_TWO_WALLETS", hint: [] };

const MAX_STRANGE = 10;
const MAX_WORD = 40;

/** Words that are neither a wallet nor the name of one: nothing else would say that they were passed over. */
function strangeWords(args: string): LineProblem[] {
  const strange = args
    .split(/[\s,;]+/)
    .filter((word) => word !== "" && !word.startsWith("@") && parseAddresses(word).length === 0);
  return strange
    .slice(0, MAX_STRANGE)
    .map((word) => ({ word: word.slice(0, MAX_WORD), code: "UNKNOWN_WORD", hint: [] }));
}
