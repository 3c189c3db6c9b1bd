/** A desk without a chain for the operator's tests: the real engine on a real file, and its control socket. */
import pino from "pino";
import { operatorCommands } from "../../src/cli/commands.js";
import { loadConfig, policyOf } from "../../src/config.js";
import { acquireDatabaseLock } from "../../src/control/database-lock.js";
import type { DeskControl, NodeStatus, StatusResult } from "../../src/control/desk-control.js";
import { readInitialRates } from "../../src/control/initial-rates.js";
import { startControlServer } from "../../src/control/socket.js";
import { type Address, address } from "../../src/domain/address.js";
import { sun } from "../../src/domain/money.js";
import { parseOrderRequest } from "../../src/domain/order-request.js";
import { RESOURCES } from "../../src/domain/resource.js";
import type { Engine } from "../../src/engine/context.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { createEngine } from "../../src/engine/engine.js";
import { readPoolState } from "../../src/engine/operating/operate.js";
import { createOrders } from "../../src/engine/orders/create-orders.js";
import { addOwner, storeSnapshot } from "../../src/store/owners.js";
import type { Phase } from "../../src/store/phase.js";
import { NETWORK, seeOneBlock, tellNetwork } from "../support/network.js";
import { openDatabase } from "../support/open-database.js";

export const OWNER = address("TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH");
export const RECEIVER = address("TSeJkUh4Qv67VNFwY8LaAxERygNdy6NQZK");

/** What a desk tells that has no pool, no bot and little time left. */
export const STOPPING: StatusResult = {
  baseUrl: "b",
  nodeUrl: "n",
  network: "sandbox",
  headBlock: null,
  state: "stopping",
  reason: null,
  payoutsHeld: null,
  notRead: { blocks: 0, transactions: 0, notKept: 0, oldest: null },
  depositsInReview: 0,
  nodes: [],
  pool: [],
  locks: {
    pool: { locked: 0, unlocked: 0 },
    all: { locked: 0, unlocked: 0 },
    overran: 0,
  },
  workers: [],
  telegram: {
    door: "off",
    username: null,
    mode: "polling",
    lastPollAt: null,
    lastDeliveryAt: null,
    problem: null,
    inbox: 0,
    outbox: 0,
    deadLetters: 0,
    operatorChat: null,
  },
  heldBack: {
    withdrawalsToApprove: 0,
    withdrawalsToNewAddresses: 0,
    sellersToApprove: 0,
    sellersToApproveTrx: 0,
  },
};

/** One in use, and one that does not answer. */
export const NODES: readonly NodeStatus[] = [
  {
    number: 1,
    node: "1 http://10.0.0.5:8090",
    use: "reading",
    headBlock: 70_000_120,
    behindBlocks: 0,
    solidLagBlocks: 19,
    answersLastHour: 3_010,
    failuresLastHour: 2,
    questionsADay: 72_288,
    reason: null,
    outOfStepSince: null,
    restsUntil: null,
  },
  {
    number: 2,
    node: "2 https://api.trongrid.io",
    use: "broadcasts",
    headBlock: null,
    behindBlocks: null,
    solidLagBlocks: null,
    answersLastHour: 0,
    failuresLastHour: 61,
    questionsADay: 1_464,
    reason: "wallet/getblock answered HTTP 429",
    outOfStepSince: 1_800_000_000_000,
    restsUntil: 1_800_000_060_000,
  },
];

/** An engine on a database; `close` it before another opens the same file. */
export async function openEngine(databasePath: string) {
  const config = loadConfig({ DATABASE_PATH: databasePath });
  const database = await openDatabase(databasePath);
  const engine = await createEngine({
    database,
    policy: policyOf(config),
    rates: readInitialRates(config),
    lookUpAccount: async () => ({ contract: false }),
    unsignedLimit: config.unsignedLimit,
    staleHeadAfterMs: 1_000_000,
    chainFollowsWallClock: false,
    onHalt: () => {},
  });
  return { config, engine, close: () => database.close() };
}

/** The same with the control socket listening, and everything it logs. */
export async function runDesk(
  databasePath: string,
  more: Partial<DeskControl> | ((engine: Engine) => Partial<DeskControl>) = {},
) {
  const lock = acquireDatabaseLock(databasePath, { waitMs: 0 });
  const { config, engine, close } = await openEngine(databasePath);
  const log: string[] = [];
  const logger = pino({ level: "trace" }, { write: (line: string) => log.push(line) });
  const status = async () => ({
    baseUrl: "http://127.0.0.1:3000",
    nodeUrl: "http://127.0.0.1:9090",
    network: config.network,
    headBlock: 7,
    state: "open" as const,
    reason: null,
    payoutsHeld: null,
    notRead: { blocks: 0, transactions: 0, notKept: 0, oldest: null },
    depositsInReview: 0,
    nodes: NODES,
    pool: await readPoolState(engine),
    locks: {
      pool: { locked: 20, unlocked: 1 },
      all: { locked: 23, unlocked: 1_002 },
      overran: 2,
    },
    workers: [{ name: "signer", ok: false, lastRoundAt: 1_800_000_000_000, lastError: "no node" }],
    telegram: {
      door: "open" as const,
      username: "desk_bot",
      mode: "polling" as const,
      lastPollAt: 1_800_000_000_000,
      lastDeliveryAt: null,
      problem: null,
      inbox: 1,
      outbox: 2,
      deadLetters: 3,
      operatorChat: null,
    },
    heldBack: {
      withdrawalsToApprove: 1,
      withdrawalsToNewAddresses: 2,
      sellersToApprove: 3,
      sellersToApproveTrx: 40,
    },
  });
  const given = typeof more === "function" ? more(engine) : more;
  const desk: DeskControl = { engine, config, status, ...given };
  const server = await startControlServer({
    databasePath,
    desk,
    commands: operatorCommands,
    logger,
  });
  return {
    desk,
    engine,
    server,
    log,
    close: async () => {
      await server.close();
      await close();
      lock.release();
    },
  };
}

/** The chain shows that the account that pays, the owner, has sent so much with any transaction. */
export const sent = (to: Address, trx: number) => async (txid: string) => {
  const amount = BigInt(trx * 1_000_000);
  const paid = { txid, source: "transfer", position: 0, from: OWNER, to, amount } as const;
  const money = [{ ...paid, asset: "TRX" as const }];
  return { blockNumber: 77, blockTimestampMs: 1_800_000_000_000, success: true, money };
};

/** A customer with 100 TRX and one order of 65,000 Energy for a day. */
export async function placeOrder(engine: Engine) {
  await engine.database.commit(function* (): Phase<void> {
    yield* addOwner(OWNER, "pool", engine.now());
    for (const resource of RESOURCES) {
      yield* storeSnapshot(OWNER, resource, 10_000_000_000_000, 1);
    }
  });
  const ratio = NETWORK.ratios.energy;
  await tellNetwork(engine, { ratios: { energy: ratio, bandwidth: ratio } });
  seeOneBlock(engine);
  const { customerId } = await createCustomer(engine, "Buyer", {
    amountSun: sun(100_000_000),
    kind: "payment",
  });
  const request = parseOrderRequest({
    type: "Fast",
    resourceType: "Energy",
    receiver: [RECEIVER],
    resourceAmount: 65_000,
    duration: "1d",
  });
  const call = { customerId, channel: "http", request, idempotencyKey: undefined } as const;
  const { orderIds } = await createOrders(engine, call);
  return { customerId, orderId: orderIds[0] ?? "" };
}
