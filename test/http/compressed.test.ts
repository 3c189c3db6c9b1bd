/** What goes over the wire: compressed where a client takes that, and nothing that it has already. */
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { create } from "./client.js";
import { fastOrder, startDesk, type TestDesk, wallets } from "./desk.js";

let desk: TestDesk;
let key: string;
beforeAll(async () => {
  desk = await startDesk();
  key = (await desk.customer(1_000)).apiKey;
  await create(desk, key, fastOrder({ receiver: wallets(20) }));
});
afterAll(() => desk.close());

/** As bytes: a fetch would undo the encoding. */
async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await request(desk.url + path, { headers: { "x-api-key": key, ...headers } });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  return { status: answer.statusCode, headers: answer.headers, bytes };
}

const UNDONE = { br: brotliDecompressSync, gzip: gunzipSync };

describe.each(["/v1/orders", "/openapi.json", "/docs/swagger-ui.css"])("%s", (path) => {
  test.each([
    ["br", "gzip, deflate, br, zstd"],
    ["gzip", "gzip"],
    ["gzip", "br;q=0.5, GZIP;q=1.0"],
    ["gzip", "br;q=0,gzip"],
  ] as const)("goes out as %s to who takes %s", async (encoding, accepted) => {
    const plain = await get(path);
    const packed = await get(path, { "accept-encoding": accepted });
    expect(packed.headers).toMatchObject({
      "content-encoding": encoding,
      "content-length": `${packed.bytes.length}`,
      "content-type": plain.headers["content-type"],
    });
    expect(packed.headers.vary).toMatch(/(^|, )Accept-Encoding$/);
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(UNDONE[encoding](packed.bytes).equals(plain.bytes)).toBe(true);
  });

  test.each(["identity", "deflate", "br;q=0", "", "*;q=0"])(
    "goes out as it is to %j",
    async (accepted) => {
      const { headers } = await get(path, { "accept-encoding": accepted });
      expect(headers).not.toHaveProperty("content-encoding");
      expect(headers.vary).toMatch(/(^|, )Accept-Encoding$/);
    },
  );
});

test("what is short goes out as it is", async () => {
  const { headers, bytes } = await get("/v1/balance", { "accept-encoding": "br, gzip" });
  expect(bytes.length).toBeLessThan(1_024);
  expect(headers).not.toHaveProperty("content-encoding");
});

test("a client that has the document gets it not again, however it says so", async () => {
  const { headers } = await get("/openapi.json");
  const tag = String(headers.etag).replace(/^W\//, "");
  for (const known of [tag, `W/${tag}`, "*", `"a", W/"b,c", W/${tag}`, `${tag},"x"`]) {
    const again = await get("/openapi.json", { "if-none-match": known, "accept-encoding": "br" });
    expect([known, again.status, again.bytes.length]).toEqual([known, 304, 0]);
    expect(again.headers.vary).toBe("Host, X-Forwarded-Proto, Accept-Encoding");
    expect(again.headers.etag).toBe(headers.etag);
  }
  for (const known of ['"other"', tag.replaceAll('"', ""), ""]) {
    expect((await get("/openapi.json", { "if-none-match": known })).status).toBe(200);
  }
});
