/** `desk node ignore` and `desk node use` on a desk with several nodes: what they change, what they refuse, what a restart keeps. */
import { join } from "node:path";
import pino from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DeskNodes, deskNodes } from "../../src/boot/node.js";
import type { Hosts } from "../../src/chain/hosts/hosts.js";
import { CallTally } from "../../src/chain/node-calls.js";
import type { Engine } from "../../src/engine/context.js";
import { down, rigOf } from "../chain/hosts/rig.js";
import { deskOn, errorOf, resultOf, temporaryDirectory } from "./desk-command.js";
import { runDesk } from "./running-desk.js";

let directory: ReturnType<typeof temporaryDirectory>;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => directory.remove());

/** A desk on its database, with as many nodes as given; each has told its head. */
async function start(count: number) {
  const databasePath = join(directory.path, "desk.db");
  const rig = rigOf(count);
  await rig.tell();
  const log: string[] = [];
  const logger = pino({}, { write: (line: string) => log.push(line) });
  let nodes: DeskNodes | undefined;
  const more = (engine: Engine) => {
    nodes = nodesOf(engine, rig.hosts);
    return { nodes };
  };
  const running = await runDesk(databasePath, more);
  await nodes?.restore(logger);
  return {
    ...rig,
    ...running,
    desk: deskOn(databasePath),
    nodes: nodes as DeskNodes,
    log: [...log, ...running.log],
    logged: running.log,
  };
}

function nodesOf(engine: Engine, hosts: Hosts | undefined): DeskNodes {
  return deskNodes({ engine, hosts, url: "http://node1/key", calls: new CallTally() });
}

const usesOf = ({ nodes }: { nodes: DeskNodes }) => nodes.states().map(({ use }) => use);

test("a node is taken out while the desk runs, and let in again", async () => {
  const one = await start(3);
  const ignored = await one.desk("node", "ignore", "1");
  expect(ignored).toMatchObject({ status: 0, stderr: "" });
  expect(ignored.stdout).toBe(
    "Node 1 http://node1 is asked nothing and sent nothing, also after a restart, until `desk node use 1`.\n",
  );
  expect(one.inStep()).toEqual([2, 3]);
  expect(usesOf(one)).toEqual(["ignored", "reading", "stand-by"]);
  expect(await resultOf(one.desk, "node", "ignore", "1")).toEqual({
    number: 1,
    node: "1 http://node1",
    ignored: true,
  });
  const used = await one.desk("node", "use", "1");
  expect(used.stdout).toBe("Node 1 http://node1 is used as soon as it is in step.\n");
  expect(one.inStep()).toEqual([1, 2, 3]);
  expect(await resultOf(one.desk, "node", "use", "1")).toMatchObject({ ignored: false });
  expect(one.logged.join("")).toContain('"command":"node ignore","node":"1 http://node1"');
  await one.close();
});

describe("is refused", () => {
  test("for the last node that could be read from", async () => {
    const one = await start(2);
    const fail = (at: number) => {
      const host = one.hosts.all[at];
      if (host) one.hosts.failed(host, down().message);
    };
    fail(1);
    const refused = await errorOf(one.desk, "node", "ignore", "1");
    expect(refused).toMatchObject({ status: 1, code: "LAST_NODE" });
    expect(refused.message).toBe(
      "Node 1 http://node1 is the last one that can be read from (2 http://node2: did not answer). Nothing is changed.",
    );
    expect(usesOf(one)).toEqual(["reading", "nothing"]);
    // That one is of no use now.
    expect(await resultOf(one.desk, "node", "ignore", "2")).toMatchObject({ ignored: true });
    const both = await errorOf(one.desk, "node", "ignore", "1");
    expect(both.message).toContain("(2 http://node2: ignored by the operator)");
    fail(0);
    expect(await resultOf(one.desk, "node", "ignore", "2")).toMatchObject({ ignored: true });
    await one.close();
  });

  test("for the second of two commands at once", async () => {
    const one = await start(2);
    const done = await Promise.all([
      one.desk("node", "ignore", "1"),
      one.desk("node", "ignore", "2"),
    ]);
    expect(done.map(({ status }) => status).sort()).toEqual([0, 1]);
    expect(one.inStep()).toHaveLength(1);
    await one.close();
  });

  test("for a number that no node has", async () => {
    const one = await start(2);
    expect(await errorOf(one.desk, "node", "ignore", "3")).toMatchObject({
      status: 1,
      code: "NOT_FOUND",
      message: "There is no node 3. `desk status` shows them with their numbers.",
    });
    for (const wrong of ["0", "one", "1.5"]) {
      const refused = await errorOf(one.desk, "node", "use", wrong);
      expect(refused, wrong).toMatchObject({ status: 2, code: "VALIDATION_FAILED" });
    }
    await one.close();
  });

  test("where there is one node", async () => {
    const databasePath = join(directory.path, "desk.db");
    const running = await runDesk(databasePath, (engine) => ({
      nodes: nodesOf(engine, undefined),
    }));
    const desk = deskOn(databasePath);
    for (const command of ["ignore", "use"]) {
      expect(await errorOf(desk, "node", command, "1")).toMatchObject({
        status: 1,
        code: "LAST_NODE",
        message: "There is one node only, and it is used. TRON_FULL_HOST takes up to four.",
      });
    }
    await running.close();
    const error = await errorOf(desk, "node", "ignore", "1");
    expect(error).toMatchObject({ status: 1, code: "NOT_RUNNING" });
  });

  test("and changes nothing, when it cannot be written down", async () => {
    const one = await start(2);
    const { database } = one.engine;
    const commit = database.commit.bind(database);
    database.commit = () => Promise.reject(new Error("the disk is full"));
    const failed = await one.desk("node", "ignore", "1");
    expect(failed).toMatchObject({ status: 1 });
    database.commit = commit;
    expect(usesOf(one)).toEqual(["reading", "stand-by"]);
    await one.close();
  });
});

describe("a restart", () => {
  test("keeps it, and says so in the log", async () => {
    const one = await start(3);
    await resultOf(one.desk, "node", "ignore", "2");
    await one.close();
    const again = await start(3);
    expect(usesOf(again)).toEqual(["reading", "ignored", "stand-by"]);
    expect(again.log.join("")).toContain('"node":"2 http://node2"');
    expect(again.log.join("")).toContain("ignored until `desk node use`");
    await resultOf(again.desk, "node", "use", "2");
    await again.close();
    const last = await start(3);
    expect(usesOf(last)).toEqual(["reading", "stand-by", "stand-by"]);
    expect(last.log).toEqual([]);
    await last.close();
  });

  test("forgets it where the settings have another node in its place, and never takes out all", async () => {
    const one = await start(4);
    for (const number of ["1", "2", "4"]) await resultOf(one.desk, "node", "ignore", number);
    await one.close();
    const fewer = await start(2);
    expect(usesOf(fewer)).toEqual(["reading", "stand-by"]);
    expect(fewer.log.join("")).toContain("no other node is left");
    expect(fewer.log.join("")).toMatch(/"nodes":\["4 http:\/\/node4"\].*are used, or gone/);
    await fewer.close();
    const asBefore = await start(4);
    expect(usesOf(asBefore)).toEqual(["reading", "stand-by", "stand-by", "stand-by"]);
    expect(asBefore.log).toEqual([]);
    await asBefore.close();
  });
});
