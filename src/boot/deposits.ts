/** Where and what customers pay in: by the settings, or as the sandbox makes it. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import { HDKey } from "@scure/bip32";
import type { Logger } from "pino";
import { USDT_CONTRACT } from "tron-sandbox";
import type { Chain } from "../chain/port.js";
import { type Config, ConfigError } from "../config.js";
import { DESK } from "../control/own-name.js";
import { type Address, address } from "../domain/address.js";
import { type GivenAddress, givenLine, readGivenLine } from "../domain/deposit-address.js";
import { firstAddressPlace } from "../domain/deposit-key.js";
import { DeskError } from "../domain/errors.js";
import { sun } from "../domain/money.js";
import { usdtContractOn } from "../domain/usdt.js";
import type { AddressLog, Deposits, Engine } from "../engine/context.js";
import {
  completeLog,
  confirmDepositKey,
  depositKeysOf,
  takesDeposits,
  whyUnconfirmable,
} from "../engine/deposits/addresses.js";
import { readSweepBooks } from "../engine/deposits/sweep.js";
import { creditRatedAtStart, readUsdtRates, setUsdtRate } from "../engine/deposits/usdt-rates.js";
import { watchUnknown } from "../engine/deposits/watched.js";
import type { NodeConnection } from "./node.js";

/** What a USDT is worth in the sandbox until another rate is set. */
const SANDBOX_RATE = sun(3_200_000);
const ACCOUNT_PATH = "m/44'/195'/0'";

/** The sandbox has one of its own. */
export function usdtContractOf({ network, usdtContract }: Config): Address | undefined {
  const sandboxContract = network === "sandbox" ? address(USDT_CONTRACT) : undefined;
  return usdtContractOn(network, usdtContract) ?? sandboxContract;
}

/** Undefined: customers cannot pay in by themselves. */
export function depositsOf(
  config: Config,
  { ownChain, operator, payout }: Pick<NodeConnection, "ownChain" | "operator" | "payout">,
): Deposits | undefined {
  const sandboxKeyHex = ownChain && operator.privateKeyHex;
  const xpub =
    config.depositXpub ?? (sandboxKeyHex && sandboxAccount(sandboxKeyHex).publicExtendedKey);
  if (xpub === undefined) return undefined;
  return {
    network: config.network,
    keys: depositKeysOf(xpub),
    log:
      config.depositAddressLog === undefined ? undefined : openAddressLog(config.depositAddressLog),
    terms: {
      usdtContract: usdtContractOf(config),
      minimumTrxSun: config.depositMinimumSun,
      minimumUsdtUnits: config.depositMinimumUsdtUnits,
      sweepTo: config.depositSweepTo,
      ownAccounts: [operator.address, ...(payout ? [payout.address] : [])],
      besideAccounts: config.coverAccounts,
      reviewAboveSun: config.depositReviewSun,
      rateLastsMs: config.usdtRateLastsMs,
    },
  };
}

/** The account of a sandbox's deposit addresses: the same for the same sandbox. */
function sandboxAccount(keyHex: string): HDKey {
  const seed = createHash("sha256").update(`deposits of ${keyHex}`).digest();
  return HDKey.fromMasterSeed(seed).derive(ACCOUNT_PATH);
}

/** The private key of a deposit address of a sandbox, in hex: elsewhere no desk has it. Undefined for any other address. */
export function sandboxDepositKeys(engine: Engine, keyHex: string) {
  const account = sandboxAccount(keyHex);
  const receiving = account.deriveChild(0);
  const { hash } = depositKeysOf(account.publicExtendedKey);
  return async (of: Address): Promise<string | undefined> => {
    const { addresses } = await readSweepBooks(engine);
    const row = addresses.get(of);
    if (row?.key_hash !== hash) return undefined;
    const key = receiving.deriveChild(row.key_index).privateKey;
    return key ? Buffer.from(key).toString("hex") : undefined;
  };
}

/** Where the wallet shows the address that confirms the key; undefined where nothing waits for that. */
export async function depositsWaitFor(engine: Engine): Promise<string | undefined> {
  const { deposits } = engine;
  if (!deposits || (await takesDeposits(engine)) || (await whyUnconfirmable(engine)))
    return undefined;
  return firstAddressPlace(deposits.keys.account);
}

/** The sandbox needs no confirmation; elsewhere the operator types the first address from their wallet. */
export async function openDeposits(
  engine: Engine,
  chain: Pick<Chain, "solidHead">,
  config: Config,
  logger: Logger,
): Promise<void> {
  const { deposits, chainClock } = engine;
  if (!deposits) return;
  const watched = await watchUnknown(engine);
  if (watched > 0)
    logger.warn(
      { watched },
      `watches addresses that may have been given out, and that the books do not know: \`${DESK} deposit import FILE\` with the log of addresses says whose they are`,
    );
  const problem = await completeLog(engine);
  if (problem !== undefined) {
    const file = deposits.log?.path;
    logger.error({ file, problem }, "no address is shown: DEPOSIT_ADDRESS_LOG cannot be written");
  }
  await creditRatedAtStart(engine);
  const [usdt] = await readUsdtRates(engine, 1);
  if (usdt && chainClock.nextBlockMs() >= usdt.since + deposits.terms.rateLastsMs) {
    logger.warn(
      `the rate of USDT has lapsed, and deposits wait for the next: run \`${DESK} rates confirm\`, or \`rates set --usdt TRX\``,
    );
  }
  if (config.network === "sandbox") {
    try {
      await confirmDepositKey(engine, deposits.keys.first);
    } catch (error) {
      if (!(error instanceof DeskError) || error.code !== "NOT_CANCELABLE") throw error;
      logger.warn(`deposits are off: ${error.message}`);
    }
    if (!usdt) {
      // Before any block is known the rate would begin in 1970, and lapse at once.
      chainClock.resumeFrom(await chain.solidHead());
      await setUsdtRate(engine, SANDBOX_RATE, "sandbox");
    }
  } else if (!(await takesDeposits(engine))) {
    const why = await whyUnconfirmable(engine);
    logger.warn(
      why === undefined
        ? `deposits wait: run \`${DESK} deposit confirm ADDRESS\` with the address that your wallet shows at ${firstAddressPlace(deposits.keys.account)}`
        : `deposits are off: ${why}`,
    );
  }
}

/**
 * The file of DEPOSIT_ADDRESS_LOG: lines are only ever added, and are on the disk before anybody is shown what they say. What is in it is read at once; a file that is not there yet is made with the first line. Throws ConfigError for a file of
 * something else, which lines must not be added to.
 */
export function openAddressLog(path: string): AddressLog {
  const found = textOf(path);
  if (!isLog(found)) {
    const problem = `DEPOSIT_ADDRESS_LOG: ${path} holds something else than given addresses; name the desk's own log, or a new file.`;
    throw new ConfigError([problem]);
  }
  const lines = new Set(found.split("\n"));
  // A line that a full disk or a crash has cut off must not run into the next one.
  let isCut = found !== "" && !found.endsWith("\n");
  let last: Promise<void> = Promise.resolve();

  async function write(given: readonly GivenAddress[]): Promise<void> {
    const added = given.map(givenLine).filter((line) => !lines.has(line));
    if (added.length === 0) return;
    const before = isCut ? "\n" : "";
    isCut = true;
    await appendSynced(path, `${before}${added.join("\n")}\n`);
    isCut = false;
    for (const line of added) lines.add(line);
  }

  return {
    path,
    holds: (given) => lines.has(givenLine(given)),
    read: () => [...lines].flatMap((line) => readGivenLine(line) ?? []),
    append(given) {
      const turn = last.then(() => write(given));
      last = turn.catch(() => undefined);
      return turn;
    },
  };
}

/** By the first line, which a crash may have cut off. */
function isLog(text: string): boolean {
  const [first = "", ...more] = text.trimStart().split("\n");
  return /^[0-9a-f]{24}\t/.test(first) || (more.length === 0 && /^[0-9a-f]{0,24}$/.test(first));
}

/** Empty where there is none, or where it cannot be read: then writing it says why. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

async function appendSynced(path: string, text: string): Promise<void> {
  const file = await open(path, "a", 0o600);
  try {
    const isNew = (await file.stat()).size === 0;
    await file.appendFile(text);
    await file.sync();
    if (isNew) await syncDirectory(dirname(path));
  } finally {
    await file.close();
  }
}

/** The name of a new file is on the disk only with its directory. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const directory: FileHandle = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
