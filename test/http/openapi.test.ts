/** The OpenAPI document: sound, whole, and as strict about bodies as the desk is. */
import { Validator } from "@seriousme/openapi-schema-validator";
import type { ValidateFunction } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DeskError, ERROR_STATUS } from "../../src/domain/errors.js";
import { parseOrderRequest } from "../../src/domain/order-request.js";
import { documentAjv } from "../support/document-ajv.js";
import { callNow } from "./client.js";
import { fastOrder, startDesk, type TestDesk, wallet, wallets } from "./desk.js";

type Json = { readonly [name: string]: Json };

let desk: TestDesk;
let text: string;
let document: Json;
beforeAll(async () => {
  desk = await startDesk({
    telegramWebhook: () => ({ secretToken: "s", receive: async () => {} }),
    metrics: {
      token: "0123456789abcdef",
      nodeCalls: () => [],
      nodes: () => [],
      workers: () => [],
      cover: () => undefined,
    },
  });
  text = (await callNow(desk, "/openapi.json")).text;
  document = JSON.parse(text);
});
afterAll(() => desk.close());

describe("the document", () => {
  test("is sound OpenAPI 3.1", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.parse(text));
    expect(errors ?? []).toEqual([]);
    expect({ valid, version: validator.version }).toEqual({ valid: true, version: "3.1" });
  });

  test("lets an answer gain fields", () => {
    const closed = Object.entries(document.components?.schemas ?? {}).filter(([, schema]) =>
      JSON.stringify(schema).includes('"additionalProperties":false'),
    );
    expect(closed.map(([name]) => name)).toEqual([]);
  });

  test("has every route of the desk, and no other", () => {
    const routes = desk.routes.filter((route) => !route.startsWith("HEAD "));
    const told = Object.entries(document.paths ?? {}).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(told.sort()).toEqual(routes.map((route) => route.replace(/:(\w+)/g, "{$1}")).sort());
  });

  test("refers to nothing that is not there, and holds nothing that nobody refers to", () => {
    const refs = new Set(
      [...text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)].map((ref) => `${ref[1]}/${ref[2]}`),
    );
    const parts = Object.entries(document.components ?? {}).flatMap(([kind, entries]) =>
      Object.keys(entries).map((name) => `${kind}/${name}`),
    );
    const named = parts.filter((part) => !part.startsWith("securitySchemes/"));
    expect([...refs].sort()).toEqual(named.sort());
  });

  test("has an example of every body and answer, which is such a one", () => {
    const ajv = documentAjv(document);
    let examples = 0;
    for (const [path, operations] of Object.entries(document.paths ?? {})) {
      for (const [method, operation] of Object.entries(operations)) {
        const at = `document#/paths/${encodeURIComponent(path.replace(/\//g, "~1"))}/${method}`;
        for (const [where, media] of mediaOf(operation)) {
          const check = ajv.compile({ $ref: `${at}/${where}/content/application~1json/schema` });
          for (const [name, example] of examplesOf(media)) {
            examples += 1;
            check(example);
            expect({ at, where, name, errors: check.errors ?? [] }).toMatchObject({ errors: [] });
          }
        }
      }
    }
    expect(examples).toBeGreaterThan(100);
  });

  test("tells apart what is no customer's to call, and with which secret it is called", () => {
    const others = Object.values(document.paths ?? {})
      .flatMap((operations) => Object.values(operations))
      .filter(({ security }) => JSON.stringify(security) !== '[{"apiKey":[]}]')
      .filter(({ security }) => JSON.stringify(security) !== "[]");
    expect(others).toMatchObject([
      { operationId: "metrics", tags: ["Operator"], security: [{ metricsToken: [] }] },
      { operationId: "telegramWebhook", tags: ["Operator"], security: [{ telegramSecret: [] }] },
    ]);
  });

  test("has an example of every code, with its status", () => {
    const examples = new Set<string>();
    for (const operations of Object.values(document.paths ?? {})) {
      for (const { responses } of Object.values(operations)) {
        for (const [status, answer] of Object.entries(responses ?? {})) {
          const named = answer.content?.["application/json"]?.examples ?? {};
          for (const code of Object.keys(named)) examples.add(`${status} ${code}`);
        }
      }
    }
    const table = Object.entries(ERROR_STATUS).map(([code, status]) => `${status} ${code}`);
    expect([...examples].sort()).toEqual(table.sort());
  });
});

describe("a client's way to the desk", () => {
  const serversFor = async (headers: Record<string, string>) => {
    const answer = await desk.server.inject({ url: "/openapi.json", headers });
    return (answer.json() as { servers: { url: string }[] }).servers.map(({ url }) => url);
  };

  test("stands in the document as the client came", async () => {
    expect(document.servers).toMatchObject([{ url: desk.url }]);
    expect(await serversFor({ host: "[::1]:3000" })).toEqual(["http://[::1]:3000"]);
    const proxied = { host: "desk.example.org", "x-forwarded-proto": "https" };
    expect(await serversFor(proxied)).toEqual(["https://desk.example.org"]);
    expect(await serversFor({ host: 'a"/><b>@c' })).toEqual(["/"]);
  });

  test("is kept apart in caches, and nothing is sent twice", async () => {
    const first = await callNow(desk, "/openapi.json");
    expect(first.headers.get("cache-control")).toBe("public, max-age=300");
    expect(first.headers.get("vary")).toBe("Host, X-Forwarded-Proto, Accept-Encoding");
    const etag = first.headers.get("etag") ?? "";
    const again = await callNow(desk, "/openapi.json", { headers: { "if-none-match": etag } });
    expect([again.status, again.text]).toEqual([304, ""]);
    const headers = { "if-none-match": etag, "x-forwarded-proto": "https" };
    expect((await callNow(desk, "/openapi.json", { headers })).status).toBe(200);
  });

  test("is where they came, once too many others have come another way", async () => {
    const hosts = Array.from({ length: 30 }, (_, at) => `host-${at}.example.org`);
    for (const host of hosts) await serversFor({ host });
    expect(await serversFor({ host: hosts[0] ?? "" })).toEqual([`http://${hosts[0]}`]);
    expect(await serversFor({ host: hosts.at(-1) ?? "" })).toEqual(["/"]);
  });
});

describe("the document of an order agrees with the desk on", () => {
  const manual = (change: object = {}, options: object = {}) => ({
    ...fastOrder(),
    type: "Manual",
    price: 50,
    options: { allow_partial: true, ...options },
    ...change,
  });

  test.each<[string, unknown]>([
    ["a Fast order", fastOrder()],
    ["any letter case", fastOrder({ resourceType: "eNERGY" })],
    ["another resource", fastOrder({ resourceType: "TRX" })],
    ["a price that is dropped", fastOrder({ price: "x" })],
    ["options of a Fast order", fastOrder({ options: { allow_partial: true } })],
    ["options of a Fast order that are none", fastOrder({ options: 7 })],
    ["an unknown field", fastOrder({ more: 1 })],
    ["too little Energy", fastOrder({ resourceAmount: 31_999 })],
    ["enough Energy", fastOrder({ resourceAmount: 32_000 })],
    ["too little Bandwidth", fastOrder({ resourceType: "BANDWIDTH", resourceAmount: 999 })],
    ["enough Bandwidth", fastOrder({ resourceType: "BANDWIDTH", resourceAmount: 1_000 })],
    ["amounts", fastOrder({ resourceAmount: undefined, amounts: [32_000] })],
    ["amounts that are too small", fastOrder({ resourceAmount: undefined, amounts: [31_999] })],
    ["amounts as texts", fastOrder({ resourceAmount: undefined, amounts: ["32000"] })],
    ["amounts beside an amount", fastOrder({ amounts: [32_000] })],
    ["no amount at all", fastOrder({ resourceAmount: undefined })],
    ["no amounts", fastOrder({ resourceAmount: undefined, amounts: [] })],
    ["too much", fastOrder({ resourceAmount: 10_000_000_001 })],
    ["half a unit", fastOrder({ resourceAmount: 65_000.5 })],
    ["a number as a text", fastOrder({ resourceAmount: "65000" })],
    ["an unknown duration", fastOrder({ duration: "2h" })],
    ["no wallet", fastOrder({ receiver: [] })],
    ["20 wallets", fastOrder({ receiver: wallets(20) })],
    ["21 wallets", fastOrder({ receiver: wallets(21) })],
    ["a wallet twice", fastOrder({ receiver: [wallet(1), wallet(1)] })],
    ["no address", fastOrder({ receiver: ["0x00"] })],
    ["a wallet that is no array", fastOrder({ receiver: wallet(1) })],
    ["a quoteId", fastOrder({ quoteId: "0".repeat(24) })],
    ["a quoteId that is none", fastOrder({ quoteId: "0" })],
    ["no type", { ...fastOrder(), type: undefined }],
    ["a type in another letter case", fastOrder({ type: "fast" })],
    ["a Manual order", manual()],
    ["a Manual order without a price", manual({ price: undefined })],
    ["a Manual order without options", manual({ options: undefined })],
    ["options without allow_partial", manual({ options: {} })],
    ["a price of 0", manual({ price: 0 })],
    ["a price of 1,001", manual({ price: 1_001 })],
    ["parts of Energy too small", manual({}, { partial_min: 19_999 })],
    ["parts of Energy", manual({}, { partial_min: 20_000 })],
    ["parts that are no number", manual({}, { partial_min: "x" })],
    ["no number where none are allowed", manual({}, { allow_partial: false, partial_min: "x" })],
    ["small parts where none are allowed", manual({}, { allow_partial: false, partial_min: 1 })],
    ["parts of Bandwidth too small", manual({ resourceType: "bandwidth" }, { partial_min: 999 })],
    ["parts of Bandwidth", manual({ resourceType: "bandwidth" }, { partial_min: 1_000 })],
    ["bulk_order as a text", manual({}, { bulk_order: "yes" })],
    ["an array", [fastOrder()]],
    ["null", null],
  ])("%s", (_name, body) => {
    const sent = JSON.parse(JSON.stringify(body));
    expect(orderCheck()(sent)).toBe(isTaken(sent));
  });
});

test.each(["ManualOrder", "FastOrder", "ManualQuote"])(
  "%s types the smallest part where it counts",
  (name) => {
    // Programs that make clients of the document read `oneOf`, and pass conditions by.
    const { options } = document.components?.schemas?.[name]?.properties ?? {};
    const partialMin = { type: "integer", minimum: 1_000 };
    expect(options?.oneOf).toMatchObject([
      { properties: { allow_partial: { type: "boolean", const: true }, partial_min: partialMin } },
      { properties: { allow_partial: { type: "boolean", const: false } } },
    ]);
  },
);

test("resourceType is one enum in requests, taken in any letter case, and one in answers", () => {
  const { schemas = {} } = document.components ?? {};
  const names = { type: "string", enum: ["Energy", "Bandwidth"], "x-case-insensitive": true };
  expect(schemas.ResourceName).toMatchObject(names);
  expect(schemas.Resource).toEqual({ type: "string", enum: ["energy", "bandwidth"] });
  const bodies = ["FastOrder", "ManualOrder", "FastQuote", "ManualQuote", "OfferTerms"];
  for (const name of [...bodies, "OrderEntry", "Order", "Fill"]) {
    const $ref = `#/components/schemas/${bodies.includes(name) ? "ResourceName" : "Resource"}`;
    expect(schemas[name]?.properties?.resourceType).toEqual({ $ref });
  }
});

test("the order book's resource is documented in both cases that are usual, and taken in any", () => {
  const names = ["Energy", "Bandwidth", "energy", "bandwidth"];
  expect(document.paths?.["/v1/orderbook"]?.get).toMatchObject({
    parameters: [{ name: "resource", required: true, schema: { enum: names } }, {}],
  });
});

test("amounts are typed, and one of the two forms of an amount is given", () => {
  for (const name of ["FastOrder", "ManualOrder", "FastQuote", "ManualQuote"]) {
    const amount = { type: "integer", minimum: 1_000, maximum: 10_000_000_000 };
    expect(document.components?.schemas?.[name]?.oneOf).toMatchObject([
      { properties: { resourceAmount: amount }, required: ["resourceAmount"] },
      { properties: { amounts: { type: "array", items: amount } }, required: ["amounts"] },
    ]);
  }
});

test("a change of an order changes something", () => {
  expect(document.components?.schemas?.OrderChange?.minProperties).toBe(1);
});

function isTaken(body: unknown): boolean {
  try {
    parseOrderRequest(body);
    return true;
  } catch (error) {
    if (error instanceof DeskError) return false;
    throw error;
  }
}

let orders: ValidateFunction | undefined;
function orderCheck(): ValidateFunction {
  const body = "paths/~1v1~1order~1create/post/requestBody/content/application~1json/schema";
  orders ??= documentAjv(document).compile({ $ref: `document#/${body}` });
  return orders;
}

/** Where JSON stands in an operation, as a pointer. */
function mediaOf({ requestBody, responses = {} }: Json): [string, Json][] {
  const parts: [string, Json | undefined][] = [
    ["requestBody", requestBody],
    ...Object.entries(responses).map(([status, answer]): [string, Json] => [
      `responses/${status}`,
      answer,
    ]),
  ];
  return parts.flatMap(([where, part]) => {
    const media = part?.content?.["application/json"];
    return media ? [[where, media] as [string, Json]] : [];
  });
}

function examplesOf({ example, examples = {} }: Json): [string, unknown][] {
  const named = Object.entries(examples).map(([name, one]): [string, unknown] => {
    const shared = "$ref" in one ? document.components?.examples?.[name] : one;
    return [name, shared?.value];
  });
  return example === undefined ? named : [...named, ["example", example]];
}
