/** Which chain the node serves, checked before there is a database: by block 0, also on the solid side. */
import type { Logger } from "pino";
import { reasonOf } from "#shared/reason.js";
import type { Hosts as HostSet } from "../chain/hosts/hosts.js";
import { admissionOf } from "../chain/hosts/watch-hosts.js";
import type { Chain } from "../chain/port.js";
import { StandingRefusal } from "../common/standing-refusal.js";
import type { Config } from "../config.js";

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
 * Without a solid side nothing can be signed. With another chain's solid side the desk would take delegations for dead and make
 * them again.
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

/** Id of block 0, on which all answers must agree; a silent node is a warning while another answers. */
export async function genesisOfAll({ all }: HostSet, logger: Logger): Promise<string> {
  const asked = await Promise.allSettled(all.map(({ chain }) => chain.genesisId()));
  const told = asked.flatMap((one, at) =>
    one.status === "fulfilled" ? [{ label: all[at]?.label, id: one.value }] : [],
  );
  const silent = asked.flatMap((one, at) =>
    one.status === "rejected" ? [{ label: all[at]?.label, why: reasonOf(one.reason) }] : [],
  );
  const [first, ...others] = told;
  if (!first) {
    const why = silent.map(({ label, why }) => `${label}: ${why}`).join("; ");
    throw new Error(
      `TRON_FULL_HOST: none of the ${all.length} nodes can be asked which network it serves (${why}). Check their addresses and that one runs.`,
    );
  }
  const foreign = others.find(({ id }) => id !== first.id);
  if (foreign) {
    throw new StandingRefusal(
      `TRON_FULL_HOST: node ${foreign.label} serves a chain whose block 0 is ${foreign.id}; that of node ${first.label} is ${first.id}. Point all at one network.`,
    );
  }
  for (const { label, why } of silent) {
    logger.warn({ node: label, reason: why }, "a node does not answer: it is used once it does");
  }
  return first.id;
}

/** Asks each node for its solid side: a node without one gets only broadcasts, and at least one node must have it. */
export async function admitAll({ all }: HostSet, genesisId: string, logger: Logger): Promise<void> {
  await Promise.all(
    all.map(async (host) => {
      const unasked = (error: unknown) => ({ kind: "unasked", reason: reasonOf(error) }) as const;
      host.admission = await admissionOf(host.chain, genesisId).catch(unasked);
      if (host.admission.kind !== "broadcasts") return;
      const { reason } = host.admission;
      logger.warn({ node: host.label, reason }, "a node is sent broadcasts alone");
    }),
  );
  if (all.some(({ admission }) => admission.kind === "whole")) return;
  const why = all.map(({ label, admission }) =>
    "reason" in admission ? `${label}: ${admission.reason}` : label,
  );
  throw new Error(
    `TRON_FULL_HOST: no node can be asked for solidified blocks (${why.join("; ")}). Where they are served on other ports or hosts, set TRON_SOLIDITY_HOST to those.`,
  );
}
