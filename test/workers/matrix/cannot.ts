/** The answers that java-tron does not give to a kind of transaction, each with the reason. */
const NO_STAKE_NEEDED = "it gives stake back, so none has to be free";
const NO_LOCK =
  "it locks nothing: a lock that is not over shows in the stake that is free to take back";
const ANY_RECEIVER = "the receiver of what is taken back is not looked at";
const NOT_STAKE = "it is a transfer of TRX and moves no stake";
const NOT_TRX = "it is no transfer of TRX; a fee that cannot be paid is `BANDWITH_ERROR`";
const NOT_BACK = "it takes nothing back";

const both = (reason: string) => ({
  "Delegation of the pool": reason,
  "Delegation of a seller": reason,
});

/** By answer, and by kind of transaction. */
export const CANNOT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "`CONTRACT_VALIDATE_ERROR`: too little stake is free": {
    Undelegation: NO_STAKE_NEEDED,
    Payout: NOT_STAKE,
  },
  "… a longer lock is in the way": { Undelegation: NO_LOCK, Payout: NOT_STAKE },
  "… the receiver is not activated": {
    Undelegation: ANY_RECEIVER,
    Payout: "a transfer activates its receiver",
  },
  "… the receiver is a contract": {
    Undelegation: ANY_RECEIVER,
    Payout: "of a transfer it is said in other words, the next row",
  },
  "… it is a transfer to a contract": { ...both(NOT_TRX), Undelegation: NOT_TRX },
  "… so much is not delegated": { ...both(NOT_BACK), Payout: NOT_STAKE },
  "… nothing is delegated": { ...both(NOT_BACK), Payout: NOT_STAKE },
  "… the account has too little TRX": { ...both(NOT_TRX), Undelegation: NOT_TRX },
};
