/** `/usdt FROM TO`: how much Energy the next USDT transfer needs, and a card that rents it for the sender, or asks for the wallets. */

import { isAddress } from "../../domain/address.js";
import { DeskError } from "../../domain/errors.js";
import { readNamesOf } from "../../engine/customers/wallet-names.js";
import { sizeTransfer } from "../../engine/receivers/size-transfer.js";
import { eachOnce, parseAddresses, UNKNOWN_NAME } from "../intake/addresses.js";
import type { LineProblem, Verdict } from "../intake/findings.js";
import type { BotDeps, CommandCall } from "../kit/deps.js";
import { contactOf } from "../kit/draw.js";
import { languageOf } from "../kit/language.js";
import { failureCard } from "../kit/notices.js";
import { readNeeded } from "../kit/said.js";
import type { Sizing } from "../kit/sizing.js";
import { answer } from "../transport/answer.js";
import type { Card } from "../transport/message.js";
import { type Opening, openCard } from "./open.js";
import { enoughCard, notActivatedCard } from "./usdt-lines.js";

/** A transfer is done within an hour, which costs the same as 15 minutes. The last rental may have been for more transfers. */
const FIELDS = { type: "Fast", resource: "energy", duration: "1h" } as const;

type Transfer = NonNullable<Opening["transfer"]>;

/** `known` is the one wallet that was named before. */
export async function sizeUsdt(
  deps: BotDeps,
  call: CommandCall & Pick<Opening, "edits">,
  known: Transfer = {},
): Promise<void> {
  const { updateId, place, user, messageId, edits } = call;
  const messages = await languageOf(deps, place.chatId);
  const say = (card: Card) => answer(deps, updateId, place, card, { replyTo: messageId });
  const needed = known.from === undefined && known.to === undefined ? 2 : 1;
  const { verdicts: said, text } = await readNeeded(deps, user.customer_id, call.args, needed);
  const wallets = pairOf(said, known);
  const [first, second] = wallets;
  const from = first && !first.bad && isAddress(first.address) ? first.address : undefined;
  const to = second && !second.bad && isAddress(second.address) ? second.address : undefined;
  if (!from || !to || wallets.length !== 2) {
    const verdicts = wallets.filter(({ bad }) => bad);
    const isCounted = wallets.length > 2 && verdicts.length === 0;
    const strange = strangeWords(text);
    const problems = [...strange, ...(isCounted ? [NOT_TWO] : [])];
    // Beside a word that may be meant as the other wallet, nobody knows which of the two the only one is.
    const isUnsure = wallets.length > 2 || (wallets.length === 1 && strange.length > 0);
    const kept = isUnsure ? {} : from ? { from } : { to };
    const transfer = from || to || isUnsure ? kept : known;
    return openCard(deps, updateId, place, user, {
      ...{ fields: FIELDS, verdicts, problems, sizes: true, transfer, messageId, edits },
    });
  }
  try {
    const size = await sizeTransfer(deps.engine, from, to);
    if (!size) return await say(notActivatedCard(from, messages));
    const sizing: Sizing = { ...size, from, to };
    if (size.rentUnits === 0) {
      const names = place.isGroup
        ? undefined
        : await readNamesOf(deps.engine, user.customer_id, [to]);
      return await say(enoughCard(sizing, names, messages));
    }
    const fields = { ...FIELDS, amount: size.rentUnits };
    const verdicts = [{ address: from }];
    await openCard(deps, updateId, place, user, {
      ...{ fields, verdicts, sizing, isFound: true, messageId, edits },
    });
  } catch (error) {
    if (!(error instanceof DeskError)) throw error;
    const whose = { customerId: user.customer_id, desk: contactOf(deps), isGroup: place.isGroup };
    await say(failureCard({ code: error.code, ...whose }, messages));
  }
}

/** A single wallet is the one that was asked for. */
function pairOf(said: readonly Verdict[], { from, to }: Transfer): Verdict[] {
  if (said.length !== 1) return [...said];
  const before = from === undefined ? [] : [{ address: from }];
  const after = to === undefined || from !== undefined ? [] : [{ address: to }];
  return eachOnce([...before, ...said, ...after]);
}

/** Said of three. */
const NOT_TWO: LineProblem = { word: "", code: "NOT_TWO_WALLETS", hint: [] };

const MAX_STRANGE = 10;
const MAX_WORD = 40;

/** Words that are neither a wallet nor the name of one: nothing else would say that they were passed over. */
function strangeWords(text: string): LineProblem[] {
  const strange = text
    .split(/[\s,;]+/)
    .filter((word) => !/^(?:$|@)/.test(word) && !word.includes(UNKNOWN_NAME))
    .filter((word) => parseAddresses(word).length === 0);
  return strange
    .slice(0, MAX_STRANGE)
    .map((word) => ({ word: word.slice(0, MAX_WORD), code: "UNKNOWN_WORD", hint: [] }));
}
