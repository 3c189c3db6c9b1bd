/** What goes on beside a test: calls kept on their way for as long as it wants, and rounds of a worker. */
import { onTestFinished } from "vitest";
import type { Chain } from "../../src/chain/port.js";
import { must } from "../../src/domain/assert.js";
import { until } from "../support/until.js";
import type { Rig } from "./rig.js";

/**
 * Keeps the first call of a kind back, so that a test can change the world while it is on its way; the first one after `arm` when
 * that is to come later.
 */
export function heldBack(kind: "broadcast" | "delegated", from: "now" | "later" = "now") {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let isArmed = from === "now";
  const hold = async <T>(call: () => Promise<T>): Promise<T> => {
    if (!isArmed) return call();
    isArmed = false;
    arrive();
    await released;
    return call();
  };
  const wrapChain = (chain: Chain): Chain =>
    kind === "broadcast"
      ? { ...chain, broadcast: (...call) => hold(() => chain.broadcast(...call)) }
      : { ...chain, delegated: (...call) => hold(() => chain.delegated(...call)) };
  const arm = () => {
    isArmed = true;
  };
  return { wrapChain, arm, arrived, letGo };
}

/** The first leg of an order whose call is kept back. */
export async function onItsWay(rig: Rig, orderId: string, call: ReturnType<typeof heldBack>) {
  // A test that fails must not keep the desk from stopping.
  onTestFinished(call.letGo);
  await call.arrived;
  return must(rig.desk.readLegs(orderId)[0], "the order has a leg");
}

/** Waits until a worker has ended so many rounds more. */
export async function rounds(rig: Rig, worker: string, count: number): Promise<void> {
  const lastAt = () => rig.desk.workers.states().find(({ name }) => name === worker)?.lastRoundAt;
  for (let nth = 0; nth < count; nth += 1) {
    const before = lastAt();
    rig.desk.loops.wake([worker]);
    await until(`the ${worker} has looked`, () => lastAt() !== before);
  }
}
