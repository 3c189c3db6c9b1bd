/** A desk on the chain on paper whose workers talk to a stub node through the real adapter. */
import { randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import pino from "pino";
import { onTestFinished } from "vitest";
import type { Chain, SignedTransaction } from "../../../src/chain/port.js";
import { createTronChain } from "../../../src/chain/tron-chain.js";
import { addressFromHex, addressToHex } from "../../../src/domain/address.js";
import { must } from "../../../src/domain/assert.js";
import { addressOfKey } from "../../../src/domain/public-key.js";
import type { SeenBlock } from "../../../src/engine/chain-clock.js";
import type { PayoutRun } from "../../../src/engine/payouts/payout-lists.js";
import type { Refusal, WorkerContext } from "../../../src/workers/context.js";
import type { Loop } from "../../../src/workers/loop.js";
import { type StubNode, type StubRequest, startStubNode } from "../../chain/stub-node.js";
import type { Desk } from "../../support/desk.js";
import { DELEGATING } from "../../support/wallets.js";
import { ACCEPTED, ANSWERS, type Broadcast, NO_ANSWER } from "./answers.js";

const PRIVATE_KEY_HEX = randomBytes(32).toString("hex");
const OPERATOR = addressOfKey(PRIVATE_KEY_HEX);
/** Of a node that never answers; nothing is wrong when another call is slower. */
const IMPATIENT_MS = 5;
/** So seldom that no round comes by itself. */
const BLOCK_MS = 3_600_000;

export interface Sent extends Broadcast {
  readonly hex: string;
}

interface Kept {
  readonly copy: string;
  readonly blocks: number;
  readonly clock: Desk["clock"];
}

export class World {
  readonly desk: Desk;
  readonly #node: StubNode;
  readonly #patient: Chain;
  readonly #impatient: Chain;
  #answer = "";
  /** By what is signed: it takes longer than all the rest, and a desk that goes back signs the same again. */
  readonly #signed = new Map<string, Promise<SignedTransaction>>();
  /** What all workers of one process know. */
  refusals = new Map<string, Refusal>();
  /** What happens between a broadcast and its answer. */
  meanwhile: (sent: Sent) => Promise<unknown> = async () => {};
  /** Everything that went out since then. */
  sent: Sent[] = [];
  /** The solidified state knows whatever it is asked for. */
  knowsSolid = false;
  /** Where a first try leaves what is looked at later. */
  reclaimer: Loop | undefined;
  run: PayoutRun | undefined;
  /** The first broadcast is on its way. */
  begun: Promise<void> = Promise.resolve();
  #begin = () => {};
  #fail: (error: Error) => void = () => {};

  constructor(desk: Desk, node: StubNode) {
    this.desk = desk;
    this.#node = node;
    const options = { fullHost: node.url, requestsPerSecond: 10_000 };
    const penalties = { penaltyMs: 1, busyPenaltyMs: 1 };
    this.#patient = createTronChain({ ...options, ...penalties });
    this.#impatient = createTronChain({ ...options, timeoutMs: IMPATIENT_MS });
    node.reply = (request) => this.#read(request);
  }

  async close(): Promise<void> {
    await this.reclaimer?.stop();
    await Promise.all([this.#patient.close(), this.#impatient.close()]);
    await this.#node.close();
  }

  /** The desk as it is now, to be gone back to. */
  keep(): Kept {
    const { desk } = this;
    return { copy: desk.copy(), blocks: desk.chain.blocks.length, clock: { ...desk.clock } };
  }

  /** The desk as it was, with a new engine on it, and a node that will answer this. */
  async reset({ copy, blocks, clock }: Kept, answer: string): Promise<void> {
    const { desk } = this;
    await this.reclaimer?.stop();
    desk.chain.drop(desk.chain.blocks.length - blocks);
    Object.assign(desk.clock, clock);
    await desk.restart(copy);
    this.refusals = new Map();
    this.willAnswer(answer);
  }

  /** What the node answers to the next broadcast; all after it are accepted. */
  willAnswer(answer: string): void {
    this.desk.engine.chainClock.sawSolid(this.solid);
    this.#answer = answer;
    this.meanwhile = async () => {};
    this.sent = [];
    this.begun = new Promise((resolve, reject) => {
      this.#begin = resolve;
      this.#fail = reject;
    });
    this.begun.catch(() => {});
  }

  /** The head of the chain on paper. */
  get solid(): SeenBlock {
    return this.desk.chain.head;
  }

  context(): WorkerContext {
    const { engine } = this.desk;
    return {
      ...{ engine, chain: this.#chain(), logger: pino({ level: "warn" }, { write: this.#heard }) },
      genesisId: "0".repeat(64),
      operator: { privateKeyHex: PRIVATE_KEY_HEX, address: OPERATOR },
      payout: { privateKeyHex: PRIVATE_KEY_HEX, address: OPERATOR, everyMs: 0 },
      ...{
        blockMs: BLOCK_MS,
        resendEveryMs: 0,
        auditEveryMs: BLOCK_MS,
        longestRushMs: 0,
        monotonicMs: () => performance.now(),
      },
      firstAttempts: new Set<string>(),
      refusals: this.refusals,
      disagreements: new Map(),
      stakeDisagreements: new Map(),
    };
  }

  #heard = (line: string): void => {
    if (line.includes("a round failed")) this.#fail(new Error(line));
  };

  #chain(): Chain {
    return {
      ...this.#patient,
      sign: (intent, frame, key) => {
        const of = JSON.stringify({ intent, frame });
        const signed = this.#signed.get(of) ?? this.#patient.sign(intent, frame, key);
        this.#signed.set(of, signed);
        return signed;
      },
      broadcast: async ({ txid, hex }, receiver, priority) => {
        const isFirst = this.sent.length === 0;
        const sent = { txid, hex, receiver };
        this.sent.push(sent);
        const answer = isFirst ? this.#answer : "`SUCCESS`";
        this.#node.reply = (request, response) =>
          request.path === "/wallet/broadcasthex"
            ? (ANSWERS[answer] ?? ACCEPTED)(sent, response)
            : this.#read(request);
        this.#begin();
        if (isFirst) await this.meanwhile(sent);
        const chain = answer === NO_ANSWER ? this.#impatient : this.#patient;
        return chain.broadcast({ txid, hex }, receiver, priority);
      },
    };
  }

  /** None of them holds anything of the desk's. */
  #solidBlocks(first: number, last: number): object[] {
    const numbers = Array.from({ length: last - first + 1 }, (_, at) => first + at);
    return numbers.flatMap((one) => {
      const {
        id,
        number,
        timestampMs: timestamp,
        parentId: parentHash,
      } = must(this.desk.chain.block(one), `block ${one}`);
      return { blockID: id, block_header: { raw_data: { number, timestamp, parentHash } } };
    });
  }

  /** What the node says of accounts, stake, blocks and transactions. */
  #read({ path, body }: StubRequest): unknown {
    const { chain } = this.desk;
    switch (path) {
      case "/wallet/getdelegatedresourcev2": {
        const { fromAddress: from, toAddress: to } = body as Record<string, string>;
        const [owner, receiver] = [addressFromHex(from ?? ""), addressFromHex(to ?? "")];
        const stakeSun = chain.stakeOut(owner, "energy", receiver);
        return stakeSun > 0
          ? { delegatedResource: [{ from, to, frozen_balance_for_energy: stakeSun }] }
          : {};
      }
      case "/walletsolidity/getaccount":
        return { address: body.address, balance: 1e12 };
      case "/walletsolidity/getblockbylimitnext": {
        const { startNum: first, endNum: end } = body as Record<string, number>;
        return { block: this.#solidBlocks(first ?? 0, (end ?? 0) - 1) };
      }
      case "/wallet/getaccount": {
        const keys = [{ address: addressToHex(OPERATOR), weight: 1 }];
        const active = { id: 2, threshold: 1, operations: DELEGATING, keys };
        return { address: body.address, balance: 1e12, active_permission: [active] };
      }
      case "/wallet/getchainparameters":
        return { chainParameter: PARAMETERS };
      case "/wallet/getblock":
      case "/walletsolidity/getblock": {
        const isHead = path === "/wallet/getblock";
        const { number, timestampMs: timestamp, id: blockID } = isHead ? chain.head : this.solid;
        return { blockID, block_header: { raw_data: { number, timestamp } } };
      }
      case "/wallet/gettransactioninfobyid":
      case "/walletsolidity/gettransactioninfobyid":
        return {};
      case "/walletsolidity/gettransactionbyid":
        return this.knowsSolid ? { txID: body.value } : {};
      default:
        throw new Error(`nobody should ask for ${path}`);
    }
  }
}

const PARAMETERS = [
  { key: "getMaxDelegateLockPeriod", value: 864_000 },
  { key: "getTransactionFee", value: 1_000 },
  { key: "getEnergyFee", value: 100 },
  { key: "getCreateNewAccountFeeInSystemContract", value: 1_000_000 },
  { key: "getCreateAccountFee", value: 100_000 },
];

export async function openWorld(desk: Desk): Promise<World> {
  const world = new World(desk, await startStubNode());
  onTestFinished(() => world.close());
  return world;
}

/** The round that runs, and any that was woken for meanwhile, has ended. */
export async function idle(loop: Loop): Promise<void> {
  do await setImmediate();
  while (!loop.isIdle);
}
