/**
 * What the documents say is so: every fenced block is run or checked here, or is listed with where it is run, or why it cannot
 * be; every command that their text names is one, and every link leads somewhere. A block that nobody has thought of fails.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/commands.js";
import { createProgram } from "../../src/cli/program.js";
import { openApiDocument } from "../../src/http/document.js";
import { resultOf } from "../cli/desk-command.js";
import { createOrder, type Order, orderBody, readOrder, takesOrders } from "../e2e/api.js";
import { until } from "../support/until.js";
import { answerProblem, settingsProblem, typesProblem } from "./accepted.js";
import {
  type Block,
  blocksOf,
  brokenLinks,
  commandsNamedIn,
  documents,
  ROOT,
  scriptThatWaits,
  textOf,
} from "./blocks.js";
import { type DocumentedDesk, startDocumentedDesk } from "./documented-desk.js";
import { ELSEWHERE, isElsewhere } from "./elsewhere.js";
import { filled, runTranscript, words } from "./transcript.js";

/** What answers of the API are shown, by how they begin. */
const ANSWERS: readonly (readonly [
  begins: string,
  method: string,
  path: string,
  status: number,
])[] = [
  ['{"success":true,"data":{"count":1', "POST", "/v1/order/create", 200],
  ['{"success": true, "data": {"count": 1', "POST", "/v1/order/create", 200],
  ['{"success": true, "data": {"quoteId"', "POST", "/v1/order/quote", 200],
  [
    '{"success": true, "data": {"address": "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH", "retired"',
    "GET",
    "/v1/deposit",
    200,
  ],
  ['{"success": true, "data": {"nextCursor": null, "lines"', "GET", "/v1/statement", 200],
  ['{"success": true, "data": {"address"', "GET", "/v1/address/T", 200],
  ['{"success": true, "data": {"withdrawalId"', "POST", "/v1/withdrawals", 200],
  ['{"success": true, "data": {"resource"', "GET", "/v1/orderbook", 200],
  ['{"success": false, "error": {"code": "VALIDATION_FAILED"', "POST", "/v1/order/create", 400],
];

/** For the operator, told where they are set up, and a part of the page `/docs`. */
const NOT_FOR_CUSTOMERS = ["/metrics", "/telegram/webhook", "/docs/:file"];

const DOCUMENTS = documents();
const BLOCKS = DOCUMENTS.flatMap(blocksOf);
let documented: DocumentedDesk;
beforeAll(async () => {
  documented = await startDocumentedDesk();
});
afterAll(() => documented.close());

describe("what is not run here", () => {
  test("is in a document, once, and in the test that is named", () => {
    for (const [name, where] of Object.entries(ELSEWHERE)) {
      const found = BLOCKS.filter((block) => block.name.startsWith(name));
      expect(found, name).toHaveLength(1);
      if (/^(test|packages)\//.test(where)) expect(existsSync(join(ROOT, where)), where).toBe(true);
    }
  });
});

const here = BLOCKS.filter((block) => !isElsewhere(block));

test.each(here.map((block) => [block.name, block] as const))("%s", async (_, block) => {
  const run = RUNS[block.language];
  expect(run, "a block of a language that is run or checked, or else to be listed").toBeDefined();
  await run?.(block);
});

const RUNS: Readonly<Record<string, (block: Block) => Promise<void> | void>> = {
  sh: runShell,
  console: runConsole,
  json: checkJson,
  http: checkHeaders,
  dotenv({ text }) {
    expect(settingsProblem(text)).toBeUndefined();
  },
};

const EXAMPLE_ID = "019bd0a1c3f0000a1b2c3d4e";

/** The order that was made or read last. */
let orderId = "";

async function runShell({ text }: Block): Promise<void> {
  const { names } = documented;
  // On a busy machine the chain may be out of sight for a moment.
  await takesOrders(documented.baseUrl);
  if (text.includes("-X PUT") && !text.includes("$SELLER")) await ownSeller();
  // The order before it may be delivered by now.
  if (text.includes(`/order/${EXAMPLE_ID}/cancel`)) names.set(EXAMPLE_ID, await restingOrder());
  const { status, printed, complained } = await documented.shell(filled(text, names));
  expect(complained).toBe("");
  expect(status, printed).toBe(0);
  expect(printed).not.toContain('"success":false');
  if (text.includes("/broadcasttransaction")) expect(printed).toContain('"result":true');
  if (text.includes("/v1/")) expect(printed).toContain('"success":true');
  orderId = /"orderId":"(\w+)"/.exec(printed)?.[1] ?? orderId;
  names.set("ORDER_ID", orderId);
  names.set(EXAMPLE_ID, orderId);
}

/** More than anybody takes whole. */
async function restingOrder(): Promise<string> {
  const { baseUrl, apiKey } = documented;
  const terms = { type: "Manual", price: 50, options: { allow_partial: false } };
  const { body } = await createOrder(
    baseUrl,
    apiKey,
    orderBody({ ...terms, resourceAmount: 5_000_000 }),
  );
  return body.data.orders[0]?.orderId ?? "";
}

async function ownSeller(): Promise<void> {
  const { desk, names } = documented;
  const customer = ["--customer", names.get("ID") ?? ""];
  const { address } = await resultOf(desk, "sandbox", "seller", ...customer);
  names.set("TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH/offer", `${address}/offer`);
}

async function runConsole({ text }: Block): Promise<void> {
  const { desk, names } = documented;
  const problems = await runTranscript(text, { desk, names, before: prepare });
  expect(problems.join("\n\n")).toBe("");
}

/** What the commands name must be there. */
async function prepare(command: string): Promise<void> {
  const { names } = documented;
  if (command.includes("pool show")) names.set("TADDRESS", await firstOwner());
  if (command.includes("sandbox contract")) names.set("TCONTRACT", await newAccount());
  if (command.includes("pool remove")) names.set("TMISTAKEN", await mistakenOwner());
  if (command.includes("seller register")) names.set("TADDRESS", await newAccount());
  if (command.includes("HEX")) names.set("HEX", await signedChallenge());
  if (command.includes("order list")) await completedOrder();
  if (command.includes("order show")) {
    const [, shown = ""] = /order show (\w+)/.exec(command) ?? [];
    names.set(shown, await completedOrder());
  }
  if (command.includes("payout run")) await earnings();
  if (command.includes("payout list")) await payouts();
  if (command.endsWith("status")) await firstPoll();
}

async function payouts(): Promise<void> {
  const look = () => resultOf(documented.desk, "payout", "list");
  const isPaid = (listed: object) =>
    !/"state":"(signed|sent|included)"/.test(JSON.stringify(listed));
  await until("what was started is paid", look, isPaid);
}

/** Telegram holds a poll until somebody writes. */
async function firstPoll(): Promise<void> {
  const { baseUrl, desk } = documented;
  const write = { method: "POST", body: JSON.stringify({ from: 7001, text: "/help" }) };
  const headers = { "content-type": "application/json" };
  await fetch(`${baseUrl}/sandbox/telegram/chats/7001/messages`, { ...write, headers });
  const isPolled = (status: object) => !JSON.stringify(status).includes('"lastPollAt":null');
  await until("a poll is answered", () => resultOf(desk, "status"), isPolled);
}

async function firstOwner(): Promise<string> {
  const { owners } = await resultOf(documented.desk, "pool", "show");
  return (owners as { address: string }[])[0]?.address ?? "";
}

async function mistakenOwner(): Promise<string> {
  const address = await newAccount();
  await resultOf(documented.desk, "pool", "add", address);
  return address;
}

async function newAccount(): Promise<string> {
  return String((await resultOf(documented.desk, "sandbox", "seller", "--unregistered")).address);
}

async function signedChallenge(): Promise<string> {
  const { desk, names } = documented;
  const [address = "", customer = ""] = [names.get("TADDRESS"), names.get("ID")];
  const wanted = ["seller", "register", address, "--customer", customer];
  const { challenge } = await resultOf(desk, ...wanted);
  const { signature } = await resultOf(desk, "sandbox", "sign", address, String(challenge));
  return String(signature);
}

async function completedOrder(more: object = {}): Promise<string> {
  const { baseUrl, apiKey } = documented;
  const { body } = await createOrder(baseUrl, apiKey, orderBody({ ...more }));
  expect(body.error).toBeUndefined();
  const [made] = body.data.orders;
  const { orderId } = await until(
    "the order is completed",
    () => readOrder(baseUrl, apiKey, made?.orderId ?? ""),
    ({ status }) => status === "completed",
  );
  return orderId;
}

/** One seller who is due by the orders before, and one who has earned less than the minimum. */
async function earnings(): Promise<void> {
  const { desk } = documented;
  await resultOf(desk, "sandbox", "seller", "--energy", "100000", "--price", "41");
  await completedOrder({ type: "Manual", price: 41, options: { allow_partial: false } });
  await until(
    "one seller is due and another is not",
    async () => {
      const { sellers } = await resultOf(desk, "seller", "list");
      return (sellers as { earned: number }[]).map(({ earned }) => earned);
    },
    (earned) => earned.some((trx) => trx > 10) && earned.some((trx) => trx > 0 && trx < 10),
  );
}

/** Solid a few blocks later, which a busy machine may not see before. */
const ON_CHAIN = expect.stringMatching(/^(included|solidified)$/);

/** Whole answers by the API's own document; parts of an order by the order that the lines before have made. */
async function checkJson({ text }: Block): Promise<void> {
  const answer = ANSWERS.find(([begins]) => text.startsWith(begins));
  if (answer) {
    const [, method, path, status] = answer;
    expect(answerProblem({ method, path, status, body: text })).toBeUndefined();
    return;
  }
  const shown = JSON.parse(text, (name, value) =>
    name === "state" && value === "included" ? ON_CHAIN : value,
  ) as Partial<Order>;
  const { baseUrl, apiKey } = documented;
  const order = await until(
    "the order is as the document shows it",
    () => readOrder(baseUrl, apiKey, orderId),
    // On a busy machine the chain may be out of sight for a moment, which is another reason to rest.
    ({ status, filledAmount, restReason }) =>
      status === shown.status &&
      filledAmount === shown.filledAmount &&
      restReason === shown.restReason,
  );
  expect(order).toMatchObject(shown);
}

async function checkHeaders({ text }: Block): Promise<void> {
  const { baseUrl, apiKey } = documented;
  const headers = { "x-api-key": apiKey, "content-type": "application/json" };
  const init = { method: "POST", headers, body: "{}" };
  const answer = await fetch(`${baseUrl}/v1/order/create`, init);
  for (const line of text.trim().split("\n")) {
    const [name = "", value = ""] = line.split(/: (.*)/);
    const like = new RegExp(`^${value.replace(/\d+/g, "\\d+")}$`);
    expect(answer.headers.get(name), name).toMatch(like);
  }
}

test("the script for the client has no wrong type", async () => {
  expect(await typesProblem(scriptThatWaits(), documented.directory)).toBe("");
});

test("every command that a text names is one", () => {
  const wrong: string[] = [];
  for (const file of DOCUMENTS) {
    for (const line of commandsNamedIn(file)) {
      const complaints: string[] = [];
      const program = createProgram({
        onCommand: () => {},
        onServe: () => {},
        out: () => {},
        err: (text) => complaints.push(text),
      });
      try {
        program.parse(words(line), { from: "user" });
      } catch {
        if (complaints.some((text) => /unknown (command|option)|too many/.test(text))) {
          wrong.push(`${file}: desk ${line}`);
        }
      }
    }
  }
  expect(wrong).toEqual([]);
});

test("the API's document in prose has every route", () => {
  const { paths } = openApiDocument();
  const told = textOf("docs/api.md");
  const untold = Object.keys(paths)
    .map((path) => path.replace(/\{(\w+)\}/g, ":$1"))
    .filter((path) => !told.includes(path) && !NOT_FOR_CUSTOMERS.includes(path));
  expect(untold).toEqual([]);
});

test("the operator's document has every command", () => {
  const told = textOf("docs/operating.md");
  const untold = COMMANDS.map(({ name }) => name).filter(
    (name) => !told.includes(`desk -- ${name}`) && !told.includes(`\`${name}`),
  );
  expect(untold).toEqual([]);
});

test("every link leads somewhere", () => {
  expect(DOCUMENTS.flatMap(brokenLinks)).toEqual([]);
});
