/** How a node refuses a transaction: the code of the broadcast answer and its message. */
export type RejectionCode =
  | "SIGERROR"
  | "CONTRACT_VALIDATE_ERROR"
  | "CONTRACT_EXE_ERROR"
  | "BANDWITH_ERROR"
  | "DUP_TRANSACTION_ERROR"
  | "TAPOS_ERROR"
  | "TOO_BIG_TRANSACTION_ERROR"
  | "TRANSACTION_EXPIRATION_ERROR"
  | "SERVER_BUSY"
  | "NO_CONNECTION"
  | "NOT_ENOUGH_EFFECTIVE_CONNECTION"
  | "BLOCK_UNSOLIDIFIED"
  | "OTHER_ERROR";

export class Rejection extends Error {
  override name = "Rejection";
  readonly code: RejectionCode;

  constructor(code: RejectionCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What java-tron says with the codes whose text never varies. */
export const FIXED_TEXT: Partial<Record<RejectionCode, string>> = {
  BANDWITH_ERROR: "Account resource insufficient error.",
  DUP_TRANSACTION_ERROR: "Dup transaction.",
  TAPOS_ERROR: "Tapos check error.",
  TRANSACTION_EXPIRATION_ERROR: "Transaction expired",
  SERVER_BUSY: "Server busy.",
  NO_CONNECTION: "No connection.",
  NOT_ENOUGH_EFFECTIVE_CONNECTION: "P2P broadcast failed.",
  BLOCK_UNSOLIDIFIED: "Block unsolidified.",
};

export function rejection(code: RejectionCode): Rejection {
  return new Rejection(code, FIXED_TEXT[code] ?? code);
}
