/** How strictly reads are read: types, methods, queries, forms and empty bodies, as on java-tron. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { ask, errorOf } from "./crafted.js";
import { OTHER, RECEIVER, type Rig, rig } from "./support.js";

let chain: Rig;

beforeAll(async () => {
  chain = await rig();
  await chain.broadcast(await chain.delegation());
  await chain.mine(5);
});

afterAll(() => chain.close());

const parse = "class org.tron.core.services.http.JsonFormat$ParseException : 1:1: ";
const nullPointer = "class java.lang.NullPointerException : null";
const decoder =
  "class org.bouncycastle.util.encoders.DecoderException : " +
  "exception decoding Hex string: invalid characters encountered in Hex string";
const number = "class java.lang.NumberFormatException : ";
const illegal = "class java.lang.IllegalArgumentException : ";
const nobody = "4100000000000000000000000000000000000000ff";

const post = (body: string, type = "application/json"): RequestInit => ({
  method: "POST",
  body,
  headers: { "content-type": type },
});
const json = (body: unknown) => post(JSON.stringify(body));
const form = (fields: Record<string, string>) =>
  post(new URLSearchParams(fields).toString(), "application/x-www-form-urlencoded");

test.each([
  ["getblock", { id_or_num: 5 }, "Expected string."],
  ["getblock", { detail: "true" }, 'Expected "true" or "false".'],
  ["getblockbynum", { num: "5" }, `Couldn't parse integer: For input string: ""5""`],
  ["getblockbynum", { num: 1.5 }, `Couldn't parse integer: For input string: "1.5"`],
  ["getblockbylimitnext", { startNum: "1", endNum: 2 }, 'For input string: ""1""'],
  ["gettransactioninfobyblocknum", { num: true }, `For input string: "true"`],
  ["getcandelegatedmaxsize", { owner_address: nobody, type: "1" }, 'For input string: ""1""'],
  [
    "getcandelegatedmaxsize",
    { owner_address: nobody, type: 2 ** 31 },
    "Couldn't parse integer: Number out of range for 32-bit signed integer: 2147483648",
  ],
  ["getaccount", { address: 5 }, "Expected string."],
  ["getavailableunfreezecount", { owner_address: "xyz" }, "INVALID hex String"],
  ["gettransactioninfobyid", { value: {} }, "Expected string."],
])("%s of %j: a value of another type is refused", async (path, body, text) => {
  const said = await errorOf(chain, `/wallet/${path}`, json(body));
  expect(said).toContain(parse);
  expect(said).toContain(text);
});

test("a body that is not there", async () => {
  const empty = post("");
  const refused = `${parse}Expected "{".`;
  const names = ["getaccount", "getaccountnet", "getblockbynum", "getblockbylimitnext"];
  names.push("getcandelegatedmaxsize", "getdelegatedresourcev2", "gettransactionbyid");
  names.push("getdelegatedresourceaccountindexv2", "gettransactioninfobyblocknum");
  for (const name of names) {
    expect({ name, said: await errorOf(chain, `/wallet/${name}`, empty) }).toEqual({
      name,
      said: refused,
    });
  }
  for (const name of ["getaccountresource", "broadcasttransaction", "broadcasthex"]) {
    expect(await errorOf(chain, `/wallet/${name}`, empty)).toBe(nullPointer);
  }
  expect(await errorOf(chain, "/wallet/getaccount", post("null"))).toBe(nullPointer);
  const head = await chain.post("/wallet/getnowblock");
  const { transactions, ...header } = head;
  expect(await errorOf(chain, "/wallet/getblock", empty)).toEqual(header);
  expect(await errorOf(chain, "/wallet/getnowblock", empty)).toEqual(head);
  expect(await errorOf(chain, "/wallet/getnowblock", post("{"))).toEqual(head);
});

test("a query behind a POST counts only where no body is read", async () => {
  const genesis = await chain.post("/wallet/getblockbynum", { num: 0 });
  expect(await errorOf(chain, "/wallet/getblockbynum?num=3", json({}))).toEqual(genesis);
  const visible = await ask(chain, "/wallet/getnowblock?visible=true", json({}));
  expect(visible.text).toMatch(/"witness_address":"T/);
  const hex = await ask(chain, "/wallet/getnowblock", json({ visible: true }));
  expect(hex.text).toMatch(/"witness_address":"41/);
});

test("a form is as good as JSON, but all its values are texts", async () => {
  const account = await chain.post("/wallet/getaccount", { address: OTHER, visible: true });
  const fields = { address: OTHER, visible: "true" };
  expect(await errorOf(chain, "/wallet/getaccount", form(fields))).toEqual(account);
  const resource = await chain.post("/wallet/getaccountresource", fields);
  expect(await errorOf(chain, "/wallet/getaccountresource", form(fields))).toEqual(resource);
  expect(await errorOf(chain, "/wallet/getblockbynum", form({ num: "1" }))).toContain(
    'For input string: ""1""',
  );
  const inForm = post(JSON.stringify(fields), "application/x-www-form-urlencoded");
  expect(await errorOf(chain, "/wallet/getaccount", inForm)).toEqual(account);
});

test("methods and paths that are not served", async () => {
  const known = "/wallet/getnowblock";
  for (const [method, path, status] of [
    ["PUT", known, 405],
    ["DELETE", known, 405],
    ["GET", "/wallet/broadcasthex", 405],
    ["GET", "/wallet/broadcasttransaction", 405],
    ["POST", `${known}/`, 405],
    ["GET", `${known}/`, 404],
    ["GET", `${known}/x`, 404],
    ["POST", "/wallet/nothing", 405],
    ["GET", "/wallet/nothing", 404],
    ["POST", "/walletsolidity/broadcasthex", 405],
    ["HEAD", known, 200],
  ] as const) {
    const heard = await ask(chain, path, { method });
    expect({ method, path, status: heard.status }).toEqual({ method, path, status });
    if (status === 200) continue;
    expect(heard.text).toMatch(/^<html>/);
    if (status === 405) expect(heard.text).toContain(`HTTP method ${method} is not supported`);
  }
  expect((await ask(chain, "/wallet/getsignweight")).text).toBe("");
  expect((await ask(chain, "/wallet/triggerconstantcontract")).text).toBe("");
});

test("bad values in a GET", async () => {
  const base58 = `${illegal}Illegal character 0 at 1`;
  for (const [path, said] of [
    ["getblockbynum?num=x", `${number}For input string: "x"`],
    ["getblockbylimitnext?startNum=1", `${number}null`],
    ["gettransactioninfobyblocknum", `${number}null`],
    ["gettransactionbyid?value=zz", decoder],
    ["getaccountnet?address=xyz", decoder],
    ["getaccountnet?address=T0&visible=true", base58],
    ["getcandelegatedmaxsize?owner_address=T0&type=1&visible=true", base58],
    ["getcandelegatedmaxsize?type=y", `${number}For input string: "y"`],
    ["getdelegatedresourcev2?fromAddress=zz", decoder],
    ["getaccount?address=zz", `${parse}INVALID hex String`],
    ["getaccountresource?address=zz", decoder],
  ] as const) {
    expect({ path, said: await errorOf(chain, `/wallet/${path}`) }).toEqual({ path, said });
  }
  for (const path of ["getaccount", "getaccountresource", "getaccountnet?visible=true"]) {
    expect(await errorOf(chain, `/wallet/${path}`)).toEqual({});
  }
  const genesis = await chain.post("/wallet/getblockbynum", { num: 0 });
  expect(await errorOf(chain, "/wallet/getblockbynum")).toEqual(genesis);
  const body = { owner_address: chain.owner, visible: true, type: 1 };
  const most = await chain.post("/wallet/getcandelegatedmaxsize", body);
  const query = `owner_address=${chain.owner}&visible=TRUE&type=1`;
  expect(await errorOf(chain, `/wallet/getcandelegatedmaxsize?${query}`)).toEqual(most);
});

test("resources of an address that is not what visible says", async () => {
  const resources = (address: string) =>
    errorOf(chain, "/wallet/getaccountresource", json({ address, visible: true }));
  expect(await resources(nobody)).toBe(`${illegal}Illegal character 0 at 2`);
  expect(await resources("Txx")).toEqual({});
  expect(await resources("")).toEqual({});
});

test("free places to unfreeze: none of nobody's", async () => {
  const count = (owner_address: string) =>
    chain.post("/wallet/getavailableunfreezecount", { owner_address, visible: true });
  expect(await count(OTHER)).toEqual({ count: 32 });
  expect(await chain.post("/wallet/getavailableunfreezecount", { owner_address: nobody })).toEqual(
    {},
  );
  expect(await count("T0")).toEqual({
    Error: `${parse}INVALID base58 String, Illegal character 0 at 1`,
  });
  expect(await count("Txx")).toEqual({ Error: nullPointer });
});

test("delegations of an address of another length", async () => {
  const index = (value: string, visible = false) =>
    chain.post("/wallet/getdelegatedresourceaccountindexv2", { value, visible });
  for (const value of ["41", `${nobody}00`, ""]) expect(await index(value)).toEqual({});
  expect(await index(nobody)).toEqual({ account: nobody });
  expect(await index("Txx", true)).toEqual({});
  expect(await index("T0", true)).toEqual({ Error: `${illegal}Illegal character 0 at 1` });
  expect(await index("zz")).toEqual({ Error: `${parse}INVALID hex String` });
});

test("a range of blocks that begins before the first", async () => {
  const range = (startNum: number, endNum: number) =>
    chain.post("/wallet/getblockbylimitnext", { startNum, endNum });
  expect(await range(-5, 2)).toEqual({ block: [] });
  expect((await range(0, 2)).block).toHaveLength(2);
  expect(await range(1_000, 1_002)).toEqual({ block: [] });
});

test("calls of a contract that is not there", async () => {
  const call = async (how: object, visible = false) => {
    const given = { owner_address: nobody, contract_address: nobody, ...how };
    const { result } = await chain.post("/wallet/triggerconstantcontract", { ...given, visible });
    return result;
  };
  const hex = (text: string) => Buffer.from(text).toString("hex");
  const missing = { code: "CONTRACT_VALIDATE_ERROR", message: hex("Smart contract is not exist.") };
  expect(await call({ function_selector: "balanceOf(address)" })).toEqual(missing);
  expect(await call({ data: "70a08231" })).toEqual(missing);
  expect(await call({ function_selector: "" })).toEqual(missing);
  expect(await call({ function_selector: "a()", parameter: "xyz" })).toEqual({
    code: "OTHER_ERROR",
    message: hex(decoder),
  });
  const visible = { owner_address: OTHER, contract_address: RECEIVER, function_selector: "a()" };
  expect(await call(visible, true)).toEqual({
    code: "CONTRACT_VALIDATE_ERROR",
    message: "Smart contract is not exist.",
  });
  const parameter = "class java.security.InvalidParameterException : ";
  for (const [how, said] of [
    [{ owner_address: "" }, "owner_address isn't set."],
    [{ contract_address: "" }, "At least one of contract_address and data must be set."],
    [
      { contract_address: "", data: "00", function_selector: "a()" },
      "While trying to deploy, function_selector and data can not be both set.",
    ],
  ] as const) {
    expect(await call(how)).toEqual({ code: "OTHER_ERROR", message: hex(parameter + said) });
  }
  const { text } = await ask(chain, "/wallet/triggerconstantcontract", post(""));
  expect(JSON.parse(text)).toEqual({ result: { code: "OTHER_ERROR", message: hex(nullPointer) } });
});

test("the node's solid side tells of the solid block", async () => {
  const { block } = await chain.post("/walletsolidity/getnodeinfo");
  const solid = await chain.post("/walletsolidity/getnowblock");
  expect(block).toBe(
    `Num:${Number.parseInt(`${solid.blockID}`.slice(0, 16), 16)},ID:${solid.blockID}`,
  );
  const head = await chain.post("/wallet/getnowblock");
  expect((await chain.post("/wallet/getnodeinfo")).block).toContain(`${head.blockID}`);
});

test("times of use are those of accounts that used something", async () => {
  const unused = await chain.post("/wallet/getaccount", { address: OTHER, visible: true });
  expect(unused).not.toHaveProperty("latest_consume_time");
  expect(unused).not.toHaveProperty("latest_consume_free_time");
  expect(unused.account_resource).not.toHaveProperty("latest_consume_time_for_energy");
  const owner = await chain.post("/wallet/getaccount", { address: chain.owner, visible: true });
  expect(owner).toHaveProperty("latest_consume_time");
});
