/** Reads what a change of an account's permissions must keep, and what it costs. From the head state. */
import { type Address, addressToHex } from "../domain/address.js";
import { sun } from "../domain/money.js";
import type { NamedKeyRing } from "../domain/permission-update.js";
import { isNothing, parametersAnswer, permissionsAnswer, readAnswer } from "./answers.js";
import type { NodeCalls } from "./node-calls.js";
import { type Chain, ChainUnavailable } from "./port.js";

const FEE = "getUpdateAccountPermissionFee";

export function permissionReads(
  node: NodeCalls,
): Pick<Chain, "permissions" | "permissionUpdateFeeSun"> {
  return {
    async permissions(address) {
      const path = "wallet/getaccount";
      const answer = await node.call(path, { address: addressToHex(address) }, "read");
      if (isNothing(answer)) return undefined;
      const account = readAnswer(path, permissionsAnswer, answer);
      if (account.address !== address) {
        throw new ChainUnavailable(`${path} answered for another address`);
      }
      const { owner_permission, witness_permission, active_permission } = account;
      return {
        owner: owner_permission ? ringOf(owner_permission, "owner") : ownerOf(address),
        witness: witness_permission && ringOf(witness_permission, "witness"),
        active: active_permission.map((one) => {
          const { id, operations } = one;
          return { ...ringOf(one, "active"), id, operations };
        }),
      };
    },

    async permissionUpdateFeeSun() {
      const path = "wallet/getchainparameters";
      const read = readAnswer(path, parametersAnswer, await node.call(path, {}, "read"));
      const feeSun = read.chainParameter.find(({ key }) => key === FEE)?.value;
      if (feeSun === undefined || !Number.isSafeInteger(feeSun) || feeSun < 0) {
        throw new ChainUnavailable(`${path} answered no usable ${FEE}`);
      }
      return sun(feeSun);
    },
  };
}

/** Only the account's own key, until its permissions were changed. */
function ownerOf(address: Address): NamedKeyRing {
  return { name: "owner", threshold: 1, keys: [{ address, weight: 1 }] };
}

/** The chain takes a permission without a name, tronweb does not. */
function ringOf(
  ring: Omit<NamedKeyRing, "name"> & { readonly permission_name?: string | undefined },
  usualName: string,
): NamedKeyRing {
  return { name: ring.permission_name || usualName, threshold: ring.threshold, keys: ring.keys };
}
