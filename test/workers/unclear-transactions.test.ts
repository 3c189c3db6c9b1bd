/** A node that contradicts itself about one transaction of ours: that one waits, everything else goes on, and it is told. */
import { expect, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import { allOf } from "../support/host-conduct.js";
import type { Conduct } from "../support/node-proxy.js";
import { ALICE, BOB, CAROL, SOLID_LAG_BLOCKS } from "./rig.js";
import {
  assertBooksMatchChain,
  followed,
  isPending,
  legs,
  orderDelivered,
  solidified,
  until,
} from "./steps.js";
import { incidents, openRows, startUnprinted } from "./unprinted.js";

const MINUTE_MS = 60_000;
const SOLID_INFO = "/walletsolidity/gettransactioninfobyid";

const TWO = { hosts: 2, isOneNode: false };

test.each([
  ["its solid state shows nothing of it", {}, () => ({ answer: {} })],
  ["both nodes' solid states show nothing of it", TWO, () => ({ answer: {} })],
  [
    "its solid state tells of another end",
    {},
    (info: object) => ({ answer: { ...info, result: "FAILED" } }),
  ],
  ["its solid state answers nonsense of it", {}, () => ({ answer: { id: 7 } })],
])(
  "%s: others are delivered, final and followed, and after ten minutes it is an incident",
  async (_, options: { readonly hosts?: number; readonly isOneNode?: boolean }, lie) => {
    const { rig, clock, unprinted } = await startUnprinted(options);
    const lying = { txid: "", asked: 0 };
    const lies: Conduct = async ({ path, body }, node) => {
      if (path !== SOLID_INFO || body.value !== lying.txid) return undefined;
      lying.asked += 1;
      return lie(await node(path, body));
    };
    for (let host = 1; host <= (options.hosts ?? 1); host += 1) {
      const before = must(rig.proxy(host).conduct, "it cannot print a block");
      rig.proxy(host).conduct = allOf(lies, before);
    }
    await orderDelivered(rig, BOB);
    await solidified(rig);
    const orderId = await rig.desk.order(ALICE);
    await until("it is out", isPending(rig));
    lying.txid = must(rig.desk.readLegs(orderId)[0]?.txid, "it is signed");
    unprinted.block = (await rig.state()).head.number + 1;
    await rig.mine(2);
    await until("it is missed", () => rig.desk.workers.states().some(({ lastError }) => lastError));
    clock.aheadMs += MINUTE_MS;
    await followed(rig);
    await rig.mine(SOLID_LAG_BLOCKS);
    await until("it is asked for", () => lying.asked > 0);
    const otherId = await orderDelivered(rig, CAROL);
    await solidified(rig);
    expect(rig.desk.readLegs(otherId)).toMatchObject([{ state: "solidified" }]);
    expect(rig.desk.readOrder(orderId).status).toBe("processing");
    const follower = rig.desk.workers.states().find(({ name }) => name === "follower");
    expect(follower).toMatchObject({ ok: true });
    expect(openRows(rig)).toEqual([`follower ${unprinted.block}`]);
    expect(incidents(rig).map(({ kind }) => kind)).not.toContain("transaction-unclear");
    clock.aheadMs += 10 * MINUTE_MS;
    const told = () => incidents(rig).filter(({ kind }) => kind === "transaction-unclear");
    await until("it is told", () => told().length > 0);
    expect(told()[0]?.text).toContain(lying.txid);
    expect(told()[0]?.text).toMatch(options.hosts ? /node [12] http:\S+: / : /the node: /);
    await until("the block holds up nothing more", () => openRows(rig).length === 0);
    lying.txid = "";
    clock.aheadMs += 10 * MINUTE_MS;
    await until("it is found", () => rig.desk.readOrder(orderId).status === "completed");
    expect(legs(rig).find(({ block_number }) => block_number === unprinted.block)).toBeDefined();
    expect(told()).toHaveLength(1);
    await assertBooksMatchChain(rig);
  },
);
