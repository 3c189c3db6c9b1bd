/**
 * A thief in a run. They have an account with a gift, pay in and take out, sell from an account of their own, and hold the victim's
 * API key, which has no rights. Of all that they could do next they choose what promises most, by what was kept of such promises before.
 */
import type { Address } from "../../../src/domain/address.js";
import { DeskError } from "../../../src/domain/errors.js";
import { sun } from "../../../src/domain/money.js";
import { parseOrderRequest } from "../../../src/domain/order-request.js";
import { cancelOrder } from "../../../src/engine/orders/cancel-order.js";
import { changeOrder } from "../../../src/engine/orders/change-order.js";
import { createOrders } from "../../../src/engine/orders/create-orders.js";
import { enrolSeller } from "../../../src/engine/sellers/sellers.js";
import { createWithdrawal, type WithdrawalCall } from "../../../src/engine/withdrawals/withdraw.js";
import { type Balance, balanceOf } from "../../../src/store/ledger.js";
import { addressesOf, addressOf } from "../../support/addresses.js";
import { STRANGER } from "../../support/deposits.js";
import { ownersTransaction } from "./paper-transaction.js";
import { pricesOf, unitsFor, WARE_NAMES, WARES, type Ware } from "./wares.js";
import { LIFE_MS, PAYER } from "./workers.js";
import type { World } from "./world.js";

const TRX = 1_000_000;
/** Where nobody but the thief takes money. */
const HIDEOUT = addressOf(0x7f00);
const WALLETS = addressesOf(0x7f10, 12);
/** How much of a promise of a kind that was never tried is believed. */
const HOPE = 1;
/** How much the newest try counts. */
const LEARNS = 0.5;

/** Something the thief could do now, and the SUN that it would bring if nobody stopped it. */
interface Scheme {
  readonly kind: string;
  readonly promisedSun: number;
  readonly run: () => Promise<void>;
}

/** An order at somebody's expense. */
interface Bid {
  readonly customerId: string;
  readonly hasSun: number;
  readonly ware: Ware;
  readonly price: number;
}

interface OfferedWare {
  readonly ware?: Ware;
  readonly price: number;
  readonly active?: boolean;
}

/** The account that sells for the thief. */
export const THIEFS_SELLER: Address = addressOf(0x2f00);

export class Thief {
  readonly seller = THIEFS_SELLER;
  /** What was kept of the promises of each kind, 0 to 1. */
  readonly #kept = new Map<string, number>();
  #calls = 0;

  constructor(
    readonly customerId: string,
    readonly victimId: string,
  ) {}

  /** Registers the account that sells; more stake than the victim could ever pay for. */
  async setUp(world: World): Promise<void> {
    await enrolSeller(world.engine, { address: this.seller, customerId: this.customerId });
    for (const ware of WARE_NAMES) await this.#offer(world, { ware, price: WARES[ware].fastSun });
  }

  /** Does what promises most, and remembers what came of it. */
  async act(world: World): Promise<void> {
    const own = await world.database.read(() => balanceOf(this.customerId));
    const schemes = this.#schemes(world, own).filter(({ promisedSun }) => promisedSun > 0);
    const hopes = schemes.map((one) => one.promisedSun * (this.#kept.get(one.kind) ?? HOPE));
    const best = schemes[hopes.indexOf(Math.max(...hopes))];
    const chosen = world.random.chance(0.7) ? best : world.random.maybeOf(schemes);
    if (!chosen) return;
    const before = this.#lootSun(world);
    world.notes.push(`${chosen.kind} for ${chosen.promisedSun} SUN`);
    await chosen.run();
    const gainedSun = Math.max(0, this.#lootSun(world) - before);
    const share = Math.min(1, gainedSun / chosen.promisedSun);
    const had = this.#kept.get(chosen.kind) ?? HOPE;
    this.#kept.set(chosen.kind, Math.max(0.01, had * (1 - LEARNS) + share * LEARNS));
  }

  /** What is theirs, out or on its way, and what orders at the victim's expense will bring. */
  #lootSun(world: World): number {
    const [coming] = world.rows(
      `SELECT coalesce(sum(seller_sun), 0) AS sun FROM leg
       WHERE owner = '${this.seller}' AND state <> 'dead' AND earned = 0`,
    );
    const [out] = world.rows(
      `SELECT coalesce(sum(amount_sun), 0) AS sun FROM payout WHERE state <> 'dead'
       AND (seller = '${this.seller}' OR withdrawal_id IN
         (SELECT id FROM withdrawal WHERE customer_id = '${this.customerId}'))`,
    );
    return Number(coming?.sun) + Number(out?.sun) + world.balanceSun(`earned:${this.seller}`);
  }

  #schemes(world: World, own: Balance): Scheme[] {
    const victimSun = world.balanceSun(`available:${this.victimId}`);
    const { availableSun: ownSun, withdrawableSun } = own;
    const victims = { customerId: this.victimId, hasSun: victimSun };
    return [
      ...WARE_NAMES.flatMap((ware) =>
        pricesOf(ware).flatMap((price) => [
          this.#fill(world, "the victim's", { ...victims, ware, price }),
          this.#rest(world, { ...victims, ware, price }),
          // A gift may not be taken out; perhaps it may be earned.
          this.#fill(world, "their own", {
            ...{ customerId: this.customerId, hasSun: ownSun, ware, price },
          }),
        ]),
      ),
      this.#fast(world, victimSun),
      this.#raise(world),
      this.#refused(world, victimSun),
      // What is refused each time would take the place of what may bring something.
      this.#takeOut(world, "all they have", this.customerId, ownSun, { hope: 0.05 }),
      this.#takeOut(world, "their own money", this.customerId, withdrawableSun, { hope: 1 }),
      this.#takeOut(world, "the victim's money", this.victimId, victimSun, { hope: 0.05 }),
      this.#refusedTarget(world, withdrawableSun),
      ...this.#handle(world),
    ];
  }

  /** Offers at a price, and orders at it. */
  #fill(world: World, whose: string, { customerId, hasSun, ware, price }: Bid): Scheme {
    const amount = unitsFor(hasSun, price, ware);
    return {
      kind: `sells ${ware} at ${price} SUN to ${whose} order`,
      promisedSun: amount * price * 0.9,
      run: async () => {
        await this.#offer(world, { ware, price });
        await this.#order(world, customerId, { ware, price, amount });
      },
    };
  }

  /** Orders first, offers cheaply after it: who was there first sets the price. */
  #rest(world: World, { customerId, hasSun, ware, price }: Bid): Scheme {
    const amount = unitsFor(hasSun, price, ware);
    return {
      kind: `meets the victim's bid of ${price} SUN for ${ware}`,
      promisedSun: amount * price * 0.9,
      run: async () => {
        await this.#offer(world, { ware, price, active: false });
        await this.#order(world, customerId, { ware, price, amount });
        await this.#offer(world, { ware, price: 10 });
        await world.workers.run(["matcher"]);
      },
    };
  }

  /** Takes the pool's place where it has too little. */
  #fast(world: World, victimSun: number): Scheme {
    const amount = unitsFor(victimSun, 60, "Energy");
    return {
      kind: "sells to the victim's Fast order",
      promisedSun: amount * 60 * 0.3,
      run: async () => {
        await this.#offer(world, { price: 60 });
        await this.#order(world, this.victimId, { amount });
      },
    };
  }

  /** What rests of the victim's gets the highest price there is. */
  #raise(world: World): Scheme {
    const resting = world.rows(
      `SELECT id, unplanned_amount AS units FROM orders WHERE customer_id = '${this.victimId}'
       AND unplanned_amount > 0 AND status = 'processing' AND price_sun < 1000 ORDER BY id`,
    );
    const one = resting[0];
    return {
      kind: "raises the victim's price",
      promisedSun: Number(one?.units ?? 0) * 1_000 * 0.9,
      run: async () => {
        await this.#offer(world, { price: 1_000 });
        const change = { priceSun: 1_000 };
        await this.#try(
          changeOrder(world.engine, { customerId: this.victimId }, String(one?.id), change),
        );
        await this.#offer(world, { price: 10 });
        await world.workers.run(["matcher"]);
      },
    };
  }

  /** An order for an account of the desk itself, which may never be taken. */
  #refused(world: World, victimSun: number): Scheme {
    const receiver = world.random.of([...world.owners, addressOf(0)]);
    const amount = unitsFor(victimSun, 60, "Energy");
    return {
      kind: "orders for the desk's own account",
      promisedSun: amount * 60 * 0.2,
      run: async () => {
        const created = await this.#order(world, this.victimId, { price: 60, amount, receiver });
        if (created) world.problems.push(`theft: an order for ${receiver} was taken`);
      },
    };
  }

  #takeOut(
    world: World,
    what: string,
    customerId: string,
    hasSun: number,
    { hope }: { readonly hope: number },
  ): Scheme {
    const amountSun = Math.floor((hasSun * 0.9) / TRX) * TRX;
    const hasRight = customerId === this.customerId;
    return {
      kind: `takes out ${what}`,
      promisedSun: amountSun * hope,
      run: async () => {
        const done = await this.#withdraw(world, { customerId, amountSun, hasRight });
        if (done && !hasRight) world.problems.push("theft: a key without the right took money out");
      },
    };
  }

  /** Money on its way round: to an account of the desk, or to nobody's. */
  #refusedTarget(world: World, hasSun: number): Scheme {
    const address = world.random.of([...world.owners, addressOf(0)]);
    return {
      kind: "takes out to the desk's own account",
      promisedSun: hasSun < 3 * TRX ? 0 : hasSun,
      run: async () => {
        const { customerId } = this;
        const asked = { customerId, amountSun: 2 * TRX, hasRight: true, address };
        if (await this.#withdraw(world, asked))
          world.problems.push(`theft: a withdrawal to ${address} was taken`);
      },
    };
  }

  #withdraw(
    world: World,
    asked: Pick<WithdrawalCall, "customerId" | "hasRight"> & {
      readonly amountSun: number;
      readonly address?: Address;
    },
  ): Promise<boolean> {
    this.#calls += 1;
    const call = { address: HIDEOUT, ...asked, amountSun: sun(asked.amountSun) };
    const idempotencyKey = `theft ${this.#calls}`;
    return this.#try(createWithdrawal(world.engine, { ...call, channel: "http", idempotencyKey }));
  }

  /** What is on its way is brought home, undone after it was, or taken back early; the money goes round. */
  #handle(world: World): Scheme[] {
    const earnedSun = world.balanceSun(`earned:${this.seller}`);
    const own = world.legs(`owner = '${this.seller}' AND state <> 'dead'`);
    const open = own.filter(({ earned }) => earned === 0);
    const comingSun = open.reduce((sum, leg) => sum + Number(leg.seller_sun), 0);
    const running = own.find(({ state }) => state === "solidified");
    const held = world.rows(
      `SELECT id, customer_id FROM orders WHERE status = 'processing'
       AND customer_id IN ('${this.customerId}', '${this.victimId}') ORDER BY id`,
    );
    const cancelled = world.random.maybeOf(held);
    return [
      {
        kind: "waits for a payout",
        promisedSun: earnedSun,
        run: () => world.workers.pay(),
      },
      {
        kind: "delivers",
        promisedSun: comingSun,
        run: async () => {
          await world.workers.run(["signer"]);
          for (let blocks = 0; blocks < 6; blocks += 1) world.mine();
          await world.workers.run(["follower"]);
        },
      },
      {
        kind: "delivers on a fork",
        promisedSun: comingSun * 0.5,
        run: async () => {
          await world.workers.run(["signer"]);
          world.mine();
          await world.workers.run(["follower"]);
          world.node.fork(1 + world.random.below(3), () => world.random.chance(0.5));
          await world.workers.run(["follower"]);
        },
      },
      {
        kind: "takes the stake back",
        promisedSun: running ? Number(running.seller_sun) * 0.1 : 0,
        run: async () => this.#takeBack(world, running),
      },
      {
        kind: "cancels",
        promisedSun: cancelled ? 5 * TRX : 0,
        run: async () => {
          const { customer_id: customerId, id } = cancelled ?? {};
          const whose = { customerId: String(customerId) };
          await this.#try(cancelOrder(world.engine, whose, String(id)));
        },
      },
      {
        kind: "pays in",
        promisedSun: 10 * TRX,
        run: async () => {
          const [to] = world.paidIn.addressesOf(this.customerId);
          if (to) this.#payIn(world, to);
          for (let blocks = 0; blocks < 6; blocks += 1) world.mine();
          await world.workers.run(["follower", "deposits"]);
        },
      },
      {
        kind: "sells to whoever comes",
        promisedSun: 20 * TRX,
        run: () => this.#offer(world, { price: world.random.of([10, 45, 59]) }),
      },
    ];
  }

  #payIn(world: World, receiver: Address): void {
    const amountSun = sun(20 * TRX + world.random.below(TRX));
    world.transfersMade += 1;
    const intent = { kind: "transfer", owner: STRANGER, receiver, amountSun } as const;
    world.node.submit(ownersTransaction(intent, this.#frame(world, world.transfersMade)));
  }

  #takeBack(world: World, leg: ReturnType<World["legs"]>[number] | undefined): void {
    if (!leg?.stake_sun) return;
    const { owner, receiver, resource, stake_sun: stakeSun } = leg;
    const intent = { kind: "undelegate", owner, receiver, resource, stakeSun } as const;
    const paper = ownersTransaction(
      { ...intent, stakeSun: sun(stakeSun) },
      this.#frame(world, world.random.below(1_000)),
    );
    world.node.submit(paper);
  }

  #frame({ node }: World, afterMs: number) {
    const { timestampMs } = node.head;
    const times = { timestampMs: timestampMs + afterMs, expiresAt: timestampMs + LIFE_MS };
    return { reference: node.head, ...times };
  }

  #offer(
    world: World,
    { ware = "Energy", price: minPrice, active = true }: OfferedWare,
  ): Promise<void> {
    const offered = { resourceType: ware, minPrice, active, longestDuration: "30d" };
    return world.offer(this.seller, offered);
  }

  async #order(
    world: World,
    customerId: string,
    asked: {
      readonly ware?: Ware;
      readonly price?: number;
      readonly amount: number;
      readonly receiver?: Address;
    },
  ): Promise<boolean> {
    const { ware = "Energy", price, amount } = asked;
    const { receiver = WALLETS[this.#calls % WALLETS.length] } = asked;
    this.#calls += 1;
    const common = { resourceType: ware, resourceAmount: amount, receiver: [receiver] };
    const type = price === undefined ? "Fast" : "Manual";
    const options = price === undefined ? {} : { price, options: { allow_partial: true } };
    const body = { type, ...common, duration: world.random.of(["15m", "1h", "3d"]), ...options };
    const request = parseOrderRequest(body);
    const idempotencyKey = `theft ${this.#calls}`;
    const call = { customerId, channel: "http" as const, request, idempotencyKey };
    return this.#try(createOrders(world.engine, call));
  }

  /** False where it was refused. */
  async #try(action: Promise<unknown>): Promise<boolean> {
    try {
      await action;
      return true;
    } catch (error) {
      if (error instanceof DeskError && error.code !== "INTERNAL") return false;
      throw error;
    }
  }
}

/** What the paying account has sent to the thief, by the chain. */
export function leftForThief({ node, thief }: World): { txid: string; amountSun: number }[] {
  return node.blocks.flatMap(({ transactions }) =>
    transactions.flatMap(({ paper: { txid, intent }, success }) => {
      if (!success || intent.kind !== "transfer" || intent.owner !== PAYER) return [];
      const isTheirs = intent.receiver === thief.seller || intent.receiver === HIDEOUT;
      return isTheirs ? [{ txid, amountSun: intent.amountSun }] : [];
    }),
  );
}
