/** Two desks with one key: a delegation by the desk's own key that its books do not know is told, with what to do. */
import { expect, test } from "vitest";
import { must } from "../../src/domain/assert.js";
import { latestIncidents } from "../../src/store/incidents.js";
import { readNow } from "../support/read-now.js";
import { until } from "../support/until.js";
import { ALICE, BOB, CAROL, type Rig, startRig } from "./rig.js";
import { followed, orderDelivered } from "./steps.js";

const incidents = (rig: Rig) => readNow(rig.desk.database, () => latestIncidents(9));
const texts = (rig: Rig, kind: string) =>
  incidents(rig).flatMap((one) => (one.kind === kind ? [one.text] : []));

test("a delegation of the pool by the desk's key that is none of its legs is told at once", async () => {
  const rig = await startRig({ owners: 1 });
  const owner = must(rig.owners[0], "an owner");
  await orderDelivered(rig, ALICE);
  await followed(rig);
  expect(incidents(rig)).toEqual([]);
  await rig.delegateOutside({ owner, receiver: BOB, stakeSun: 5_000_000 });
  await rig.mine();
  await followed(rig);
  const [text] = await until("it is told", () => {
    const told = texts(rig, "second-desk");
    return told.length > 0 ? told : undefined;
  });
  const txid = (await rig.transactions()).find(({ receiver }) => receiver === BOB)?.txid;
  for (const word of [owner, BOB, "5 TRX of energy", txid, "stop one", "reconcile --take-back"]) {
    expect(text).toContain(word);
  }
  // An incident an hour; each delegation is in the log.
  await rig.delegateOutside({ owner, receiver: CAROL, stakeSun: 6_000_000 });
  await rig.mine();
  await followed(rig);
  await until("it is logged", () => rig.desk.logLines.some((line) => line.includes(CAROL)));
  expect(texts(rig, "second-desk")).toHaveLength(1);
});

test("what was delegated while the desk was away is found at its start, whatever blocks it reads", async () => {
  const rig = await startRig({ owners: 1 });
  const owner = must(rig.owners[0], "an owner");
  await orderDelivered(rig, ALICE);
  await rig.stopDesk();
  await rig.delegateOutside({ owner, receiver: BOB, stakeSun: 5_000_000 });
  await rig.mine(1_002);
  await rig.startDesk();
  const [text] = await until("it is told", () => {
    const told = texts(rig, "books-and-chain");
    return told.length > 0 ? told : undefined;
  });
  expect(text).toContain(`${owner} delegates 5 TRX of energy to ${BOB}, the books say 0`);
  expect(text).toContain("stop one");
});

test("what the books explain is not read again, record by record", async () => {
  let records = 0;
  const rig = await startRig({
    owners: 1,
    wrapChain: (chain) => ({
      ...chain,
      receiversOf: (owner) => {
        records += 1;
        return chain.receiversOf(owner);
      },
    }),
  });
  await orderDelivered(rig, ALICE);
  await rig.stopDesk();
  await rig.startDesk();
  const looked = () =>
    rig.desk.workers.states().find(({ name }) => name === "second desk")?.lastRoundAt;
  await until("it has looked", looked);
  expect(records).toBe(0);
  expect(incidents(rig)).toEqual([]);
});
