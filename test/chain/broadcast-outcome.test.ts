/** What the answer to a broadcast means, by the codes and messages of a node. */
import { describe, expect, it } from "vitest";
import { broadcastOutcome } from "../../src/chain/broadcast-outcome.js";
import { OWNER, OWNER_HEX, RECEIVER, RECEIVER_HEX, TXID } from "./fixtures.js";

const sent = { txid: TXID, receiver: RECEIVER };

function outcome(code: string, message: string) {
  return broadcastOutcome({ result: false, code, message, txid: TXID }, sent);
}

const REMAINING =
  "The lock period for ENERGY this time cannot be less than the remaining time[897000ms] " +
  "of the last lock period for ENERGY!";

/** Texts of java-tron 4.8.0, and the older wordings that are still about. */
const VALIDATION: [text: string, reason: string][] = [
  [
    "delegateBalance must be less than or equal to available FreezeEnergyV2 balance",
    "owner_capacity",
  ],
  [
    "delegateBalance must be less than or equal to available FreezeBandwidthV2 balance",
    "owner_capacity",
  ],
  ["delegateBalance must be less than available FreezeEnergyV2 balance", "owner_capacity"],
  [`Account[${RECEIVER}] not exists`, "receiver_not_activated"],
  [`Account[${RECEIVER_HEX}] not exists`, "receiver_not_activated"],
  [`Account[${RECEIVER_HEX.toUpperCase()}] not exists`, "receiver_not_activated"],
  [`Account[${OWNER}] not exists`, "other"],
  [`Account[${OWNER_HEX}] not exists`, "other"],
  [`Account[${OWNER_HEX}] does not exist`, "other"],
  ["Do not allow delegate resources to contract addresses", "receiver_is_contract"],
  [REMAINING, "lock"],
  [REMAINING.replaceAll("ENERGY", "BANDWIDTH"), "lock"],
  ["The lock period of delegate resource cannot be less than 0 and cannot exceed 864000!", "lock"],
  [
    "insufficient delegatedFrozenBalance(BANDWIDTH), request=2, unlock_balance=1",
    "not_undelegatable",
  ],
  ["insufficient delegateFrozenBalance(Energy), request=2, unlock_balance=1", "not_undelegatable"],
  ["delegated Resource does not exist", "not_undelegatable"],
  ["delegateBalance must be greater than or equal to 1 TRX", "other"],
  ["unDelegateBalance must be more than 0 TRX", "other"],
  ["receiverAddress must not be the same as ownerAddress", "other"],
  ["Invalid receiverAddress", "other"],
  ["Invalid address", "other"],
  ["Validate TransferContract error, balance is not sufficient.", "owner_balance"],
  ["Cannot transfer TRX to a smartContract.", "receiver_is_contract"],
  ["Validate TransferContract error, no OwnerAccount.", "other"],
  ["Cannot transfer TRX to yourself.", "other"],
  ["Amount must be greater than 0.", "other"],
  ["No support for resource delegate", "other"],
  ["ResourceCode error, valid ResourceCode[BANDWIDTH、ENERGY]", "other"],
];

describe("a refused contract", () => {
  it.each(VALIDATION)("%s → %s", (text, reason) => {
    const message = `Contract validate error : ${text}`;
    const told = text.includes("remaining time") ? { lockRemainingMs: 897_000 } : {};
    const code = "CONTRACT_VALIDATE_ERROR";
    const rejected = { kind: "rejected", reason, code, message, ...told };
    expect(outcome("CONTRACT_VALIDATE_ERROR", message)).toEqual(rejected);
    const hex = Buffer.from(message, "utf8").toString("hex");
    expect(outcome("CONTRACT_VALIDATE_ERROR", hex)).toEqual(rejected);
  });
});

describe("a response code", () => {
  const REJECTED: [code: string, message: string, reason: string][] = [
    ["SIGERROR", "Validate signature error: Permission denied", "permission"],
    ["SIGERROR", "Validate signature error: permission isn't exit", "permission"],
    [
      "SIGERROR",
      `Validate signature error: ab is signed by ${OWNER} but it is not contained of permission.`,
      "permission",
    ],
    ["BANDWITH_ERROR", "Account resource insufficient error.", "owner_bandwidth"],
    ["TAPOS_ERROR", "Tapos check error.", "reference_block"],
    ["TOO_BIG_TRANSACTION_ERROR", "Too big transaction", "other"],
  ];
  it.each(REJECTED)("%s (%s) is a definite refusal: %s", (code, message, reason) => {
    expect(outcome(code, message)).toEqual({ kind: "rejected", reason, code, message });
  });

  it.each([
    ["SERVER_BUSY", "Server busy."],
    ["NO_CONNECTION", "No connection."],
    ["BLOCK_UNSOLIDIFIED", "Block unsolidified."],
    ["NOT_ENOUGH_EFFECTIVE_CONNECTION", "Effective connection:0 lt minEffectiveConnection:1"],
  ])("%s was not taken: again later", (code, message) => {
    expect(outcome(code, message)).toEqual({ kind: "retry", message: `${code}: ${message}` });
  });

  it.each([
    ["NOT_ENOUGH_EFFECTIVE_CONNECTION", "P2P broadcast failed."],
    ["TRANSACTION_EXPIRATION_ERROR", "Transaction expired"],
    ["CONTRACT_EXE_ERROR", "Contract execute error : x"],
    ["OTHER_ERROR", "Error: null"],
    ["A_CODE_OF_TOMORROW", ""],
  ])("%s (%s) says nothing about the transaction", (code, message) => {
    expect(outcome(code, message)).toEqual({ kind: "unknown", message: `${code}: ${message}` });
  });

  it.each(["Dup transaction.", "Transaction already exists."])("%s is seen", (message) => {
    expect(outcome("DUP_TRANSACTION_ERROR", message)).toEqual({ kind: "seen" });
  });
});

describe("an answer", () => {
  it("is accepted with result true, with and without code, message and txid", () => {
    const full = { result: true, code: "SUCCESS", message: "", txid: TXID, transaction: "{}" };
    expect(broadcastOutcome(full, sent)).toEqual({ kind: "accepted" });
    expect(broadcastOutcome({ result: true }, sent)).toEqual({ kind: "accepted" });
  });

  it("for another transaction proves nothing", () => {
    const other = { result: true, txid: "6".repeat(64) };
    expect(broadcastOutcome(other, sent).kind).toBe("unknown");
  });

  it.each([{}, { code: "SUCCESS" }, { result: "true" }, { result: false }, { code: 2 }, []])(
    "%j proves nothing",
    (answer) => {
      expect(broadcastOutcome(answer, sent).kind).toBe("unknown");
    },
  );

  it("is kept in part when it is endless", () => {
    const outcome = broadcastOutcome({ code: "OTHER_ERROR", message: "x y".repeat(9_999) }, sent);
    expect(JSON.stringify(outcome).length).toBeLessThan(600);
  });

  it("without a result but with a code is read by its code", () => {
    const answer = { code: "CONTRACT_VALIDATE_ERROR", txid: TXID, message: "78" };
    expect(broadcastOutcome(answer, sent).kind).toBe("rejected");
  });
});
