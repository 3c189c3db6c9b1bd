/** The package: what is in it, and that it is a whole desk in a folder where nothing else is. */
import { once } from "node:events";
import { statSync } from "node:fs";
import { join } from "node:path";
import { fetch } from "undici";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Picture } from "../../src/telegram/transport/picture.js";
import { until } from "../support/until.js";
import { isOfPackage, isSource } from "./contents.js";
import { emptyFolder, install, packDesk, run, start, type Tarball } from "./npm.js";

const packed = emptyFolder();
const folder = emptyFolder();
let tarball: Tarball;

beforeAll(async () => {
  tarball = await packDesk(packed.path);
});
afterAll(() => {
  packed.remove();
  folder.remove();
});

const AT_THE_TOP = ["package.json", "README.md", "LICENSE", "CHANGELOG.md", ".env.example"];
const VIEWER = [
  "LICENSE",
  "NOTICE",
  "swagger-ui-bundle.js.gz",
  "swagger-ui-bundle.js.LICENSE.txt",
  "swagger-ui.css",
];
/** What the program finds by its path, so that no import shows that it is missed. */
const NEEDED = [
  "dist/desk.js",
  "dist/main.js",
  "dist/chain/signing-worker.js",
  "dist/workers/audit-process.js",
  "dist/shared/sqlite.js",
  "node_modules/tron-sandbox/dist/worker.js",
  "node_modules/telegram-sandbox/dist/chat/browser/chat.js",
  "dist/telegram/transport/painting.js",
  "data/rates.json",
  ...["en", "es", "ru", "zh"].map((code) => `locales/${code}.ftl`),
  ...VIEWER.map((name) => `dist/http/viewer/${name}`),
];

/** Packages of this project that the desk runs on; what these depend on comes from the registry. */
const BUNDLED = ["telegram-sandbox", "tron-sandbox"];

/** Whether a file of the package is there for a reason: built from a source that is there still, or named above. */
function isExpected(path: string): boolean {
  if (AT_THE_TOP.includes(path) || NEEDED.includes(path)) return true;
  if (/^docs\/(\w[\w-]*\/)?[\w-]+\.(md|png|svg|ya?ml|json|service)$/.test(path)) return true;
  const [, name] = /^node_modules\/([^/]+)\//.exec(path) ?? [];
  if (name !== undefined) {
    return BUNDLED.includes(name) && isOfPackage(name, path.slice(`node_modules/${name}/`.length));
  }
  const [, source = ""] = /^dist\/(.+?)\.js$/.exec(path) ?? [];
  return source !== "" && isSource("src", source);
}

test("the package holds the program, its docs and nothing else", () => {
  expect(tarball.files.filter((path) => !isExpected(path))).toEqual([]);
  expect(NEEDED.filter((path) => !tarball.files.includes(path))).toEqual([]);
  expect(tarball.unpackedSize).toBeLessThan(6_000_000);
});

/** A line of a new user, in the folder where the package was installed. */
const npx = (...args: string[]) => run("npx", ["--no-install", ...args], folder.path);

const DOT: Picture = {
  width: 40,
  height: 20,
  background: "#000000",
  shapes: [
    {
      kind: "text",
      text: "Ж 1",
      at: [2, 16],
      size: 14,
      weight: 500,
      fill: "#ffffff",
      align: "left",
      maxWidth: 36,
    },
  ],
};

/** Starts it as the README of the package says; ends with everything that runs in its place. */
async function serve() {
  const settings = { PORT: "0", SANDBOX_NODE_PORT: "0", SANDBOX_BLOCK_MS: "100" };
  const child = start("npx", ["--no-install", "desk", "serve"], folder.path, settings);
  onTestFinished(() => void child.kill("SIGTERM"));
  const ended = once(child, "close");
  const said = { banner: "", log: "" };
  child.stderr?.on("data", (chunk: Buffer) => {
    said.log += chunk.toString();
  });
  const curl = await new Promise<RegExpExecArray>((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => {
      said.banner += chunk.toString();
    });
    const look = () => {
      const line = /curl -s (\S+) -H 'x-api-key: (\w+)' -H '[^']+' -d '(.+)'\n/.exec(said.banner);
      if (line && said.log.includes('"msg":"open"')) resolve(line);
    };
    child.stdout?.on("data", look);
    child.stderr?.on("data", look);
    ended.then(() => reject(new Error(`the desk ended early: ${said.banner}${said.log}`)), reject);
  });
  return { npx: child, curl, log: () => said.log, ended };
}

interface Delivered {
  readonly data: { readonly status: string; readonly delegations: readonly unknown[] };
}

test("installed in an empty folder it sells Energy", { timeout: 900_000 }, async () => {
  await install(folder.path, tarball.path);
  const installed = join(folder.path, "node_modules/energy-desk");

  const help = await npx("desk", "--help");
  expect(help).toMatchObject({ status: 0 });
  expect(help.stdout).toMatch(/\n {2}serve /);
  const early = await npx("desk", "status");
  expect(early).toMatchObject({ status: 1, stdout: "" });
  expect(early.stderr).toContain(
    "No desk is running on DATABASE_PATH data/desk.db; start it with: npx desk serve",
  );

  const desk = await serve();
  const [, url = "", apiKey = "", body = ""] = desk.curl;
  const headers = { "x-api-key": apiKey, "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
  const created = (await answer.json()) as { data: { orders: { orderId: string }[] } };
  const orderUrl = new URL(`/v1/order/${created.data.orders[0]?.orderId}`, url);
  const look = async () => (await (await fetch(orderUrl, { headers })).json()) as Delivered;
  const order = await until("it is completed", look, ({ data }) => data.status === "completed");
  expect(order.data.delegations).toHaveLength(1);

  for (const page of ["/docs", "/sandbox/chat", "/openapi.json", "/readyz"]) {
    expect([page, (await fetch(new URL(page, url))).status]).toEqual([page, 200]);
  }
  expect(await npx("desk", "audit")).toMatchObject({ status: 0, stdout: "The books add up.\n" });
  expect(statSync(join(folder.path, "data")).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder.path, "data/desk.db")).mode & 0o777).toBe(0o600);

  // npx itself takes no message to what it runs.
  desk.npx.kill("SIGTERM");
  await desk.ended;
  expect(desk.log()).toContain('"msg":"stopping: new orders are refused');

  const again = await serve();
  process.kill(Number(/"pid":(\d+),"msg":"open"/.exec(again.log())?.[1]), "SIGTERM");
  expect(await again.ended).toEqual([0, null]);

  const painter = start(
    process.execPath,
    [join(installed, "dist/telegram/transport/painting.js")],
    folder.path,
  );
  const chunks: Buffer[] = [];
  painter.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
  painter.stdin?.end(JSON.stringify(DOT));
  expect(await once(painter, "close")).toEqual([0, null]);
  expect(Buffer.concat(chunks).subarray(1, 4).toString()).toBe("PNG");
});
