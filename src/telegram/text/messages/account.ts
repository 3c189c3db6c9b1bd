/** The menu and the money of an account. */
import type { Part } from "../../format.js";

export interface AccountTexts {
  readonly menu: (gift: string | undefined) => Part;
  readonly balance: (available: string, held: string | undefined) => Part;
  readonly topUp: (contact: string | undefined, customerId: string) => Part;
  readonly credited: (amount: string, available: string) => Part;
}
