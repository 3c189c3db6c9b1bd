/**
 * Looks each minute for what the operator's chat must hear. A halt, or that the database cannot be written, is sent past the
 * outbox, once in the life of the process: twice is better than not at all.
 */
import { ChainUnavailable } from "../chain/port.js";
import type { Cover } from "../domain/cover.js";
import { sumSun } from "../domain/money.js";
import { heardFrom } from "../engine/chat/outbox.js";
import { readDay } from "../engine/operating/operator-conditions.js";
import {
  haltNews,
  type OperatorNews,
  readIsDayDue,
  tellDay,
  tellOperator,
  unwrittenNews,
} from "../engine/operating/tell-operator.js";
import { readOpenPayouts } from "../engine/payouts/payout-lists.js";
import { currentChat } from "../store/chat/telegram-users.js";
import type { OperatorChat, WorkerContext } from "./context.js";
import { Loop } from "./loop.js";

const EVERY_MS = 60_000;

export function createOperatorChat(
  context: WorkerContext,
  { chatId, say, everyMs = EVERY_MS }: OperatorChat,
  lastCover: () => Cover | undefined,
): Loop {
  const { engine, logger } = context;
  const said = new Set<string>();
  let takesMessages = true;
  let isFirst = true;
  const sayOnce = async (what: string, news: OperatorNews) => {
    if (!said.has(what) && (await say(news))) said.add(what);
  };
  const sayPast = async () => {
    const { halt, ordersStopped = "" } = engine.gates;
    const { writeProblem } = engine.database;
    if (halt !== undefined) await sayOnce("halt", haltNews(ordersStopped));
    if (writeProblem !== undefined) await sayOnce("unwritten", unwrittenNews(writeProblem));
  };
  const noteWhetherHeard = (isHeard: boolean) => {
    if (isHeard === takesMessages) return;
    takesMessages = isHeard;
    if (isHeard) logger.info({ chatId }, "the operator's chat takes messages again");
    else logger.warn({ chatId }, UNHEARD);
  };
  return new Loop({
    name: "operator chat",
    movesMoney: false,
    everyMs,
    context,
    round: async () => {
      if (engine.database.writeProblem !== undefined) await sayPast();
      try {
        // The setting, or who is in the group, may have been put right since.
        if (isFirst) await heardFrom(engine, await engine.database.read(() => currentChat(chatId)));
        noteWhetherHeard(await tellOperator(engine, chatId, await accountOf(context)));
        // At the start nobody has read cover yet.
        if (takesMessages && !isFirst && (await readIsDayDue(engine))) {
          await tellDay(engine, chatId, await readDay(engine, lastCover()));
        }
        isFirst = false;
      } catch (error) {
        await sayPast();
        throw error;
      }
    },
  });
}

const UNHEARD =
  "OPERATOR_CHAT takes no messages: its id is wrong, the bot is not in the group, or was never started or is blocked there; the desk tries again when it hears from it, and at its next start";

/** What is signed and in no block is still there. Undefined also while nobody can tell. */
async function accountOf({ chain, engine, payout }: WorkerContext) {
  if (!payout) return undefined;
  const { address } = payout;
  try {
    const account = await chain.account(address);
    const out = (await readOpenPayouts(engine)).filter(({ blockNumber }) => blockNumber === null);
    const outSun = sumSun(out.map(({ amountSun }) => amountSun));
    return { address, leftSun: (account?.balanceSun ?? 0) - outSun };
  } catch (error) {
    if (error instanceof ChainUnavailable) return undefined;
    throw error;
  }
}
