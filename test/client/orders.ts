/** A client of a desk, an order for it, and the error of a call. */
import {
  EnergyDesk,
  EnergyDeskError,
  type EnergyDeskOptions,
  type FastOrder,
} from "energy-desk-client";
import { onTestFinished } from "vitest";

export const ORDER: FastOrder = {
  type: "Fast",
  resourceType: "Energy",
  receiver: ["TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"],
  resourceAmount: 65_000,
  duration: "1h",
};

export function clientOf(options: EnergyDeskOptions): EnergyDesk {
  const desk = new EnergyDesk(options);
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
