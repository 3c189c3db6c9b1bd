/** Nodes whose JSON of one block fails, and a desk on them whose monotonic clock can be moved. */
import { latestIncidents } from "../../src/store/incidents.js";
import { openNotRead } from "../../src/store/not-read.js";
import type { Conduct } from "../support/node-proxy.js";
import { readNow } from "../support/read-now.js";
import { type Rig, type RigOptions, startRig } from "./rig.js";

const CANNOT_PRINT = { answer: { Error: "class java.lang.NullPointerException : null" } };

/** A node whose JSON of one block fails, whatever is asked for with it. */
export function cannotPrint(block: () => number): Conduct {
  return ({ path, body }) => {
    const { startNum, endNum, num, id_or_num: id } = body;
    const isRange = path.endsWith("/getblockbylimitnext");
    const isIn = isRange && Number(startNum) <= block() && block() < Number(endNum);
    const isAsked = num === block() || id === `${block()}`;
    return isIn || isAsked ? CANNOT_PRINT : undefined;
  };
}

/** A desk on nodes that cannot print a block, once that is chosen; its monotonic clock runs until it is stopped, and can be moved. */
export async function startUnprinted(options: RigOptions = {}) {
  const clock = {
    aheadMs: 0,
    // Never the same twice: hosts whose blocks are told in one moment would be behind one another.
    nowMs: () => performance.now(),
    stop() {
      // Whole, so that sums and differences of it are exact.
      const stoppedMs = Math.ceil(clock.nowMs());
      clock.nowMs = () => stoppedMs;
    },
  };
  const unprinted = { block: -1, asked: 0 };
  const conduct = cannotPrint(() => unprinted.block);
  const rig = await startRig({
    hosts: 1,
    isOneNode: true,
    monotonicMs: () => clock.nowMs() + clock.aheadMs,
    ...options,
  });
  for (let host = 1; host <= (options.hosts ?? 1); host += 1) {
    rig.proxy(host).conduct = (...call) => {
      const answer = conduct(...call);
      if (answer !== undefined) unprinted.asked += 1;
      return answer;
    };
  }
  return { rig, clock, unprinted };
}

export type Unprinted = Awaited<ReturnType<typeof startUnprinted>>;

/** What is still to be read, as "reader block". */
export const openRows = (rig: Rig) =>
  readNow(rig.desk.database, () => openNotRead(50)).map(
    ({ reader, block_number }) => `${reader} ${block_number}`,
  );

export const incidents = (rig: Rig) => readNow(rig.desk.database, () => latestIncidents(50));
