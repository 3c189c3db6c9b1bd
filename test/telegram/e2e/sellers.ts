/** Sellers on a rig's chain, with offers in the book of its desk. */

import { addSandboxSeller, sandboxNode } from "../../../src/boot/sandbox.js";
import { readSeller } from "../../../src/engine/sellers/seller-resource.js";
import { until } from "../../support/until.js";
import type { Rig } from "./rig.js";

/** One more seller of Energy, at a price in SUN; what they can deliver is a little less than they have, for the ratio may drift. */
export async function addSeller({ engine, nodeUrl }: Rig, priceSun: number, units: number) {
  const { address } = await addSandboxSeller(engine, sandboxNode(nodeUrl), {
    units: { energy: units, bandwidth: 0 },
    priceSun: { energy: priceSun, bandwidth: priceSun * 10 },
    longest: "30d",
    permission: true,
    registered: true,
  });
  await until(
    async () =>
      `the stake of ${address} is read\n${JSON.stringify(await readSeller(engine, address))}`,
    async () => (await readSeller(engine, address)).capacity.energy > 0 || undefined,
  );
}
