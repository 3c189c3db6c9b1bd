/**
 * The way to a desk with an owner's real stake, line by line as the document has it: a node of the sandbox stands for Nile, a key in
 * a file for the owner's wallet. And what may happen then: every alert and incident has its entry.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startTronNode, type TronNode } from "tron-sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deskOn, resultOf, temporaryDirectory } from "../cli/desk-command.js";
import { readOrder } from "../e2e/api.js";
import { byForm, longTest } from "../support/forms.js";
import { MAIN, NODE_OPTIONS } from "../support/npm-start.js";
import { until } from "../support/until.js";
import { type Wallet, walletsOn } from "../support/wallets.js";
import { blocksOf, ROOT, textOf } from "./blocks.js";
import { shellIn } from "./documented-desk.js";
import { filled, type Names, runTranscript } from "./transcript.js";

const FILE = "docs/operations/going-live.md";
/** The way by a wallet in a browser; the script after it does the same. */
const BY_HAND = "PERMISSION_JSON";

const directory = temporaryDirectory();
const desk = deskOn(join(directory.path, "data/nile.db"));
const names: Names = new Map();
let node: TronNode | undefined;
let owner: Wallet;
let shell: ReturnType<typeof shellIn>;
let stop = async () => {};

beforeAll(async () => {
  if (byForm(true, false)) return;
  const place = join(directory.path, "node");
  node = await startTronNode({ directory: place, port: 0, blockMs: 2_000, solidLagBlocks: 2 });
  owner = await walletsOn(node.url, async () => {}).open({ energy: 100_000_000_000 });
  writeFileSync(join(directory.path, "owner.key"), owner.privateKeyHex);
  symlinkSync(join(ROOT, "node_modules"), join(directory.path, "node_modules"));
  const { PATH, HOME } = process.env;
  shell = shellIn(directory.path, { PATH, HOME });
  names.set("https://nile.trongrid.io", node.url);
  names.set("TOWNER", owner.address);
  names.set("THQYayZqqcXwYa7yYyb2Sejz16cnw7V4pX", owner.address);
});

afterAll(async () => {
  await stop();
  await node?.close();
  directory.remove();
});

/** `npm start` with these flags beside the `.env`; the port is any. */
async function start(...flags: string[]): Promise<string> {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [...NODE_OPTIONS, MAIN, ...flags], {
    cwd: directory.path,
    env: { PATH, HOME, PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  stop = async () => {
    child.kill("SIGTERM");
    expect((await ended)[0]).toBe(0);
  };
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const url = /Base URL +(\S+)/.exec(said)?.[1];
      if (url) resolve(url);
    });
    ended.then(() => reject(new Error(`the desk ended: ${log}`)), reject);
  });
}

const RUNS: Readonly<Record<string, (text: string) => Promise<void>>> = {
  async dotenv(text) {
    const settings = filled(text, names).replace(
      "METRICS_TOKEN=…",
      "METRICS_TOKEN=0123456789abcdef",
    );
    writeFileSync(join(directory.path, ".env"), settings, { mode: 0o600 });
    names.set("http://127.0.0.1:3000", await start("--new"));
  },
  async js(text) {
    if (text.includes(BY_HAND)) return;
    writeFileSync(join(directory.path, "sign.mjs"), filled(text, names));
  },
  async sh(text) {
    const { status, printed, complained } = await shell(filled(text, names));
    expect({ status, complained }, printed).toEqual({ status: 0, complained: "" });
    expect(printed).not.toContain('"success":false');
    const orderId = /"orderId":"(\w+)"/.exec(printed)?.[1];
    if (orderId) names.set("ORDER_ID", orderId);
  },
  async console(text) {
    let added = false;
    const before = async (command: string) => {
      if (added) await until("the owner serves", owners, isServing);
      if (command.includes("pool add")) await until("it is in a block", permission, isGiven);
      added ||= command.includes("pool add");
    };
    expect((await runTranscript(text, { desk, names, before })).join("\n\n")).toBe("");
  },
};

const owners = () => resultOf(desk, "pool", "show");
const permission = () => resultOf(desk, "owner", "permission", "--address", owner.address);
const isGiven = ({ permissionId }: Record<string, unknown>) => permissionId !== null;
const isServing = (pool: object) => JSON.stringify(pool).includes('"state":"active"');

longTest("the steps, from no key to a delivered order", { timeout: 120_000 }, async () => {
  for (const { language, text } of blocksOf(FILE)) {
    expect(RUNS, text).toHaveProperty(language);
    await RUNS[language]?.(text);
  }
  const [url = "", key = "", orderId = ""] = ["http://127.0.0.1:3000", "edk_…", "ORDER_ID"].map(
    (name) => names.get(name),
  );
  const { delegations } = await until(
    "the order is delivered",
    () => readOrder(url, key, orderId),
    ({ status }) => status === "completed",
  );
  expect(delegations).toMatchObject([{ owner: owner.address, amount: 65_000 }]);
});

const headings = (file: string) =>
  [...textOf(file).matchAll(/^### (.+)$/gm)].map(([, heading]) => heading);

test("every alert says what to do, and no other", () => {
  const alerts = [...textOf("docs/operations/alerts.yaml").matchAll(/- alert: (\w+)/g)];
  const names = alerts.map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  const entries = headings("docs/operations/incidents.md").filter((one) =>
    /^[A-Z]/.test(one ?? ""),
  );
  expect(entries).toEqual(names);
});

test("every kind of incident that the desk writes has its entry", () => {
  const folder = join(ROOT, "src/engine");
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(folder, name), "utf8"));
  const kinds = sources.flatMap((text) =>
    [...text.matchAll(/(?:raise|open|begin)Incident\(\s*"([\w-]+)"/g)].map(([, kind]) => kind),
  );
  const entries = headings("docs/operations/incidents.md").filter((one) =>
    /^[a-z]/.test(one ?? ""),
  );
  expect(kinds.length).toBeGreaterThan(4);
  expect(new Set(entries)).toEqual(new Set(kinds));
});
