/** What cards of several features show, as plain values. */
import type { Notice } from "../intake/findings.js";
import type { PresetUse } from "../text/buttons.js";

/** Whom to ask, and where to go for what a group may not see. */
export interface DeskContact {
  /** `OPERATOR_CONTACT`, such as "@desk_operator" or an address of any kind. */
  readonly operatorContact: string | undefined;
  /** Customers can pay in by themselves, so that nobody needs to be asked. */
  readonly takesDeposits: boolean;
  /** https://t.me/<the bot> */
  readonly privateChatUrl: string;
}

/** An amount offered as a button; `use` says what it is enough for, `times` how often. */
export interface AmountPreset {
  readonly units: number;
  readonly use?: PresetUse;
  readonly times?: number;
}

/** What the reader calls wallets, by address; a group sees no names: an address book is its owner's. */
export type WalletNames = ReadonlyMap<string, string>;

/** An error without a draft. */
export interface FailureView extends Notice {
  readonly isGroup: boolean;
  readonly customerId: string;
  readonly desk: DeskContact;
}
