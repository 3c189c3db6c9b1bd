/** Each of our packages, installed from its own tarball in a folder where nothing else is, is whole and can be used. */
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { isOfPackage } from "./contents.js";
import { done, emptyFolder, install, packOne, ROOT, run } from "./npm.js";

/** Where no binary of the database driver can be fetched it is compiled. */
const MINUTES = { timeout: 900_000 };

const packed = emptyFolder();
afterAll(() => packed.remove());

/** Packs it, installs it with what else a user of it has, and gives the folder. */
async function installed(name: string, ...more: string[]): Promise<string> {
  const tarball = await packOne(name, packed.path);
  expect(tarball.files.filter((path) => !isOfPackage(name, path))).toEqual([]);
  expect(tarball.files).toEqual(expect.arrayContaining(["README.md", "LICENSE"]));
  const folder = emptyFolder();
  ending.push(folder.remove);
  await install(folder.path, tarball.path, ...more);
  const others = ["energy-desk", "energy-desk-client", "tron-sandbox", "telegram-sandbox"];
  const modules = readdirSync(join(folder.path, "node_modules"));
  expect(modules.filter((one) => others.includes(one))).toEqual([name]);
  return folder.path;
}
const ending: (() => void)[] = [];
afterAll(() => {
  for (const end of ending) end();
});

/** The version of a package that this project has, for `npm install`. */
function own(name: string): string {
  const { version } = JSON.parse(
    readFileSync(join(ROOT, "node_modules", name, "package.json"), "utf8"),
  );
  return `${name}@${version}`;
}

/** What a script of this folder prints. */
const printed = (folder: string, script: string) =>
  done(process.execPath, ["--input-type=module", "-e", script], folder);

/** The script of a package's README. */
function exampleOf(name: string): string {
  const readme = readFileSync(join(ROOT, "node_modules", name, "README.md"), "utf8");
  return /^```js\n(.*?)^```$/ms.exec(readme)?.[1] ?? "";
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(folder, name)))
    .reduce((bytes, file) => bytes + (file.isFile() ? file.size : 0), 0);
}

/** What the compiler has against a script of TypeScript in this folder. */
async function problemsOf(folder: string, text: string): Promise<string[]> {
  const scripts = join(folder, "scripts");
  mkdirSync(scripts, { recursive: true });
  writeFileSync(join(scripts, "script.mts"), text);
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2023"];
  const lib = ["--lib", "es2023,dom", "--typeRoots", join(ROOT, "node_modules/@types")];
  const types = ["--types", "node", "--skipLibCheck"];
  const args = [tsc, ...options, ...lib, ...types, "script.mts"];
  const { stdout } = await run(process.execPath, args, scripts);
  return stdout.match(/^\S+: error TS\d+: .*$/gm) ?? [];
}

test("energy-desk-client reads a balance, and is small", async () => {
  const folder = await installed("energy-desk-client");
  expect(sizeOf(join(folder, "node_modules"))).toBeLessThan(8_000_000);
  const data = { available: 9_996.1, held: 0, withdrawable: 0 };
  const service = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ success: true, data }));
  });
  await once(service.listen(0, "127.0.0.1"), "listening");
  ending.push(() => service.close());
  const script = (field: string) => `import { EnergyDesk } from "energy-desk-client";
const baseUrl = "http://127.0.0.1:${(service.address() as AddressInfo).port}";
const desk = new EnergyDesk({ baseUrl, apiKey: "edk_key" });
const balance = await desk.balance();
console.log(balance.${field});
await desk.close();
`;
  expect(await printed(folder, script("available"))).toBe("9996.1\n");
  expect(await problemsOf(folder, script("available"))).toEqual([]);
  expect(await problemsOf(folder, script("availble"))).toEqual([
    expect.stringContaining("'availble' does not exist"),
  ]);
});

test(
  "tron-sandbox starts a node, here and in a thread, and takes a transaction",
  MINUTES,
  async () => {
    const folder = await installed("tron-sandbox", own("tronweb"));
    const example = exampleOf("tron-sandbox");
    expect(await printed(folder, example)).toMatch(/^\d+ \{ net_usage: \d+ \} 1005000000\n$/);
    // The same chain goes on in a thread.
    const inWorker = `import { startTronNodeInWorker } from "tron-sandbox";
const node = await startTronNodeInWorker({ directory: "./chain", port: 0, blockMs: "manual" });
const { head } = await (await fetch(node.url + "/sandbox/state")).json();
console.log(typeof head);
await node.close();
`;
    expect(await printed(folder, inWorker)).toBe("object\n");
    expect(await problemsOf(folder, inWorker)).toEqual([]);
    expect(await problemsOf(folder, inWorker.replace("blockMs", "blockM"))).toHaveLength(1);
    const bare = await run("npx", ["--no-install", "tron-sandbox"], folder);
    expect(bare).toMatchObject({ status: 1 });
    expect(bare.stderr).toContain("--directory PATH");
    const help = await run("npx", ["--no-install", "tron-sandbox", "--help"], folder);
    expect(help).toMatchObject({ status: 0, stderr: "" });
  },
);

test("telegram-sandbox serves a bot, its people and the chat page", MINUTES, async () => {
  const folder = await installed("telegram-sandbox", own("grammy"));
  expect(await printed(folder, exampleOf("telegram-sandbox"))).toBe(
    "[ 'hello', 'You said hello' ]\n",
  );
  const script = `import { startTelegramSandbox } from "telegram-sandbox";
const { apiRoot, token, chatUrl, close } = await startTelegramSandbox({ directory: "./telegram" });
const ask = async (method: string) => (await fetch(apiRoot + "/bot" + token + method)).json();
const me = await ask("/getMe");
const sent = await ask("/sendMessage?chat_id=7001&text=hi");
const page = await (await fetch(chatUrl)).text();
const [path = ""] = /\\/sandbox\\/chat\\/chat\\.js/.exec(page) ?? [];
const code = await fetch(new URL(path, chatUrl));
console.log(me.result.username, sent.result.text, code.headers.get("content-type"));
await close();
`;
  expect(await problemsOf(folder, script)).toEqual([]);
  expect(await printed(folder, script.replace("method: string", "method"))).toBe(
    "desk_sandbox_bot hi text/javascript; charset=utf-8\n",
  );
  const bare = await run("npx", ["--no-install", "telegram-sandbox"], folder);
  expect(bare).toMatchObject({ status: 1 });
  expect(bare.stderr).toContain("--directory PATH");
  const help = await run("npx", ["--no-install", "telegram-sandbox", "--help"], folder);
  expect(help).toMatchObject({ status: 0, stderr: "" });
});
