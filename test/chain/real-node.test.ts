/** The contract against a node of one's choice; it only reads. */
import { afterAll, describe } from "vitest";
import { createTronChain } from "../../src/chain/tron-chain.js";
import { address, addressFromHex } from "../../src/domain/address.js";
import { readContract } from "./contract.js";

const { TRON_TEST_FULL_HOST, TRON_TEST_SOLIDITY_HOST, TRON_TEST_API_KEY, TRON_TEST_ACCOUNT } =
  process.env;

describe.skipIf(!TRON_TEST_FULL_HOST)("needs TRON_TEST_FULL_HOST", () => {
  const chain = createTronChain({
    fullHost: TRON_TEST_FULL_HOST ?? "http://127.0.0.1:9",
    solidityHost: TRON_TEST_SOLIDITY_HOST,
    apiKey: TRON_TEST_API_KEY,
    requestsPerSecond: 5,
  });
  afterAll(() => chain.close());
  readContract(TRON_TEST_FULL_HOST ?? "a real node", {
    chain: () => chain,
    activated: TRON_TEST_ACCOUNT ? () => address(TRON_TEST_ACCOUNT) : undefined,
    unactivated: () => addressFromHex(`41${"5a".repeat(20)}`),
  });
});
