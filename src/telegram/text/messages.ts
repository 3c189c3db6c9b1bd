/** Every text of the bot. Cards decide what is said; a language says how, section by section. */
import type { AccountTexts } from "./messages/account.js";
import type { BatchTexts } from "./messages/batch.js";
import type { BookTexts } from "./messages/book.js";
import type { Buttons } from "./messages/buttons.js";
import type { CommandTexts } from "./messages/commands.js";
import type { ConfirmTexts } from "./messages/confirm.js";
import type { FileTexts } from "./messages/files.js";
import type { HelpTexts } from "./messages/help.js";
import type { HistoryTexts } from "./messages/history.js";
import type { ManualTexts } from "./messages/manual.js";
import type { NewsTexts } from "./messages/news.js";
import type { NoteTexts } from "./messages/notes.js";
import type { NoticeTexts } from "./messages/notices.js";
import type { OrdersTexts } from "./messages/orders.js";
import type { OverlapTexts } from "./messages/overlaps.js";
import type { ProfileTexts } from "./messages/profile.js";
import type { PromptTexts } from "./messages/prompts.js";
import type { SettingsTexts } from "./messages/settings.js";
import type { StatsTexts } from "./messages/stats.js";
import type { ToastTexts } from "./messages/toasts.js";
import type { UsdtTexts } from "./messages/usdt.js";
import type { ClosedTexts, WizardTexts } from "./messages/wizard.js";

export interface Messages extends AccountTexts {
  readonly buttons: Buttons;
  readonly commands: CommandTexts;
  readonly wizard: WizardTexts;
  readonly confirm: ConfirmTexts;
  readonly closed: ClosedTexts;
  readonly notices: NoticeTexts;
  readonly batch: BatchTexts;
  readonly orders: OrdersTexts;
  readonly settings: SettingsTexts;
  readonly stats: StatsTexts;
  readonly help: HelpTexts;
  readonly history: HistoryTexts;
  readonly news: NewsTexts;
  readonly manual: ManualTexts;
  readonly notes: NoteTexts;
  readonly profile: ProfileTexts;
  readonly prompts: PromptTexts;
  readonly toasts: ToastTexts;
  readonly files: FileTexts;
  readonly book: BookTexts;
  readonly overlaps: OverlapTexts;
  readonly usdt: UsdtTexts;
}
