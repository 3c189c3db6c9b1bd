/** The Telegram door: polls, applies, draws, and ends in order. */
import { autoRetry } from "@grammyjs/auto-retry";
import { Api, GrammyError } from "grammy";
import type { Logger } from "pino";
import type { Engine } from "../engine/context.js";
import { readDraftsAtStep, readLapsedDrafts } from "../engine/drafts.js";
import { redrawAfterStart, watchCards } from "../engine/outbox.js";
import { applyUpdate, tellBuried } from "./apply.js";
import { creditedCard } from "./cards/balance.js";
import { COMMANDS } from "./commands.js";
import type { TelegramDoor, TelegramSettings } from "./door.js";
import { draftOf } from "./draft-rows.js";
import { applyEvent, quoteDraft } from "./drafting.js";
import { drawCard } from "./draw.js";
import { Inbox } from "./inbox.js";
import { languageOf } from "./language.js";
import { OrderPace } from "./order-pace.js";
import { Sender } from "./sender.js";
import { en } from "./text/en.js";
import { awaitsQuote } from "./wizard/reduce.js";

export interface TelegramOptions {
  readonly engine: Engine;
  readonly logger: Logger;
  readonly token: string;
  /** Where the Bot API is; the official one unless given. */
  readonly apiRoot: string | undefined;
  readonly settings: TelegramSettings;
}

export interface Telegram {
  readonly username: string;
  stop(): Promise<void>;
}

const LAPSE_EVERY_MS = 1_000;
/** Blocks may come faster than anybody reads. */
const WATCH_EVERY_MS = 500;

/** Starts the door; throws a sentence for the operator when the token is refused or the API cannot be reached. */
export async function startTelegram(options: TelegramOptions): Promise<Telegram> {
  const { engine, logger, settings } = options;
  const api = new Api(options.token, options.apiRoot ? { apiRoot: options.apiRoot } : {});
  const retry = { maxRetryAttempts: 3, maxDelaySeconds: 30, rethrowHttpErrors: true };
  api.config.use(autoRetry(retry));
  const me = await api.getMe().catch(refusedStart);
  const bot = { id: me.id, username: me.username };
  const sender = new Sender({
    engine,
    api,
    logger,
    draw: (row) => drawCard({ engine, settings, bot }, row),
    wordsFor: (event, chatId) => creditedCard(event, languageOf({ engine }, chatId)),
  });
  const orderPace = new OrderPace(engine);
  const door: TelegramDoor = { engine, api, logger, settings, bot, sender, orderPace };
  const inbox = new Inbox({
    engine,
    api,
    logger,
    apply: (update) => applyUpdate(door, update),
    onBuried: (update) => tellBuried(door, update),
  });

  await publishCommands(api).catch((error: unknown) => {
    logger.warn({ err: error }, "the commands could not be published");
  });
  await redrawAfterStart(engine);
  const stopWatching = watch(door);
  inbox.start();
  sender.wake();
  await quoteUnquoted(door);
  return {
    username: bot.username,
    async stop() {
      stopWatching();
      await inbox.stop();
      await sender.stop();
      await orderPace.stop();
    },
  };
}

function refusedStart(error: unknown): never {
  const why =
    error instanceof GrammyError ? error.description : "the Bot API cannot be reached there";
  throw new Error(
    `TELEGRAM_BOT_TOKEN, TELEGRAM_API_ROOT: the bot cannot start (${why}). Check both, or unset the token to go without Telegram.`,
  );
}

/** Cards follow their orders, and quotes lapse by the clock. */
function watch(door: TelegramDoor): () => void {
  const { engine, logger, sender } = door;
  let changed = false;
  const note = () => {
    changed = true;
  };
  engine.signals.on("block", note);
  engine.signals.on("finished", note);
  const failed = (error: unknown) => logger.error({ err: error }, "cards could not be looked at");
  const look = async () => {
    if (changed) {
      changed = false;
      await watchCards(engine);
    }
    // Also for what other doors left in the outbox.
    sender.wake();
  };
  const cards = setInterval(() => look().catch(failed), WATCH_EVERY_MS);
  const quotes = setInterval(() => lapseQuotes(door).catch(failed), LAPSE_EVERY_MS);
  return () => {
    clearInterval(cards);
    clearInterval(quotes);
    engine.signals.off("block", note);
    engine.signals.off("finished", note);
  };
}

async function lapseQuotes(door: TelegramDoor): Promise<void> {
  for (const row of readLapsedDrafts(door.engine)) {
    const { quote } = draftOf(row).data;
    if (!quote) continue;
    await applyEvent(door, undefined, row.id, { kind: "lapsed", quoteId: quote.quoteId });
  }
}

/** A stop came between a complete draft and its quote. */
async function quoteUnquoted(door: TelegramDoor): Promise<void> {
  for (const row of readDraftsAtStep(door.engine, "confirm")) {
    const draft = draftOf(row);
    if (awaitsQuote(draft)) await quoteDraft(door, draft);
  }
}

async function publishCommands(api: Api): Promise<void> {
  const describe = (commands: typeof COMMANDS) =>
    commands.map(({ name }) => ({ command: name, description: en.commands[name] }));
  await api.setMyCommands(describe(COMMANDS), { scope: { type: "all_private_chats" } });
  const inGroups = COMMANDS.filter((command) => command.inGroups);
  await api.setMyCommands(describe(inGroups), { scope: { type: "all_group_chats" } });
}
