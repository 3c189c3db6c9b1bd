/**
 * The embedded TRON node: java-tron's wallet HTTP API over a chain of one's own, strict rather than
 * friendly, so that production code runs against it unchanged. See the README of the package for
 * what it copies and what it leaves out.
 */
import { chmodSync, mkdirSync } from "node:fs";
import type { Server } from "node:http";
import { join } from "node:path";
import { hostCheck, hostInUrl } from "#shared/same-origin.js";
import { Chain } from "./chain/chain.js";
import { SUN_PER_TRX } from "./contracts/contract.js";
import { createGenesis, firstBlocks } from "./genesis.js";
import type { GivenAccount } from "./given-account.js";
import { serve } from "./http/server.js";
import { KeysFile } from "./keys-file.js";
import {
  type Settings,
  StartProblem,
  settingsOf,
  type TronNode,
  type TronNodeOptions,
} from "./options.js";
import { Sandbox } from "./sandbox.js";
import { HeadState } from "./state/head-state.js";
import { Storage } from "./storage/storage.js";
import { toBase58 } from "./wire/address.js";

export { USDT_CONTRACT } from "./calls/addresses.js";
export { startTronNodeInWorker, type WorkerOptions } from "./in-worker.js";
export { MNEMONIC_ACCOUNTS } from "./mnemonic-accounts.js";
export { StartProblem, type TronNode, type TronNodeOptions } from "./options.js";

export async function startTronNode(options: TronNodeOptions): Promise<TronNode> {
  const settings = settingsOf(options);
  const { storage, keysFile } = open(settings);
  try {
    const solidNumber = Math.max(0, (storage.headNumber() ?? 0) - settings.solidLagBlocks);
    const state = new HeadState(storage, solidNumber);
    const chain = new Chain(storage, state, keysFile.keys.witness, settings.solidLagBlocks);
    if (chain.head.number === 0) chain.produceEmpty(firstBlocks(settings));
    const sandbox = new Sandbox(chain, keysFile, settings.blockMs);
    sandbox.giveContracts();
    sandbox.give(payoutAccount(keysFile.keys.payout.address));
    const server = serve(sandbox, hostCheck(settings));
    const port = await listen(server, settings);
    sandbox.start();
    return running(sandbox, server, `http://${hostInUrl(settings.host)}:${port}`);
  } catch (error) {
    storage.close();
    throw error;
  }
}

/** Holds TRX for the sellers, and bandwidth for thousands of transfers. */
function payoutAccount(address: string): GivenAccount {
  return {
    address,
    balanceSun: 1_000_000 * SUN_PER_TRX,
    energy: 0,
    bandwidth: 0,
    feeBandwidth: 1_000_000,
    permitsOperator: false,
  };
}

function running(sandbox: Sandbox, server: Server, url: string): TronNode {
  const { keys, chain } = sandbox;
  let closed: Promise<void> | undefined;
  return {
    url,
    operatorKeyHex: keys.operator.privateKeyHex,
    payoutKeyHex: keys.payout.privateKeyHex,
    poolOwners: keys.owners.map(({ address }) => toBase58(address)),
    close() {
      closed ??= shut(sandbox, server).finally(() => chain.storage.close());
      return closed;
    },
  };
}

async function shut(sandbox: Sandbox, server: Server): Promise<void> {
  sandbox.stop();
  const ended = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeAllConnections();
  await ended;
}

function open(settings: Settings): { storage: Storage; keysFile: KeysFile } {
  const { directory } = settings;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    chmodSync(directory, 0o700);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new StartProblem(
      `The sandbox node cannot use ${directory} (${why}); give it a directory it may write to.`,
    );
  }
  const found = KeysFile.read(directory);
  const storage = openStorage(directory);
  try {
    const isNew = storage.headNumber() === undefined;
    if (!isNew && found === undefined) {
      throw new StartProblem(
        `${directory} has a chain but no keys.json; restore it, or delete the directory.`,
      );
    }
    const keysFile = found ?? KeysFile.create(directory);
    if (isNew) createGenesis(storage, keysFile.keys, settings);
    return { storage, keysFile };
  } catch (error) {
    storage.close();
    throw error;
  }
}

function openStorage(directory: string): Storage {
  const file = join(directory, "chain.db");
  try {
    return new Storage(file);
  } catch (error) {
    const busy = error instanceof Error && "code" in error && error.code === "SQLITE_BUSY";
    if (busy) {
      throw new StartProblem(
        `Another sandbox node uses ${directory}; stop it, or give this one another directory.`,
      );
    }
    const why = error instanceof Error ? error.message : String(error);
    throw new StartProblem(
      `${file} cannot be opened (${why}); delete the directory ${directory} to start anew.`,
    );
  }
}

function listen(server: Server, { port, host }: Settings): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const why =
        error.code === "EADDRINUSE"
          ? `port ${port} is taken; stop what uses it, choose another, or give 0 for a free one`
          : error.message;
      const text = `The sandbox node cannot listen on ${host}:${port}: ${why}.`;
      reject(new StartProblem(text, "port"));
    });
    server.listen(port, host, () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : port);
    });
  });
}
