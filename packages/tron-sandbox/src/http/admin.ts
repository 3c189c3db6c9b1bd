/**
 * The endpoints under /sandbox: what a real network does by itself or by proposals, done on
 * request.
 */
import { z } from "zod";
import { USDT_CONTRACT } from "../calls/addresses.js";
import { BLOCK_INTERVAL_MS } from "../chain/block.js";
import { existingAccount, totalsOf } from "../contracts/contract.js";
import { addStake } from "../contracts/freeze.js";
import { randomKeyPair } from "../keys-file.js";
import { useBandwidth } from "../resources/bandwidth.js";
import { increase } from "../resources/recovery.js";
import type { Sandbox } from "../sandbox.js";
import { ACCOUNTS, activePermission, type Permission, TOTALS } from "../state/records.js";
import { toBase58 } from "../wire/address.js";
import { makeAccount, signForAccount } from "./account-admin.js";
import { type AdminEndpoint, AdminProblem, base58 } from "./admin-call.js";
import { FAULT_KINDS, faultSchema } from "./fault-schema.js";
import { pay, readWallet } from "./payment-admin.js";

const resource = z.enum(["bandwidth", "energy"]);
const sun = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
const operations = z.string().regex(/^[0-9a-f]{64}$/);

const mineBody = z.object({
  count: z.number().int().min(1).max(100_000).default(1),
  /** Chain time that passes without blocks before the first of them: rentals end in no time. */
  missedMs: z.number().int().min(0).multipleOf(BLOCK_INTERVAL_MS).default(0),
});

const mine: AdminEndpoint = (sandbox, body) => {
  const { count, missedMs } = mineBody.parse(body);
  sandbox.produceMany(count, missedMs);
  return { head: sandbox.chain.head.number };
};

const fundBody = z.object({ address: base58, amountSun: sun });

const fund: AdminEndpoint = async (sandbox, body) => {
  const { address, amountSun } = fundBody.parse(body);
  return { txid: await sandbox.fund(address, amountSun) };
};

const freezeBody = z.object({ address: base58, resource, amountSun: sun });

/** Stake out of nothing: the balance stays. */
const freeze: AdminEndpoint = ({ chain }, body) => {
  const asked = freezeBody.parse(body);
  chain.amend((layer) => addStake(layer, asked.address, asked.resource, asked.amountSun));
  return {};
};

const weightsBody = z.object({
  energyLimit: sun.optional(),
  energyWeight: sun.optional(),
  bandwidthLimit: sun.optional(),
  bandwidthWeight: sun.optional(),
});

const weights: AdminEndpoint = ({ chain }, body) => {
  const given = Object.entries(weightsBody.parse(body)).filter(([, one]) => one !== undefined);
  chain.amend((layer) => {
    layer.put(TOTALS, "", { ...totalsOf(layer), ...Object.fromEntries(given) });
  });
  return totalsOf(chain.view(false));
};

const useBody = z.object({ address: base58, resource, units: sun });

/** As if a contract call or a transaction had used the units just now. */
const use: AdminEndpoint = ({ chain }, body) => {
  const asked = useBody.parse(body);
  const slot = chain.slotOf(chain.head);
  const now = { slot, timeMs: chain.head.timestampMs };
  chain.amend((layer) => {
    const account = existingAccount(layer, asked.address);
    const paid =
      asked.resource === "bandwidth"
        ? useBandwidth(account, asked.units, totalsOf(layer), now)
        : undefined;
    if (paid) return layer.put(ACCOUNTS, asked.address, paid.account);
    const used = { ...increase(account[asked.resource], asked.units, slot), slot };
    layer.put(ACCOUNTS, asked.address, { ...account, [asked.resource]: used });
  });
  return {};
};

const permissionBody = z.object({
  address: base58,
  /** All active permissions of the account from now on; their ids are 2, 3, … */
  actives: z.array(
    z.object({
      name: z.string().max(32).default("active"),
      threshold: z.number().int().positive().default(1),
      operations,
      keys: z.array(z.object({ address: base58, weight: sun.default(1) })).min(1),
    }),
  ),
});

const permission: AdminEndpoint = ({ chain }, body) => {
  const { address, actives } = permissionBody.parse(body);
  setActives(
    chain,
    address,
    actives.map((one, index) => ({ ...one, id: index + 2 })),
  );
  return {};
};

const addressBody = z.object({ address: base58 });

/** Back to the permission of a new account: whoever else could sign for it no longer can. */
const revokePermission: AdminEndpoint = ({ chain }, body) => {
  const { address } = addressBody.parse(body);
  setActives(chain, address, [activePermission(address)]);
  return {};
};

function setActives(chain: Sandbox["chain"], address: string, actives: Permission[]): void {
  chain.amend((layer) => {
    layer.put(ACCOUNTS, address, { ...existingAccount(layer, address), actives });
  });
}

const contract: AdminEndpoint = ({ chain }, body) => {
  const { address } = addressBody.parse(body);
  chain.amend((layer) => {
    layer.put(ACCOUNTS, address, { ...existingAccount(layer, address), contract: true });
  });
  return {};
};

const faultsBody = z.object({
  /** All, or those of a kind. */
  clear: z.union([z.boolean(), z.enum(FAULT_KINDS)]).default(false),
  add: z.array(faultSchema).default([]),
});

const faults: AdminEndpoint = (sandbox, body) => {
  const { clear, add } = faultsBody.parse(body);
  if (clear !== false) sandbox.faults.clear(clear === true ? undefined : clear);
  for (const fault of add) {
    if (fault.kind === "behind") checkRemembered(sandbox, fault.blocks);
    sandbox.faults.add(fault, sandbox.chain);
  }
  return { faults: sandbox.faults.list(), stalled: sandbox.stalled };
};

function checkRemembered({ chain }: Sandbox, blocks: number): void {
  const most = chain.rememberedBlocks;
  if (blocks <= most) return;
  throw new AdminProblem(`the node remembers the states of its newest ${most} blocks only`);
}

const reorgBody = z.object({
  depth: z.number().int().positive(),
  /** What becomes of the transactions of the dropped blocks. */
  transactions: z.enum(["pending", "vanish"]).default("pending"),
});

const reorg: AdminEndpoint = ({ chain }, body) => {
  const { depth, transactions } = reorgBody.parse(body);
  const most = chain.head.number - chain.solidNumber;
  if (depth > most) throw new AdminProblem(`only ${most} blocks are not solid yet`);
  chain.reorganise(depth, transactions === "pending", randomKeyPair());
  return { head: chain.head.number, id: chain.head.id };
};

const stallBody = z.object({ on: z.boolean() });

const stall: AdminEndpoint = (sandbox, body) => {
  sandbox.stalled = stallBody.parse(body).on;
  return { stalled: sandbox.stalled };
};

const state: AdminEndpoint = ({ chain, keys, faults: injected, stalled }) => {
  const print = (number: number): unknown => {
    const block = chain.block(number);
    return block && { number, id: block.id, timestamp: block.timestampMs };
  };
  return {
    head: print(chain.head.number),
    solid: print(chain.solidNumber),
    pending: chain.mempool.size,
    stalled,
    poolOwners: keys.owners.map(({ address }) => toBase58(address)),
    operator: toBase58(keys.operator.address),
    payout: toBase58(keys.payout.address),
    faucet: toBase58(keys.faucet.address),
    usdtContract: USDT_CONTRACT,
    accounts: keys.accounts.map(({ name, address }) => ({ name, address: toBase58(address) })),
    faults: injected.list(),
  };
};

export const ADMIN: Readonly<Record<string, AdminEndpoint>> = {
  "/sandbox/mine": mine,
  "/sandbox/fund": fund,
  "/sandbox/pay": pay,
  "/sandbox/wallet": readWallet,
  "/sandbox/account": makeAccount,
  "/sandbox/sign": signForAccount,
  "/sandbox/freeze": freeze,
  "/sandbox/weights": weights,
  "/sandbox/use": use,
  "/sandbox/permission": permission,
  "/sandbox/revoke-permission": revokePermission,
  "/sandbox/contract": contract,
  "/sandbox/faults": faults,
  "/sandbox/reorg": reorg,
  "/sandbox/stall": stall,
  "/sandbox/state": state,
};
