/** `desk sandbox …` on a desk whose chain is a real sandbox node, and the refusals of one that has none. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { TronWeb } from "tronweb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sandboxControl } from "../../src/boot/sandbox-control.js";
import { startTronNode, type TronNode } from "../../src/sandbox/tron-node/index.js";
import { MNEMONIC_ACCOUNTS } from "../../src/sandbox/tron-node/mnemonic-accounts.js";
import { type Desk, deskOn, errorOf, resultOf, temporaryDirectory } from "./desk-command.js";
import { runDesk } from "./running-desk.js";

const [FIRST = "", SECOND = ""] = MNEMONIC_ACCOUNTS;
const NEW = "TUSQzWDnJfWTmvXrQAx4Vk13LLdp1BJMgC";
const BROADCAST = "/wallet/broadcasthex";

const directory = temporaryDirectory();
const databasePath = join(directory.path, "desk.db");
const desk: Desk = deskOn(databasePath);
const result = (...args: string[]) => resultOf(desk, "sandbox", ...args);
const refusal = (...args: string[]) => errorOf(desk, "sandbox", ...args);

async function ask(node: TronNode, path: string, body: object = {}): Promise<unknown> {
  const response = await fetch(node.url + path, { method: "POST", body: JSON.stringify(body) });
  return response.json();
}

describe("on the embedded chain", () => {
  let node: TronNode;
  let tronweb: TronWeb;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const place = join(directory.path, "node");
    node = await startTronNode({ directory: place, port: 0, blockMs: "manual", solidLagBlocks: 3 });
    tronweb = new TronWeb({ fullHost: node.url });
    close = (await runDesk(databasePath, { sandbox: sandboxControl(node.url) })).close;
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
      status: 1,
      code: "VALIDATION_FAILED",
      message: "TEXT: give it, or --file PATH (- is standard input)",
    });
    expect(await refusal("sign", FIRST, "a", "--file", "b")).toMatchObject({ code: "USAGE" });
    const unread = await refusal("sign", FIRST, "--file", join(directory.path, "none"));
    expect(unread.message).toMatch(/^--file: .*none cannot be read: ENOENT/);
    const stranger = await refusal("sign", NEW, "text");
    expect(stranger).toMatchObject({ status: 1, code: "VALIDATION_FAILED" });
    expect(stranger.message).toMatch(/^The sandbox has no key of TUSQ/);
  });

  it("uses up energy, which the chain then says", async () => {
    expect(await result("use", SECOND, "--units", "65000")).toEqual({
      address: SECOND,
      resource: "energy",
      units: 65_000,
    });
    expect((await tronweb.trx.getAccountResources(SECOND)).EnergyUsed).toBe(65_000);
    expect((await refusal("use", SECOND, "--units", "0")).code).toBe("VALIDATION_FAILED");
    const stranger = await refusal("use", "TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy", "--units", "1");
    expect(stranger.message).toMatch(/^Account\[41[0-9a-f]{40}\] not exists$/);
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
      [["--set", "reject", "--reason", "x"], /reason: must be one of .*not-enough-stake, /],
      [["--set", "drop", "--reason", "x"], /^--reason: says nothing about drop/],
      [["--set", "stall", "--count", "2"], /^--count: says nothing about stall/],
      [["--set", "fork", "--blocks", "0"], /^--blocks: must be a whole number from 1 /],
      [["--count", "2"], /^--count: give it with --set/],
      [["--vanish"], /^--vanish: give it with --set/],
      [["--set", "drop", "--path", "wallet"], /^--path: must be a path such as /],
      [["--set", "drop", "--owner", "T"], /^--owner: /],
    ];
    for (const [args, message] of cases) {
      const refused = await refusal("faults", ...args);
      expect(refused, args.join(" ")).toMatchObject({ status: 1, code: "VALIDATION_FAILED" });
      expect(refused.message).toMatch(message);
    }
    expect(await result("faults")).toMatchObject({ faults: [] });
  });
});

describe("elsewhere", () => {
  const COMMANDS = [
    ["fund", NEW, "--trx", "1"],
    ["sign", FIRST, "text"],
    ["use", FIRST, "--units", "1"],
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
