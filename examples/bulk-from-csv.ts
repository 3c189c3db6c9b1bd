/**
 * Rents Energy for every wallet of a CSV file with the columns `receiver` and, if you like, `resourceAmount` (65,000 where it
 * is empty) and no others, up to 20 wallets a call:
 *
 *   DESK_URL=http://127.0.0.1:3000 DESK_KEY=edk_… node dist/examples/bulk-from-csv.js wallets.csv [--duration 1h]
 *
 * What is going to be ordered is written to wallets.csv.orders.jsonl first, each call with its Idempotency-Key, and what was
 * answered after it. After a crash, run it again: what was ordered is not ordered again.
 */
import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { parseArgs } from "node:util";
import { progress } from "@clack/prompts";
import { parse } from "csv-parse/sync";
import { EnergyDesk, EnergyDeskError, type FastOrder, type OrderEntry } from "energy-desk-client";

const RECEIVERS_PER_CALL = 20;
const USUAL_AMOUNT = 65_000;
const TITLES = ["receiver", "resourceAmount"];
/** For so long the desk remembers a key. */
const KEYS_KEPT_MS = 72 * 3_600_000;

interface Call {
  readonly idempotencyKey: string;
  readonly order: FastOrder;
}

/** The first line of the journal; each of the others is an Answer. A line counts once it is whole. */
interface Plan {
  readonly madeAt: number;
  /** Of the file and the options: another plan is another journal. */
  readonly digest: string;
  readonly calls: readonly Call[];
}

interface Answer {
  readonly idempotencyKey: string;
  readonly orders: readonly OrderEntry[];
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { duration: { type: "string", default: "1h" } },
});
const [file] = positionals;
const { DESK_URL = "http://127.0.0.1:3000", DESK_KEY } = process.env;
if (file === undefined || DESK_KEY === undefined) {
  console.error("usage: DESK_KEY=edk_… node dist/examples/bulk-from-csv.js FILE [--duration 1h]");
  process.exit(2);
}
const journalPath = `${file}.orders.jsonl`;
const duration = values.duration as FastOrder["duration"];
if (!existsSync(file)) fail(`${file}: there is no such file.`);
const csv = readFileSync(file, "utf8");
const digest = createHash("sha256")
  .update(JSON.stringify([csv, duration, DESK_URL]))
  .digest("hex");

const { plan, answers } = readJournal() ?? { plan: makePlan(), answers: [] };
const answered = new Set(answers.map(({ idempotencyKey }) => idempotencyKey));
const open = plan.calls.filter(({ idempotencyKey }) => !answered.has(idempotencyKey));
if (open.length > 0 && Date.now() - plan.madeAt > KEYS_KEPT_MS) {
  fail(
    `${journalPath} is older than 72 hours: look at your orders, then plan what is missing anew.`,
  );
}

const desk = new EnergyDesk({ baseUrl: DESK_URL, apiKey: DESK_KEY });
const journal = openSync(journalPath, "a");
const bar = progress({
  max: plan.calls.reduce((sum, call) => sum + call.order.receiver.length, 0),
});
bar.start("Ordering");
for (const { orders } of answers) bar.advance(orders.length);

let failure: unknown;
// All at once: the client keeps the pace.
await Promise.all(open.map(place));
await desk.close();
closeSync(journal);

const orders = answers.flatMap((answer) => answer.orders);
const paid = orders.reduce((sum, { paidAmount }) => sum + Math.round(paidAmount * 1e6), 0) / 1e6;
const outcome = `${orders.length} wallets ordered for ${paid} TRX`;
if (failure === undefined) {
  bar.stop(outcome);
} else {
  bar.error(`${outcome}, then it stopped`);
  const said = failure instanceof EnergyDeskError ? `${failure.code}: ` : "";
  const isLasting = failure instanceof EnergyDeskError && [400, 422].includes(failure.status ?? 0);
  const next = isLasting
    ? `That is refused again. Mend the file, leave out of it the wallets that ${journalPath} has orders of, and move that away.`
    : "Run it again to go on.";
  fail(`${said}${failure instanceof Error ? failure.message : failure}\n${next}`);
}

async function place({ idempotencyKey, order }: Call): Promise<void> {
  try {
    const created = await desk.createOrder(order, { idempotencyKey });
    const answer = { idempotencyKey, orders: created.orders };
    write(journal, answer);
    answers.push(answer);
    bar.advance(created.orders.length);
  } catch (error) {
    failure ??= error;
    // What has not been sent yet stays unsent; what is under way is still answered.
    void desk.close();
  }
}

/** Undefined where nothing was planned, or a crash cut the plan off before anything could be ordered. */
function readJournal(): { plan: Plan; answers: Answer[] } | undefined {
  if (!existsSync(journalPath)) return undefined;
  const whole = readFileSync(journalPath, "utf8").replace(/[^\n]*$/, "");
  truncateSync(journalPath, Buffer.byteLength(whole));
  const [first, ...rest] = whole.split("\n").filter((line) => line !== "");
  if (first === undefined) return undefined;
  const made = JSON.parse(first) as Plan;
  if (made.digest !== digest) {
    fail(
      `${journalPath} is of another file, duration or desk: finish that first, or move it away.`,
    );
  }
  return { plan: made, answers: rest.map((line) => JSON.parse(line) as Answer) };
}

function makePlan(): Plan {
  const [titles = [], ...rows] = readCsv();
  const isKnown = titles.every(
    (title, at) => TITLES.includes(title) && titles.indexOf(title) === at,
  );
  if (!titles.includes("receiver") || !isKnown) {
    fail(
      `${file}: the first line must be "receiver" or "receiver,resourceAmount"; it was ${titles}. Rename or remove the other columns.`,
    );
  }
  if (rows.length === 0) fail(`${file}: there is no wallet in it.`);
  const wallets = new Map<string, number>();
  for (const [at, cells] of rows.entries()) {
    const receiver = cells[titles.indexOf("receiver")];
    const resourceAmount = cells[titles.indexOf("resourceAmount")];
    const amount = Number(resourceAmount || USUAL_AMOUNT);
    if (cells.every((cell) => cell === "")) fail(`row ${at + 1}: it is empty. Remove it.`);
    if (cells.length > titles.length) {
      fail(`row ${at + 1}: it has ${cells.length} cells, and ${titles.length} have a title.`);
    }
    if (!receiver) fail(`row ${at + 1}: there is no receiver.`);
    if (!Number.isInteger(amount))
      fail(`row ${at + 1}: resourceAmount must be a whole number; it was ${resourceAmount}`);
    if (wallets.has(receiver)) fail(`row ${at + 1}: ${receiver} is there already`);
    wallets.set(receiver, amount);
  }
  const plan = { madeAt: Date.now(), digest, calls: callsFor(wallets) };
  const created = openSync(journalPath, "a");
  write(created, plan);
  closeSync(created);
  return plan;
}

/** Every row, also empty ones: they are named. Those behind the last one are nothing. */
function readCsv(): string[][] {
  try {
    return parse(csv.trimEnd(), { bom: true, trim: true, relax_column_count: true });
  } catch (error) {
    fail(`${file}: ${error instanceof Error ? error.message : error}`);
  }
}

/** A call has one amount for all its wallets. */
function callsFor(wallets: ReadonlyMap<string, number>): Call[] {
  return [...new Set(wallets.values())].flatMap((resourceAmount) => {
    const receivers = [...wallets.keys()].filter(
      (wallet) => wallets.get(wallet) === resourceAmount,
    );
    const calls: Call[] = [];
    for (let from = 0; from < receivers.length; from += RECEIVERS_PER_CALL) {
      const receiver = receivers.slice(from, from + RECEIVERS_PER_CALL);
      const order = {
        type: "Fast",
        resourceType: "Energy",
        receiver,
        resourceAmount,
        duration,
      } as const;
      calls.push({ idempotencyKey: randomUUID(), order });
    }
    return calls;
  });
}

/** On disk when it returns. */
function write(descriptor: number, line: Plan | Answer): void {
  writeSync(descriptor, `${JSON.stringify(line)}\n`);
  fsyncSync(descriptor);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
