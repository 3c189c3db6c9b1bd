/** The desk's own address says what is there, to scripts and to browsers. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "./client.js";
import { startDesk, type TestDesk } from "./desk.js";

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.close());

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

test("a script gets JSON, and everything that it names is there", async () => {
  const { status, data } = await call(desk, "/");
  expect([status, data]).toEqual([
    200,
    {
      name: "Energy Desk",
      what: "Sells TRON Energy and Bandwidth.",
      ...{ docs: "/docs", openapi: "/openapi.json", prices: "/setting/ui", health: "/readyz" },
    },
  ]);
  for (const path of Object.values(data as Record<string, string>).filter((to) => to[0] === "/")) {
    expect([path, (await fetch(desk.url + path)).status]).toEqual([path, 200]);
  }
});

test("a browser gets links to the same; caches keep the two apart", async () => {
  const page = await fetch(desk.url, { headers: BROWSER });
  expect(page.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(page.headers.get("vary")).toBe("Accept, Accept-Encoding");
  const links = [...(await page.text()).matchAll(/href="([a-z/.]+)"/g)].map(([, to]) => to);
  expect(links).toEqual(["docs", "openapi.json", "setting/ui", "readyz"]);
  const etag = page.headers.get("etag") ?? "";
  const again = (headers: object) =>
    fetch(desk.url, { headers: { ...headers, "if-none-match": etag } });
  expect((await again(BROWSER)).status).toBe(304);
  expect((await again({})).status).toBe(200);
});
