/** Whether the program takes what a document shows: an answer of the API, settings. */
import { parseEnv } from "node:util";
import { VARIABLES } from "../../src/config/variables.js";
import { ConfigError, loadConfig } from "../../src/config.js";
import { MNEMONIC_ACCOUNTS } from "../../src/sandbox/tron-node/mnemonic-accounts.js";
import { undocumented } from "../support/documented.js";

interface ShownAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly body: string;
}

/** Why the API's own document has no such answer; the headers are not shown. */
export function answerProblem(answer: ShownAnswer): string | undefined {
  return undocumented({ ...answer, contentType: "application/json", hasHeader: () => true });
}

/** What stands where a document has an ellipsis. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  POOL_OWNERS: MNEMONIC_ACCOUNTS.slice(0, 2).join(","),
  TELEGRAM_BOT_TOKEN: `1234567:${"a".repeat(35)}`,
  TELEGRAM_WEBHOOK_SECRET: "0".repeat(64),
  METRICS_TOKEN: "0".repeat(32),
};

/** Why a desk would not start with these settings. */
export function settingsProblem(text: string): string | undefined {
  const settings = Object.entries(parseEnv(text)).map(([name, value]) => {
    const isLeftOut = value?.includes("…");
    return [name, isLeftOut ? LEFT_OUT[name] : value] as const;
  });
  const strange = settings.find(([name]) => !(name in VARIABLES));
  if (strange) return `there is no setting ${strange[0]}`;
  const token = { TELEGRAM_BOT_TOKEN: LEFT_OUT.TELEGRAM_BOT_TOKEN };
  try {
    loadConfig({ ...token, ...Object.fromEntries(settings) });
    return undefined;
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
}
