/** What follows from each answer to a broadcast; docs/operating.md says it in a few words. */

export interface Row {
  readonly answer: string;
  /** The first of those that stand together. */
  readonly leads: boolean;
  /** By kind of transaction. */
  readonly ends: Readonly<Record<string, string>>;
}

/** In table rows: the answers that end alike, then the ends of a delegation of the pool, of a seller, an undelegation, a payout. */
const ROWS: readonly (readonly [
  answers: readonly string[],
  pool: string,
  seller: string,
  undelegation: string,
  payout: string,
])[] = [
  [["`SUCCESS`", "`DUP_TRANSACTION_ERROR`"], "out", "out", "out", "out"],
  [
    [
      "`SERVER_BUSY`",
      "`NO_CONNECTION`",
      "`BLOCK_UNSOLIDIFIED`",
      "`NOT_ENOUGH_EFFECTIVE_CONNECTION`",
      "`TRANSACTION_EXPIRATION_ERROR`",
      "`CONTRACT_EXE_ERROR`",
      "`OTHER_ERROR`",
      "a code the desk does not know",
    ],
    "out",
    "out",
    "out",
    "out",
  ],
  [
    [
      "HTTP 403",
      "HTTP 429",
      "HTTP 500",
      "HTTP 503",
      "`Error` with HTTP 200",
      "the node's own limit with HTTP 200",
      "no JSON",
      "half an answer",
      "an empty one",
      "one for another transaction",
      "a connection that is cut",
      "no answer in time",
    ],
    "out",
    "out",
    "out",
    "out",
  ],
  [
    ["`SIGERROR`", "`BANDWITH_ERROR`"],
    "owner paused",
    "seller paused",
    "owner in 30 s",
    "run ends",
  ],
  [
    ["`TAPOS_ERROR`", "`TOO_BIG_TRANSACTION_ERROR`"],
    "next block",
    "back in the book",
    "in 30 s",
    "run ends",
  ],
  [
    ["`CONTRACT_VALIDATE_ERROR`: too little stake is free"],
    "other owner",
    "other seller",
    "–",
    "–",
  ],
  [["… a longer lock is in the way"], "other lock", "other seller", "–", "–"],
  [
    ["… the receiver is not activated", "… the receiver is a contract"],
    "refund",
    "refund",
    "–",
    "–",
  ],
  [["… it is a transfer to a contract"], "–", "–", "–", "run goes on"],
  [["… so much is not delegated", "… nothing is delegated"], "–", "–", "in 30 s", "–"],
  [["… the account has too little TRX"], "–", "–", "–", "run ends"],
  [["… anything else"], "next block", "back in the book", "in 30 s", "run ends"],
];

/** Each answer is a row of its own. */
export function readTable(): Row[] {
  return ROWS.flatMap(([answers, pool, seller, undelegation, payout]) =>
    answers.map((answer, at) => ({
      answer,
      leads: at === 0,
      ends: {
        "Delegation of the pool": pool,
        "Delegation of a seller": seller,
        Undelegation: undelegation,
        Payout: payout,
      },
    })),
  );
}
