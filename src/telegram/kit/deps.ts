/** What updates and flows work with: the bot's dependencies, and the update. */
import type { Api } from "grammy";
import type { Logger } from "pino";
import type { PerResource } from "../../domain/resource.js";
import type { Engine } from "../../engine/context.js";
import type { FirstCredit } from "../../engine/customers/customers.js";
import type { BotUser } from "../transport/actor.js";
import type { FetchFile, SentFile } from "../transport/fetch-file.js";
import type { Place } from "../transport/message.js";
import type { Sender } from "../transport/sender.js";
import type { CustomerPace } from "./customer-pace.js";
import type { AmountPreset } from "./views.js";

export interface TelegramSettings {
  /** What a user is credited at the first contact. */
  readonly firstCredit: FirstCredit;
  readonly quoteTtlMs: number;
  readonly presets: PerResource<readonly AmountPreset[]>;
  readonly operatorContact: string | undefined;
  /** The command that signs a text with an account; only the sandbox can. */
  readonly signCommand?: string | undefined;
  /** The beginning of the address of a transaction's page. */
  readonly txUrlPrefix: string;
}

export interface BotDeps {
  readonly engine: Engine;
  readonly api: Api;
  readonly logger: Logger;
  readonly settings: TelegramSettings;
  readonly bot: { readonly id: number; readonly username: string };
  readonly sender: Sender;
  readonly fetchFile: FetchFile;
  readonly orderPace: CustomerPace;
  readonly quotePace: CustomerPace;
  /** How long a sum in SUN must have been on the screen before Pay pays it. */
  readonly readFirstMs: (amountSun: number) => number;
}

/** An update with its sender and chat. */
export interface ShowCall {
  readonly updateId: number;
  readonly place: Place;
  readonly user: BotUser;
  readonly messageId: number | undefined;
}

export interface CommandCall extends ShowCall {
  readonly args: string;
  /** Of the group. */
  readonly title?: string | undefined;
  /** The document that the command is the caption of. */
  readonly file?: SentFile | undefined;
}
