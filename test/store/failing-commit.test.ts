/** A COMMIT that fails after every statement has gone well: whoever waits for it is told so, and nothing is kept. */
import { expect, onTestFinished, test, vi } from "vitest";
import { readSetting, writeSetting } from "../../src/store/settings.js";
import { refersToNothing } from "../support/faults.js";
import { databasePath } from "../support/files.js";
import { openDatabase } from "../support/open-database.js";

const write = (value: unknown) => () => writeSetting("rates", value, "test", 1);
const stored = () => readSetting("rates");

test("rejects all who wait for it, keeps nothing, and says why", async () => {
  const database = await openDatabase(databasePath());
  onTestFinished(() => database.close());
  // A transaction takes no more phases once it has lasted long: here it never has.
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  await database.commit(write("before"));
  const group = [write("beside"), refersToNothing].map((phase) => database.commit<void>(phase));
  for (const outcome of await Promise.allSettled(group)) {
    expect(outcome).toMatchObject({ status: "rejected" });
    expect(String("reason" in outcome && outcome.reason)).toMatch(/FOREIGN KEY/i);
  }
  expect(await database.read(stored)).toBe("before");
  expect(database.writeProblem).toMatch(/FOREIGN KEY/i);
  await database.commit(write("after"));
  expect(await database.read(stored)).toBe("after");
  expect(database.writeProblem).toBeUndefined();
});
