/**
 * Sends what came back signed, if all of it is what a plan of this desk would ask for now. Asked again it continues: what a block holds
 * is done, the rest is sent again with the same bytes.
 */
import type { BlockRef, Chain, Inclusion } from "../../chain/port.js";
import {
  NotSigned,
  type ReadTransaction,
  readIntent,
  readSigned,
  type SignedElsewhere,
  UnknownIntent,
} from "../../chain/signed-elsewhere.js";
import { DAY_MS } from "../../common/time.js";
import type { Address } from "../../domain/address.js";
import { AssertionFailed } from "../../domain/assert.js";
import { DeskError } from "../../domain/errors.js";
import type { SweepStep } from "../../domain/sweep.js";
import { aboutStep, type SignedSweep, type SweepSent } from "../../domain/sweep-file.js";
import { SweepLimits } from "../../domain/sweep-limits.js";
import {
  beginSweep,
  readAccounts,
  readOwners,
  readTerms,
  type SweepContext,
  type SweepReading,
} from "./plan.js";

type SentOne = SweepSent["transactions"][number];

/** Chain time for which a node keeps what no block takes; the longest that java-tron is set to is 60 s. */
const PENDING_MS = 120_000;

export class SweepSender {
  readonly #context: SweepContext;
  /**
   * By txid, in chain time. Until a block has it, a node counts in what it tells of accounts what it was sent, which would then
   * look as if it came too late.
   */
  readonly #sentAt = new Map<string, number>();

  constructor(context: SweepContext) {
    this.#context = context;
  }

  /** Throws VALIDATION_FAILED before anything is sent when one of them is not right. */
  async send(file: SignedSweep): Promise<SweepSent> {
    const { chain, genesisId } = this.#context;
    const reading = await beginSweep(this.#context);
    if (file.genesisId !== genesisId) {
      throw new DeskError(
        "VALIDATION_FAILED",
        `FILE: it was made for another network, ${file.network}; this desk runs on ${reading.settings.network}. Nothing was sent.`,
      );
    }
    const steps = await readSignedFile(chain, file.transactions);
    const found = new Map<SignedStep, Inclusion>();
    for (const step of steps) {
      const inclusion = await reading.host.inclusion(step.signed.txid);
      if (inclusion) found.set(step, inclusion);
    }
    const left = steps.filter((step) => !found.has(step));
    const head = await reading.host.head();
    await assertSendable(reading.host, left, head);
    const unsent = left.filter((step) => !this.#isPending(step, head));
    if (unsent.length > 0) await assertRight(reading, unsent);
    const sent: SentOne[] = [];
    for (const step of steps) {
      const inclusion = found.get(step);
      const one = inclusion ? ended(step, inclusion) : await sendOne(chain, reading.host, step);
      if (one.state === "waits") this.#sentAt.set(one.txid, head.timestampMs);
      else this.#sentAt.delete(one.txid);
      sent.push(one);
    }
    return { transactions: sent };
  }

  #isPending({ signed }: SignedStep, { timestampMs }: BlockRef): boolean {
    const sentAt = this.#sentAt.get(signed.txid);
    return sentAt !== undefined && timestampMs < sentAt + PENDING_MS;
  }
}

/** A transaction of a file, as its bytes have it. */
interface SignedStep {
  /** From 1: its place in the file. */
  readonly place: number;
  readonly step: SweepStep;
  readonly signed: SignedElsewhere;
  readonly frame: ReadTransaction["frame"];
}

/** The whole file is refused, before anything of it is sent. */
function refused(place: number, why: string, about?: string): DeskError {
  const which = about === undefined ? "" : ` (${about})`;
  return new DeskError(
    "VALIDATION_FAILED",
    `FILE: transaction ${place}${which}: ${why}. Nothing was sent now; \`desk sweep plan\` makes a new file.`,
  );
}

/** Throws VALIDATION_FAILED for the first that is none of the desk's. */
async function readSignedFile(
  chain: Chain,
  transactions: readonly unknown[],
): Promise<SignedStep[]> {
  const steps: SignedStep[] = [];
  for (const [at, json] of transactions.entries()) {
    steps.push(await readOne(chain, json, at + 1));
  }
  const txids = steps.map(({ signed }) => signed.txid);
  const twice = steps.find(({ signed }, at) => txids.indexOf(signed.txid) !== at);
  if (twice) throw refused(twice.place, "it is in the file twice", aboutStep(twice.step));
  return steps;
}

async function readOne(chain: Chain, json: unknown, place: number): Promise<SignedStep> {
  try {
    const signed = readSigned(json);
    const { intent: step, frame } = readIntent(signed.rawHex);
    const { txid } = await chain.buildUnsigned(step, frame);
    if (txid !== signed.txid) throw new UnknownIntent("it holds more than the desk puts into one");
    if (!isSweepStep(step)) throw new UnknownIntent("it is none of a sweep");
    return { place, step, signed, frame };
  } catch (error) {
    if (error instanceof NotSigned || error instanceof UnknownIntent) {
      throw refused(place, error.message);
    }
    if (error instanceof AssertionFailed) {
      throw refused(place, "it is no transaction that the desk builds");
    }
    throw error;
  }
}

function isSweepStep(step: ReadTransaction["intent"]): step is SweepStep {
  return step.kind !== "delegate" || step.lockPeriodBlocks === 0;
}

/** The most of a transaction's life that java-tron takes. */
const LONGEST_LIFE_MS = DAY_MS;
const NUMBERS = 65_536;

/** Throws VALIDATION_FAILED for what is too late, or made for another chain. */
async function assertSendable(
  host: Chain,
  steps: readonly SignedStep[],
  head: BlockRef,
): Promise<void> {
  const idParts = new Map<number, string | undefined>();
  for (const { place, step, frame } of steps) {
    const about = aboutStep(step);
    if (frame.expiresAt <= head.timestampMs) {
      const until = new Date(frame.expiresAt).toISOString();
      throw refused(place, `it has expired: it could be sent until ${until}`, about);
    }
    if (frame.expiresAt > head.timestampMs + LONGEST_LIFE_MS) {
      throw refused(place, "it expires later than the chain takes", about);
    }
    const { number: low, id } = frame.reference;
    if (!idParts.has(low)) idParts.set(low, await idPartOf(host, head.number, low));
    if (idParts.get(low) !== id.slice(16, 32)) {
      throw refused(place, "it refers to a block that this chain does not have", about);
    }
  }
}

/** Of the newest block whose number ends like this: the part of its id that a transaction names. */
async function idPartOf(host: Chain, head: number, low: number): Promise<string | undefined> {
  const number = head - ((((head - low) % NUMBERS) + NUMBERS) % NUMBERS);
  if (number < 0) return undefined;
  return (await host.block(number))?.id.slice(16, 32);
}

async function assertRight(reading: SweepReading, steps: readonly SignedStep[]): Promise<void> {
  const { host } = reading;
  await assertSignedByOwners(host, steps);
  const touched = new Set(steps.flatMap(({ step }) => [step.owner, step.receiver]));
  const limits = new SweepLimits({
    accounts: await readAccounts(reading, touched),
    owners: await readOwners(reading),
    terms: await readTerms(reading, { leastTrxSun: 0, leastUsdtUnits: 0n }),
  });
  for (const { place, step } of steps) {
    const problem = limits.problemOf(step);
    if (problem !== undefined) throw refused(place, problem, aboutStep(step));
  }
}

/** The keys of an account, its own alone unless its permissions were changed, must have signed together. */
async function assertSignedByOwners(host: Chain, steps: readonly SignedStep[]): Promise<void> {
  const keys = new Map<Address, Awaited<ReturnType<typeof ownerKeysOf>>>();
  for (const { place, step, signed } of steps) {
    const { owner } = step;
    const { threshold, weights } = keys.get(owner) ?? (await ownerKeysOf(host, owner));
    keys.set(owner, { threshold, weights });
    const stranger = signed.signers.find((signer) => !weights.has(signer));
    if (stranger !== undefined) {
      throw refused(place, `${stranger} signed it, which does not own ${owner}`, aboutStep(step));
    }
    const weight = signed.signers.reduce((sum, signer) => sum + (weights.get(signer) ?? 0), 0);
    if (weight < threshold) {
      throw refused(place, `more of ${owner}'s keys have to sign it`, aboutStep(step));
    }
  }
}

async function ownerKeysOf(host: Chain, owner: Address) {
  const permission = (await host.account(owner))?.ownerPermission;
  const { threshold, keys } = permission ?? { threshold: 1, keys: [{ address: owner, weight: 1 }] };
  return { threshold, weights: new Map(keys.map(({ address, weight }) => [address, weight])) };
}

async function sendOne(chain: Chain, host: Chain, one: SignedStep): Promise<SentOne> {
  const { step, signed } = one;
  const outcome = await chain.broadcast(signed, step.receiver);
  const named = { txid: signed.txid, about: aboutStep(step) };
  if (outcome.kind === "accepted" || outcome.kind === "seen") {
    return { ...named, state: "waits", why: null };
  }
  if (outcome.kind !== "rejected") return { ...named, state: "waits", why: outcome.message };
  // A block may have taken it since it was looked up.
  const inclusion = await host.inclusion(signed.txid);
  if (inclusion) return ended(one, inclusion);
  return { ...named, state: "refused", why: outcome.message };
}

function ended({ step, signed }: SignedStep, { success, blockNumber }: Inclusion): SentOne {
  const named = { txid: signed.txid, about: aboutStep(step) };
  if (success) return { ...named, state: "done", why: null };
  return { ...named, state: "failed", why: `it failed in block ${blockNumber}` };
}
