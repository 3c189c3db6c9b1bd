/** What can be stopped other than by a halt: each hold has a reason, survives restarts, and is lifted alone. */
export const HOLDS = {
  /** The operator takes no new orders. */
  pause: { stops: "orders", next: "`desk resume` takes them again" },
  /** The operator lets no money leave. */
  "payout-pause": { stops: "payouts", next: "`desk resume --payouts` makes them again" },
  /** There is less than the desk owes. */
  "payout-cover": {
    stops: "payouts",
    next: "send what is missing there or name your other accounts in COVER_ACCOUNTS (`desk cover` shows what it has counted), or let it be with `desk cover release SUM --by NAME`",
  },
  /** The books may lack payouts that were made. */
  "payout-hold": {
    stops: "payouts",
    next: "book what was paid with `desk payout book`, then `desk resume --payouts`",
  },
} as const satisfies Record<
  string,
  { readonly stops: "orders" | "payouts"; readonly next: string }
>;

export type Hold = keyof typeof HOLDS;

export const HOLD_KINDS = Object.keys(HOLDS) as Hold[];

/** Those that stop payouts, in the order in which they are lifted. */
export const PAYOUT_HOLDS = HOLD_KINDS.filter((hold) => HOLDS[hold].stops === "payouts");
