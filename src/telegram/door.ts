/** What every part of the Telegram door works with. */
import type { Api } from "grammy";
import type { Logger } from "pino";
import type { Sun } from "../domain/money.js";
import type { PerResource } from "../domain/resource.js";
import type { Engine } from "../engine/context.js";
import type { AmountPreset } from "./cards/views.js";
import type { CustomerPace } from "./drafts/customer-pace.js";
import type { FetchFile } from "./files/fetch-file.js";
import type { Sender } from "./sending/sender.js";

export interface TelegramSettings {
  /** What a user is credited at the first contact. */
  readonly firstCreditSun: Sun;
  readonly quoteTtlMs: number;
  readonly presets: PerResource<readonly AmountPreset[]>;
  readonly operatorContact: string | undefined;
  /** The command that signs a text with an account; only the sandbox can. */
  readonly signCommand?: string | undefined;
  /** What stands before a txid in the address of its page. */
  readonly txUrlPrefix: string;
}

export interface TelegramDoor {
  readonly engine: Engine;
  readonly api: Api;
  readonly logger: Logger;
  readonly settings: TelegramSettings;
  readonly bot: { readonly id: number; readonly username: string };
  readonly sender: Sender;
  readonly fetchFile: FetchFile;
  readonly orderPace: CustomerPace;
  readonly quotePace: CustomerPace;
}
