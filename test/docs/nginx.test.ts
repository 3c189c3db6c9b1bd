/** The documents' configuration of nginx, read by nginx and run before a desk: what it passes on, and what stays inside. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Agent, fetch, type RequestInit } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryDirectory } from "../cli/desk-command.js";
import { type Order, orderBody } from "../e2e/api.js";
import { type DeskProcess, deskEnv, startDeskProcess } from "../e2e/desk-process.js";
import { until } from "../support/until.js";
import { written } from "../telegram/e2e/webhook-server.js";
import { blocksOf } from "./blocks.js";
import { needed, run, startSaying } from "./programs.js";

const NEEDS_NGINX = needed("nginx", "openssl");
const [SITE = ""] = nginxBlocks("docs/operations/deploying.md");
const [WEBHOOK = ""] = nginxBlocks("docs/operating.md");
const SECRET = "a-secret-of-the-webhook";
const PUBLIC_URL = "https://desk.example";

function nginxBlocks(file: string): string[] {
  return blocksOf(file)
    .filter(({ language }) => language === "nginx")
    .map(({ text }) => text);
}

describe.skipIf(NEEDS_NGINX !== "")(`nginx before a desk${NEEDS_NGINX}`, () => {
  const directory = temporaryDirectory();
  const at = (name: string) => join(directory.path, name);
  let desk: DeskProcess;
  let proxy: Awaited<ReturnType<typeof startSaying>>;
  let agent: Agent;

  beforeAll(async () => {
    const names = { SANDBOX_HOSTS: new URL(PUBLIC_URL).hostname };
    const telegram = { TELEGRAM_MODE: "webhook", TELEGRAM_WEBHOOK_SECRET: SECRET };
    desk = await startDeskProcess(deskEnv(directory.path, { ...telegram, ...names }));
    certify();
    writeFileSync(at("nginx.conf"), configuration());
    proxy = await startSaying("nginx", ["-e", "stderr", "-c", at("nginx.conf")], "event method");
    const ca = readFileSync(at("site.crt"));
    agent = new Agent({ connect: { socketPath: at("site.sock"), ca } });
  });
  afterAll(async () => {
    await agent?.destroy();
    await proxy?.end();
    await desk?.end("SIGKILL");
    directory.remove();
  });

  function certify(): void {
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    const files = ["-keyout", at("site.key"), "-out", at("site.crt")];
    const name = ["-subj", "/CN=desk.example", "-addext", "subjectAltName=DNS:desk.example"];
    const { status, said } = run("openssl", ["req", "-x509", ...key, ...files, ...name]);
    expect(status, said).toBe(0);
  }

  /** As the documents have it, with this desk's port, a socket for nginx's own, and the names of our files. */
  function configuration(): string {
    const webhook = WEBHOOK.replace(/^/gm, "    ");
    const site = SITE.replace("    location / {", `${webhook}\n    location / {`)
      .replace("listen 443 ssl;", `listen unix:${at("site.sock")} ssl;`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${at("site.crt")};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${at("site.key")};`)
      .replaceAll("127.0.0.1:3000", new URL(desk.baseUrl).host);
    const kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
    const places = kept.map((name) => `${name}_temp_path ${at(name)};`).join(" ");
    return `daemon off; master_process off; pid ${at("nginx.pid")}; error_log stderr notice;
      events {} http { access_log ${at("access.log")}; ${places} ${site} }`;
  }

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${PUBLIC_URL}${path}`, { ...init, dispatcher: agent });

  const call = async (path: string, body?: object) => {
    const headers = { "x-api-key": desk.apiKey ?? "", "content-type": "application/json" };
    const init = body ? { method: "POST", body: JSON.stringify(body) } : {};
    const answer = await ask(path, { ...init, headers });
    return { status: answer.status, body: JSON.parse(await answer.text()) };
  };

  test("its own check has nothing against it", () => {
    const { status, said } = run("nginx", ["-t", "-q", "-e", "stderr", "-c", at("nginx.conf")]);
    expect({ status, said }).toEqual({ status: 0, said: "" });
  });

  test("an order goes through it, from its creation to its delivery", async () => {
    const created = await call("/v1/order/create", orderBody());
    expect(created).toMatchObject({ status: 200, body: { success: true } });
    const { orderId } = created.body.data.orders[0];
    const read = async () => (await call(`/v1/order/${orderId}`)).body.data as Order;
    await until("the order is delivered", read, ({ status }) => status === "completed");
  });

  test("the API's document names the public address, and a body too large gets the desk's answer", async () => {
    const { body } = await call("/openapi.json");
    expect(body.servers).toEqual([expect.objectContaining({ url: PUBLIC_URL })]);
    expect((await ask("/docs")).status).toBe(200);
    expect((await ask("/setting/ui")).status).toBe(200);
    const tooLarge = await call("/v1/order/create", { ...orderBody(), more: "x".repeat(70_000) });
    expect(tooLarge).toMatchObject({ status: 413, body: { success: false } });
  });

  test.each([
    "/metrics",
    "/readyz",
    "/sandbox/chat",
    "/sandbox/state",
    "/",
    "/v1/../metrics",
    "/v1/%2e%2e/metrics",
  ])("%s stays inside", async (path) => {
    // As it is: fetch would shorten the path before anybody sees it.
    const answer = await agent.request({ origin: PUBLIC_URL, path, method: "GET" });
    expect(answer.statusCode).toBe(404);
    expect(await answer.body.text()).toContain("nginx");
  });

  test("Telegram's webhook is passed on with its secret", async () => {
    const post = async (secret: Record<string, string>, text = "/help") => {
      const headers = { "content-type": "application/json", ...secret };
      const body = JSON.stringify(written(1, 7_001, text));
      return (await ask("/telegram/webhook", { method: "POST", headers, body })).status;
    };
    const secret = { "x-telegram-bot-api-secret-token": SECRET };
    expect(await post({})).toBe(401);
    expect(await post(secret)).toBe(200);
    // Larger than what the API takes, as Telegram's largest updates are.
    expect(await post(secret, "x".repeat(200_000))).toBe(200);
  });

  test("while the desk is down it answers by itself, and no secret is in its logs", async () => {
    await desk.end("SIGTERM");
    expect((await ask("/setting/ui")).status).toBe(502);
    const logged = readFileSync(at("access.log"), "utf8");
    expect(logged).toContain("POST /telegram/webhook");
    expect(logged + proxy.said()).not.toContain(SECRET);
    expect(logged + proxy.said()).not.toContain(desk.apiKey);
  });
});
