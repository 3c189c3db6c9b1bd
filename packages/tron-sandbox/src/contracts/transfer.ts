/** TransferContract: moves TRX and creates the receiver when it is new, for 1 TRX on top. */
import { ACCOUNTS, newAccount } from "../state/records.js";
import type { Layer, View } from "../state/view.js";
import { isValidAddress } from "../wire/address.js";
import { hex, int, type Message } from "../wire/schema.js";
import {
  accountOf,
  addBalance,
  type ContractRules,
  check,
  existingAccount,
  ownerOf,
} from "./contract.js";

export const CREATE_ACCOUNT_SUN = 1_000_000;

function receiverOf(parameter: Message): string {
  return hex(parameter, "to_address");
}

/** Whether the transfer brings its receiver into being. */
export function createsAccount(view: View, parameter: Message): boolean {
  return accountOf(view, receiverOf(parameter)) === undefined;
}

function creationFee(view: View, parameter: Message): number {
  return createsAccount(view, parameter) ? CREATE_ACCOUNT_SUN : 0;
}

export const transfer: ContractRules = {
  validate(view, parameter) {
    const owner = ownerOf(parameter);
    const receiver = receiverOf(parameter);
    const amountSun = int(parameter, "amount");
    check(isValidAddress(owner), "Invalid ownerAddress!");
    check(isValidAddress(receiver), "Invalid toAddress!");
    check(owner !== receiver, "Cannot transfer TRX to yourself.");
    const account = accountOf(view, owner);
    check(account !== undefined, "Validate TransferContract error, no OwnerAccount.");
    check(amountSun > 0, "Amount must be greater than 0.");
    const toContract = accountOf(view, receiver)?.contract === true;
    check(!toContract, "Cannot transfer TRX to a smartContract.");
    const neededSun = amountSun + creationFee(view, parameter);
    const enough = account.balanceSun >= neededSun;
    check(enough, "Validate TransferContract error, balance is not sufficient.");
  },

  execute(layer: Layer, parameter, now) {
    const amountSun = int(parameter, "amount");
    const receiver = receiverOf(parameter);
    const feeSun = creationFee(layer, parameter);
    if (feeSun > 0) layer.put(ACCOUNTS, receiver, newAccount(receiver, now.timeMs, 0));
    addBalance(layer, ownerOf(parameter), -amountSun - feeSun);
    addBalance(layer, receiver, amountSun);
    return feeSun;
  },
};

/** AccountCreateContract: brings an account into being that has nothing yet, for 1 TRX. */
export const createAccount: ContractRules = {
  validate(view, parameter) {
    const owner = ownerOf(parameter);
    check(isValidAddress(owner), "Invalid ownerAddress");
    const { balanceSun } = existingAccount(view, owner);
    const isEnough = balanceSun >= CREATE_ACCOUNT_SUN;
    check(isEnough, "Validate CreateAccountActuator error, insufficient fee.");
    const created = hex(parameter, "account_address");
    check(isValidAddress(created), "Invalid account address");
    check(accountOf(view, created) === undefined, "Account has existed");
  },

  execute(layer, parameter, now) {
    const created = hex(parameter, "account_address");
    layer.put(ACCOUNTS, created, newAccount(created, now.timeMs, 0));
    addBalance(layer, ownerOf(parameter), -CREATE_ACCOUNT_SUN);
    return CREATE_ACCOUNT_SUN;
  },
};
