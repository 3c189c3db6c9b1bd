/** What the settings ask for when Telegram is to bring updates. */
import { describe, expect, it } from "vitest";
import { loadConfig } from "../src/config.js";
import { problemsOf } from "./support/config-problems.js";

const NILE = {
  TRON_NETWORK: "nile",
  TRON_FULL_HOST: "https://nile.example",
  POOL_OWNERS: "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH",
  OPERATOR_KEY: "0123456789abcdef".repeat(4),
};

describe("webhook mode", () => {
  const TOKEN = "12345:abcdefghijklmnop";
  const SECRET = "s3cret-_";
  const URL = "https://desk.example/telegram/webhook";
  const BOT = {
    TELEGRAM_MODE: "webhook",
    TELEGRAM_BOT_TOKEN: TOKEN,
    TELEGRAM_WEBHOOK_URL: URL,
    TELEGRAM_WEBHOOK_SECRET: SECRET,
  };
  const missingOf = (env: NodeJS.ProcessEnv) =>
    problemsOf(env).map(
      (line) => / is not set; TELEGRAM_MODE=webhook/.test(line) && line.split(" ")[0],
    );

  it("needs a token, an address and a secret", () => {
    expect(loadConfig({ ...NILE, ...BOT })).toMatchObject({
      telegramMode: "webhook",
      telegramWebhookUrl: URL,
      telegramWebhookSecret: SECRET,
    });
    expect(missingOf({ ...NILE, TELEGRAM_MODE: "webhook" })).toEqual([
      "TELEGRAM_WEBHOOK_SECRET",
      "TELEGRAM_BOT_TOKEN",
      "TELEGRAM_WEBHOOK_URL",
    ]);
    expect(missingOf({ TELEGRAM_MODE: "webhook", TELEGRAM_BOT_TOKEN: TOKEN })).toEqual([
      "TELEGRAM_WEBHOOK_SECRET",
      "TELEGRAM_WEBHOOK_URL",
    ]);
    expect(missingOf({ ...NILE, ...BOT, TELEGRAM_WEBHOOK_SECRET: " " })).toEqual([
      "TELEGRAM_WEBHOOK_SECRET",
    ]);
  });

  it("needs the secret alone for the bot of the sandbox", () => {
    expect(missingOf({ TELEGRAM_MODE: "webhook" })).toEqual(["TELEGRAM_WEBHOOK_SECRET"]);
    const own = { TELEGRAM_MODE: "webhook", TELEGRAM_WEBHOOK_SECRET: SECRET };
    expect(problemsOf(own)).toEqual([]);
    expect(problemsOf({ ...own, TELEGRAM_WEBHOOK_URL: "http://127.0.0.1:8000/x" })).toEqual([]);
  });

  it("asks nothing of polling, so that a variable is all there is to switch", () => {
    const { TELEGRAM_WEBHOOK_SECRET: _, ...rest } = { ...BOT, TELEGRAM_MODE: "polling" };
    expect(problemsOf({ ...NILE, ...rest })).toEqual([]);
  });

  it.each(["http://desk.example/x", "https://desk.example:3000/x", "https://desk.example:444/"])(
    "%s is no address for Telegram's own server, but for one of one's own",
    (url) => {
      const env = { ...NILE, ...BOT, TELEGRAM_WEBHOOK_URL: url };
      expect(problemsOf(env)).toEqual([expect.stringMatching(/^TELEGRAM_WEBHOOK_URL .* only\./)]);
      expect(problemsOf({ ...env, TELEGRAM_API_ROOT: "http://127.0.0.1:8081" })).toEqual([]);
    },
  );

  it.each(["443", "80", "88", "8443"])("https:// at port %s will do", (port) => {
    const url = `https://desk.example:${port}/telegram/webhook`;
    expect(problemsOf({ ...NILE, ...BOT, TELEGRAM_WEBHOOK_URL: url })).toEqual([]);
  });

  it.each([
    ["s", true],
    ["x".repeat(256), true],
    ["A-Za-z0-9_-", true],
    ["x".repeat(257), false],
    ["white space", false],
    ["ümlaut", false],
    ["colon:", false],
  ])("the secret %s is taken: %s", (secret, isTaken) => {
    const problems = problemsOf({ ...NILE, ...BOT, TELEGRAM_WEBHOOK_SECRET: secret });
    expect(problems).toHaveLength(isTaken ? 0 : 1);
    if (!isTaken) expect(problems.join()).not.toContain(secret);
  });
});
