/** What a sandbox node is started with, and its defaults. */
import { hostCheck } from "#shared/same-origin.js";

export interface TronNodeOptions {
  /** Everything the node keeps is in this directory; it is created when missing. */
  readonly directory: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly host?: string;
  /** Names it is reached by beside localhost and `host`, without ports. */
  readonly hosts?: readonly string[];
  /** Real milliseconds between blocks; "manual" makes blocks only on POST /sandbox/mine. */
  readonly blockMs: number | "manual";
  /** How many blocks the solid block is behind the head. */
  readonly solidLagBlocks?: number;
  /** Units that the four owners can delegate together; they count at the first start only. */
  readonly poolEnergy?: number;
  readonly poolBandwidth?: number;
}

export interface TronNode {
  readonly url: string;
  /** The one key that may delegate for every owner of the pool, by its permission 2. */
  readonly operatorKeyHex: string;
  /** Of the account that pays sellers, funded with TRX. */
  readonly payoutKeyHex: string;
  /** Base58 addresses. */
  readonly poolOwners: readonly string[];
  close(): Promise<void>;
}

/** A start that cannot succeed as asked; the message says what to do. */
export class StartProblem extends Error {
  override name = "StartProblem";

  constructor(
    message: string,
    /** The option to change, where it is one alone. */
    readonly option?: "port" | undefined,
  ) {
    super(message);
  }
}

export type Settings = Required<TronNodeOptions>;

const MAX_POOL_ENERGY = 390e9;
const MAX_POOL_BANDWIDTH = 40e9;

export function settingsOf(options: TronNodeOptions): Settings {
  const settings: Settings = {
    host: "127.0.0.1",
    hosts: [],
    solidLagBlocks: 18,
    poolEnergy: 100_000_000,
    poolBandwidth: 2_000_000,
    ...withoutUndefined(options),
  };
  const { blockMs, port, solidLagBlocks, poolEnergy, poolBandwidth } = settings;
  if (settings.directory === "") throw new StartProblem("Give the sandbox node a directory.");
  if (blockMs !== "manual") whole("blockMs", blockMs, 1, 3_600_000);
  whole("port", port, 0, 65_535);
  names(settings);
  whole("solidLagBlocks", solidLagBlocks, 0, 10_000);
  whole("poolEnergy", poolEnergy, 4, MAX_POOL_ENERGY);
  whole("poolBandwidth", poolBandwidth, 4, MAX_POOL_BANDWIDTH);
  return settings;
}

function withoutUndefined(options: TronNodeOptions): TronNodeOptions {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...options, ...Object.fromEntries(given) };
}

function names(settings: Settings): void {
  try {
    hostCheck(settings);
  } catch (error) {
    throw new StartProblem(`hosts: ${error instanceof Error ? error.message : error}.`);
  }
}

function whole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new StartProblem(`${name} must be a whole number from ${least} to ${most}, not ${value}.`);
}
