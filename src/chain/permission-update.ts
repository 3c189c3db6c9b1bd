/**
 * Builds a change of an account's permissions for its owner to sign, with tronweb and without the network. A signature gives
 * power over the account to the keys in it, so the bytes are decoded again and must say exactly what was asked for.
 */
import type { Types } from "tronweb";
import { z } from "zod";
import { type Address, addressToHex } from "../domain/address.js";
import { assert } from "../domain/assert.js";
import type { AccountPermissions, NamedKeyRing } from "../domain/permission-update.js";
import type { TransactionFrame, UnsignedTransaction } from "./port.js";
import { txidOf } from "./raw-transaction.js";
import { blockHeaderOf, decodedFrame } from "./signed-bytes.js";
import { loadTronWeb } from "./tronweb.js";

const CONTRACT = "AccountPermissionUpdateContract";

export async function buildPermissionUpdate(
  owner: Address,
  permissions: AccountPermissions,
  frame: TransactionFrame,
): Promise<UnsignedTransaction> {
  assert(/^[0-9a-f]{64}$/.test(frame.reference.id), "the reference block has no id");
  assert(frame.expiresAt > frame.timestampMs, "expires before it is made");
  const { builder, decode } = await loadTronWeb();
  const blockHeader = blockHeaderOf(frame);
  const transaction = await builder.updateAccountPermissions(
    addressToHex(owner),
    ringOf(permissions.owner, 0),
    permissions.witness && ringOf(permissions.witness, 1),
    permissions.active.map((one) => ({ ...ringOf(one, 2), operations: one.operations })),
    { blockHeader },
  );
  const rawHex = transaction.raw_data_hex.toLowerCase();
  const txid = txidOf(Buffer.from(rawHex, "hex"));
  assert(txid === transaction.txID, "the txid is not the hash of the raw bytes");
  assertSays(decode(CONTRACT, rawHex), { owner, permissions, blockHeader });
  return { txid, rawHex, transaction };
}

function ringOf({ name, threshold, keys }: NamedKeyRing, type: 0 | 1 | 2): Types.Permission {
  return {
    type,
    permission_name: name,
    threshold,
    keys: keys.map(({ address, weight }) => ({ address: addressToHex(address), weight })),
  };
}

const ring = z.object({
  permission_name: z.string(),
  threshold: z.int(),
  operations: z.string().toLowerCase(),
  keys: z.array(z.object({ address: z.string().toLowerCase(), weight: z.int() })),
});

const decoded = z.object({
  contract: z.tuple([
    z.object({
      parameter: z.object({
        value: z.strictObject({
          owner_address: z.string().toLowerCase(),
          owner: ring,
          witness: ring.nullable(),
          actives: z.array(ring),
        }),
      }),
      Permission_id: z.literal(0),
    }),
  ]),
  ...decodedFrame,
});

interface Asked {
  readonly owner: Address;
  readonly permissions: AccountPermissions;
  readonly blockHeader: object;
}

function assertSays(bytes: unknown, { owner, permissions, blockHeader }: Asked): void {
  const read = decoded.safeParse(bytes);
  assert(read.success, `decoded transaction has other fields: ${read.error?.message}`);
  const { contract, ref_block_bytes, ref_block_hash, expiration, timestamp } = read.data;
  const says = {
    ...contract[0].parameter.value,
    header: { ref_block_bytes, ref_block_hash, expiration, timestamp },
  };
  const shouldSay = {
    owner_address: addressToHex(owner),
    owner: plain(permissions.owner),
    witness: permissions.witness ? plain(permissions.witness) : null,
    actives: permissions.active.map((one) => plain(one, one.operations)),
    header: blockHeader,
  };
  const [is, asked] = [says, shouldSay].map((one) => JSON.stringify(one));
  assert(is === asked, `the built permissions are ${is} instead of ${asked}`);
}

function plain({ name, threshold, keys }: NamedKeyRing, operations = "") {
  return {
    permission_name: name,
    threshold,
    operations,
    keys: keys.map(({ address, weight }) => ({ address: addressToHex(address), weight })),
  };
}
