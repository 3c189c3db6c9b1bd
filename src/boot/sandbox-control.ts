/** What the operator's command line may ask of the embedded chain; its node does it. */
import { z } from "zod";
import type { FaultChange, SandboxControl } from "../control/sandbox-control.js";
import type { Address } from "../domain/address.js";
import { DeskError } from "../domain/errors.js";
import type { Engine } from "../engine/context.js";
import { type AskNode, sandboxNode } from "./sandbox-node.js";
import { addSandboxSeller } from "./sandbox-sellers.js";

const faultState = z.object({
  faults: z.array(
    z.object({
      kind: z.string(),
      path: z.string(),
      count: z.number().optional(),
      owner: z.string().optional(),
      reason: z.string().optional(),
      code: z.string().optional(),
      status: z.number().optional(),
      delayMs: z.number().optional(),
    }),
  ),
  stalled: z.boolean(),
});

const signed = z.object({ signature: z.string() });

export function sandboxControl(engine: Engine, nodeUrl: string): SandboxControl {
  const ask = sandboxNode(nodeUrl);
  return {
    fund: (address, amountSun) =>
      ask("fund", { address, amountSun }, z.object({ txid: z.string() })),
    addSeller: (wanted) => addSandboxSeller(engine, ask, wanted),
    sign: (address, text) => ask("sign", { address, text }, signed),
    signTransaction: (address, txid) => ask("sign", { address, txid }, signed),
    async use(address, resource, units) {
      await ofAccount(address, ask("use", { address, resource, units }, z.object({})));
    },
    async makeContract(address) {
      await ofAccount(address, ask("contract", { address }, z.object({})));
      // On a real chain no wallet becomes a contract, so the desk would not ask again.
      await engine.receivers.forget(address);
    },
    faults: (change) => changeFaults(ask, change),
  };
}

/** A node prints an address that it does not know in hex. */
async function ofAccount(address: Address, asked: Promise<unknown>): Promise<void> {
  try {
    await asked;
  } catch (error) {
    if (!(error instanceof DeskError && /^Account\[\w+\] not exists$/.test(error.message)))
      throw error;
    throw new DeskError(
      "VALIDATION_FAILED",
      `ADDRESS: ${address} is not activated; \`desk sandbox fund\` it first`,
    );
  }
}

async function changeFaults(ask: AskNode, { clear, add, fork, stall }: FaultChange) {
  if (clear) await ask("stall", { on: false }, z.object({}));
  if (fork) await ask("reorg", fork, z.object({}));
  if (stall) await ask("stall", { on: true }, z.object({}));
  return ask("faults", { clear, add: add ? [add] : [] }, faultState);
}
