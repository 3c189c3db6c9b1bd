/**
 * What the desk relies on from any TRON node, asked through the port: read only, so that it can be
 * run against a public network too.
 */
import { describe, expect, it } from "vitest";
import { transfersOf } from "../../src/chain/incoming-money.js";
import type { NodeCalls } from "../../src/chain/node-calls.js";
import { type Chain, ChainUnavailable } from "../../src/chain/port.js";
import { checkNode } from "../../src/cli/node-check.js";
import type { Address } from "../../src/domain/address.js";
import { must } from "../../src/domain/assert.js";
import { RESOURCES } from "../../src/domain/resource.js";
import { TXID } from "./fixtures.js";

export interface ReadEnvironment {
  readonly chain: () => Chain;
  /** The same node, asked without the adapter. */
  readonly calls: () => NodeCalls;
  /** Lets the chain go on for so long. */
  readonly pause: (ms: number) => Promise<unknown>;
  /** Activated, no contract. Without one the tests that need it are skipped. */
  readonly activated: (() => Address) | undefined;
  /** An address that nobody has ever activated. */
  readonly unactivated: () => Address;
}

export function readContract(name: string, environment: ReadEnvironment) {
  accountsContract(name, environment);
  transactionsContract(name, environment);
  questionsContract(name, environment);
}

/** What `desk node check` asks of any node: blocks, how their transactions ended, its solid side. */
function questionsContract(name: string, { calls, activated, pause }: ReadEnvironment) {
  it(`${name}: has what the desk needs`, { timeout: 90_000 }, async () => {
    const owners = activated ? [activated()] : [];
    const any = {
      assertNetwork: () => {},
      publicNetworkOf: () => undefined,
      hasOwnTime: () => true,
    };
    const found = await checkNode({ calls: calls(), owners, usdt: undefined, ...any, pause });
    const open = found.filter(({ verdict }) => verdict !== "fine").map(({ name }) => name);
    // Where no contract was called, nothing shows whether internal transactions are kept.
    expect(open.filter((one) => one !== "internal transactions")).toEqual([]);
    expect(found).toHaveLength(10 + owners.length);
  });
}

function accountsContract(name: string, { chain, activated, unactivated }: ReadEnvironment) {
  describe(`${name}: accounts`, () => {
    it("says that nobody is there", async () => {
      expect(await chain().account(unactivated())).toBeUndefined();
      await expect(chain().resources(unactivated())).rejects.toThrow("not activated");
    });

    it.skipIf(!activated)("of an activated account (TRON_TEST_ACCOUNT)", async () => {
      if (!activated) return;
      const account = await chain().account(activated());
      expect(account).toMatchObject({ contract: false });
      const { threshold = 0, keys = [] } = account?.ownerPermission ?? {};
      expect(threshold).toBeGreaterThan(0);
      const weight = keys.reduce((total, key) => total + key.weight, 0);
      expect(weight).toBeGreaterThanOrEqual(threshold);
      const { limit, used, totalLimit, totalWeight } = await chain().resources(activated());
      for (const resource of RESOURCES) {
        expect(limit[resource]).toBeGreaterThanOrEqual(0);
        expect(used[resource]).toBeGreaterThanOrEqual(0);
        expect(totalLimit[resource]).toBeGreaterThan(0);
        expect(totalWeight[resource]).toBeGreaterThan(0);
        const delegatable = await chain().delegatableSun(activated(), resource);
        expect(Number.isSafeInteger(delegatable)).toBe(true);
        expect(await chain().delegated(activated(), unactivated(), resource)).toEqual({
          unlockedSun: 0,
          lockedSun: 0,
          lockExpiresAt: 0,
        });
      }
    });

    it("tries no contract where there is none", async () => {
      const contract = unactivated();
      const call = { contract, owner: contract, selector: "totalSupply()", parameterHex: "" };
      expect(await chain().tryContract(call)).toBeUndefined();
    });

    it("has parameters that allow to rent for a chosen time", async () => {
      const parameters = await chain().parameters();
      expect(parameters.maxLockPeriodBlocks).toBeGreaterThanOrEqual(86_400);
      expect(parameters.bandwidthPriceSun).toBeGreaterThan(0);
      expect(parameters.energyPriceSun).toBeGreaterThan(0);
      expect(parameters.accountCreationSun).toBeGreaterThanOrEqual(0);
      expect(parameters.accountCreationBandwidthSun).toBeGreaterThan(0);
    });
  });
}

function transactionsContract(name: string, { chain, unactivated }: ReadEnvironment) {
  describe(`${name}: transactions`, () => {
    it("tells what solid blocks brought, and the same of each transaction", async () => {
      const { number: last } = await chain().solidHead();
      const blocks = await chain().solidBlocks(Math.max(1, last - 9), last);
      expect(blocks).toEqual(await chain().blocks(Math.max(1, last - 9), last));
      const block = must(
        blocks.findLast(({ transactions }) => transactions.length > 0) ?? blocks[0],
        "there are solid blocks",
      );
      const money = [...transfersOf(block), ...(await chain().solidMoney(block)).money];
      for (const { txid, success } of block.transactions.slice(0, 3)) {
        expect(await chain().solidMoneyOf(txid)).toEqual({
          blockNumber: block.number,
          blockTimestampMs: block.timestampMs,
          success,
          money: money.filter((one) => one.txid === txid),
        });
      }
      expect(await chain().solidMoneyOf(TXID)).toBeUndefined();
    });

    it("tells no balance of a token that there is not", async () => {
      const nobody = unactivated();
      await expect(chain().tokenBalance(nobody, nobody)).rejects.toBeInstanceOf(ChainUnavailable);
    });
  });
}
