/** `desk owner permission` on a real sandbox node: from an account that is closed to the desk's key to one it delegates for. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startTronNode, type TronNode } from "tron-sandbox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { controlOf, readOwnerPermission, sandboxControl } from "../../src/boot/control.js";
import type { DeskNodes } from "../../src/boot/node.js";
import type { Chain } from "../../src/chain/port.js";
import { createTronChain } from "../../src/chain/tron-chain.js";
import type { OwnerPermission } from "../../src/control/desk-control.js";
import type { Address } from "../../src/domain/address.js";
import {
  DELEGATE_ONLY,
  delegatePermission,
  MAX_ACTIVE_PERMISSIONS,
} from "../../src/domain/permission.js";
import { addressOfKey } from "../../src/domain/public-key.js";
import type { Workers } from "../../src/workers/workers.js";
import { postJson } from "../support/http.js";
import { newWallet, walletsOn } from "../support/wallets.js";
import { deskOn, errorOf, resultOf, temporaryDirectory } from "./desk-command.js";
import { openEngine, runDesk } from "./running-desk.js";

const HOUR_MS = 3_600_000;
const directory = temporaryDirectory();
const databasePath = join(directory.path, "desk.db");
const desk = deskOn(databasePath);
let node: TronNode;
let chain: Chain;
let operator: Address;
let wallets: ReturnType<typeof walletsOn>;
let close: () => Promise<void>;

const ask = (path: string, body: object = {}) => postJson<unknown>(node.url + path, body);
const mine = () => ask("/sandbox/mine", { count: 1 });

async function newAccount(name: string, balanceSun = 200_000_000): Promise<Address> {
  const made = await ask("/sandbox/account", { name, energy: 100_000, balanceSun });
  return (made as { address: Address }).address;
}

/** The command as a script reads it. */
async function permission(address: string, ...more: string[]): Promise<OwnerPermission> {
  const result: unknown = await resultOf(
    desk,
    "owner",
    "permission",
    "--address",
    address,
    ...more,
  );
  return result as OwnerPermission;
}

beforeAll(async () => {
  const place = join(directory.path, "node");
  node = await startTronNode({ directory: place, port: 0, blockMs: "manual", solidLagBlocks: 3 });
  chain = createTronChain({ fullHost: node.url, requestsPerSecond: 1_000 });
  operator = addressOfKey(node.operatorKeyHex);
  wallets = walletsOn(node.url, mine);
  const running = await runDesk(databasePath, (engine) => ({
    sandbox: sandboxControl(engine, node.url),
    ownerPermission: (wanted) => readOwnerPermission(chain, operator, wanted),
  }));
  close = running.close;
  await ask("/sandbox/mine", { count: 5 });
});

afterAll(async () => {
  await close();
  await chain.close();
  await node.close();
  directory.remove();
});

describe("the transaction", () => {
  it("signed by the owner and sent, lets the desk's key delegate and nothing more", async () => {
    const address = await newAccount("walk");
    const before = await chain.permissions(address);
    const { update, balanceTrx } = await permission(address);
    expect(balanceTrx).toBe(200);
    expect(update).toMatchObject({ feeTrx: 100, operations: DELEGATE_ONLY, signatures: 1 });

    const file = join(directory.path, "unsigned.json");
    writeFileSync(file, JSON.stringify(update?.transaction));
    const { stdout } = await desk("sandbox", "sign", address, "--transaction", file);
    const signed = JSON.parse(stdout) as object;
    expect(await ask("/wallet/getsignweight", signed)).toMatchObject({ current_weight: 1 });
    const sent = await ask("/wallet/broadcasttransaction", signed);
    expect(sent).toEqual({ result: true, txid: update?.txID });
    await mine();

    const after = await chain.permissions(address);
    expect(after?.owner).toEqual(before?.owner);
    expect(after?.active.slice(0, -1)).toEqual(before?.active);
    expect(after?.active.at(-1)).toEqual({
      id: 3,
      name: "energy-desk",
      threshold: 1,
      operations: DELEGATE_ONLY,
      keys: [{ address: operator, weight: 1 }],
    });
    expect(delegatePermission(after?.active ?? [], operator)?.id).toBe(3);
    expect((await chain.account(address))?.balanceSun).toBe(100_000_000);
    expect(await permission(address)).toMatchObject({ permissionId: 3, update: null });
  });

  it("names what stays, the fee and the time left, and says what to look at", async () => {
    const address = await newAccount("read");
    const { stdout } = await desk("owner", "permission", "--address", address);
    expect(stdout).toContain(`account               ${address}\n`);
    expect(stdout).toContain(`may delegate          ${operator} (the desk's key)\n`);
    expect(stdout).toContain(DELEGATE_ONLY);
    expect(stdout).toMatch(/^fee TRX +100$/m);
    expect(stdout).toMatch(/^owner +owner +1 +T\w{33} \(1\)$/m);
    expect(stdout).toMatch(/^active +active +1 +T\w{33} \(1\)$/m);
    expect(stdout).toMatch(/^Before you sign/m);
    expect(stdout).toMatch(/^raw_data_hex:\n[0-9a-f]{400,}$/m);
    expect(stdout).not.toContain("less than the fee");
  });

  it("lives for an hour of the chain, or as long as asked for", async () => {
    const address = await newAccount("hours");
    const { timestampMs } = await chain.head();
    expect((await permission(address)).update?.expiresAt).toBe(timestampMs + HOUR_MS);
    const long = await permission(address, "--hours", "23");
    expect(long.update?.expiresAt).toBe(timestampMs + 23 * HOUR_MS);
    const refused = await errorOf(
      desk,
      ..."owner permission --hours 24".split(" "),
      "--address",
      address,
    );
    expect(refused.message).toBe('--hours: must be a whole number from 1 to 23; it was "24"');
  });

  it("says when the fee is missing, several must sign, or the key can do more", async () => {
    const read = async (address: string) =>
      (await desk("owner", "permission", "--address", address)).stdout;
    expect(await read(await newAccount("poor", 99_000_000))).toContain(
      "has less than the fee. Send it 100 TRX",
    );
    const shared = await wallets.open();
    await wallets.own(shared, 2, [
      [shared.address, 1],
      [newWallet().address, 1],
    ]);
    expect(await read(shared.address)).toContain("2 of the owner's keys have to sign");
    const lavish = await newAccount("lavish");
    await wallets.permit(lavish, operator, `02${"0".repeat(62)}`);
    expect(await read(lavish)).toContain("The desk's key can also transfer TRX.");
  });
});

describe("refused", () => {
  it("by a node that is behind, which may not know yet what the account has taken away", async () => {
    const { config, engine, close } = await openEngine(databasePath);
    const workers = {} as Workers;
    const nodes = {} as DeskNodes;
    const genesisId = await chain.genesisId();
    const rest = { baseUrl: "", nodeUrl: node.url, nodes, telegram: () => undefined, genesisId };
    const { ownerPermission } = controlOf({ config, engine, chain, operator, workers, ...rest });
    const ask = async (address: Address) => ownerPermission?.({ address, lifeMs: HOUR_MS });
    const address = await newAccount("behind");
    await expect(ask(address)).rejects.toMatchObject({ code: "CHAIN_UNAVAILABLE" });
    engine.chainClock.sawHead(await chain.head());
    engine.chainClock.sawSolid(await chain.solidHead());
    expect(await ask(address)).toMatchObject({ address });
    await close();
  });

  it("for an address that is not activated", async () => {
    const { address } = newWallet();
    const refused = await errorOf(desk, "owner", "permission", "--address", address);
    expect(refused).toMatchObject({ status: 1, code: "NOT_FOUND" });
    expect(refused.message).toContain("is not activated on this chain. Send it TRX first");
  });

  it("where the chain takes no more permissions", async () => {
    const { address } = await wallets.open();
    const one = { operations: DELEGATE_ONLY, keys: [{ address }] };
    const actives = Array.from({ length: MAX_ACTIVE_PERMISSIONS }, () => one);
    await ask("/sandbox/permission", { address, actives });
    const refused = await errorOf(desk, "owner", "permission", "--address", address);
    expect(refused.message).toContain("has 8 active permissions, and the chain takes no more");
  });

  it("for a file that holds no transaction", async () => {
    const file = join(directory.path, "none.json");
    writeFileSync(file, "{}");
    const address = await newAccount("none");
    const refused = await errorOf(desk, "sandbox", "sign", address, "--transaction", file);
    expect(refused.message).toMatch(/^--transaction: must be a file with an unsigned transaction/);
    const both = await errorOf(desk, "sandbox", "sign", address, "text", "--transaction", file);
    expect(both.message).toContain("not several of them");
  });
});
