/** `desk sandbox …` on a desk whose chain is a real sandbox node, and the refusals of one that has none. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { MNEMONIC_ACCOUNTS, startTronNode, type TronNode, USDT_CONTRACT } from "tron-sandbox";
import { TronWeb } from "tronweb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sandboxControl } from "../../src/boot/control.js";
import type { Address } from "../../src/domain/address.js";
import type { CustomerId } from "../../src/domain/ids.js";
import type { Engine } from "../../src/engine/context.js";
import { readSeller } from "../../src/engine/sellers/seller-resource.js";
import { knownReceivers } from "../../src/store/receivers.js";
import { postJson } from "../support/http.js";
import { readNow } from "../support/read-now.js";
import { type Desk, deskOn, errorOf, resultOf, temporaryDirectory } from "./desk-command.js";
import { placeOrder, runDesk } from "./running-desk.js";

const [FIRST = "", SECOND = ""] = MNEMONIC_ACCOUNTS;
const NEW = "TUSQzWDnJfWTmvXrQAx4Vk13LLdp1BJMgC";
/** To whom is paid. */
const PAID = "TXaf1XNS1sKFcd54A9yXrQxGvAKsTnAB7h";
const TXID = expect.stringMatching(/^[0-9a-f]{64}$/);
const BROADCAST = "/wallet/broadcasthex";
const STRANGER = "TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy";
const NOT_ACTIVATED = `ADDRESS: ${STRANGER} is not activated; \`desk sandbox fund\` it first`;

const directory = temporaryDirectory();
const databasePath = join(directory.path, "desk.db");
const desk: Desk = deskOn(databasePath);
const result = (...args: string[]) => resultOf(desk, "sandbox", ...args);
const refusal = (...args: string[]) => errorOf(desk, "sandbox", ...args);
const pay = (...args: string[]) => result("pay", "--to", PAID, ...args);

const ask = (node: TronNode, path: string, body: object = {}) =>
  postJson<Record<string, unknown>>(node.url + path, body);

describe("on the embedded chain", () => {
  let node: TronNode;
  let tronweb: TronWeb;
  let engine: Engine;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const place = join(directory.path, "node");
    node = await startTronNode({ directory: place, port: 0, blockMs: "manual", solidLagBlocks: 3 });
    tronweb = new TronWeb({ fullHost: node.url });
    const running = await runDesk(databasePath, (running) => ({
      sandbox: sandboxControl(running, node.url),
    }));
    close = running.close;
    engine = running.engine;
    // The network's totals are known by then, as to any desk that has looked at its chain once.
    await placeOrder(engine);
  });

  beforeEach(async () => {
    await ask(node, "/sandbox/faults", { clear: true });
  });

  afterAll(async () => {
    await close();
    await node.close();
  });

  it("funds an address, which activates it", async () => {
    const sent = await result("fund", NEW, "--trx", "2.5");
    expect(sent).toEqual({ address: NEW, txid: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await tronweb.trx.getUnconfirmedBalance(NEW)).toBe(2_500_000);
  });

  it("signs a text for an account of the mnemonic, and prints the signature alone", async () => {
    const text = "To sell:\n  65,000 Energy ✓";
    const { signature } = await result("sign", FIRST, text);
    expect(await tronweb.trx.verifyMessageV2(text, String(signature))).toBe(FIRST);
    const { stdout } = await desk("sandbox", "sign", FIRST, text);
    expect(stdout).toBe(`${signature}\n`);
    const file = join(directory.path, "text");
    writeFileSync(file, `${text}\n`);
    expect(await result("sign", FIRST, "--file", file)).toEqual({ signature });
  });

  it("signs no text, two texts, or for an account without a key, for nobody", async () => {
    expect(await refusal("sign", FIRST)).toMatchObject({
      status: 2,
      code: "VALIDATION_FAILED",
      message: "TEXT: give it, or --file PATH (- is standard input)",
    });
    expect(await refusal("sign", FIRST, "a", "--file", "b")).toMatchObject({ code: "USAGE" });
    const unread = await refusal("sign", FIRST, "--file", join(directory.path, "none"));
    expect(unread.message).toMatch(/^--file: .*none cannot be read: ENOENT/);
    const stranger = await refusal("sign", NEW, "text");
    expect(stranger).toMatchObject({ status: 2, code: "VALIDATION_FAILED" });
    expect(stranger.message).toMatch(/^The sandbox has no key of TUSQ/);
  });

  it("pays TRX and USDT, and answers when a block has it", async () => {
    const trx = await pay("--trx", "2.5");
    expect(trx).toEqual({
      to: PAID,
      trx: 2.5,
      txid: TXID,
      blockNumber: expect.any(Number),
      result: "SUCCESS",
    });
    expect(await tronweb.trx.getUnconfirmedBalance(PAID)).toBe(2_500_000);
    const usdt = await pay("--usdt", "1234.000001");
    expect(usdt).toMatchObject({ usdt: 1234.000001, result: "SUCCESS" });
    const info = await ask(node, "/wallet/gettransactioninfobyid", { value: usdt.txid });
    expect(info).toMatchObject({
      blockNumber: usdt.blockNumber,
      contract_address: TronWeb.address.toHex(USDT_CONTRACT),
      log: [{ data: (1_234_000_001).toString(16).padStart(64, "0") }],
    });
  });

  it("says in words what was paid, and what failed", async () => {
    const paid = await desk("sandbox", "pay", "--to", PAID, "--usdt", "1000");
    expect(paid.stdout).toMatch(
      /^Paid\.\nto +TXaf\w+\nusdt +1,000\ntxid +[0-9a-f]{64}\nblock +\d+\n$/,
    );
    const failed = await desk("sandbox", "pay", "--to", PAID, "--usdt", "1", "--kind", "failed");
    expect(failed.stdout).toMatch(
      /^In a block, but it failed \(OUT_OF_ENERGY\): nothing was paid\./,
    );
  });

  it("pays in other ways, and from somebody's wallet", async () => {
    const { txid } = await pay("--usdt", "3", "--kind", "two_events");
    const { log } = await ask(node, "/wallet/gettransactioninfobyid", { value: txid });
    expect(log).toHaveLength(2);
    expect(await pay("--usdt", "7", "--wallet", "Ada")).toMatchObject({ result: "SUCCESS" });
    const wallet = await ask(node, "/sandbox/wallet", { wallet: "Ada" });
    expect(wallet.usdt).toBe(993);
    expect(await pay("--usdt", "994", "--wallet", "Ada")).toMatchObject({ result: "REVERT" });
  });

  it("refuses what it cannot pay, and says what it takes", async () => {
    const to = ["--to", PAID];
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
      const refused = await refusal("pay", ...args);
      expect(refused, args.join(" ")).toMatchObject({ status: 2, code: "VALIDATION_FAILED" });
      expect(refused.message).toMatch(message);
    }
  });

  it("has late infos and events of failed transactions as faults", async () => {
    const { blockNumber } = await pay("--usdt", "1", "--kind", "failed");
    const path = "/wallet/gettransactioninfobyblocknum";
    const infos = () => ask(node, path, { num: blockNumber });
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

  it("makes a seller whose stake, permission and offers are there", async () => {
    const wanted = ["--energy", "400000", "--bandwidth", "0", "--price", "48"];
    const { address, customerId } = await result("seller", ...wanted);
    expect(await readSeller(engine, address as Address, customerId as CustomerId)).toMatchObject({
      offers: [
        {
          resource: "energy",
          minPriceSun: 48,
          shortest: "15m",
          longest: "30d",
          minChunk: 20_000,
          keep: 0,
          active: true,
        },
      ],
    });
    const { trx } = tronweb;
    const stake = await trx.getCanDelegatedMaxSize(String(address), "ENERGY", { confirmed: false });
    expect(Math.trunc((stake.max_size / 1e6) * (180e9 / 16.56e9))).toBe(400_000);
    const account = await trx.getUnconfirmedAccount(String(address));
    const operations = `${"0".repeat(15)}6${"0".repeat(48)}`;
    expect(account.active_permission).toMatchObject([{ permission_name: "operator", operations }]);
    const another = await result("seller");
    expect(another).toMatchObject({ customerId });
    expect(another.address).not.toBe(address);
    expect((await readSeller(engine, another.address as Address)).offers).toMatchObject([
      { resource: "energy", minPriceSun: 50 },
      { resource: "bandwidth", minPriceSun: 500 },
    ]);
  });

  it("makes one for a customer, and none for nobody", async () => {
    const { customerId } = await resultOf(desk, "customer", "create", "--name", "Ada");
    const { address } = await result("seller", "--customer", String(customerId));
    expect(
      (await readSeller(engine, address as Address, customerId as CustomerId)).offers,
    ).toHaveLength(2);
    const nobody = await refusal("seller", "--customer", "nobody");
    expect(nobody).toMatchObject({ status: 1, code: "NOT_FOUND" });
  });

  it("makes only an account, which proves itself with its signature", async () => {
    for (const [flag, name] of [
      ["--unregistered", "operator"],
      ["--no-permission", "active"],
    ] as const) {
      const { stdout } = await desk("sandbox", "seller", flag);
      const [, address = ""] = /^address +(T\w+)$/m.exec(stdout) ?? [];
      expect(stdout).toContain(`desk sandbox sign ${address}`);
      await expect(readSeller(engine, address as Address)).rejects.toThrow(/no seller/);
      const account = await tronweb.trx.getUnconfirmedAccount(address);
      expect(account.active_permission).toMatchObject([{ permission_name: name }]);
      const { signature } = await result("sign", address, "it is mine");
      expect(await tronweb.trx.verifyMessageV2("it is mine", String(signature))).toBe(address);
    }
  });

  it("makes no seller of nonsense", async () => {
    const cases: [string[], RegExp][] = [
      [["--energy", "19999"], /^--energy: must be 0, or at least 20,000: less than that is never/],
      [["--bandwidth", "999"], /^--bandwidth: must be 0, or at least 1,000/],
      [["--energy", "1.5"], /^--energy: must be a whole number from 0 to /],
      [["--price", "0"], /^--price: must be a whole number of SUN from 1 to 1000; it was "0"$/],
    ];
    for (const [args, message] of cases) {
      const refused = await refusal("seller", ...args);
      expect(refused).toMatchObject({ status: 2, code: "VALIDATION_FAILED" });
      expect(refused.message).toMatch(message);
    }
  });

  it("uses up energy, which the chain then says", async () => {
    expect(await result("use", SECOND, "--units", "65000")).toEqual({
      address: SECOND,
      resource: "energy",
      units: 65_000,
    });
    expect((await tronweb.trx.getAccountResources(SECOND)).EnergyUsed).toBe(65_000);
    expect((await refusal("use", SECOND, "--units", "0")).code).toBe("VALIDATION_FAILED");
    const stranger = await refusal("use", STRANGER, "--units", "1");
    expect(stranger.message).toBe(NOT_ACTIVATED);
  });

  it("makes a contract of an account, which the desk had sold to before", async () => {
    const { address } = await result("seller", "--unregistered");
    const receiver = String(address) as Address;
    const remembered = () => readNow(engine.database, () => knownReceivers([receiver]));
    expect(await engine.receivers.verdicts([receiver])).toEqual(["ok"]);
    expect(remembered()).toHaveLength(1);
    expect(await result("contract", receiver)).toEqual({ address: receiver, contract: true });
    expect((await tronweb.trx.getUnconfirmedAccount(receiver)).type).toBe("Contract");
    // The next order asks the chain.
    expect(remembered()).toEqual([]);
    const stranger = await refusal("contract", STRANGER);
    expect(stranger.message).toBe(NOT_ACTIVATED);
  });

  it("sets faults, lists them and takes them back", async () => {
    expect(await result("faults")).toEqual({ faults: [], stalled: false });
    await result("faults", "--set", "503", "--count", "3", "--path", "/wallet/getnowblock");
    await result("faults", "--set", "delay", "--ms", "5", "--path", "/wallet/getaccount");
    await result("faults", "--set", "accept-then-hang");
    await result("faults", "--set", "never-include", "--owner", FIRST);
    const reject = ["--set", "reject", "--reason", "no-bandwidth"];
    const { faults } = await result("faults", ...reject);
    expect(faults).toEqual([
      { kind: "status", status: 503, path: "/wallet/getnowblock", count: 3 },
      { kind: "delay", delayMs: 5, path: "/wallet/getaccount", count: 1 },
      { kind: "accept-then-hang", path: BROADCAST, count: 1 },
      { kind: "never-include", path: BROADCAST, owner: FIRST, count: 1 },
      { kind: "reject", reason: "no-bandwidth", path: BROADCAST, count: 1 },
    ]);
    expect((await fetch(`${node.url}/wallet/getnowblock`)).status).toBe(503);
    const { stdout } = await desk("sandbox", "faults");
    expect(stdout).toMatch(/^fault +what +path +calls left +owner$/m);
    expect(stdout).toMatch(/^status +503 +\/wallet\/getnowblock +2$/m);
    const cleared = await result("faults", "--clear", "--set", "drop");
    expect(cleared).toEqual({ faults: [{ kind: "drop", path: "*", count: 1 }], stalled: false });
    await expect(fetch(`${node.url}/wallet/getnowblock`)).rejects.toThrow();
  });

  it("lists a fault whose calls are not counted", async () => {
    const add = [{ kind: "delay", delayMs: 1, path: "/wallet/getblock", count: "unlimited" }];
    await ask(node, "/sandbox/faults", { add });
    const { stdout } = await desk("sandbox", "faults");
    expect(stdout).toMatch(/^delay +1 +\/wallet\/getblock +all$/m);
  });

  it("stalls the chain until the faults are taken back", async () => {
    expect(await result("faults", "--set", "stall")).toMatchObject({ stalled: true });
    expect((await desk("sandbox", "faults")).stdout).toContain("no blocks until --clear");
    expect(await result("faults", "--clear")).toMatchObject({ stalled: false });
  });

  it("replaces blocks that are not solid, with or without their transactions", async () => {
    const paid = async (...more: string[]) => {
      const { txid } = await result("fund", FIRST, "--trx", "1");
      await result("faults", "--set", "fork", "--blocks", "1", ...more);
      return ask(node, "/wallet/gettransactionbyid", { value: txid });
    };
    await ask(node, "/sandbox/mine", { count: 5 });
    expect(await paid()).toHaveProperty("txID");
    expect(await paid("--vanish")).toEqual({});
    const deep = await refusal("faults", "--set", "fork", "--blocks", "9");
    expect(deep.message).toBe("only 3 blocks are not solid yet");
  });

  it("takes no fault that makes no sense, and says what it takes", async () => {
    const cases: [string[], RegExp][] = [
      [["--set", "flood"], /^--set: must be an HTTP status from 400 to 599, or one of drop, /],
      [["--set", "200"], /^--set: must be an HTTP status/],
      [["--set", "delay"], /^--ms: give it for --set delay/],
      [["--set", "reject"], /^--reason: give it for --set reject/],
      [["--set", "reject", "--reason", "x"], /^--reason: must be one of .*not-enough-stake, /],
      [["--set", "drop", "--reason", "x"], /^--reason: says nothing about drop/],
      [["--set", "stall", "--count", "2"], /^--count: says nothing about stall/],
      [["--set", "fork", "--blocks", "0"], /^--blocks: must be a whole number from 1 /],
      [["--count", "2"], /^--count: give it with --set/],
      [["--vanish"], /^--vanish: give it with --set/],
      [["--set", "drop", "--path", "wallet"], /^--path: must be a path such as /],
      [["--set", "drop", "--owner", "T"], /^--owner: /],
      [["--set", "late-infos", "--owner", FIRST], /^--owner: says nothing about late-infos/],
      [["--set", "drop", "--infos", "1"], /^--infos: says nothing about drop/],
      [["--set", "drop", "--blocks", "1"], /^--blocks: says nothing about drop/],
    ];
    for (const [args, message] of cases) {
      const refused = await refusal("faults", ...args);
      expect(refused, args.join(" ")).toMatchObject({ status: 2, code: "VALIDATION_FAILED" });
      expect(refused.message).toMatch(message);
    }
    expect(await result("faults")).toMatchObject({ faults: [] });
  });
});

describe("elsewhere", () => {
  const COMMANDS = [
    ["fund", NEW, "--trx", "1"],
    ["pay", "--to", NEW, "--usdt", "1"],
    ["seller"],
    ["sign", FIRST, "text"],
    ["use", FIRST, "--units", "1"],
    ["contract", FIRST],
    ["faults"],
    ["faults", "--clear"],
  ];

  it("refuses on a desk without the embedded chain", async () => {
    const { close } = await runDesk(databasePath);
    for (const command of COMMANDS) {
      expect(await refusal(...command)).toMatchObject({
        status: 1,
        code: "FORBIDDEN",
        message: expect.stringMatching(/only a desk on the embedded sandbox chain can do that/),
      });
    }
    await close();
  });

  it("refuses when no desk runs, and says how to start one", async () => {
    for (const command of COMMANDS) {
      expect(await refusal(...command)).toMatchObject({ status: 1, code: "NOT_RUNNING" });
    }
  });
});

afterAll(() => directory.remove());
