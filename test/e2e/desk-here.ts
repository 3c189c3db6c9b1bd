/** The whole desk in this process: for tests that ask what it does, not how a process begins and ends. */
import pino from "pino";
import { onTestFinished } from "vitest";
import { reasonOf } from "#shared/reason.js";
import { banner, factsOf } from "../../src/boot/banner.js";
import { startDesk } from "../../src/boot/desk.js";
import { operatorCommands } from "../../src/cli/commands.js";
import { loadConfig } from "../../src/config.js";
import type { RunningDesk } from "./desk-process.js";

/** Starts a desk with these settings and nothing of this process's own. It ends with the test at the latest, or when told to. */
export async function startDeskHere(
  env: NodeJS.ProcessEnv,
  onEnd: (end: () => Promise<void>) => void = onTestFinished,
): Promise<RunningDesk> {
  const config = loadConfig(env);
  const lines: string[] = [];
  const logger = pino({ level: config.logLevel }, { write: (line: string) => lines.push(line) });
  const desk = await startDesk(
    config,
    logger,
    (reason) => logger.fatal({ reason }),
    operatorCommands,
  );
  onEnd(() => desk.close());
  const { baseUrl, nodeUrl, demoCustomer } = desk;
  logger.info({ baseUrl, nodeUrl }, "open");
  return {
    baseUrl,
    nodeUrl,
    apiKey: demoCustomer?.apiKey,
    banner: banner(factsOf(desk, config.network)),
    log: () => lines.join(""),
    end: async () => {
      await desk.close();
      return 0;
    },
  };
}

/** What keeps a desk from starting, which must not start. */
export async function refusalHere(env: NodeJS.ProcessEnv): Promise<unknown> {
  try {
    const config = loadConfig(env);
    const desk = await startDesk(config, pino({ level: "silent" }), () => {}, operatorCommands);
    await desk.close();
  } catch (error) {
    return error;
  }
  throw new Error("the desk has started");
}

/** What a desk that must not start says. */
export async function refusedHere(env: NodeJS.ProcessEnv): Promise<string> {
  return reasonOf(await refusalHere(env));
}
