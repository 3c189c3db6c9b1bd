/** Calls of contracts that are tried: what is asked, what the answer becomes, what is refused. */
import { describe, expect, it } from "vitest";
import { OWNER, OWNER_HEX, RECEIVER, RECEIVER_HEX, TXID } from "./fixtures.js";
import { answers, chain, node, refused, useStubbedChain } from "./stubbed-chain.js";

useStubbedChain();

describe("a call of a contract that is tried", () => {
  const call = {
    contract: RECEIVER,
    owner: OWNER,
    selector: "balanceOf(address)",
    parameterHex: "0".repeat(64),
  };

  it("tells what it takes and gives back", async () => {
    answers({
      result: { result: true },
      energy_used: 64_285,
      energy_penalty: 49_635,
      constant_result: ["00".repeat(31), "01"],
      transaction: { ret: [{}], txID: TXID },
    });
    expect(await chain.tryContract(call)).toEqual({
      success: true,
      energyUnits: 64_285,
      resultHex: `${"00".repeat(31)}01`,
    });
    expect(node.requests).toMatchObject([
      {
        path: "/wallet/triggerconstantcontract",
        body: {
          owner_address: OWNER_HEX,
          contract_address: RECEIVER_HEX,
          function_selector: "balanceOf(address)",
          parameter: "0".repeat(64),
        },
      },
    ]);
  });

  it("may fail", async () => {
    const reverted = { result: { result: true, message: "524556455254" }, energy_used: 900 };
    answers({ ...reverted, transaction: { ret: [{ ret: "FAILED" }] } });
    expect(await chain.tryContract(call)).toEqual({
      success: false,
      energyUnits: 900,
      resultHex: "",
    });
  });

  it("is undefined where there is no such contract, or none is tried", async () => {
    answers({ result: { code: "CONTRACT_VALIDATE_ERROR", message: "536d617274" } });
    expect(await chain.tryContract(call)).toBeUndefined();
    answers({ Error: "this API is closed" });
    await refused(chain.tryContract(call), /this API is closed/);
    answers({ result: {}, energy_used: -1 });
    await refused(chain.tryContract(call), /unusable: energy_used/);
    answers({});
    await refused(chain.tryContract(call), /unusable: result/);
  });
});
