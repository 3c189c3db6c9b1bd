/** The bot: takes updates, applies them, draws, and ends in order. */

import type { Api } from "grammy";
import type { UserFromGetMe } from "grammy/types";
import type { Logger } from "pino";
import { OrderBooks } from "../engine/book/order-book.js";
import { redrawAfterStart } from "../engine/chat/outbox.js";
import type { Engine } from "../engine/context.js";
import { revokePendingKeys } from "../engine/customers/own-keys.js";
import type { OperatorNews } from "../engine/operating/tell-operator.js";
import { OrderCosts } from "../engine/orders/read-costs.js";
import { AfterDelivery } from "../engine/receivers/after-delivery.js";
import { writeDocument } from "./account/write-document.js";
import { quoteUnquoted } from "./buy/screen.js";
import { screenOf } from "./commands.js";
import { CustomerPace } from "./kit/customer-pace.js";
import type { BotDeps, TelegramSettings } from "./kit/deps.js";
import { drawCard } from "./kit/draw.js";
import { wordsFor } from "./news/notification.js";
import { operatorCard } from "./news/operator-card.js";
import { drawBatch } from "./orders/draw-batch.js";
import { publishProfile } from "./profile.js";
import { applyUpdate, tellBuried } from "./routing/apply.js";
import { OutageNotice } from "./routing/outage-notice.js";
import { Watch } from "./routing/watch.js";
import { writeLog } from "./team/log.js";
import { drawChange } from "./team/news.js";
import { writeReport } from "./team/report.js";
import { createApi } from "./transport/api.js";
import { Connection } from "./transport/connection.js";
import { fileFetcher } from "./transport/fetch-file.js";
import { Inbox } from "./transport/inbox.js";
import { Polling } from "./transport/polling.js";
import { Sender } from "./transport/sender.js";
import type { SourceState, TakeUpdates, UpdateSource } from "./transport/source.js";
import { TIMINGS, type Timings } from "./transport/timings.js";
import { Webhook, type WebhookTarget } from "./transport/webhook.js";

export interface TelegramOptions {
  readonly engine: Engine;
  readonly logger: Logger;
  readonly token: string;
  /** Where the Bot API is; the official one unless given. */
  readonly apiRoot: string | undefined;
  /** Undefined while the desk polls. */
  readonly webhook?: WebhookTarget | undefined;
  readonly settings: TelegramSettings;
  readonly timings?: Partial<Timings>;
}

export interface Telegram {
  state(): TelegramState;
  /** Tells the operator past the outbox; false unless the message has certainly arrived. */
  tellOperator(chatId: number, news: OperatorNews): Promise<boolean>;
  /** Ends in order within seconds; the next start does the rest. */
  stop(): Promise<void>;
}

export interface TelegramState extends SourceState {
  /** Null until Telegram has named the bot. */
  readonly username: string | null;
}

/** Starts the bot, or keeps trying; throws a sentence for the operator when the token is refused. */
export async function startTelegram(options: TelegramOptions): Promise<Telegram> {
  const { engine, logger } = options;
  const timings = { ...TIMINGS, ...options.timings };
  const api = createApi(options.token, options.apiRoot, () => engine.database.isSure());
  const source = sourceOf(options, timings, api);
  let deps: OpenDoor | undefined;
  const connection = new Connection({
    api,
    logger,
    pauseMs: timings.pollRetryMs,
    open: async (me, signal) => {
      deps ??= await openDoor(options, timings, api, me);
      await source.begin(deps.take, signal);
    },
  });
  const stop = async () => {
    await connection.stop();
    await Promise.all([source.stop(), deps?.stop()]);
  };
  try {
    await connection.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    state: () => {
      const { state } = source;
      const problem = connection.problem ?? state.problem;
      return { ...state, username: deps?.username ?? null, problem };
    },
    tellOperator: async (chatId, news) => (await deps?.tellOperator(chatId, news)) ?? false,
    stop,
  };
}

function sourceOf({ engine, logger, webhook }: TelegramOptions, timings: Timings, api: Api) {
  const { now } = engine;
  const source: UpdateSource = webhook
    ? new Webhook({ api, logger, now, target: webhook, lookEveryMs: timings.webhookLookMs })
    : new Polling({ api, logger, now, retryMs: timings.pollRetryMs });
  return source;
}

interface OpenDoor {
  readonly username: string;
  readonly take: TakeUpdates;
  readonly tellOperator: Telegram["tellOperator"];
  stop(): Promise<void>;
}

async function openDoor(
  { engine, logger, settings, token, apiRoot }: TelegramOptions,
  timings: Timings,
  api: Api,
  me: UserFromGetMe,
): Promise<OpenDoor> {
  const bot = { id: me.id, username: me.username };
  const books = new OrderBooks(engine);
  const costs = new OrderCosts(engine);
  const afterDelivery = new AfterDelivery(engine);
  const sender = new Sender({
    engine,
    api,
    logger,
    timings,
    draw: (row) =>
      drawCard({ engine, settings, bot, books, costs, afterDelivery }, row, {
        flow: (drawer, flow, ...how) => screenOf(flow).draw(drawer, flow, ...how),
        batch: drawBatch,
        change: drawChange,
      }),
    write: (document, goOn) => {
      if (document.kind === "teamLog") return writeLog(engine, document, goOn);
      if (document.kind === "teamReport") return writeReport(engine, document);
      return writeDocument(engine, document, goOn);
    },
    wordsFor: (event, chatId) => wordsFor({ engine, bot, settings }, event, chatId),
  });
  const orderPace = new CustomerPace(engine.admission.create);
  const quotePace = new CustomerPace(engine.admission.quote);
  const paces = { orderPace, quotePace, readFirstMs: timings.readFirstMs };
  const stopping = new AbortController();
  const files = { api, token, apiRoot, retryMs: timings.retryMs };
  const fetchFile = fileFetcher(files, stopping.signal);
  const deps: BotDeps = { engine, api, logger, settings, bot, sender, fetchFile, ...paces };
  const inbox = new Inbox({
    engine,
    logger,
    apply: (update) => applyUpdate(deps, update),
    onBuried: (update) => tellBuried(deps, update),
    notice: new OutageNotice(deps),
  });

  await redrawAfterStart(engine);
  // These keys will never be shown.
  await revokePendingKeys(engine, Number.MAX_SAFE_INTEGER);
  const watch = new Watch(deps, timings);
  watch.start();
  await inbox.start();
  sender.wake();
  const quoted = quoteUnquoted(deps);
  const published = publishProfile(api, stopping.signal).catch((error: unknown) => {
    if (stopping.signal.aborted) return;
    logger.warn({ err: error }, "the commands and who the bot is could not be published");
  });
  return {
    username: bot.username,
    take: inbox.take,
    tellOperator: (chatId, news) =>
      sender.sendOnce(
        { chatId, threadId: undefined, isGroup: chatId < 0 },
        operatorCard(news),
        true,
      ),
    async stop() {
      stopping.abort();
      await watch.stop();
      await inbox.stop();
      await sender.stop();
      await Promise.all([orderPace.stop(), quotePace.stop()]);
      await Promise.race([Promise.all([published, quoted]), soon()]);
    },
  };
}

function soon(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 500).unref());
}
