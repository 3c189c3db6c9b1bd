/**
 * The log of the addresses that were given out: a file that outlives the database. An address that is not in it is shown to nobody, so that
 * it can be said after a restore whose it is.
 */
import { reasonOf } from "#shared/reason.js";
import type { GivenAddress } from "../../domain/deposit-address.js";
import { DeskError } from "../../domain/errors.js";
import { listGivenAddresses } from "../../store/deposits.js";
import { openIncident, openIncidentOf, rewriteIncident } from "../../store/incidents.js";
import type { Phase } from "../../store/phase.js";
import type { Engine } from "../context.js";

const RETRY_SECONDS = 60;

/** Returns once it is in the log, if there is one. Throws BUSY while that cannot be written: the address stays theirs. */
export async function keepInLog(engine: Engine, given: GivenAddress): Promise<void> {
  const problem = await writeGiven(engine, [given]);
  if (problem === undefined) return;
  throw new DeskError(
    "BUSY",
    "No deposit address is available right now. Nothing is lost; try again in a minute, or ask the desk's operator.",
    undefined,
    RETRY_SECONDS,
  );
}

/** Writes what the log lacks, as at the first start with it. Returns why it cannot be written, or undefined. */
export async function completeLog(engine: Engine): Promise<string | undefined> {
  if (!engine.deposits?.log) return undefined;
  return writeGiven(engine, await engine.database.read(listGivenAddresses));
}

async function writeGiven(
  engine: Engine,
  given: readonly GivenAddress[],
): Promise<string | undefined> {
  const log = engine.deposits?.log;
  if (!log || given.every((one) => log.holds(one))) return undefined;
  // A log that could not be written may be a new file, which lacks what was given before.
  const wanted = await engine.database.read(function* (): Phase<readonly GivenAddress[]> {
    return (yield* openIncidentOf("address-log")) ? yield* listGivenAddresses() : given;
  });
  const problem = await log
    .append(wanted.filter((one) => !log.holds(one)))
    .then(noProblem, reasonOf);
  const at = engine.now();
  await engine.database.commit(function* (): Phase<void> {
    const open = yield* openIncidentOf("address-log");
    if (problem !== undefined && !open) {
      const text = `DEPOSIT_ADDRESS_LOG: ${log.path} cannot be written (${problem}). Until it can, no address is shown that is not in it.`;
      yield* openIncident("address-log", text, at);
    }
    if (problem === undefined && open) {
      yield* rewriteIncident(open.id, `${open.text} Over: it is written again.`, at);
    }
  });
  return problem;
}

const noProblem = () => undefined;
