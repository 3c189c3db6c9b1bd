/** Reads what came back from offline keys: bytes that the desk would build itself, on this chain, not too late. */
import type { BlockRef, Chain } from "../../chain/port.js";
import { type ReadTransaction, readIntent, UnknownIntent } from "../../chain/read-intent.js";
import { NotSigned, readSigned, type SignedElsewhere } from "../../chain/signed-elsewhere.js";
import { AssertionFailed } from "../../domain/assert.js";
import { DeskError } from "../../domain/errors.js";
import type { SweepStep } from "../../domain/sweep.js";
import { aboutStep } from "../../domain/sweep-file.js";

/** A transaction of a file, as its bytes have it. */
export interface SignedStep {
  /** From 1: its place in the file. */
  readonly place: number;
  readonly step: SweepStep;
  readonly signed: SignedElsewhere;
  readonly frame: ReadTransaction["frame"];
}

/** The whole file is refused, before anything of it is sent. */
export function refused(place: number, why: string, about?: string): DeskError {
  const which = about === undefined ? "" : ` (${about})`;
  return new DeskError(
    "VALIDATION_FAILED",
    `FILE: transaction ${place}${which}: ${why}. Nothing was sent now; \`desk sweep plan\` makes a new file.`,
  );
}

/** Throws VALIDATION_FAILED for the first that is none of the desk's. */
export async function readSignedFile(
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
    const { raw_data_hex: rawHex } = json as { raw_data_hex: string };
    const { intent: step, frame } = readIntent(rawHex);
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
const LONGEST_LIFE_MS = 86_400_000;
const NUMBERS = 65_536;

/** Throws VALIDATION_FAILED for what is too late, or made for another chain. */
export async function assertSendable(
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
