/** Every command, with a desk that runs and without one: the effect is the same, and the same text says so. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findCommand } from "../../src/cli/commands.js";
import type { Engine } from "../../src/engine/context.js";
import { addPoolOwner } from "../../src/engine/operating/operate.js";
import { openIncident, raiseIncident, rewriteIncident } from "../../src/store/incidents.js";
import { type Desk, deskOn, errorOf, resultOf, temporaryDirectory } from "./desk-command.js";
import { OWNER, openEngine, placeOrder, RECEIVER, runDesk } from "./running-desk.js";

const AT = 1_800_000_000_000;
const AT_TEXT = "2027-01-15 08:00:00Z";

async function raiseThree({ database }: Engine): Promise<void> {
  await database.commit(() => raiseIncident("first", "one", AT));
  await database.commit(() => openIncident("second", "two", AT));
  const third = await database.commit(() => openIncident("third", "three", AT));
  await database.commit(() => rewriteIncident(third, "three times", AT + 60_000));
}

describe.each(["with a desk that runs", "without a desk"])("%s", (mode) => {
  const directory = temporaryDirectory();
  const databasePath = join(directory.path, "desk.db");
  const desk: Desk = deskOn(databasePath);
  const result = (...args: string[]) => resultOf(desk, ...args);
  let placed: { customerId: string; orderId: string };
  let stop = async () => {};

  beforeAll(async () => {
    if (mode === "without a desk") {
      const { engine, close } = await openEngine(databasePath);
      placed = await placeOrder(engine);
      await raiseThree(engine);
      await close();
    } else {
      const running = await runDesk(databasePath);
      stop = running.close;
      placed = await placeOrder(running.engine);
      await raiseThree(running.engine);
    }
  });
  afterAll(async () => {
    await stop();
    directory.remove();
  });

  it("creates a customer whose key is shown once", async () => {
    const { customerId, apiKey } = await result(
      "customer",
      "create",
      "--name",
      "Ada",
      "--credit",
      "7.5",
    );
    expect(customerId).toMatch(/^[0-9a-f]{24}$/);
    expect(apiKey).toMatch(/^edk_\w{38}$/);
    const listed = await desk("customer", "list");
    expect(listed).toMatchObject({ status: 0, stderr: "" });
    expect(listed.stdout).toMatch(new RegExp(`${customerId}  Ada +7\\.5 +0 +1 `));
    const keys = await desk("key", "list", "--json");
    expect(keys.stdout).toContain(String(customerId));
    expect(keys.stdout).not.toContain(apiKey);
  });

  it("creates one with nothing, also where that is said", async () => {
    const { customerId } = await result("customer", "create", "--name", "Zoe", "--credit", "0");
    const listed = await desk("customer", "list");
    expect(listed.stdout).toMatch(new RegExp(`${customerId}  Zoe +0 +0 +1 `));
  });

  it("credits and debits, each reference once", async () => {
    const { customerId } = await result("customer", "create", "--name", "Bob");
    const money = (kind: string, amount: string, ...more: string[]) => {
      const args = ["--customer", String(customerId), "--trx", amount, "--reason", "test"];
      const how = kind === "credit" ? ["--gift"] : [];
      return result("customer", kind, ...args, ...how, ...more);
    };
    const twice = ["--reference", "wire-17"];
    expect(await money("credit", "3.9", ...twice)).toMatchObject({ moved: true, available: 3.9 });
    expect(await money("credit", "3.9", ...twice)).toMatchObject({ moved: false, available: 3.9 });
    const unnamed = await money("credit", "0.1");
    expect(unnamed).toMatchObject({ moved: true, available: 4, customerId });
    expect(unnamed.reference).toMatch(/^[0-9a-f-]{36}$/);
    expect(await money("debit", "0.5", ...twice)).toMatchObject({ moved: true, available: 3.5 });
    expect(await money("debit", "0.5", "--withdrawn")).toMatchObject({ moved: true, available: 3 });
    const poor = ["debit", "--customer", String(customerId), "--trx", "3.000001", "--reason", "x"];
    expect(await errorOf(desk, "customer", ...poor)).toMatchObject({
      status: 1,
      success: false,
      code: "INSUFFICIENT_BALANCE",
      message: "The balance of 3 TRX is below the amount of 3.000001 TRX. Nothing was debited.",
      details: { required: 3.000001, available: 3 },
    });
    const other = [
      "credit",
      "--customer",
      String(customerId),
      "--trx",
      "1",
      "--reason",
      "x",
      "--gift",
    ];
    const reused = await errorOf(desk, "customer", ...other, ...twice);
    expect(reused).toMatchObject({ status: 2, code: "VALIDATION_FAILED" });
  });

  it("books a payment once, as money that can be withdrawn, and a gift as none", async () => {
    const { customerId } = await result("customer", "create", "--name", "Cy", "--credit", "1");
    const args = ["--customer", String(customerId), "--trx", "5", "--reason", "bank"];
    const credit = ["customer", "credit", ...args];
    const wrong = async (...more: string[]) =>
      (await errorOf(desk, ...credit, ...more)).message as string;
    for (const both of [[], ["--paid", "--gift", "--reference", "r"]]) {
      const said = await wrong(...both);
      expect(said).toContain(
        "--paid (the customer paid it by bank or in cash: it can be withdrawn",
      );
      expect(said).toContain("--gift (you give it away: it buys from the desk's own pool only");
    }
    expect(await wrong("--paid")).toContain("--reference: must be given with --paid");
    const paid = [...credit, "--paid", "--reference", "wire-17"];
    expect(await result(...paid)).toMatchObject({ moved: true, available: 6 });
    expect(await result(...paid)).toMatchObject({ moved: false, available: 6 });
    expect(await wrong("--gift", "--reference", "wire-17")).toContain("wire-17 was used for");
  });

  it("issues and revokes keys", async () => {
    const { keyId, apiKey } = await result("key", "issue", "--customer", placed.customerId);
    expect(apiKey).toMatch(/^edk_/);
    expect(await result("key", "revoke", String(keyId))).toEqual({ keyId, revoked: true });
    const { keys } = (await result("key", "list", "--customer", placed.customerId)) as {
      keys: { keyId: string; revokedAt: number | null }[];
    };
    expect(keys).toHaveLength(2);
    expect(keys.find((key) => key.keyId === keyId)?.revokedAt).toBeGreaterThan(0);
    const unknown = await errorOf(desk, "key", "revoke", "nobody");
    expect(unknown).toMatchObject({ status: 1, code: "NOT_FOUND" });
    expect(unknown.message).toContain("`desk key list` shows them");
    const ofNobody = await errorOf(desk, "key", "list", "--customer", "nobody");
    expect(ofNobody).toMatchObject({ status: 1, code: "NOT_FOUND" });
  });

  it("shows and sets rates, one or all", async () => {
    const before = await result("rates", "show");
    expect(before).toMatchObject({ fast: { energy: 60 }, floors: { "1d": { energy: 45 } } });
    const one = ["--resource", "energy", "--fast", "61", "--duration", "1d", "--floor", "46"];
    expect(await result("rates", "set", ...one)).toMatchObject({
      fast: { energy: 61, bandwidth: 600 },
      floors: { "1d": { energy: 46, bandwidth: 400 }, "3d": { energy: 45 } },
    });
    const file = join(directory.path, "rates.json");
    writeFileSync(file, JSON.stringify(before));
    await result("rates", "set", "--file", file);
    expect(await result("rates", "show")).toEqual(before);
    writeFileSync(file, JSON.stringify({ ...before, fast: { energy: 0 } }));
    const refused = await errorOf(desk, "rates", "set", "--file", file);
    expect(refused).toMatchObject({ status: 2, code: "VALIDATION_FAILED" });
    expect(refused.message).toMatch(/^fast\.energy: .*1 more/);
  });

  it("adds, shows and drains owners of the pool", async () => {
    const stateOf = async (address: string) => {
      const { owners } = (await result("pool", "show")) as {
        owners: { address: string; state: string }[];
      };
      return owners.find((owner) => owner.address === address)?.state;
    };
    expect(await stateOf(RECEIVER)).toBeUndefined();
    await result("pool", "add", RECEIVER);
    expect(await stateOf(RECEIVER)).toBe("active");
    await result("pool", "drain", RECEIVER);
    expect(await stateOf(RECEIVER)).toBe("draining");
    await result("pool", "add", RECEIVER);
    expect(await stateOf(RECEIVER)).toBe("active");
    const text = await desk("pool", "show");
    expect(text.stdout).toMatch(new RegExp(`^${OWNER} +active +[\\d,]+`, "m"));
    const nobody = "TUSQzWDnJfWTmvXrQAx4Vk13LLdp1BJMgC";
    expect((await errorOf(desk, "pool", "drain", nobody)).code).toBe("NOT_FOUND");
  });

  it("removes an owner of the pool that has never delegated, and no other", async () => {
    const added = "TUSQzWDnJfWTmvXrQAx4Vk13LLdp1BJMgC";
    await result("pool", "add", added);
    expect((await desk("pool", "remove", added)).stdout).toBe(`${added} is out of the pool.\n`);
    expect((await desk("pool", "show")).stdout).not.toContain(added);
    expect((await errorOf(desk, "pool", "remove", added)).code).toBe("NOT_FOUND");
    const refused = await errorOf(desk, "pool", "remove", OWNER);
    expect(refused).toMatchObject({ status: 2, code: "VALIDATION_FAILED" });
    expect(refused.message).toContain(`instead: desk pool drain ${OWNER}`);
    expect((await desk("pool", "show")).stdout).toContain(OWNER);
  });

  it("shows an order of any customer with its delegations", async () => {
    const order = await result("order", "show", placed.orderId);
    expect(order).toMatchObject({ ...placed, status: "processing", paidAmount: 3.9 });
    expect(order.delegations).toMatchObject([{ owner: OWNER, amount: 65_000 }]);
    const { stdout } = await desk("order", "show", placed.orderId);
    expect(stdout).toMatch(/^paidAmount +3\.9 TRX$/m);
    expect(stdout).toMatch(new RegExp(`^${OWNER} +65,000 +planned`, "m"));
    expect(await errorOf(desk, "order", "show", "nothing")).toMatchObject({
      status: 1,
      code: "ORDER_NOT_FOUND",
    });
  });

  it("lists orders of all customers in lines of 100 columns, and those looked for", async () => {
    const { orders, nextCursor } = await result("order", "list", "--receiver", RECEIVER);
    expect(nextCursor).toBeNull();
    expect(orders).toMatchObject([{ ...placed, customerName: "Buyer", paidAmount: 3.9 }]);
    const { stdout } = await desk("order", "list", "--customer", placed.customerId);
    const [heading = "", line = ""] = stdout.split("\n");
    expect(heading).toMatch(
      /^order +created +customer +type +amount +receiver +status +paid +back$/,
    );
    expect(line).toMatch(
      new RegExp(`^${placed.orderId}  \\d\\d-\\d\\d \\d\\d:\\d\\d  Buyer +Fast  65,000 E  TSe…QZK`),
    );
    expect(line).toMatch(/ processing +3\.9 +0$/);
    const none = await desk("order", "list", "--to", "2026-01-01");
    expect(none).toMatchObject({ status: 0, stdout: "No such orders.\n" });
    const wrong = ["--from", "2026-02-30", "--limit", "101", "--status", "open", "--cursor", "x"];
    const refused = await errorOf(desk, "order", "list", ...wrong);
    expect(refused.details).toMatchObject([
      {
        path: "--status",
        message: 'must be one of processing, completed, cancelled; it was "open"',
      },
      {
        path: "--from",
        message: expect.stringMatching(/2026-08-01T12:00:00Z; it was "2026-02-30"$/),
      },
      { path: "--limit", message: 'must be a whole number from 1 to 100; it was "101"' },
      { path: "--cursor" },
    ]);
    const period = ["--from", "2026-08-02T12:00Z", "--to", "2026-08-01"];
    expect((await errorOf(desk, "order", "list", ...period)).details).toEqual([
      { path: "--to", message: "must not be before --from" },
    ]);
  });

  it("lists incidents, the newest first, so many as asked for, with their ends", async () => {
    const { stdout } = await desk("incidents");
    expect(stdout.split("\n")).toEqual([
      ...[`${AT_TEXT}  third  ended 2027-01-15 08:01:00Z`, "  three times"],
      ...[`${AT_TEXT}  second  open`, "  two", `${AT_TEXT}  first`, "  one", ""],
    ]);
    expect(await result("incidents", "--limit", "2")).toEqual({
      incidents: [
        { id: 3, kind: "third", text: "three times", at: AT, closedAt: AT + 60_000 },
        { id: 2, kind: "second", text: "two", at: AT, closedAt: null },
      ],
    });
  });

  it("pauses, resumes and audits", async () => {
    expect(await result("pause", "--reason", "upgrade")).toEqual({
      paused: "orders",
      reason: "upgrade",
    });
    expect(await result("resume")).toEqual({
      resumed: "orders",
      payoutsHeld: null,
      unknownPayouts: 0,
    });
    expect(await result("audit")).toEqual({ ok: true, violations: [] });
  });
});

it("says that an owner in POOL_OWNERS comes back", async () => {
  const directory = temporaryDirectory();
  const { engine, config, close } = await openEngine(join(directory.path, "desk.db"));
  const command = findCommand("pool remove");
  await addPoolOwner(engine, OWNER);
  const removed = await command?.run(
    { engine, config: { ...config, poolOwners: [OWNER] } },
    { address: OWNER },
  );
  expect(removed).toMatchObject({ address: OWNER, inPoolOwners: true });
  expect(command?.print(removed)).toMatch(/POOL_OWNERS names it: the next start adds it again/);
  await close();
  directory.remove();
});
