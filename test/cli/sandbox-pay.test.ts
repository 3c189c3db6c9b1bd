/** `desk sandbox pay` on a real sandbox node, and what goes wrong with the infos of such payments. */
import { join } from "node:path";
import { startTronNode, type TronNode, USDT_CONTRACT } from "tron-sandbox";
import { TronWeb } from "tronweb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { sandboxControl } from "../../src/boot/control.js";
import { postJson } from "../support/http.js";
import { deskOn, errorOf, resultOf, temporaryDirectory } from "./desk-command.js";
import { runDesk } from "./running-desk.js";

const NEW = "TUSQzWDnJfWTmvXrQAx4Vk13LLdp1BJMgC";
const TXID = expect.stringMatching(/^[0-9a-f]{64}$/);

const directory = temporaryDirectory();
const databasePath = join(directory.path, "desk.db");
const desk = deskOn(databasePath);
const result = (...args: string[]) => resultOf(desk, "sandbox", ...args);
const pay = (...args: string[]) => result("pay", "--to", NEW, ...args);
const refusal = (...args: string[]) => errorOf(desk, "sandbox", "pay", ...args);

let node: TronNode;
let close: () => Promise<void>;

beforeAll(async () => {
  const place = join(directory.path, "node");
  node = await startTronNode({ directory: place, port: 0, blockMs: "manual", solidLagBlocks: 3 });
  const running = await runDesk(databasePath, (engine) => ({
    sandbox: sandboxControl(engine, node.url),
  }));
  close = running.close;
});

afterAll(async () => {
  await close();
  await node.close();
  directory.remove();
});

const ask = (path: string, body: object) =>
  postJson<Record<string, unknown>>(node.url + path, body);

it("pays TRX and USDT, and answers when a block has it", async () => {
  const trx = await pay("--trx", "2.5");
  expect(trx).toEqual({
    to: NEW,
    trx: 2.5,
    txid: TXID,
    blockNumber: expect.any(Number),
    result: "SUCCESS",
  });
  const tronweb = new TronWeb({ fullHost: node.url });
  expect(await tronweb.trx.getUnconfirmedBalance(NEW)).toBe(2_500_000);
  const usdt = await pay("--usdt", "1234.000001");
  expect(usdt).toMatchObject({ usdt: 1234.000001, result: "SUCCESS" });
  const info = await ask("/wallet/gettransactioninfobyid", { value: usdt.txid });
  expect(info).toMatchObject({
    blockNumber: usdt.blockNumber,
    contract_address: TronWeb.address.toHex(USDT_CONTRACT),
    log: [{ data: (1_234_000_001).toString(16).padStart(64, "0") }],
  });
});

it("says in words what was paid, and what failed", async () => {
  const paid = await desk("sandbox", "pay", "--to", NEW, "--usdt", "1000");
  expect(paid.stdout).toMatch(
    /^Paid\.\nto +TUSQ\w+\nusdt +1,000\ntxid +[0-9a-f]{64}\nblock +\d+\n$/,
  );
  const failed = await desk("sandbox", "pay", "--to", NEW, "--usdt", "1", "--kind", "failed");
  expect(failed.stdout).toMatch(/^In a block, but it failed \(OUT_OF_ENERGY\): nothing was paid\./);
});

it("pays in other ways, and from somebody's wallet", async () => {
  const { txid } = await pay("--usdt", "3", "--kind", "two_events");
  const { log } = await ask("/wallet/gettransactioninfobyid", { value: txid });
  expect(log).toHaveLength(2);
  expect(await pay("--usdt", "7", "--wallet", "Ada")).toMatchObject({ result: "SUCCESS" });
  const wallet = await ask("/sandbox/wallet", { wallet: "Ada" });
  expect(wallet.usdt).toBe(993);
  expect(await pay("--usdt", "994", "--wallet", "Ada")).toMatchObject({ result: "REVERT" });
});

it("refuses what it cannot pay, and says what it takes", async () => {
  const to = ["--to", NEW];
  const cases: [string[], RegExp][] = [
    [to, /^--trx: give --trx or --usdt, one of the two/],
    [[...to, "--trx", "1", "--usdt", "1"], /^--usdt: give --trx or --usdt, one of the two/],
    [[...to, "--trx", "0"], /^--trx: must be an amount of TRX above 0 .*it was "0"/],
    [[...to, "--usdt", "1.0000001"], /^--usdt: must be an amount of USDT above 0 .* 6 decimals/],
    [[...to, "--usdt", "1000000001"], /^--usdt: must be an amount above 0 and up to 1000000000/],
    [[...to, "--trx", "1", "--kind", "two_events"], /^--kind: two_events pays usdt only/],
    [[...to, "--trx", "1", "--kind", "gift"], /^--kind: .*"other_token"/],
    [["--to", "T1", "--trx", "1"], /^--to: /],
    [[...to, "--trx", "1001", "--wallet", "Bob"], /balance is not sufficient/],
  ];
  for (const [args, message] of cases) {
    const refused = await refusal(...args);
    expect(refused, args.join(" ")).toMatchObject({ status: 2, code: "VALIDATION_FAILED" });
    expect(refused.message).toMatch(message);
  }
});

it("has late infos and events of failed transactions as faults", async () => {
  const { blockNumber } = await pay("--usdt", "1", "--kind", "failed");
  const path = "/wallet/gettransactioninfobyblocknum";
  const infos = () => ask(path, { num: blockNumber });
  expect(await infos()).toMatchObject([{ result: "FAILED" }]);
  await result("faults", "--set", "failed-events");
  const { faults } = await result("faults", "--set", "late-infos", "--blocks", "2");
  expect(faults).toEqual([
    { kind: "failed-events", path: "*", count: 1 },
    { kind: "late-infos", path: "*", infos: 0, blocks: 2, count: 1 },
  ]);
  const { stdout } = await desk("sandbox", "faults");
  expect(stdout).toMatch(/^late-infos +first 0, 2 blocks +\* +1$/m);
  expect(await infos()).toMatchObject([{ result: "FAILED", log: [{}] }]);
  expect(await infos()).toEqual([]);
  expect(await infos()).toMatchObject([{ result: "FAILED" }]);
});
