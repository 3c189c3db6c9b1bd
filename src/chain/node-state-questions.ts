/** The questions about a node's state: parameters, accounts, delegations, contracts. */
import { randomBytes } from "node:crypto";
import { type Address, addressFromHex } from "../domain/address.js";
import { formatInteger, formatTrx } from "../domain/money.js";
import { RESOURCES, resourceTitle } from "../domain/resource.js";
import { addressArgument } from "../domain/usdt.js";
import type { NodeCheckContext } from "./node-asked.js";
import { counted, fine, missing, type NodeQuestion, unknown } from "./node-question.js";

/** About the owners and the contract of the settings. */
export function stateQuestionsOf({ owners, usdt }: NodeCheckContext): readonly NodeQuestion[] {
  return [
    ...STATE,
    ...(owners.length > 0 ? owners.map(ownerQuestion) : [NO_OWNERS]),
    solidDelegations(owners[0]),
    ...(usdt === undefined ? [] : [contractTrials(usdt)]),
  ];
}

const STATE: readonly NodeQuestion[] = [
  {
    name: "parameters",
    about: "parameters",
    without: "Nothing is signed by this node's word, because ends of locks are counted by them.",
    async ask({ chain }) {
      const { maxLockPeriodBlocks, bandwidthPriceSun, energyPriceSun } = await chain.parameters();
      const feeSun = await chain.permissionUpdateFeeSun();
      return fine(
        `locks of up to ${formatInteger(maxLockPeriodBlocks)} blocks, Energy ${energyPriceSun} SUN, Bandwidth ${bandwidthPriceSun} SUN, a permission ${formatTrx(feeSun)} TRX`,
      );
    },
  },
  {
    name: "unactivated",
    about: "accounts of nobody",
    without: "Who is to get a delegation cannot be looked up: orders to new wallets are refused.",
    async ask({ chain }) {
      const account = await chain.account(nobody());
      return account
        ? missing("it tells of an account that nobody has")
        : fine("it says that there is none");
    },
  },
];

const NO_OWNERS: NodeQuestion = {
  name: "owners",
  about: "owners",
  without: "",
  ask: async () => unknown("POOL_OWNERS is not set"),
};

function ownerQuestion(owner: Address): NodeQuestion {
  return {
    name: `owner ${owner}`,
    about: `owner ${owner}`,
    without: "The desk pauses this owner and sells none of its stake.",
    async ask({ chain }) {
      const account = await chain.account(owner);
      const permissions = await chain.permissions(owner);
      if (!account || !permissions) return missing("it is not activated here");
      await chain.resources(owner);
      const [receiver = nobody()] = await chain.receiversOf(owner);
      const delegatable: string[] = [];
      for (const resource of RESOURCES) {
        await chain.delegated(owner, receiver, resource);
        const stake = formatTrx(await chain.delegatableSun(owner, resource));
        delegatable.push(`${stake} TRX of ${resourceTitle(resource)}`);
      }
      return fine(
        `${formatTrx(account.balanceSun)} TRX, ${counted(permissions.active.length, "active permission")}, can delegate ${delegatable.join(" and ")}`,
      );
    },
  };
}

function solidDelegations(owner: Address | undefined): NodeQuestion {
  return {
    name: "solidDelegations",
    about: "solid delegations",
    without: "The desk believes what the newest block says of a delegation's end.",
    async ask({ chain }) {
      const record = await chain.solidDelegated(owner ?? nobody(), nobody(), "energy");
      return record
        ? fine("delegations are told as of the solid block")
        : missing("walletsolidity/getdelegatedresourcev2 is not served");
    },
  };
}

function contractTrials(contract: Address): NodeQuestion {
  return {
    name: "contractTrials",
    about: "contract of USDT",
    without: "/usdt proposes the usual amounts.",
    async ask({ chain }) {
      const parameterHex = addressArgument(contract);
      const selector = "balanceOf(address)";
      const tried = await chain.tryContract({ contract, owner: contract, selector, parameterHex });
      if (tried?.success && tried.resultHex !== "") return fine("calls of it are tried");
      return missing("it tries no contracts, or has none there");
    },
  };
}

/** An address that nobody has activated. */
function nobody(): Address {
  return addressFromHex(`41${randomBytes(20).toString("hex")}`);
}
