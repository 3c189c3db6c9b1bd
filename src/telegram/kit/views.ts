/** What the cards show, as plain values. Money is in SUN; times are Unix milliseconds. */

import type { Notice } from "../intake/findings.js";
import type { PresetUse } from "../text/en.js";

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

export interface BalanceView {
  readonly customerId: string;
  readonly availableSun: number;
  /** For orders that run, and for withdrawals that wait. */
  readonly heldSun: number;
  /** What of it is for withdrawals. */
  readonly heldForWithdrawalsSun: number;
  /** What can be taken out; undefined where withdrawals are off. */
  readonly withdrawableSun?: number | undefined;
  readonly desk: DeskContact;
}

export interface HelpView {
  readonly isGroup: boolean;
  /** In groups with several bots a command needs the bot's name: "/buy@name". */
  readonly botUsername: string;
  readonly commands: readonly CommandLine[];
  readonly desk: DeskContact;
}

export interface CommandLine {
  /** Without the slash. */
  readonly command: string;
  readonly description: string;
}

export interface MenuView {
  readonly takesDeposits: boolean;
  /** Credited to a newcomer for trying (the sandbox); undefined for anybody else. */
  readonly giftSun: number | undefined;
  /** What was not understood of the text that it answers. */
  readonly above?: string | undefined;
}

/** `desk customer credit` was run for him. */
export interface CreditView {
  readonly amountSun: number;
  readonly availableSun: number;
}

/** An error without a draft. */
export interface FailureView extends Notice {
  readonly isGroup: boolean;
  readonly customerId: string;
  readonly desk: DeskContact;
}
