/** What is sent to the seller's routes by mistake or on purpose: each a clear 4xx, and the desk unharmed. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CallOptions, call, expectError } from "./client.js";
import { wallet as nobody, startDesk, type TestDesk } from "./desk.js";

let desk: TestDesk;
let key: string;
beforeAll(async () => {
  desk = await startDesk();
  key = (await desk.customer()).apiKey;
});
afterAll(() => desk.close());

const paths = ["/v1/seller", "/v1/seller/verify"];

test.each([
  ["nothing", ""],
  ["no JSON", "address=T"],
  ["an array", "[]"],
  ["a prototype", '{"__proto__":{"address":"T"}}'],
  ["an address that is a list", JSON.stringify({ address: [nobody(0)] })],
  ["half a surrogate", '{"address":"\\ud800"}'],
  [
    "a signature of 60,000 characters",
    JSON.stringify({ address: nobody(0), signature: "ab".repeat(30_000) }),
  ],
  ["nesting without end", `{"address":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
])("%s is a 400 that says why", async (name, raw) => {
  for (const path of paths) {
    const options: CallOptions = { method: "POST", key, raw };
    const answer = await call(desk, path, options);
    if (path === "/v1/seller" && name.startsWith("a signature")) continue;
    const isUnread = name === "nothing" || name === "no JSON";
    expectError(answer, 400, isUnread ? "MALFORMED_JSON" : "VALIDATION_FAILED");
    expect(answer.text.length).toBeLessThan(2_000);
  }
});

test.each([
  ["a mistyped address", nobody(0).replace(/.$/, "1"), 400],
  ["an address with a slash", `${nobody(0)}%2F..`, 400],
  ["no address", "%20", 400],
  ["a text without end", "T".repeat(8_000), 400],
  ["broken encoding", "%ff%", 400],
])("%s in a path is a %s", async (_name, address, status) => {
  const answer = await call(desk, `/v1/seller/${address}`, { key });
  expectError(answer, status, "VALIDATION_FAILED");
  expect(answer.text.length).toBeLessThan(2_000);
});

test("an account cannot be proven where no node is at hand", async () => {
  const answer = await call(desk, "/v1/seller", { key, body: { address: nobody(0) } });
  expectError(answer, 503, "CHAIN_UNAVAILABLE");
});

test("halts nothing", () => {
  expect(desk.engine.gates.halt).toBeUndefined();
});
