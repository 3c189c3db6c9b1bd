/** A card of /withdraw: where money is to go, how much, and what that costs. Once it is asked for, the card follows it. */
import { z } from "zod";
import type { Address } from "../../domain/address.js";
import { isAddress } from "../../domain/address.js";
import { WITHDRAWING } from "../../engine/withdrawals/settle.js";
import type { FlowCodec, FlowState } from "../kit/state.js";

const WITHDRAWING_STEPS = ["address", "amount", "confirm"] as const;
type WithdrawingStep = (typeof WITHDRAWING_STEPS)[number];

/** What was wrong last. */
export const WITHDRAWING_NOTICES = [
  ...["NO_ADDRESS", "BAD_ADDRESS", "ETHEREUM", "HEX", "NO_SUCH_NAME", "SEVERAL"],
  ...["CONTRACT", "DESKS_OWN", "TWO_READINGS"],
  ...[
    "NOT_AMOUNT",
    "TOO_SMALL",
    "TOO_LARGE",
    "FEE_TAKES_ALL",
    "FEE_CHANGED",
    "BALANCE",
    "TOO_MANY",
  ],
  ...["OFF", "HALTED", "CHAIN_UNAVAILABLE", "FAILED"],
] as const;
export type WithdrawingNotice = (typeof WITHDRAWING_NOTICES)[number];

const addressSchema = z.custom<Address>((text) => typeof text === "string" && isAddress(text));

const termsSchema = z.object({
  /** All that is taken beside the amount; the activation of a new account is a part of it. */
  feeSun: z.int(),
  activationSun: z.int(),
  minimumSun: z.int(),
  /** What can be taken out, fees and all. */
  withdrawableSun: z.int(),
  isNewAddress: z.boolean(),
  needsApproval: z.boolean(),
});
export type WithdrawingTerms = z.infer<typeof termsSchema>;

const withdrawingDataSchema = z.object({
  /** Named wallets that are offered as buttons. */
  wallets: z.array(addressSchema).readonly(),
  address: addressSchema.optional(),
  /** What is to arrive. */
  amountSun: z.int().optional(),
  /** For the address, and at the last step for the amount. */
  terms: termsSchema.optional(),
  /** It was tapped once: the second question. */
  asksAgain: z.boolean(),
  notice: z
    .object({
      code: z.enum(WITHDRAWING_NOTICES),
      said: z.string().optional(),
      readings: z.array(z.string()).readonly().optional(),
    })
    .optional(),
  /** What the card has become. */
  withdrawalId: z.string().optional(),
});
export type WithdrawingData = z.infer<typeof withdrawingDataSchema>;

export type Withdrawing = FlowState<
  "open" | "closed" | "replaced",
  WithdrawingStep,
  WithdrawingData
>;

export const WITHDRAWING_CODEC: FlowCodec<Withdrawing> = {
  kind: WITHDRAWING,
  statuses: ["open", "closed", "replaced"],
  steps: WITHDRAWING_STEPS,
  data: withdrawingDataSchema,
};

/** The most that can arrive. */
export function mostSun({ withdrawableSun, feeSun }: WithdrawingTerms): number {
  return Math.max(0, withdrawableSun - feeSun);
}

/** What the second tap sends, as a key: another one is another sum to be read. */
export function sentSum({ id, status, data }: Withdrawing): string | undefined {
  const { asksAgain, amountSun, address, terms } = data;
  if (status !== "open" || !asksAgain) return undefined;
  return `${amountSun} and ${terms?.feeSun} to ${address} of ${id}`;
}
