/** Puts a desk together and takes it apart: lock, node, database, engine, workers, channels, in this order. */
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { CallTally } from "../chain/node-calls.js";
import type { Chain } from "../chain/port.js";
import { type Config, placeTaken, policyOf } from "../config.js";
import { acquireDatabaseLock } from "../control/database-lock.js";
import { assertBegun, assertDatabasePlace, storageTrouble } from "../control/database-place.js";
import { readInitialRates } from "../control/initial-rates.js";
import { type OperatorCommands, startControlServer } from "../control/socket.js";
import type { SellerAccounts, TransferReads } from "../engine/chain-reads.js";
import type { Engine } from "../engine/context.js";
import { hasCustomers, type NewCustomer } from "../engine/customers/customers.js";
import { createEngine } from "../engine/engine.js";
import { assertServes, bindNetwork } from "../engine/network.js";
import { assertNoBackup, bindFile } from "../engine/operating/backup.js";
import { addConfiguredOwners } from "../engine/operating/operate.js";
import { mustCompare } from "../engine/operating/restore.js";
import type { OperatorNews } from "../engine/operating/tell-operator.js";
import { loadRates } from "../engine/prices/rates.js";
import type { MetricsDeps } from "../http/route.js";
import { createHttpServer } from "../http/server.js";
import type { Telegram } from "../telegram/telegram.js";
import { Deliveries } from "../telegram/transport/deliveries.js";
import { startWorkers, type Workers } from "../workers/workers.js";
import {
  admitAll,
  assertSolidSide,
  blockMsOf,
  connectChain,
  genesisOf,
  genesisOfAll,
  SANDBOX_SOLID_STANDS_STILL,
  watchHosts,
} from "./connect-chain.js";
import { controlOf, telegramReadiness } from "./control.js";
import { turnOf, whileSure } from "./database.js";
import {
  depositsOf,
  depositsWaitFor,
  openDeposits,
  sandboxDepositKeys,
  usdtContractOf,
} from "./deposits.js";
import {
  assertRoles,
  connectNode,
  type DeskNodes,
  deskNodes,
  type NodeConnection,
  shownUrl,
} from "./node.js";
import { checkPrivateFiles } from "./private-files.js";
import { createDemoCustomer, startDemoSellers } from "./sandbox.js";
import {
  connectTelegram,
  mountSandboxTelegram,
  sandboxHostProblem,
  webhookOf,
} from "./telegram.js";

const STALE_HEAD_MS = 30_000;
const RESEND_EVERY_MS = 10_000;
/** The bytes were sent to several nodes at once, so one of them has most likely passed them on. */
const RESEND_TO_ALL_EVERY_MS = 15_000;
/** As long as a block: the first orders of a rush are one block later, and calls of the rush hardly notice their signatures. */
const LONGEST_RUSH_MS = 3_000;

export interface Desk {
  readonly baseUrl: string;
  /** For people: without what may be a key. */
  readonly nodeUrl: string;
  /** The chat page, in a sandbox without a bot of its own. */
  readonly chatUrl: string | undefined;
  readonly engine: Engine;
  /** Only at the first start of a sandbox. */
  readonly demoCustomer: NewCustomer | undefined;
  /** Whether any customer has a key. */
  readonly hasCustomers: boolean;
  /** Where the wallet shows the address that confirms the key of deposits; undefined where nothing waits. */
  readonly depositsWaitFor: string | undefined;
  /** Refuses new orders, finishes what runs, flushes. */
  close(): Promise<void>;
}

/** Starts a desk; throws an error whose message tells the operator what to do. `isNew`: a new database is to begin. */
export async function startDesk(
  config: Config,
  logger: Logger,
  onFatal: (reason: string) => void,
  commands: OperatorCommands,
  isNew = false,
): Promise<Desk> {
  const closing: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    return await assemble({ config, logger, onFatal, commands, isNew, closing, close });
  } catch (error) {
    // A further error from closing, as on a full disk, would hide why the desk does not start.
    await close().catch((also: unknown) => logger.debug({ err: also }, "closing failed"));
    throw storageTrouble(error, config.databasePath);
  }
}

interface Start extends Pick<Assembled, "config" | "logger" | "commands" | "closing" | "close"> {
  readonly onFatal: (reason: string) => void;
  readonly isNew: boolean;
}

async function assemble(start: Start): Promise<Desk> {
  const { config, logger, onFatal, closing } = start;
  // First: the modes of files that are not the desk's must not be changed.
  assertDatabasePlace(config.databasePath);
  checkPrivateFiles(config, logger);
  if (!config.postgres) assertBegun(config, start.isNew);
  const initialRates = readInitialRates(config);
  const lock = acquireDatabaseLock(config.databasePath);
  closing.push(() => lock.release());
  let cutOff = () => {};
  const onLost = (reason: string) => {
    cutOff();
    onFatal(reason);
  };
  const openDatabase = await turnOf({ ...start, onFatal: onLost });
  const node = await connectNode(config, onFatal);
  closing.push(() => node.close());
  assertRoles(config, node);
  const nodeCalls = new CallTally();
  const { chain: anyChain, hosts } = connectChain(config, node.url, nodeCalls);
  closing.push(() => anyChain.close());
  // What still waits for its turn at a node must not go out.
  cutOff = () => void anyChain.close();
  const { network: name } = config;
  // Before there is a database: one left by a failed first start would belong to no network, and any other could take it.
  const genesisId = hosts ? await genesisOfAll(hosts, logger) : await genesisOf(anyChain, config);
  const network = { name, genesisId };
  assertServes(network);
  if (hosts) await admitAll(hosts, genesisId, logger);
  else await assertSolidSide(anyChain, genesisId, config);
  const { database, lossRisk } = openDatabase();
  const chain = whileSure(anyChain, database);
  await assertNoBackup(database);
  await bindFile(database, Date.now());
  await bindNetwork(database, network, Date.now(), node.ownChain);
  const rates = await loadRates(database, initialRates, Date.now());
  const engine = await createEngine({
    database,
    policy: policyOf(config),
    rates,
    lookUpAccount: (address) => chain.activation(address),
    sellerAccounts: sellerAccountsOf(name, chain, node),
    transferReads: transferReadsOf(config, chain),
    deposits: depositsOf(config, node),
    lookUpResources: (address) => chain.resources(address),
    unsignedLimit: config.unsignedLimit,
    staleHeadAfterMs: STALE_HEAD_MS,
    chainFollowsWallClock: config.network !== "sandbox",
    ...(config.network === "sandbox" ? { solidStandsStill: SANDBOX_SOLID_STANDS_STILL } : {}),
    solidIsElsewhere: config.tronSolidityHost !== undefined,
    nodesProblem: hosts && (() => hosts.lastingProblem()),
    onHalt: (reason) => logger.fatal({ reason }, "new orders are halted; settling goes on"),
  });
  await addConfiguredOwners(engine, node.poolOwners);
  await openDeposits(engine, chain, config, logger);
  const nodes = deskNodes({ engine, hosts, url: node.url, calls: nodeCalls });
  await nodes.restore(logger);
  if (hosts) await watchHosts(hosts, { genesisId, config, logger, closing });
  return open({ ...start, engine, chain, genesisId, nodeCalls, node, nodes, lossRisk });
}

interface Assembled {
  readonly config: Config;
  readonly logger: Logger;
  readonly engine: Engine;
  readonly chain: Chain;
  readonly genesisId: string;
  readonly nodeCalls: CallTally;
  readonly node: NodeConnection;
  readonly nodes: DeskNodes;
  readonly lossRisk: (() => string | null) | undefined;
  readonly commands: OperatorCommands;
  readonly closing: (() => Promise<void> | void)[];
  close(): Promise<void>;
}

/** Takes the port, because that can fail, starts the workers, then opens the other channels. */
async function open(parts: Assembled): Promise<Desk> {
  const { config, logger, engine, chain, node, nodes, commands, closing } = parts;
  const started: Started = {};
  const deliveries = new Deliveries(engine.now);
  const server = httpServerOf(parts, started, deliveries);
  closing.push(() => server.close());
  // Before the server, which refuses new orders while this continues, also when a start has failed. Calls that wait for the node
  // are failed, so that neither a worker nor a request waits for them.
  closing.push(async () => {
    engine.gates.shutDown();
    await Promise.all([started.workers?.stop(), chain.close()]);
  });
  const telegramApi = mountSandboxTelegram(config, server, node.url);
  if (telegramApi) closing.push(() => telegramApi.close());
  engine.gates.startUp();
  const baseUrl = await listen(server, config);
  const { pause, payoutHold } = engine.gates;
  if (pause) logger.warn({ reason: pause }, "new orders are paused until `desk resume`");
  if (payoutHold) logger.warn({ reason: payoutHold }, "payouts are held");
  const workers = await startDeskWorkers(parts, started);
  started.workers = workers;
  engine.gates.started();
  if (await mustCompare(engine)) compareAtStart(workers, logger);
  const desk = controlOf({
    config,
    engine,
    chain,
    genesisId: parts.genesisId,
    operator: node.operator.address,
    payer: node.payout?.address,
    depositKeyOf:
      node.ownChain === undefined
        ? undefined
        : sandboxDepositKeys(engine, node.operator.privateKeyHex),
    workers,
    baseUrl,
    nodeUrl: node.url,
    nodes,
    telegram: () => started.telegram?.state(),
  });
  const { databasePath } = config;
  const control = await startControlServer({ databasePath, desk, commands, logger });
  closing.push(() => control.close());
  started.telegram = await connectTelegram({ config, engine, logger, deliveries, baseUrl });
  closing.push(() => started.telegram?.stop());
  closing.push(() => engine.gates.shutDown());
  if (node.ownChain !== undefined) await startDemoSellers(engine, node.url, logger);
  // Last, so that no key is made which a failed start would never show.
  const demoCustomer = config.network === "sandbox" ? await createDemoCustomer(engine) : undefined;
  const chatUrl = telegramApi && `${baseUrl}/sandbox/chat`;
  const nodeUrl = shownUrl(node.url);
  return {
    baseUrl,
    nodeUrl,
    chatUrl,
    engine,
    demoCustomer,
    hasCustomers: await hasCustomers(engine),
    depositsWaitFor: await depositsWaitFor(engine),
    close: parts.close,
  };
}

/** What the HTTP server tells of and is started after it. */
interface Started {
  workers?: Workers;
  /** Missing without a bot. */
  telegram?: Telegram | undefined;
}

function httpServerOf(
  { config, logger, engine, nodeCalls, nodes, lossRisk }: Assembled,
  started: Started,
  deliveries: Deliveries,
): FastifyInstance {
  return createHttpServer({
    engine,
    telegram: () => telegramReadiness(started.telegram?.state()),
    telegramWebhook: webhookOf(config, deliveries),
    hostProblem: sandboxHostProblem(config),
    lossRisk,
    metrics: metricsOf(config, {
      nodeCalls: () => nodeCalls.read(),
      nodes: nodes.states,
      workers: () => started.workers?.states() ?? [],
      cover: () => started.workers?.lastCover(),
      lossRisk,
    }),
    logger,
  });
}

function startDeskWorkers(parts: Assembled, started: Started): Promise<Workers> {
  const { config, logger, engine, chain, genesisId, node } = parts;
  return startWorkers({
    engine,
    chain,
    genesisId,
    logger,
    operator: node.operator,
    payout: node.payout && {
      ...node.payout,
      everyMs: config.payoutIntervalMs,
    },
    coverAccounts: config.coverAccounts,
    blockMs: blockMsOf(config),
    resendEveryMs: chain.several ? RESEND_TO_ALL_EVERY_MS : RESEND_EVERY_MS,
    auditEveryMs: config.auditIntervalMs,
    longestRushMs: LONGEST_RUSH_MS,
    operatorChat: operatorChatOf(config, started),
  });
}

/** Undefined where no chat hears of the desk. */
function operatorChatOf({ operatorChat: chatId }: Config, started: Started) {
  if (chatId === undefined) return undefined;
  const say = async (news: OperatorNews) =>
    (await started.telegram?.tellOperator(chatId, news)) ?? false;
  return { chatId, say };
}

/** A restored desk stays halted until this is done; when it fails, the operator asks for it. */
function compareAtStart(workers: Workers, logger: Logger): void {
  workers.reconcile().then(
    ({ records }) => logger.info({ records }, "the restored books were compared with the chain"),
    (error: unknown) => logger.warn({ err: error }, "not compared: run `desk reconcile`"),
  );
}

/** The address for a port that is open on all addresses: the sandbox does not answer to 0.0.0.0. */
const OWN_ADDRESS: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" };

async function listen(server: FastifyInstance, { host, port }: Config): Promise<string> {
  try {
    await server.listen({ host, port });
  } catch (error) {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    const why = isTaken
      ? "another program listens there. Stop it, or choose another port (0 picks one)"
      : `${error instanceof Error ? error.message : error}. Choose an address of this machine`;
    throw placeTaken(`HOST, PORT: cannot listen on ${host}:${port}: ${why}.`);
  }
  const { address, port: taken } = server.server.address() as AddressInfo;
  const reached = OWN_ADDRESS[address] ?? host;
  return `http://${reached.includes(":") ? `[${reached}]` : reached}:${taken}`;
}

/** Undefined: off. A sandbox has nothing to hide, so it serves them without a token. */
function metricsOf(
  { metricsToken: token, network }: Config,
  sources: Omit<MetricsDeps, "token">,
): MetricsDeps | undefined {
  if (token === undefined && network !== "sandbox") return undefined;
  return { token, ...sources };
}

/** What sizing a USDT transfer needs from the chain and the settings. */
function transferReadsOf(config: Config, chain: Chain): TransferReads {
  return {
    usdt: usdtContractOf(config),
    resources: (account) => chain.resources(account),
    tryContract: (call) => chain.tryContract(call),
  };
}

/** What registering a seller needs from the chain and the settings. */
function sellerAccountsOf(
  network: string,
  chain: Chain,
  { operator, payout }: NodeConnection,
): SellerAccounts {
  return {
    network,
    operator: operator.address,
    own: payout ? [payout.address] : [],
    account: (address) => chain.account(address),
    recoverSigner: (text, signature) => chain.recoverSigner(text, signature),
  };
}
