/** Accounts made on request, with keys that the sandbox keeps, and signatures by all keys it has. */
import { z } from "zod";
import { SUN_PER_TRX } from "../contracts/contract.js";
import { mnemonicKeyHex } from "../crypto/keys.js";
import { sign, signText } from "../crypto/signature.js";
import type { Keys } from "../keys-file.js";
import { MNEMONIC_ACCOUNTS } from "../mnemonic-accounts.js";
import { toBase58 } from "../wire/address.js";
import { type AdminEndpoint, AdminProblem, base58 } from "./admin-call.js";

/** Far beyond any rental, and safe integers in SUN. */
const MAX_ENERGY = 50_000_000_000;
const MAX_BANDWIDTH = 5_000_000_000;
const MAX_BALANCE_SUN = 1_000_000_000 * SUN_PER_TRX;

function units(most: number) {
  return z.number().int().min(0).max(most).default(0);
}

const accountBody = z.object({
  /** The same name gives the same account; without one every call makes another. */
  name: z.string().min(1).max(100).optional(),
  /** What it can delegate. */
  energy: units(MAX_ENERGY),
  bandwidth: units(MAX_BANDWIDTH),
  /** For its own transactions. */
  feeBandwidth: units(MAX_BANDWIDTH),
  balanceSun: z.number().int().min(1).max(MAX_BALANCE_SUN).default(SUN_PER_TRX),
  /** Whether the operator's key may delegate for it and take back. */
  permitsOperator: z.boolean().default(false),
});

/** Stake and TRX out of nothing, for a new key in keys.json. */
export const makeAccount: AdminEndpoint = (sandbox, body) => {
  const { name, ...wanted } = accountBody.parse(body);
  const { address } = sandbox.keysFile.account(name);
  sandbox.give({ ...wanted, address });
  return { address: toBase58(address) };
};

const signBody = z
  .object({
    address: base58,
    text: z.string().optional(),
    txid: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "must be 64 small hex characters")
      .optional(),
  })
  .refine(({ text, txid }) => (text === undefined) !== (txid === undefined), {
    path: ["text"],
    error: "give the text or the txid of a transaction, one of them",
  });

/** As a wallet signs a text or a transaction; for every account whose key the sandbox has. */
export const signForAccount: AdminEndpoint = ({ keys }, body) => {
  const { address, text, txid = "" } = signBody.parse(body);
  const privateKeyHex = keyOf(keys, address);
  if (privateKeyHex === undefined) {
    throw new AdminProblem(
      `The sandbox has no key of ${toBase58(address)}, only of accounts it made and of its mnemonic's 40.`,
    );
  }
  if (text !== undefined) return { signature: signText(text, privateKeyHex) };
  return { signature: sign(Buffer.from(txid, "hex"), privateKeyHex).toString("hex") };
};

function keyOf(keys: Keys, address: string): string | undefined {
  const own = [...keys.accounts, ...keys.owners, keys.payout, keys.operator];
  const found = own.find((one) => one.address === address);
  if (found) return found.privateKeyHex;
  const index = MNEMONIC_ACCOUNTS.indexOf(toBase58(address));
  return index < 0 ? undefined : mnemonicKeyHex(index);
}
