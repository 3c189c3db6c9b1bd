/** A card of /withdraw: what it is at, and what an event makes of it. Pure: names, the node and the balance were asked before. */
import { z } from "zod";
import { type Address, isAddress } from "../../domain/address.js";
import { WITHDRAWING } from "../../engine/withdrawals/settle.js";
import type { WithdrawalCreation } from "../../engine/withdrawals/withdraw.js";
import type { Verdict } from "../intake/findings.js";
import type { WithdrawalLine } from "../intake/withdrawal-line.js";
import type { WithdrawingAction } from "../kit/buttons.js";
import {
  changed,
  type Reduction,
  type RefusalWord,
  type Tap,
  type ToastEffect,
  tapped,
  unchanged,
} from "../kit/reduction.js";
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
  ...["NOT_OWNER", "OFF", "HALTED", "CHAIN_UNAVAILABLE", "FAILED"],
] as const;
type WithdrawingNotice = (typeof WITHDRAWING_NOTICES)[number];

const addressSchema = z.custom<Address>((text) => typeof text === "string" && isAddress(text));

const termsSchema = z.object({
  /** All fees; the activation of a new account is part of them. */
  feeSun: z.int(),
  activationSun: z.int(),
  minimumSun: z.int(),
  /** What can be withdrawn, fees included. */
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
type WithdrawingData = z.infer<typeof withdrawingDataSchema>;

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

/** Identifies what the second tap sends: another key is another sum to be read first. */
export function sentSum({ id, status, data }: Withdrawing): string | undefined {
  const { asksAgain, amountSun, address, terms } = data;
  if (status !== "open" || !asksAgain) return undefined;
  return `${amountSun} and ${terms?.feeSun} to ${address} of ${id}`;
}

/** Where money is to go, and how much where that is known. */
interface Wish {
  readonly address: Address;
  readonly amountSun?: number | undefined;
  /** Said with what is found; of an amount with two readings these, and what was typed. */
  readonly notice?: WithdrawingNotice | undefined;
  readonly said?: string | undefined;
  readonly readings?: readonly string[] | undefined;
}

export type WithdrawingEvent =
  | Tap<WithdrawingAction>
  | { readonly kind: "said"; readonly text: string }
  /** What was said, with wallets in the place of their names; `said` is what a card may repeat of it. */
  | ({ readonly kind: "read" } & WithdrawalLine)
  | ({ readonly kind: "looked"; readonly terms: WithdrawingTerms } & Wish)
  /** The tapped sum had only just appeared on the screen. */
  | { readonly kind: "unread" }
  /** All that its transaction needs. */
  | { readonly kind: "ready"; readonly creation: WithdrawalCreation }
  /** It was stored in the same transaction. */
  | { readonly kind: "withdrawn"; readonly withdrawalId: string }
  | {
      readonly kind: "refused";
      readonly notice: WithdrawingNotice;
      /** Where it is less than was thought. */
      readonly withdrawableSun?: number | undefined;
    };

export type WithdrawingEffect =
  | ToastEffect<RefusalWord | "over" | "readFirst">
  /** Find the wallets in it: it comes back as `read`. */
  | { readonly kind: "read"; readonly text: string }
  /** Ask what it would cost: it comes back as `looked`. */
  | ({ readonly kind: "look" } & Wish)
  /** Make ready what was tapped twice: it comes back as `ready`. */
  | { readonly kind: "prepare"; readonly address: Address; readonly amountSun: number }
  | { readonly kind: "withdraw"; readonly creation: WithdrawalCreation };

type WithdrawingReduction = Reduction<Withdrawing, WithdrawingEffect>;

export function reduceWithdrawing(
  state: Withdrawing,
  event: WithdrawingEvent,
): WithdrawingReduction {
  if (event.kind === "tap") return tapped(state, event, "over", (action) => acted(state, action));
  if (state.status !== "open") return unchanged(state);
  switch (event.kind) {
    case "said":
      return unchanged(state, { kind: "read", text: event.text });
    case "read":
      return read(state, event);
    case "looked":
      return looked(state, event);
    case "unread":
      return unchanged(state, { kind: "toast", toast: "readFirst" });
    case "ready":
      return ready(state, event.creation);
    case "withdrawn": {
      const { withdrawalId } = event;
      return changed(state, { status: "closed", data: { ...calm(state.data), withdrawalId } });
    }
    case "refused":
      return refused(state, event);
  }
}

function acted(state: Withdrawing, action: WithdrawingAction): WithdrawingReduction {
  const { step, data } = state;
  const { address, amountSun, terms, asksAgain } = data;
  switch (action.kind) {
    case "wallet": {
      const wallet = data.wallets[action.at];
      if (step !== "address" || !wallet) return unchanged(state);
      return unchanged(state, { kind: "look", address: wallet, amountSun });
    }
    case "all":
      if (step !== "amount" || !address || !terms) return unchanged(state);
      return unchanged(state, { kind: "look", address, amountSun: mostSun(terms) });
    case "amount":
      if (step === "address") {
        return changed(state, { data: { ...calm(data), amountSun: action.amount } });
      }
      if (step !== "amount" || !address) return unchanged(state);
      return unchanged(state, { kind: "look", address, amountSun: action.amount });
    case "send":
      if (step !== "confirm" || !address || amountSun === undefined) return unchanged(state);
      return asksAgain
        ? unchanged(state, { kind: "prepare", address, amountSun })
        : changed(state, { data: { ...calm(data), asksAgain: true } });
    case "back":
      return back(state);
    case "close":
      return changed(state, { status: "closed", data: calm(data) });
  }
}

function back(state: Withdrawing): WithdrawingReduction {
  const { step, data } = state;
  if (step === "confirm" && data.asksAgain) return changed(state, { data: calm(data) });
  const { wallets, address, terms } = data;
  if (step !== "confirm") return changed(state, { step: "address", data: fresh(wallets) });
  return changed(state, { step: "amount", data: { ...fresh(wallets), address, terms } });
}

/** Without what is said once. */
function calm({ notice: _, ...data }: WithdrawingData): WithdrawingData {
  return { ...data, asksAgain: false };
}

function fresh(wallets: WithdrawingData["wallets"]): WithdrawingData {
  return { wallets, asksAgain: false };
}

type ReadEvent = Extract<WithdrawingEvent, { readonly kind: "read" }>;

function read(
  state: Withdrawing,
  { wallets, amountSun, readings, isStrange, said }: ReadEvent,
): WithdrawingReduction {
  const { step, data } = state;
  const noticed = (code: WithdrawingNotice): WithdrawingReduction =>
    changed(state, { data: { ...calm(data), notice: { code, said } } });
  const problem = walletProblem(wallets);
  if (problem) return noticed(problem);
  const [wallet] = wallets;
  const named = wallet && isAddress(wallet.address) ? wallet.address : undefined;
  const address = named ?? (step === "address" ? undefined : data.address);
  if (isStrange && named) {
    return unchanged(state, { kind: "look", address: named, notice: "NOT_AMOUNT", said });
  }
  if (isStrange) return noticed(step === "address" ? "NO_ADDRESS" : "NOT_AMOUNT");
  if (amountSun === 0) return noticed("NOT_AMOUNT");
  if (readings) {
    const notice = "TWO_READINGS";
    if (address) return unchanged(state, { kind: "look", address, notice, said, readings });
    const { amountSun: _, ...known } = calm(data);
    return changed(state, { data: { ...known, notice: { code: notice, said, readings } } });
  }
  const wished = amountSun ?? data.amountSun;
  if (address) return unchanged(state, { kind: "look", address, amountSun: wished } as const);
  if (amountSun === undefined) return noticed("NO_ADDRESS");
  return changed(state, { data: { ...calm(data), amountSun } });
}

function walletProblem(wallets: readonly Verdict[]): WithdrawingNotice | undefined {
  if (new Set(wallets.map(({ address }) => address)).size > 1) return "SEVERAL";
  const [wallet] = wallets;
  switch (wallet?.bad) {
    case undefined:
      return undefined;
    case "ethereum":
      return "ETHEREUM";
    case "hex":
      return "HEX";
    case "no such name":
      return "NO_SUCH_NAME";
    default:
      return "BAD_ADDRESS";
  }
}

function looked(
  state: Withdrawing,
  event: Extract<WithdrawingEvent, { readonly kind: "looked" }>,
): WithdrawingReduction {
  const { address, amountSun, terms, notice, said: typed, readings } = event;
  const { wallets } = state.data;
  const most = mostSun(terms);
  if (most < terms.minimumSun) {
    const data = { ...fresh(wallets), terms, notice: { code: "FEE_TAKES_ALL" as const } };
    return changed(state, { step: "address", data });
  }
  const known = { ...fresh(wallets), address, terms };
  if (amountSun === undefined) {
    const asked = notice && { notice: { code: notice, said: typed, readings } };
    return changed(state, { step: "amount", data: { ...known, ...asked } });
  }
  const wrong = amountSun < terms.minimumSun ? "TOO_SMALL" : "TOO_LARGE";
  if (amountSun < terms.minimumSun || amountSun > most) {
    return changed(state, { step: "amount", data: { ...known, notice: { code: wrong } } });
  }
  const said = notice && { notice: { code: notice } };
  return changed(state, { step: "confirm", data: { ...known, amountSun, ...said } });
}

/** Nobody pays a higher fee than they have read. */
function ready(state: Withdrawing, creation: WithdrawalCreation): WithdrawingReduction {
  const { address, amountSun, terms } = state.data;
  if (!address || amountSun === undefined || !terms) return unchanged(state);
  if (creation.feeSun > terms.feeSun) {
    return unchanged(state, { kind: "look", address, amountSun, notice: "FEE_CHANGED" });
  }
  return unchanged(state, { kind: "withdraw", creation });
}

const OF_THE_ADDRESS: readonly WithdrawingNotice[] = ["CONTRACT", "DESKS_OWN"];

function refused(
  state: Withdrawing,
  { notice: code, withdrawableSun }: Extract<WithdrawingEvent, { readonly kind: "refused" }>,
): WithdrawingReduction {
  const { data, step } = state;
  const { wallets, amountSun, terms } = data;
  const notice = { code };
  if (OF_THE_ADDRESS.includes(code)) {
    const kept = step === "address" ? { amountSun } : {};
    return changed(state, { step: "address", data: { ...fresh(wallets), ...kept, notice } });
  }
  if (withdrawableSun !== undefined && terms) {
    const known = { ...calm(data), terms: { ...terms, withdrawableSun }, amountSun: undefined };
    return changed(state, { step: "amount", data: { ...known, notice } });
  }
  return changed(state, { data: { ...calm(data), notice } });
}
