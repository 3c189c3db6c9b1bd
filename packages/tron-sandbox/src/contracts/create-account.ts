/** AccountCreateContract: brings an account into being that has nothing yet, for 1 TRX. */
import { ACCOUNTS, newAccount } from "../state/records.js";
import { isValidAddress } from "../wire/address.js";
import { hex } from "../wire/schema.js";
import {
  accountOf,
  addBalance,
  type ContractRules,
  check,
  existingAccount,
  ownerOf,
} from "./contract.js";
import { CREATE_ACCOUNT_SUN } from "./transfer.js";

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
