/** The socket beside the database: private, replaced after a kill, told apart from a desk that lives. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { operatorCommands, runCommand } from "../../src/cli/commands.js";
import { OutcomeUnknown } from "../../src/common/failures.js";
import { controlSocketPath } from "../../src/control/database-place.js";
import type { DeskControl } from "../../src/control/desk-control.js";
import { refusalBody } from "../../src/control/refusal.js";
import { askDesk, startControlServer } from "../../src/control/socket.js";
import { deskOn, errorOf, resultOf, temporaryDirectory } from "../cli/desk-command.js";
import { OWNER, runDesk, STOPPING } from "../cli/running-desk.js";

let directory: ReturnType<typeof temporaryDirectory>;
let databasePath: string;
const cleanUps: (() => Promise<void>)[] = [];

beforeEach(() => {
  directory = temporaryDirectory();
  databasePath = join(directory.path, "desk.db");
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  directory.remove();
});

async function start(more: Partial<DeskControl> = {}, path = databasePath) {
  const running = await runDesk(path, more);
  cleanUps.push(running.close);
  return running;
}

/** Something to wait for. */
function latch() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}

/** What the socket answers to raw bytes; undefined when it hangs up. */
async function raw(path: string, bytes: string): Promise<unknown> {
  const socket = connect(path);
  socket.write(bytes);
  const answer = await text(socket).catch(() => "");
  return answer === "" ? undefined : JSON.parse(answer);
}

describe("the socket", () => {
  it("is beside the database, for its own user only, and gone after close", async () => {
    const { server } = await start();
    expect(server.path).toBe(`${databasePath}.sock`);
    expect(statSync(server.path).mode & 0o777).toBe(0o600);
    await cleanUps.pop()?.();
    expect(existsSync(server.path)).toBe(false);
  });

  it("moves to a private directory when the path is too long for one", async () => {
    const long = join(directory.path, "d".repeat(120));
    mkdirSync(long);
    const { server } = await start({}, join(long, "desk.db"));
    expect(Buffer.byteLength(server.path)).toBeLessThan(104);
    expect(statSync(join(server.path, "..")).mode & 0o777).toBe(0o700);
    expect(statSync(server.path).mode & 0o777).toBe(0o600);
    const status = await resultOf(deskOn(join(long, "desk.db")), "status");
    expect(status).toMatchObject({ headBlock: 7 });
    expect(controlSocketPath(join(long, "other.db"))).not.toBe(server.path);
  });

  it("replaces the one of a desk that was killed", async () => {
    const path = JSON.stringify(`${databasePath}.sock`);
    const code = `require("net").createServer().listen(${path}, () => console.log("listens"));`;
    const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(existsSync(`${databasePath}.sock`)).toBe(true);
    expect(await errorOf(deskOn(databasePath), "status")).toMatchObject({ code: "NOT_RUNNING" });
    await start();
    expect(await resultOf(deskOn(databasePath), "status")).toMatchObject({ headBlock: 7 });
  });

  it("refuses a second desk, and leaves the first one's alone", async () => {
    const { engine } = await start();
    const desk = { engine } as DeskControl;
    const second = startControlServer({
      databasePath,
      desk,
      commands: operatorCommands,
      logger: pino({ level: "silent" }),
    });
    await expect(second).rejects.toThrow(`Another desk runs on ${databasePath}`);
    await expect(runDesk(databasePath)).rejects.toThrow(/in use by the desk \(process \d+\)/);
    expect(await resultOf(deskOn(databasePath), "status")).toMatchObject({ headBlock: 7 });
  });
});

describe("the conversation", () => {
  it.each([
    ["no JSON", "hello\n", "MALFORMED_JSON"],
    ["another shape", '{"command":1}\n', "MALFORMED_JSON"],
    ["an unknown command", '{"command":"explode","input":{}}\n', "NOT_FOUND"],
    ["unknown fields", '{"command":"audit","input":{"force":true}}\n', "VALIDATION_FAILED"],
    ["missing fields", '{"command":"customer create","input":{}}\n', "VALIDATION_FAILED"],
    ["no text", '{"command":"customer create","input":{"name":7}}\n', "VALIDATION_FAILED"],
  ])("answers %s with an error", async (_, bytes, code) => {
    const { server } = await start();
    expect(await raw(server.path, bytes)).toMatchObject({ error: { code } });
    expect(await resultOf(deskOn(databasePath), "audit")).toMatchObject({ ok: true });
  });

  it("drops whoever never ends the line, and outlives whoever leaves early", async () => {
    const { server } = await start();
    expect(await raw(server.path, "x".repeat(1_100_000))).toBeUndefined();
    const gone = connect(server.path);
    await once(gone, "connect");
    gone.write('{"command":"audit","input":{}}\n');
    gone.destroy();
    expect(await resultOf(deskOn(databasePath), "audit")).toMatchObject({ ok: true });
  });

  it("does changes one after another, so that none is lost", async () => {
    const { desk } = await start();
    const set = (resource: string, fast: string) =>
      runCommand(desk, "rates set", { resource, fast });
    await Promise.all([
      set("energy", "71"),
      set("bandwidth", "702"),
      expect(set("gas", "1")).rejects.toThrow("--resource"),
    ]);
    expect(await resultOf(deskOn(databasePath), "rates", "show")).toMatchObject({
      fast: { energy: 71, bandwidth: 702 },
    });
  });

  it("never logs what a command answers", async () => {
    const { log } = await start();
    const { apiKey } = await resultOf(deskOn(databasePath), "customer", "create", "--name", "Ada");
    expect(log.join("")).toContain('"command":"customer create"');
    expect(log.join("")).not.toContain(String(apiKey).slice(0, 12));
  });

  it("logs what was done to whom, and why the desk was paused", async () => {
    const { log } = await start();
    const desk = deskOn(databasePath);
    const { customerId } = await resultOf(desk, "customer", "create", "--name", "Ada");
    const credit = ["--customer", String(customerId), "--trx", "5", "--reason", "wire", "--paid"];
    await resultOf(desk, "customer", "credit", ...credit, "--reference", "wire-17");
    await resultOf(desk, "pool", "add", OWNER);
    await resultOf(desk, "pause", "--reason", "node upgrade");
    await errorOf(desk, "key", "revoke", "nobody");
    const told = log.map((line) => JSON.parse(line));
    for (const fields of [
      { command: "customer credit", customerId, reference: "wire-17", moved: true },
      { command: "pool add", address: OWNER },
      { command: "pause", reason: "node upgrade" },
      { command: "key revoke", code: "NOT_FOUND", why: expect.stringContaining("no key") },
    ]) {
      expect(told).toContainEqual(expect.objectContaining(fields));
    }
  });

  it.each([
    ["key", "revoke"],
    ["key", "issue", "--customer"],
    ["order", "show"],
  ])("never logs a key that is given to `%s %s` for an id", async (...command) => {
    const { log } = await start();
    const desk = deskOn(databasePath);
    const { apiKey } = await resultOf(desk, "customer", "create", "--name", "Ada");
    const error = await errorOf(desk, ...command, String(apiKey));
    expect(error).toMatchObject({ code: "VALIDATION_FAILED" });
    expect(JSON.stringify(error) + log.join("")).not.toContain(String(apiKey).slice(0, 12));
  });

  it("finds a pause that was ordered while it did not run", async () => {
    const desk = deskOn(databasePath);
    await resultOf(desk, "customer", "create", "--name", "Ada");
    await resultOf(desk, "pause", "--reason", "restored from a backup");
    const { engine } = await start();
    expect(engine.gates.pause).toBe("restored from a backup");
    await resultOf(desk, "resume");
    expect(engine.gates.pause).toBeUndefined();
  });

  it("gives the status of the desk, for people too", async () => {
    await start();
    const desk = deskOn(databasePath, { PORT: "wrong, but not needed here" });
    expect(Object.keys(await resultOf(desk, "status")).sort()).toEqual(
      [
        "baseUrl",
        "depositsInReview",
        "headBlock",
        "heldBack",
        "locks",
        "network",
        "nodeUrl",
        "nodes",
        "payoutsHeld",
        "notRead",
        "pool",
        "reason",
        "state",
        "telegram",
        "workers",
      ].sort(),
    );
    const { stdout } = await desk("status");
    expect(stdout).toMatch(/^baseUrl +http:\/\/127\.0\.0\.1:3000$/m);
    expect(stdout).toMatch(
      /^node +use +head +lag +solid lag +answers 1h +failed 1h +a day +why not$/m,
    );
    expect(stdout).toMatch(
      /^1 http:\/\/10\.0\.0\.5:8090 +reading +70000120 +0 +19 +3,010 +2 +72,288$/m,
    );
    expect(stdout).toMatch(
      /^2 https:\/\/api\.trongrid\.io +broadcasts +- +- +- +0 +61 +1,464 +wallet\/getblock answered HTTP 429; since 2027-01-15 08:00:00Z; asked again from 2027-01-15 08:01:00Z$/m,
    );
    expect(stdout).toMatch(
      /^locked +23 of 1,025 running delegations, 20 of 21 of the pool's; 2 locks ever went beyond the bounds$/m,
    );
    expect(stdout).toMatch(/^signer +no +2027-01-15 08:00:00Z +no node$/m);
    expect(stdout).toMatch(/^Telegram +open\nbot +@desk_bot\nlast poll +2027-01-15 08:00:00Z$/m);
    expect(stdout).toMatch(/^inbox waiting +1\noutbox waiting +2\ndead letters +3$/m);
    expect(stdout).toMatch(
      /^withdrawals to new addresses, last 24 h +2\nsellers' payouts to approve +3\nTRX of them +40$/m,
    );
  });
});

describe("closing", () => {
  /** A desk whose `status` takes until it is told to end. */
  async function slowDesk() {
    const begun = latch();
    const end = latch();
    const status = async () => {
      begun.open();
      await end.opened;
      return STOPPING;
    };
    return { ...(await start({ status })), begun: begun.opened, end: end.open };
  }

  it("lets a running command end and be answered, and drops who only connected", async () => {
    const { server, begun, end } = await slowDesk();
    const idle = connect(server.path);
    await once(idle, "connect");
    const idleClosed = once(idle.resume(), "close");
    const answer = askDesk(server.path, { command: "status", input: {} });
    await begun;
    const closed = server.close();
    await idleClosed;
    end();
    expect(await answer).toEqual({ result: STOPPING });
    await closed;
  });

  it("waits for a command whose caller has left, because the database is closed next", async () => {
    const { server, begun, end } = await slowDesk();
    const caller = connect(server.path);
    caller.write('{"command":"status","input":{}}\n');
    await begun;
    caller.destroy();
    await once(caller, "close");
    let isClosed = false;
    const closed = server.close().then(() => {
      isClosed = true;
    });
    const other = connect(server.path);
    await once(other, "error");
    await new Promise(setImmediate);
    expect(isClosed).toBe(false);
    end();
    await closed;
  });

  it.each([
    ["answer got lost", undefined],
    ["commit has an unknown outcome", refusalBody(new OutcomeUnknown("nobody knows"))],
  ])("tells how to repeat a payment whose %s", async (_, error) => {
    const path = join(directory.path, "dying.sock");
    const said = error && `${JSON.stringify({ error })}\n`;
    const dying = createServer((socket) =>
      socket.once("data", () => (said ? socket.end(said) : socket.destroy())),
    );
    await once(dying.listen(path), "listening");
    const call = { command: "customer credit", input: { reference: "wire-17" } };
    await expect(askDesk(path, call)).rejects.toMatchObject({
      code: "NO_ANSWER",
      message: expect.stringContaining("--reference wire-17"),
    });
    dying.close();
  });
});
