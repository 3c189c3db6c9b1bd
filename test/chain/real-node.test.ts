/** The contract against a node of one's choice; it only reads. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe } from "vitest";
import { createNodeCalls } from "../../src/chain/node-calls.js";
import { createTronChain } from "../../src/chain/tron-chain.js";
import { address, addressFromHex } from "../../src/domain/address.js";
import { readContract } from "./contract.js";

const { TRON_TEST_FULL_HOST, TRON_TEST_SOLIDITY_HOST, TRON_TEST_API_KEY, TRON_TEST_ACCOUNT } =
  process.env;

describe.skipIf(!TRON_TEST_FULL_HOST)("needs TRON_TEST_FULL_HOST", () => {
  const options = {
    fullHost: TRON_TEST_FULL_HOST ?? "http://127.0.0.1:9",
    solidityHost: TRON_TEST_SOLIDITY_HOST,
    apiKey: TRON_TEST_API_KEY,
    requestsPerSecond: 5,
  };
  const chain = createTronChain(options);
  const calls = createNodeCalls(options);
  afterAll(() => Promise.all([chain.close(), calls.close()]));
  readContract(TRON_TEST_FULL_HOST ?? "a real node", {
    chain: () => chain,
    calls: () => calls,
    pause: (ms) => sleep(ms),
    activated: TRON_TEST_ACCOUNT ? () => address(TRON_TEST_ACCOUNT) : undefined,
    unactivated: () => addressFromHex(`41${"5a".repeat(20)}`),
  });
});
