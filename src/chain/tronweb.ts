/**
 * The part of tronweb the desk uses, loaded when it is first wanted: that takes about 0.2 s and 32 MB, and most desks do not
 * want it for days. Its hundreds of files are loaded by `require`: an `import` of each takes twice as long.
 */
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

let loaded: ReturnType<typeof load> | undefined;

export function loadTronWeb(): ReturnType<typeof load> {
  loaded ??= load();
  return loaded;
}

async function load() {
  const { TronWeb, utils } = require("tronweb") as typeof import("tronweb");
  // It wants a host, and gets one that does not answer: building with our own block header asks for nothing.
  const { transactionBuilder: builder } = new TronWeb({ fullHost: "http://127.0.0.1:9" });
  return {
    builder,
    /** What a wallet signs of a text (TIP-191). */
    hashOfText(text: string): Uint8Array {
      return Buffer.from(utils.message.hashMessage(text).slice(2), "hex");
    },
    /** The raw part's fields, from its bytes. */
    decode(contractName: string, rawHex: string): unknown {
      return utils.deserializeTx.deserializeTransaction(contractName, rawHex);
    },
  };
}
