/**
 * What stands between the desk and the chain on paper: hosts that lag, differ, fail, leave out fields or say them wrong. Each lie
 * lasts for some commands; which one it is, and what it does to which answer, comes of the run's seed alone.
 */
import { setImmediate } from "node:timers/promises";
import type { NodeCalls } from "../../../src/chain/node-calls.js";
import { ChainUnavailable } from "../../../src/chain/port.js";
import { Denial } from "./denials.js";
import { Fault } from "./faults.js";
import { answerOf } from "./paper-answers.js";
import type { PaperNode, View } from "./paper-node.js";
import { readPaper } from "./paper-transaction.js";
import type { Random } from "./random.js";

type Answer = Record<string, unknown>;

/** What is done to a field of the answers to a call. */
const WRONGS = ["dropped", "0", "null", "huge", "of an earlier answer"] as const;

const LIES = [
  "field",
  "replay",
  "lag",
  "other fork",
  "two hosts",
  "solid stops",
  "nothing",
  "silence",
  "busy",
  "late infos",
] as const;

interface Lie {
  readonly kind: (typeof LIES)[number];
  /** The call it is about; all of them without. */
  readonly path: string | undefined;
  readonly key: string;
  readonly wrong: (typeof WRONGS)[number];
  /** Of the answers that it could be told in. */
  readonly share: number;
  readonly depth: number;
  readonly solidNumber: number;
  commandsLeft: number;
}

const ALL_OF_IT = { key: "", wrong: "0", share: 1, depth: 0, solidNumber: 0 } as const;

/** Fields make most of it: there are so many. */
const MOSTLY: Lie["kind"] = "field";
const MOSTLY_SHARE = 0.55;
const REMEMBERED = 6;
const SILENCE = "the node does not answer";
const BROADCAST = "wallet/broadcasthex";
const INFOS = "walletsolidity/gettransactioninfobyblocknum";
const SOLID_BLOCKS = "walletsolidity/getblockbylimitnext";
/**
 * What a node says of money that was paid in is believed: no hash proves an event, nor that a block has no more transactions. These
 * fields of the two calls say something else, or do not fit when they are wrong.
 */
const CHECKED = new Set([
  ...["number", "timestamp", "blockID", "parentHash", "txID", "raw_data_hex"],
  ...["id", "blockNumber", "blockTimeStamp", "list"],
]);

export class LyingNode implements NodeCalls {
  /** Set with each command. */
  random: Random;
  #node: PaperNode;
  #lies: Lie[] = [];
  #fault: Fault | undefined;
  #denial: Denial | undefined;
  #calls = 0;
  /** What it took and told otherwise of. */
  readonly denied = new Set<string>();
  /** Answers by what was asked, and values by path and field, the newest last. */
  #answers = new Map<string, Answer[]>();
  #values = new Map<string, Map<string, unknown[]>>();

  constructor(node: PaperNode, random: Random) {
    this.#node = node;
    this.random = random;
  }

  /** Begins a lie; what it was, for the report. */
  begin(): string {
    const { random } = this;
    const fields = [...this.#values].flatMap(([path, keys]) =>
      [...keys.keys()].filter((key) => isLiedOf(path, key)).map((key) => ({ path, key })),
    );
    const { path, key } = random.of(fields.sort(byName));
    const lie: Lie = {
      kind: random.chance(MOSTLY_SHARE) ? MOSTLY : random.of(LIES),
      path: random.chance(0.8) ? path : undefined,
      key,
      wrong: random.of(WRONGS),
      share: random.of([1, 1, 1, 0.5, 0.15]),
      depth: 1 + random.below(6),
      solidNumber: this.#node.solidNumber,
      commandsLeft: 1 + random.below(12),
    };
    this.#lies.push(lie);
    const about = lie.kind === "field" ? `${path} ${lie.key} ${lie.wrong}` : (lie.path ?? "all");
    return `${lie.kind}: ${about}, ${lie.share} of them, for ${lie.commandsLeft} commands`;
  }

  /** Begins a fault of its own instead of the one it has; what it was, for the report. */
  beginFault(): string {
    this.#fault = new Fault(this.#node, this.random);
    return `${this.#fault.kind} for ${this.#fault.commandsLeft} commands`;
  }

  /** Begins to deny what is on the chain, from its newest blocks on. */
  deny(): string {
    this.endFault();
    this.#denial = new Denial(
      this.#node.head.number - this.random.below(8),
      this.random,
      this.#node.paidInAt,
    );
    return `${this.#denial.kind} what is on the chain for ${this.#denial.commandsLeft} commands`;
  }

  get isDenying(): boolean {
    return this.#denial !== undefined;
  }

  /** What it tells may be wrong: silence says nothing. */
  get isLying(): boolean {
    return (
      this.isDenying ||
      this.#fault?.isLie === true ||
      this.#lies.some(({ kind }) => kind !== "silence" && kind !== "late infos")
    );
  }

  /** It may answer other than an honest host that is well. */
  get isErring(): boolean {
    return this.isDenying || this.#fault !== undefined || this.#lies.length > 0;
  }

  /** For some commands nobody answers this call. */
  silence(path: string, commandsLeft: number): void {
    this.#lies.push({ kind: "silence", path, ...ALL_OF_IT, commandsLeft });
  }

  /** For some commands it does not tell of all that new blocks brought. */
  lateInfos(commandsLeft: number): void {
    this.#lies.push({ kind: "late infos", path: INFOS, ...ALL_OF_IT, commandsLeft });
  }

  /** One command is over. */
  pass(): void {
    for (const lie of this.#lies) lie.commandsLeft -= 1;
    this.#lies = this.#lies.filter(({ commandsLeft }) => commandsLeft > 0);
    if (this.#denial) this.#denial.commandsLeft -= 1;
    if (this.#denial?.commandsLeft === 0) this.#denial = undefined;
    if (!this.#fault) return;
    this.#fault.commandsLeft -= 1;
    if (this.#fault.commandsLeft <= 0) this.#fault.end();
    if (this.#fault.isGone) this.#fault = undefined;
  }

  /** Tells the truth from now on. */
  stopLying(): void {
    this.#lies = [];
    this.#denial = undefined;
    if (this.#fault?.isLie) this.#fault.end();
  }

  /** The same, and has no fault any more. */
  stop(): void {
    this.stopLying();
    this.endFault();
  }

  endFault(): void {
    this.#fault?.end();
    if (this.#fault?.isGone) this.#fault = undefined;
  }

  async call(path: string, body: object): Promise<object> {
    this.#calls += 1;
    // Answers do not come in the order of the questions.
    for (let turns = this.random.below(3); turns > 1; turns -= 1) await setImmediate();
    const told = this.#lies.filter((lie) => this.#isTold(lie, path));
    const kinds = new Set(told.map(({ kind }) => kind));
    const refusal = this.#fault?.refusal(path, this.random);
    if (refusal) {
      const isTaken = path === BROADCAST && this.random.chance(0.5);
      if (isTaken) this.#honest(path, body, told, kinds);
      throw refusal;
    }
    if (kinds.has("silence") && this.random.chance(0.5)) throw new ChainUnavailable(SILENCE);
    const answer = this.#honest(path, body, told, kinds);
    if (kinds.has("silence")) throw new ChainUnavailable(SILENCE);
    const earlier = this.#remember(`${path} ${JSON.stringify(body)}`, path, answer);
    const isBent = ["nothing", "replay", "field"].some((kind) =>
      told.some((lie) => lie.kind === kind),
    );
    if (isBent && path === BROADCAST && answer.result === true)
      this.denied.add(String(answer.txid));
    if (kinds.has("nothing")) return {};
    if (kinds.has("replay")) return structuredClone(this.random.of(earlier));
    if (path === INFOS && kinds.has("late infos")) return this.#late(answer);
    const bends = told.filter(({ kind }) => kind === "field");
    if (bends.length === 0) return answer;
    const bent = structuredClone(answer);
    for (const lie of bends) this.#bend(path, bent, lie);
    return bent;
  }

  async close(): Promise<void> {}

  /** The infos of a new block come to a node one after the other. */
  #late(answer: Answer): Answer {
    const { list } = answer;
    if (!Array.isArray(list)) return answer;
    return { list: list.slice(0, this.random.below(list.length + 1)) };
  }

  #isTold(lie: Lie, path: string): boolean {
    const isAbout = lie.kind === "field" ? lie.path === path : (lie.path ?? path) === path;
    return isAbout && (lie.share === 1 || this.random.chance(lie.share));
  }

  #honest(path: string, body: object, told: readonly Lie[], kinds: Set<Lie["kind"]>): Answer {
    const node = this.#fault?.node ?? this.#node;
    if (path !== BROADCAST) return answerOf(node, this.#view(node, told), path, { ...body });
    const hex = String((body as { transaction?: unknown }).transaction);
    if (this.#fault?.kind === "forgetful") {
      return { result: true, code: "SUCCESS", message: "", txid: readPaper(hex).txid };
    }
    if (!kinds.has("busy") && this.#fault?.kind !== "busy") return { ...node.broadcast(hex) };
    // Half of them were pushed all the same.
    if (this.random.chance(0.5)) {
      const { txid } = node.broadcast(hex);
      return { code: "NOT_ENOUGH_EFFECTIVE_CONNECTION", message: "P2P broadcast failed.", txid };
    }
    return { code: "SERVER_BUSY", message: "Server busy." };
  }

  #view(node: PaperNode, told: readonly Lie[]): View {
    if (node !== this.#node) return node.view;
    let { blocks, solidNumber } = node.view;
    blocks = this.#fault?.blocks(blocks) ?? blocks;
    for (const { kind, depth, solidNumber: stopped } of told) {
      if (kind === "lag") blocks = blocks.slice(0, Math.max(2, blocks.length - depth));
      if (kind === "other fork") blocks = this.#node.otherBlocks;
      if (kind === "two hosts" && this.#calls % 2 === 0) blocks = this.#node.otherBlocks;
      if (kind === "solid stops") solidNumber = Math.min(solidNumber, stopped);
    }
    // No fork has solid blocks of its own: that takes more than two thirds of the witnesses.
    solidNumber = Math.min(solidNumber, this.#node.lastInCommon(blocks));
    return { blocks: this.#denial?.blocks(blocks) ?? blocks, solidNumber };
  }

  #remember(question: string, path: string, answer: Answer): Answer[] {
    const answers = this.#answers.get(question) ?? [];
    this.#answers.set(question, answers);
    keep(answers, answer);
    const values = this.#values.get(path) ?? new Map<string, unknown[]>();
    this.#values.set(path, values);
    walk(answer, (holder, key) => {
      const known = values.get(key) ?? [];
      values.set(key, known);
      keep(known, holder[key]);
    });
    return answers;
  }

  #bend(path: string, answer: Answer, { key: wanted, wrong, share }: Lie): void {
    const earlier = this.#values.get(path)?.get(wanted) ?? [];
    walk(answer, (holder, key) => {
      if (key !== wanted || (share < 1 && this.random.chance(0.5))) return;
      if (wrong === "dropped") delete holder[key];
      else if (wrong === "0") holder[key] = zeroLike(holder[key]);
      else if (wrong === "null") holder[key] = null;
      else if (wrong === "huge") holder[key] = this.#hugeLike(holder[key]);
      else holder[key] = structuredClone(earlier[this.random.below(Math.max(1, earlier.length))]);
    });
  }

  #hugeLike(value: unknown): unknown {
    if (typeof value === "number") {
      const aYearMs = 31_536_000_000;
      return this.random.of([value + aYearMs, value * 1_000, 10 ** 15, Number.MAX_SAFE_INTEGER]);
    }
    if (typeof value === "string") return value.repeat(1_000);
    if (Array.isArray(value)) return Array(50).fill(value).flat();
    return value;
  }
}

function isLiedOf(path: string, key: string): boolean {
  return (path !== INFOS && path !== SOLID_BLOCKS) || CHECKED.has(key);
}

function byName(a: { path: string; key: string }, b: { path: string; key: string }): number {
  return `${a.path} ${a.key}` < `${b.path} ${b.key}` ? -1 : 1;
}

function keep<T>(list: T[], value: T): void {
  list.push(value);
  if (list.length > REMEMBERED) list.shift();
}

function zeroLike(value: unknown): unknown {
  if (typeof value === "number") return 0;
  if (typeof value === "string") return "";
  if (typeof value === "boolean") return false;
  return Array.isArray(value) ? [] : {};
}

/** Every field of an answer, the deepest first, so that what is taken away is not walked through. */
function walk(value: unknown, visit: (holder: Record<string, unknown>, key: string) => void): void {
  if (value === null || typeof value !== "object") return;
  for (const inner of Object.values(value)) walk(inner, visit);
  if (Array.isArray(value)) return;
  for (const key of Object.keys(value)) visit(value as Record<string, unknown>, key);
}
