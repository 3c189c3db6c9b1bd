/** What a node may answer to a broadcast, by the names of table.ts, as it comes over the wire. */
import type { ServerResponse } from "node:http";
import { type Address, addressToHex } from "../../../src/domain/address.js";

/** The transaction that is answered for. */
export interface Broadcast {
  readonly txid: string;
  readonly receiver: Address;
}

/** Gives what is answered with HTTP 200 as JSON, or answers itself. */
export type Answer = (broadcast: Broadcast, response: ServerResponse) => unknown;

const coded =
  (code: string, message = ""): Answer =>
  ({ txid }) => ({ result: false, code, txid, message });

const invalid = (text: string | ((broadcast: Broadcast) => string)): Answer => {
  return (broadcast, response) => {
    const said = typeof text === "string" ? text : text(broadcast);
    return coded("CONTRACT_VALIDATE_ERROR", `Contract validate error : ${said}`)(
      broadcast,
      response,
    );
  };
};

const status =
  (code: number): Answer =>
  (_, response) => {
    response.writeHead(code).end("{}");
  };

const text =
  (body: string): Answer =>
  (_, response) => {
    response.end(body);
  };

const LONGER_LOCK =
  "The lock period for ENERGY this time cannot be less than the remaining time[9000ms] of the last lock period for ENERGY!";
const NOT_DELEGATED = "insufficient delegateFrozenBalance(Energy), request=2, unlock_balance=1";

/** No answer ever comes: the caller's patience ends. */
export const NO_ANSWER = "no answer in time";

export const ACCEPTED: Answer = ({ txid }) => ({
  ...{ result: true, code: "SUCCESS", txid, message: "", transaction: "{}" },
});

export const ANSWERS: Readonly<Record<string, Answer>> = {
  "`SUCCESS`": ACCEPTED,
  "`DUP_TRANSACTION_ERROR`": coded("DUP_TRANSACTION_ERROR", "Dup transaction."),
  "`SERVER_BUSY`": coded("SERVER_BUSY", "Server busy."),
  "`NO_CONNECTION`": coded("NO_CONNECTION", "No connection."),
  "`BLOCK_UNSOLIDIFIED`": coded("BLOCK_UNSOLIDIFIED", "Block unsolidified."),
  "`NOT_ENOUGH_EFFECTIVE_CONNECTION`": coded(
    "NOT_ENOUGH_EFFECTIVE_CONNECTION",
    "P2P broadcast failed.",
  ),
  "`TRANSACTION_EXPIRATION_ERROR`": coded("TRANSACTION_EXPIRATION_ERROR", "Transaction expired"),
  "`CONTRACT_EXE_ERROR`": coded("CONTRACT_EXE_ERROR", "Contract execute error : x"),
  "`OTHER_ERROR`": coded("OTHER_ERROR", "Error: null"),
  "a code the desk does not know": coded("A_CODE_OF_TOMORROW"),
  "HTTP 403": status(403),
  "HTTP 429": status(429),
  "HTTP 500": status(500),
  "HTTP 503": status(503),
  "`Error` with HTTP 200": () => ({ Error: "class java.lang.NullPointerException : null" }),
  "the node's own limit with HTTP 200": () => ({ Error: "lack of computing resources" }),
  "no JSON": text("<html>Bad gateway</html>"),
  "half an answer": text('{"result":true,"co'),
  "an empty one": () => ({}),
  "one for another transaction": () => ({ result: true, txid: "6".repeat(64) }),
  "a connection that is cut": (_, response) => void response.destroy(),
  [NO_ANSWER]: () => undefined,
  "`SIGERROR`": coded("SIGERROR", "Validate signature error: Permission denied"),
  "`BANDWITH_ERROR`": coded("BANDWITH_ERROR", "Account resource insufficient error."),
  "`TAPOS_ERROR`": coded("TAPOS_ERROR", "Tapos check error."),
  "`TOO_BIG_TRANSACTION_ERROR`": coded("TOO_BIG_TRANSACTION_ERROR", "Transaction size is too big"),
  "`CONTRACT_VALIDATE_ERROR`: too little stake is free": invalid(
    "delegateBalance must be less than or equal to available FreezeEnergyV2 balance",
  ),
  "… a longer lock is in the way": invalid(LONGER_LOCK),
  "… the receiver is not activated": invalid(
    ({ receiver }) => `Account[${addressToHex(receiver)}] not exists`,
  ),
  "… the receiver is a contract": invalid("Do not allow delegate resources to contract addresses"),
  "… it is a transfer to a contract": invalid("Cannot transfer TRX to a smartContract."),
  "… so much is not delegated": invalid(NOT_DELEGATED),
  "… nothing is delegated": invalid("delegated Resource does not exist"),
  "… the account has too little TRX": invalid(
    "Validate TransferContract error, balance is not sufficient.",
  ),
  "… anything else": invalid("No support for resource delegate"),
};
