/** Builds what an account's owner signs so that the desk's key may delegate for it. */
import type { Chain } from "../chain/port.js";
import type { OwnerPermission } from "../control/owner-permission.js";
import { Refusal } from "../control/refusal.js";
import type { Address } from "../domain/address.js";
import { SUN_PER_TRX } from "../domain/money.js";
import { powersBeyondDelegating } from "../domain/permission.js";
import {
  type AccountPermissions,
  DELEGATE_ONLY,
  MAX_ACTIVE_PERMISSIONS,
  permitDelegating,
  signaturesNeeded,
} from "../domain/permission-update.js";

export async function readOwnerPermission(
  chain: Chain,
  operator: Address,
  { address, lifeMs }: { readonly address: Address; readonly lifeMs: number },
): Promise<OwnerPermission> {
  const [account, permissions] = await Promise.all([
    chain.account(address),
    chain.permissions(address),
  ]);
  if (!account || !permissions) {
    throw new Refusal(
      "NOT_FOUND",
      `${address} is not activated on this chain. Send it TRX first, and check that the desk runs on the network you mean.`,
    );
  }
  const change = permitDelegating(permissions, operator);
  const found = {
    address,
    operator,
    beyondDelegating: powersBeyondDelegating(account, operator),
    balanceTrx: account.balanceSun / SUN_PER_TRX,
  };
  if (change.kind === "needless") return { ...found, permissionId: change.id, update: null };
  if (change.kind === "full") {
    throw new Refusal(
      "FORBIDDEN",
      `${address} has ${MAX_ACTIVE_PERMISSIONS} active permissions, and the chain takes no more. Take one away in the account's wallet, then ask again.`,
    );
  }
  const [reference, head, feeSun] = await Promise.all([
    chain.solidHead(),
    chain.head(),
    chain.permissionUpdateFeeSun(),
  ]);
  const frame = {
    reference,
    timestampMs: head.timestampMs,
    expiresAt: head.timestampMs + lifeMs,
  };
  const built = await chain.buildPermissionUpdate(address, change.permissions, frame);
  return {
    ...found,
    permissionId: null,
    update: {
      feeTrx: feeSun / SUN_PER_TRX,
      operations: DELEGATE_ONLY,
      kept: keptOf(permissions),
      signatures: signaturesNeeded(permissions.owner),
      expiresAt: frame.expiresAt,
      txID: built.txid,
      raw_data_hex: built.rawHex,
      transaction: built.transaction,
    },
  };
}

function keptOf({ owner, witness, active }: AccountPermissions) {
  return [
    { type: "owner" as const, ...owner },
    ...(witness ? [{ type: "witness" as const, ...witness }] : []),
    ...active.map(({ id: _, ...one }) => ({ type: "active" as const, ...one })),
  ];
}
