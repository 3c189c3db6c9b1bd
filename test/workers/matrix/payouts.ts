/** Payouts of what two sellers have earned, one after the other. */
import { expect } from "vitest";
import { must } from "../../../src/domain/assert.js";
import { payoutSent } from "../../../src/engine/payouts/payouts.js";
import type { PayoutRow } from "../../../src/store/payouts.js";
import { Payer } from "../../../src/workers/payer.js";
import { addressesOf } from "../../support/addresses.js";
import { type Desk, openDesk } from "../../support/desk.js";
import { sellers, startPayout, TRX } from "../../support/payouts.js";
import type { Subject } from "./subject.js";

const [FIRST, SECOND] = addressesOf(0x8000, 2);

const rowsOf = (desk: Desk) => desk.rows("SELECT * FROM payout ORDER BY id") as PayoutRow[];
const rowOf = (desk: Desk) => must(rowsOf(desk)[0], "a payout");
const statesOf = (desk: Desk) => rowsOf(desk).map(({ state }) => state);

/** What the two have earned and not been sent. */
function expectEarned(desk: Desk, ...trx: number[]): void {
  const earned = [FIRST, SECOND].map((seller) => desk.balanceSun(`earned:${seller}`) / TRX);
  expect(earned).toEqual(trx);
}

export const payout: Subject = {
  name: "Payout",
  async open() {
    const desk = await openDesk({ ownersUnits: [] });
    await sellers(desk, 40, 50);
    return desk;
  },
  async first(world) {
    const context = world.context();
    const payer = new Payer(context, must(context.payout, "payouts are on"));
    world.run = await payer.run();
    await payer.stop();
  },
  async sign(desk) {
    await startPayout(desk, must(FIRST, "a seller"));
  },
  async send(desk) {
    const { id } = rowOf(desk);
    await desk.commit(() => payoutSent(id));
  },
  states: ["signed", "sent"],
  refusalWaits: false,
  inBooks: rowOf,
  expectOpen: (desk) => expect(desk.balanceSun(`earned:${FIRST}`)).toBe(0),
  expectDone: (desk) => {
    expect(rowOf(desk).state).toBe("paid");
    expect(desk.balanceSun(`earned:${FIRST}`)).toBe(0);
  },
  expectDead: (desk) => {
    expect(rowOf(desk)).toMatchObject({ state: "dead", death_reason: "expired" });
    expect(desk.balanceSun(`earned:${FIRST}`)).toBe(40 * TRX);
  },
  ends: {
    out: ({ desk, run }) => {
      expect(statesOf(desk)).toEqual(["sent", "sent"]);
      expectEarned(desk, 0, 0);
      expect(run).toMatchObject({ problem: null, waiting: [] });
    },
    "run goes on": ({ desk, run }) => {
      expect(statesOf(desk)).toEqual(["signed", "sent"]);
      expectEarned(desk, 0, 0);
      expect(run).toMatchObject({ problem: null, waiting: [] });
    },
    "run ends": ({ desk, run }) => {
      expect(statesOf(desk)).toEqual(["signed"]);
      expectEarned(desk, 0, 50);
      expect(run?.waiting).toMatchObject([{ seller: FIRST }, { seller: SECOND }]);
      expect(run?.problem).toMatch(/^the node refuses transfers of T/);
    },
  },
};
