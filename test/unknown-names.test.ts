/** Names of settings that are mistyped: who is warned of what. */
import { describe, expect, it } from "vitest";
import { unknownNames, VARIABLES } from "../src/config/variables.js";

const inFile = (...dotEnv: string[]) => unknownNames({ dotEnv, environment: [] });
const around = (...environment: string[]) => unknownNames({ dotEnv: [], environment });

describe("in .env", () => {
  it.each([
    ["PAYOUT_INTERVAL_MINUTS", "PAYOUT_INTERVAL_MINUTES"],
    ["PROT", "PORT"],
    ["port", "PORT"],
    ["OPERTOR_KEY_FILE", "OPERATOR_KEY_FILE"],
    ["TELEGRAM_TOKEN", "TELEGRAM_BOT_TOKEN"],
    ["PAYOUT_INTERVAL", "PAYOUT_INTERVAL_MINUTES"],
    ["TELEGRAM_API_URL", "TELEGRAM_API_ROOT"],
  ])("%s was meant for %s", (name, meant) => {
    expect(inFile(name)).toEqual([`${name} in .env is no setting; did you mean ${meant}?`]);
  });

  it("a name like none is told too", () => {
    expect(inFile("COLOUR")).toEqual([
      "COLOUR in .env is no setting; .env.example lists them all.",
    ]);
  });

  it("settings are none of it, and a secret in the place of a name is not shown", () => {
    expect(inFile(...Object.keys(VARIABLES))).toEqual([]);
    for (const name of ["ab".repeat(32), `OPERATOR_KEY ${"ab".repeat(32)}`, "x".repeat(70)])
      expect(inFile(name)[0]).toMatch(/^A name that is not shown in \.env is no setting/);
  });
});

describe("in the environment", () => {
  it.each([
    ["PAYOUT_INTERVAL_MINUTS", "PAYOUT_INTERVAL_MINUTES"],
    ["TRON_NETWROK", "TRON_NETWORK"],
    ["OPERTOR_KEY_FILE", "OPERATOR_KEY_FILE"],
    ["NODE_TIMEOUT", "NODE_TIMEOUT_MS"],
    ["TELEGRAM_TOKEN", "TELEGRAM_BOT_TOKEN"],
  ])("%s was meant for %s", (name, meant) => {
    expect(around(name)).toEqual([`${name} is no setting; did you mean ${meant}?`]);
  });

  it("what others call theirs is left alone", () => {
    const others = [
      "PATH",
      "HOME",
      "HOSTNAME",
      "POST",
      "PORTS",
      "NODE_ENV",
      "NODE_OPTIONS",
      "LOG_DIR",
    ];
    const more = [
      "DATABASE_URL",
      "TELEGRAM_CHAT_ID",
      "npm_config_loglevel",
      "LOCK_FILE",
      "TRON",
      "API_KEY",
    ];
    expect(around(...others, ...more, ...Object.keys(VARIABLES))).toEqual([]);
  });

  it("a name that .env has too is told once", () => {
    const both = { dotEnv: ["TRON_NETWROK"], environment: ["TRON_NETWROK"] };
    expect(unknownNames(both)).toEqual([
      "TRON_NETWROK in .env is no setting; did you mean TRON_NETWORK?",
    ]);
  });
});
