/** `desk deposit unclaimed`, `claim` and `import`: what came to addresses that a restored desk does not know finds its customer. */
import { writeFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { givenLine } from "../../src/domain/deposit-address.js";
import { createCustomer } from "../../src/engine/customers/customers.js";
import { noteUnclaimed, watchUnknown } from "../../src/engine/deposits/watched.js";
import { confirmRestore } from "../../src/engine/operating/restore.js";
import { DEPOSITS, money } from "../support/deposits.js";
import { deskOn, errorOf, resultOf, temporaryDirectory } from "./desk-command.js";
import { openEngine, runDesk } from "./running-desk.js";

it("lists what is nobody's, and books it as the log or the operator says", async () => {
  const directory = temporaryDirectory();
  onTestFinished(() => directory.remove());
  const path = `${directory.path}/desk.db`;
  const desk = deskOn(path);
  const alone = await openEngine(path);
  const engine = { ...alone.engine, deposits: DEPOSITS };
  const { customerId } = await createCustomer(engine, "Ada");
  await confirmRestore(engine, { takenAt: 1, block: 1 });
  await watchUnknown(engine);
  const [one, two] = [DEPOSITS.keys.addressAt(1), DEPOSITS.keys.addressAt(2)];
  for (const to of [one, two]) {
    const block = { number: 7, timestampMs: 1_800_000_000_000 };
    await engine.database.commit(() => noteUnclaimed(money(to), block, undefined, 1));
  }
  await alone.close();
  const { deposits } = await resultOf(desk, "deposit", "unclaimed");
  expect(deposits).toHaveLength(2);
  expect(deposits).toContainEqual(
    expect.objectContaining({ address: two, index: 2, asset: "TRX", amount: "50" }),
  );
  const claim = ["deposit", "claim", one, "--customer", customerId, "--by", "Ann"];
  expect((await errorOf(desk, ...claim)).code).toBe("NOT_RUNNING");
  const running = await runDesk(path, (its) => ({ engine: { ...its, deposits: DEPOSITS } }));
  onTestFinished(() => running.close());
  expect(await resultOf(desk, ...claim)).toMatchObject({ address: one, customerId, credited: 1 });
  const other = "1a2150018c9000af1c52b6df";
  const log = `${directory.path}/addresses.log`;
  const line = givenLine({ customerId: other, name: "Bob", index: 2, address: two });
  writeFileSync(log, `${line}\n${other}\tBo`);
  const imported = await desk("deposit", "import", log);
  expect(imported.stdout).toContain("1 addresses were added");
  expect(imported.stdout).toContain(`Customers created, without a key (\`desk key issue\`)`);
  expect(imported.stdout).toContain("Lines that could not be read, perhaps cut off: 2.");
  expect(imported.status).toBe(1);
  expect(await resultOf(desk, "deposit", "unclaimed")).toEqual({ deposits: [] });
  expect((await errorOf(desk, "deposit", "import", `${log}.none`)).code).toBe("NOT_FOUND");
});
