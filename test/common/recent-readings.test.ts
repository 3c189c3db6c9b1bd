/** Readings that are kept for a moment. */
import { expect, test } from "vitest";
import { RecentReadings } from "../../src/common/recent-readings.js";

function readings() {
  let now = 1_000;
  const begun: {
    readonly resolve: (value: string) => void;
    readonly reject: (why: Error) => void;
  }[] = [];
  const recent = new RecentReadings<string>(10, () => now);
  return {
    begun,
    set: (at: number) => {
      now = at;
    },
    read: (key = "a") =>
      recent.read(
        key,
        () => new Promise((resolve, reject) => void begun.push({ resolve, reject })),
      ),
  };
}

test("all who ask within the time share one reading, pending or done; each key has its own", async () => {
  const { begun, read, set } = readings();
  const first = read();
  expect(read()).toBe(first);
  begun[0]?.resolve("1");
  set(1_009);
  expect(await read()).toBe("1");
  expect(read("b")).not.toBe(first);
  expect(begun).toHaveLength(2);
});

test("an old one is read anew, and one from a clock that was set back", () => {
  const { begun, read, set } = readings();
  for (const [at, count] of [
    [1_000, 1],
    [1_010, 2],
    [1_005, 3],
  ] as const) {
    set(at);
    void read();
    expect(begun).toHaveLength(count);
  }
});

test("a failure is told to all who wait for it and then forgotten; a later reading stays", async () => {
  const { begun, read, set } = readings();
  const [one, other] = [read(), read()];
  set(1_010);
  const later = read();
  begun[0]?.reject(new Error("away"));
  await expect(one).rejects.toThrow("away");
  await expect(other).rejects.toThrow("away");
  expect(read()).toBe(later);
  begun[1]?.reject(new Error("away again"));
  await expect(later).rejects.toThrow("away again");
  void read();
  expect(begun).toHaveLength(3);
});
