/** Whether the program takes what a document shows: an answer of the API, settings, a script for the client. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { MNEMONIC_ACCOUNTS } from "tron-sandbox";
import { VARIABLES } from "../../src/config/variables.js";
import { ConfigError, loadConfig } from "../../src/config.js";
import { undocumented } from "../support/documented.js";
import { ROOT } from "./blocks.js";

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

/** What the compiler has against a script that uses the built client; the directory is the caller's to remove. */
export async function typesProblem(script: string, directory: string): Promise<string> {
  writeFileSync(join(directory, "script.mts"), script);
  const config = {
    extends: join(ROOT, "tsconfig.json"),
    compilerOptions: {
      incremental: false,
      typeRoots: [join(ROOT, "node_modules/@types")],
      paths: { "energy-desk-client": [join(ROOT, "packages/client/dist/index.d.ts")] },
    },
    include: ["script.mts"],
    exclude: [],
  };
  writeFileSync(join(directory, "tsconfig.json"), JSON.stringify(config));
  const compiler = join(ROOT, "node_modules/.bin/tsc");
  const compiled = promisify(execFile)(compiler, ["-p", directory]);
  return compiled.then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  );
}
