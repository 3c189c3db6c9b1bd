/**
 * Rents the Energy that one transfer of USDT needs, for the wallet that will send it:
 *
 *   DESK_URL=http://127.0.0.1:3000 DESK_KEY=edk_… node dist/examples/rent-for-usdt-transfer.js WALLET [--new]
 *
 * With --new the transfer goes to a wallet that holds no USDT yet, which needs twice as much.
 */
import { parseArgs } from "node:util";
import { EnergyDesk, EnergyDeskError, type FastOrder } from "energy-desk-client";

const ENERGY_OF_A_TRANSFER = 65_000;
const ENERGY_OF_A_FIRST_TRANSFER = 131_000;
const LEAST_ENERGY = 32_000;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { new: { type: "boolean", default: false } },
});
const [wallet] = positionals;
const { DESK_URL = "http://127.0.0.1:3000", DESK_KEY } = process.env;
if (wallet === undefined || DESK_KEY === undefined) {
  console.error(
    "usage: DESK_KEY=edk_… node dist/examples/rent-for-usdt-transfer.js WALLET [--new]",
  );
  process.exit(2);
}

const desk = new EnergyDesk({ baseUrl: DESK_URL, apiKey: DESK_KEY });
try {
  await rent(wallet, values.new ? ENERGY_OF_A_FIRST_TRANSFER : ENERGY_OF_A_TRANSFER);
} catch (error) {
  if (!(error instanceof EnergyDeskError)) throw error;
  console.error(`${error.code}: ${error.message}`);
  if (error.outcomeUnknown)
    console.error("The order may exist: look at your orders before you repeat it.");
  process.exitCode = 1;
} finally {
  await desk.close();
}

async function rent(receiver: string, needed: number): Promise<void> {
  const { energy } = await desk.address(receiver);
  if (energy.free >= needed) {
    console.log(`${receiver} has ${energy.free} Energy: enough for the transfer.`);
    return;
  }
  const order: FastOrder = {
    type: "Fast",
    resourceType: "Energy",
    receiver: [receiver],
    resourceAmount: Math.max(LEAST_ENERGY, needed - energy.free),
    duration: "1h",
  };
  const { quoteId, explanation, receivers } = await desk.quote(order);
  if (quoteId === undefined) {
    console.error(`The wallet cannot be served: ${receivers[0]?.reason}.`);
    process.exitCode = 1;
    return;
  }
  console.log(explanation);
  // The quote binds the price; what is paid is what was printed.
  const { orders } = await desk.createOrder({ ...order, quoteId });
  for (const { orderId } of orders) {
    const done = await desk.waitForOrder(orderId, { until: "completed" });
    // One that failed is listed too, and others took its place; a large amount comes in several.
    const delivered = done.delegations.filter(({ state }) => state !== "dead");
    const txids = delivered.map(({ txid }) => txid).join(", ");
    console.log(`${done.filledAmount} Energy delivered by ${txids}`);
    console.log(`yours until ${new Date(done.expiresAt ?? 0).toISOString()}`);
  }
}
