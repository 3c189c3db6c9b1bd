/** The texts of /sell. Prices are SUN per unit; money is TRX, written; an address is called in full, but on buttons. */
import type { Duration } from "../../../domain/duration.js";
import type { Pause } from "../../../domain/pause.js";
import type { Delegating, Power } from "../../../domain/permission.js";
import type { Resource } from "../../../domain/resource.js";
import type { Part } from "../../format.js";
import type { OfferField, SellingNotice } from "../../selling/selling.js";

export interface SellTexts {
  readonly title: string;
  readonly list: string;
  readonly account: (address: Part, earned: string, isPaused: boolean) => Part;
  readonly moreAccounts: (count: number) => string;
  readonly address: Part;
  /** Behind a number. */
  readonly units: Record<Resource, string>;
  readonly permission: PermissionTexts;
  readonly challenge: ChallengeTexts;
  readonly seller: SellerTexts;
  readonly offer: OfferTexts;
  readonly notices: Record<SellingNotice, string>;
  readonly closed: Record<"closed" | "replaced", string>;
  readonly toasts: Record<"notYours" | "closed" | "saved" | "unchanged", string>;
  readonly buttons: SellButtons;
}

interface PermissionTexts {
  readonly title: string;
  readonly account: (address: Part) => Part;
  readonly noKey: string;
  readonly missing: (operations: readonly Delegating[]) => string;
  readonly weight: (has: number, needs: number) => string;
  readonly fine: string;
  readonly tooMuch: (powers: readonly Power[]) => string;
  /** How it is given, wallet by wallet. */
  readonly steps: (operator: Part) => Part;
}

interface ChallengeTexts {
  readonly title: string;
  readonly ask: string;
  readonly how: Part;
  /** In the sandbox, where the command signs. */
  readonly sandbox: (command: Part) => Part;
  readonly until: (end: Part) => Part;
}

interface SellerTexts {
  readonly state: (isPaused: boolean) => string;
  readonly pause: Record<Pause, string>;
  readonly capacity: (energy: string, bandwidth: string) => string;
  readonly money: (earned: string, paidOut: string) => Part;
  readonly open: (count: number) => string;
  readonly delegation: (
    amount: string,
    price: number,
    earns: string,
    end: Part | undefined,
  ) => Part;
  readonly moreDelegations: (count: number) => string;
  readonly offer: (offer: OfferLine) => string;
  readonly noOffer: string;
  readonly allowsMore: string;
}

export interface OfferLine {
  readonly resource: Resource;
  readonly price: number;
  readonly shortest: Duration;
  readonly longest: Duration;
  readonly chunk: string;
  readonly keep: string;
  readonly isOn: boolean;
}

interface OfferTexts {
  readonly title: (resource: Resource) => string;
  readonly about: string;
  readonly question: Record<OfferField, string>;
  /** A field and its value, on its button. */
  readonly field: Record<OfferField, (value: string) => string>;
  readonly price: (sun: number) => string;
}

interface SellButtons {
  readonly add: string;
  readonly list: string;
  readonly check: string;
  readonly copyDesk: string;
  readonly goOn: string;
  readonly newText: string;
  readonly offer: (resource: Resource, isKnown: boolean) => string;
  readonly turn: (resource: Resource, isOn: boolean) => string;
  readonly permission: string;
  readonly save: string;
  readonly close: string;
}
