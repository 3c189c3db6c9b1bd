/** Money from outside: payments that the sandbox makes, and wallets that it keeps for people. */
import { z } from "zod";
import { tokensOf } from "../calls/usdt.js";
import { accountOf } from "../contracts/contract.js";
import { type Asset, PAYMENT_KINDS, PAYS } from "../payments.js";
import type { Sandbox } from "../sandbox.js";
import { toBase58 } from "../wire/address.js";
import { type AdminEndpoint, base58 } from "./admin-call.js";

const MILLION = 1_000_000;
const AMOUNT = "must be an amount above 0 and up to 1000000000, with at most 6 decimals";

/** Whole coins, as a number or a text such as "12.5"; in millionths from here on. */
const amount = z.union([z.string(), z.number()], { error: AMOUNT }).transform((given, context) => {
  const [, whole = "", part = ""] = /^(\d{1,10})(?:\.(\d{1,6}))?$/.exec(String(given)) ?? [];
  const millionths = Number(whole) * MILLION + Number(part.padEnd(6, "0"));
  if (millionths > 0 && millionths <= 1_000_000_000 * MILLION) return millionths;
  context.addIssue({ code: "custom", message: AMOUNT });
  return z.NEVER;
});

/** Whoever it is told by: any text that names a person. */
const walletId = z.string().min(1).max(100);

const payBody = z
  .object({
    to: base58,
    trx: amount.optional(),
    usdt: amount.optional(),
    /** Who pays; the faucet unless given. */
    wallet: walletId.optional(),
    kind: z.enum(PAYMENT_KINDS).default("plain"),
  })
  .transform(({ to, trx, usdt, wallet, kind }, context) => {
    const asset: Asset = trx === undefined ? "usdt" : "trx";
    const units = trx ?? usdt;
    if (units === undefined || (trx !== undefined && usdt !== undefined)) {
      context.addIssue({ code: "custom", message: "give one of the two", path: ["trx or usdt"] });
      return z.NEVER;
    }
    if (PAYS[kind].includes(asset)) return { wallet, payment: { to, asset, amount: units, kind } };
    const message = `pays ${PAYS[kind].join(" or ")} only`;
    context.addIssue({ code: "custom", message: `${kind} ${message}`, path: ["kind"] });
    return z.NEVER;
  });

export const pay: AdminEndpoint = (sandbox, body) => {
  const { wallet, payment } = payBody.parse(body);
  return sandbox.pay(payment, wallet === undefined ? undefined : sandbox.wallet(wallet));
};

const walletBody = z.object({ wallet: walletId });

/** What it holds with all that is on its way, in whole coins. */
export const readWallet: AdminEndpoint = (sandbox, body) => {
  const { address } = sandbox.wallet(walletBody.parse(body).wallet);
  return { address: toBase58(address), ...holdings(sandbox, address) };
};

function holdings({ chain }: Sandbox, address: string) {
  const view = chain.view(false);
  const balanceSun = accountOf(view, address)?.balanceSun ?? 0;
  return { trx: balanceSun / MILLION, usdt: Number(tokensOf(view, address)) / MILLION };
}
