/**
 * AccountPermissionUpdateContract: replaces all permissions of an account for 100 TRX; actives get
 * ids from 2.
 */
import { ACCOUNTS, DEFAULT_OPERATIONS, type Permission } from "../state/records.js";
import { isValidAddress } from "../wire/address.js";
import { hex, inner, int, list, type Message, text } from "../wire/schema.js";
import {
  accountOf,
  type ContractRules,
  check,
  ExecutionProblem,
  existingAccount,
  ownerOf,
} from "./contract.js";

export const PERMISSION_UPDATE_FEE_SUN = 100_000_000;
const MAX_KEYS = 5;
const MAX_ACTIVES = 8;
const MAX_LONG = 2n ** 63n - 1n;
const OWNER = 0;
const ACTIVE = 2;
const TYPE_NAMES = ["Owner", "Witness", "Active"];

function permissionOf(message: Message, id: number): Permission {
  return {
    id,
    name: text(message, "permission_name"),
    threshold: int(message, "threshold"),
    operations: hex(message, "operations"),
    keys: list(message, "keys").map((key) => ({
      address: hex(key, "address"),
      weight: int(key, "weight"),
    })),
  };
}

function checkPermission(message: Message): void {
  const { keys, threshold, name, operations } = permissionOf(message, 0);
  const type = TYPE_NAMES[int(message, "type")] ?? "UNRECOGNIZED";
  const few = keys.length <= MAX_KEYS;
  check(few, `number of keys in permission should not be greater than ${MAX_KEYS}`);
  check(keys.length > 0, "key's count should be greater than 0");
  check(threshold > 0, "permission's threshold should be greater than 0");
  check(name.length <= 32, "permission's name is too long");
  check(int(message, "parent_id") === 0, "permission's parent should be owner");
  const distinct = new Set(keys.map((key) => key.address)).size === keys.length;
  check(distinct, `address should be distinct in permission ${type}`);
  let weights = 0n;
  for (const key of keys) {
    check(isValidAddress(key.address), "key is not a validate address");
    check(key.weight > 0, "key's weight should be greater than 0");
    weights += BigInt(key.weight);
    check(weights <= MAX_LONG, "long overflow");
  }
  const text = "sum of all key's weight should not be less than threshold in permission";
  check(weights >= threshold, `${text} ${type}`);
  if (type === "Active") checkOperations(operations);
  else check(operations === "", `${type} permission needn't operations`);
}

function checkOperations(operations: string): void {
  check(operations.length === 64, "operations size must 32");
  const bytes = Buffer.from(operations, "hex");
  const available = Buffer.from(DEFAULT_OPERATIONS, "hex");
  for (let bit = 0; bit < 256; bit++) {
    const mask = 1 << (bit % 8);
    const wanted = ((bytes[bit >> 3] ?? 0) & mask) !== 0;
    const offered = ((available[bit >> 3] ?? 0) & mask) !== 0 || bit === 46;
    check(!wanted || offered, `${bit} isn't a validate ContractType`);
  }
}

export const permissionUpdate: ContractRules = {
  validate(view, parameter) {
    const address = ownerOf(parameter);
    check(isValidAddress(address), "invalidate ownerAddress");
    check(accountOf(view, address) !== undefined, "ownerAddress account does not exist");
    const owner = inner(parameter, "owner");
    check(owner !== undefined, "owner permission is missed");
    const witness = inner(parameter, "witness");
    check(witness === undefined, "account isn't witness can't set witness permission");
    const actives = list(parameter, "actives");
    check(actives.length > 0, "active permission is missed");
    check(actives.length <= MAX_ACTIVES, "active permission is too many");
    check(int(owner, "type") === OWNER, "owner permission type is error");
    checkPermission(owner);
    for (const active of actives) {
      check(int(active, "type") === ACTIVE, "active permission type is error");
      checkPermission(active);
    }
  },

  execute(layer, parameter) {
    const address = ownerOf(parameter);
    const account = existingAccount(layer, address);
    if (account.balanceSun < PERMISSION_UPDATE_FEE_SUN) {
      const amounts = `balance: ${account.balanceSun}, amount: ${PERMISSION_UPDATE_FEE_SUN}`;
      throw new ExecutionProblem(`${address} insufficient balance, ${amounts}`);
    }
    const actives = list(parameter, "actives").map((one, index) => permissionOf(one, index + 2));
    layer.put(ACCOUNTS, address, {
      ...account,
      owner: permissionOf(inner(parameter, "owner") ?? {}, 0),
      actives,
      balanceSun: account.balanceSun - PERMISSION_UPDATE_FEE_SUN,
    });
    return PERMISSION_UPDATE_FEE_SUN;
  },
};
