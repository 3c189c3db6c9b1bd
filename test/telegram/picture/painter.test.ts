/** Pictures painted for real, in processes of their own: what comes of them, and what of those that fail. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { challengeText } from "../../../src/domain/seller.js";
import { Painter, PaintingStopped } from "../../../src/telegram/transport/painter.js";
import { type Picture, type Shape, textCode } from "../../../src/telegram/transport/picture.js";
import { addressOf } from "../../support/addresses.js";
import { until } from "../../support/until.js";
import { pixelsOf, textInCode } from "./read-code.js";

const GROUND = [0x13, 0x1c, 0x28];

function picture(...shapes: Shape[]): Picture {
  return { width: 200, height: 100, background: "#131c28", shapes };
}

const written = (text: string): Shape => ({
  ...{ kind: "text", text, at: [10, 70], size: 40, weight: 500, fill: "#ffffff" },
  ...{ align: "left", maxWidth: 180 },
});

/** The colour at a point, red green blue. */
async function colours(png: Buffer): Promise<(x: number, y: number) => number[]> {
  const { data, width } = await pixelsOf(png);
  return (x, y) => [...data.slice((y * width + x) * 4, (y * width + x) * 4 + 3)];
}

function processOf(code: string): URL {
  const directory = mkdtempSync(join(tmpdir(), "painter-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, "process.mjs");
  writeFileSync(file, code);
  return pathToFileURL(file);
}

test("a text as a QR code is read back from its pixels", async () => {
  const text = challengeText({
    ...{ desk: addressOf(1), network: "mainnet", customerId: "c".repeat(24) },
    ...{ address: addressOf(2), nonce: "0f".repeat(16), expiresAt: 1_795_000_000_000 },
  });
  const png = await new Painter().paint(textCode(text));
  expect(await textInCode(png)).toBe(text);
  // The code stands off from the edges, and in the middle.
  const { data, width, height } = await pixelsOf(png);
  const isDark = (at: number) => (data[at * 4] ?? 255) < 128;
  const dark = Array.from({ length: width * height }, (_, at) => at).filter(isDark);
  const columns = dark.map((at) => at % width);
  const left = columns.reduce((least, x) => Math.min(least, x), width);
  const right = width - 1 - columns.reduce((most, x) => Math.max(most, x), 0);
  const top = Math.floor((dark[0] ?? 0) / width);
  expect(Math.min(left, right, top)).toBeGreaterThan(40);
  expect(Math.abs(left - right)).toBeLessThan(2);
});

test("every kind of shape is where it belongs, in its colour", async () => {
  const png = await new Painter().paint(
    picture(
      { kind: "box", at: [10, 10], width: 40, height: 20, radius: 0, fill: "#ff0000" },
      { kind: "dot", at: [100, 50], radius: 10, fill: "#00ff00" },
      {
        kind: "line",
        points: [
          [150, 10],
          [150, 90],
        ],
        stroke: "#0000ff",
        width: 6,
      },
      {
        kind: "line",
        points: [
          [0, 95],
          [200, 95],
        ],
        stroke: "#ffffff",
        width: 6,
        dash: [20, 20],
      },
    ),
  );
  const at = await colours(png);
  expect(at(30, 20)).toEqual([255, 0, 0]);
  expect(at(100, 50)).toEqual([0, 255, 0]);
  expect(at(150, 50)).toEqual([0, 0, 255]);
  expect(at(10, 95)).toEqual([255, 255, 255]);
  expect(at(30, 95)).toEqual(GROUND);
  expect(at(70, 50)).toEqual(GROUND);
});

test("letters are of fonts that come along: none is missing, in either script", async () => {
  const painter = new Painter();
  const [latin, cyrillic, unknown, none] = await Promise.all(
    ["Spent – µ·…", "Расход", "\u{10FFFD}", ""].map((text) =>
      painter.paint(picture(written(text))),
    ),
  );
  expect(latin?.equals(none ?? latin)).toBe(false);
  expect(cyrillic?.equals(latin ?? cyrillic)).toBe(false);
  expect(cyrillic?.equals(unknown ?? cyrillic)).toBe(false);
  // The same in every run: nothing but the picture decides.
  expect(await painter.paint(picture(written("Расход")))).toEqual(cyrillic);
});

test("one that fails says why, and the next one is painted", async () => {
  const failing = new Painter(processOf(`throw new TypeError("out of paint")`));
  await expect(failing.paint(picture())).rejects.toThrow(
    "painting failed (1): TypeError: out of paint",
  );
  const crashing = new Painter(processOf(`process.kill(process.pid, "SIGSEGV")`));
  await expect(crashing.paint(picture())).rejects.toThrow("painting failed (SIGSEGV)");
  const once = processOf(`import { existsSync, writeFileSync } from "node:fs";
    const been = new URL("been", import.meta.url);
    if (!existsSync(been)) { writeFileSync(been, ""); throw new Error("at first"); }
    process.stdout.write("painted");`);
  const painter = new Painter(once);
  const [first, second] = await Promise.allSettled([
    painter.paint(picture()),
    painter.paint(picture()),
  ]);
  expect(first.status).toBe("rejected");
  expect(second).toEqual({ status: "fulfilled", value: Buffer.from("painted") });
});

test("one that takes too long is ended", async () => {
  const painter = new Painter(processOf("setInterval(() => {}, 1_000)"), 300);
  await expect(painter.paint(picture())).rejects.toThrow("painting took longer than 300 ms");
});

test("a stop ends what is painted and what waits, and says that it was a stop", async () => {
  const place = mkdtempSync(join(tmpdir(), "painter-"));
  onTestFinished(() => rmSync(place, { recursive: true }));
  const begun = join(place, "begun");
  const code = `import { writeFileSync } from "node:fs";
    writeFileSync(${JSON.stringify(begun)}, "");
    setInterval(() => {}, 1_000);`;
  const painter = new Painter(processOf(code));
  const ends = [painter.paint(picture()), painter.paint(picture())].map((painted) =>
    expect(painted).rejects.toBeInstanceOf(PaintingStopped),
  );
  await until("painting has begun", () => existsSync(begun));
  painter.stop();
  await Promise.all(ends);
});

test("the process is told nothing of the desk's environment", async () => {
  process.env.PAINTER_TEST_SECRET = "hidden";
  onTestFinished(() => {
    delete process.env.PAINTER_TEST_SECRET;
  });
  const painter = new Painter(processOf("process.stdout.write(JSON.stringify(process.env))"));
  expect((await painter.paint(picture())).toString()).not.toContain("hidden");
});
