/** Which chain the node serves, asked before there is a database: by block 0, at the node and where it serves what is solidified. */
import type { Chain } from "../chain/port.js";
import type { Config } from "../config.js";
import { reasonOf } from "../domain/reason.js";
import { StandingRefusal } from "../domain/standing-refusal.js";

type Hosts = Pick<Config, "tronFullHost" | "tronSolidityHost">;

/** Id of block 0. */
export async function genesisOf(chain: Chain, { tronFullHost }: Hosts): Promise<string> {
  try {
    return await chain.genesisId();
  } catch (error) {
    const name = tronFullHost === undefined ? "The sandbox node" : "TRON_FULL_HOST: the node";
    throw new Error(
      `${name} cannot be asked which network it serves: ${reasonOf(error)}. Check its address and that it runs.`,
    );
  }
}

/**
 * Without what is solidified nothing can be signed, and by another chain's the desk would take delegations for dead and make them
 * again.
 */
export async function assertSolidSide(
  chain: Chain,
  genesisId: string,
  { tronSolidityHost }: Hosts,
): Promise<void> {
  const solidId = await chain.solidGenesisId().catch((error: unknown) => {
    const why = reasonOf(error);
    throw new Error(
      tronSolidityHost === undefined
        ? `TRON_FULL_HOST: the node cannot be asked for solidified blocks: ${why}. Where it serves /walletsolidity on another port or host, set TRON_SOLIDITY_HOST to that.`
        : `TRON_SOLIDITY_HOST: the node cannot be asked for solidified blocks: ${why}. Check its address and that it runs.`,
    );
  });
  if (solidId === genesisId) return;
  throw new StandingRefusal(
    `TRON_SOLIDITY_HOST serves a chain whose block 0 is ${solidId}; that of TRON_FULL_HOST is ${genesisId}. Point both at one network.`,
  );
}
