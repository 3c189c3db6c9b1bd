/** A client of a test's service, an order for it, and the error of a call. */
import { onTestFinished } from "vitest";
import type { EnergyDeskOptions, FastOrder } from "../src/index.js";
import { EnergyDesk, EnergyDeskError } from "../src/index.js";
import { API_KEY, WALLET } from "./bare-desk.js";

export const ORDER: FastOrder = {
  type: "Fast",
  resourceType: "Energy",
  receiver: [WALLET],
  resourceAmount: 65_000,
  duration: "1h",
};

export function clientOf(baseUrl: string, options: Partial<EnergyDeskOptions> = {}): EnergyDesk {
  const desk = new EnergyDesk({ baseUrl, apiKey: API_KEY, ...options });
  onTestFinished(() => desk.close());
  return desk;
}

export async function errorOf(call: Promise<unknown>): Promise<EnergyDeskError> {
  const error = await call.then(
    () => new Error("the call succeeded"),
    (thrown: unknown) => thrown,
  );
  if (error instanceof EnergyDeskError) return error;
  throw error;
}
