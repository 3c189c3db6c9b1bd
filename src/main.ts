/** The desk as a process: reads the settings, starts, prints its banner, and ends in order on a signal. */
import { setFlagsFromString } from "node:v8";
import { type Logger, pino } from "pino";
import { reasonOf } from "#shared/reason.js";
import { banner, factsOf } from "./boot/banner.js";
import type { Desk } from "./boot/desk.js";
import { StandingRefusal } from "./common/failures.js";
import { type Config, loadConfig, readEnvironment, warnings } from "./config.js";
import { DESK, START, START_NEW } from "./control/own-name.js";

/** After this long, running work is left to the next start: every step is committed before it counts. */
const SHUTDOWN_MS = 8_000;

/** The desk's files hold money and keys: nobody else may read them. */
const OWN_FILES_ONLY = 0o077;

/** Begins a new database. */
const NEW = "--new";
/** `desk serve` starts this file, too, with what follows. */
const SERVE = "serve";

const USAGE = `Starts the desk; its settings are the environment and .env.

  ${START}
  ${START_NEW}
      begins a new database, which only the sandbox does by itself

The operator's commands: ${DESK} --help
`;

/** EX_CONFIG of sysexits.h: the operator must change something first, so no supervisor should start the desk again. */
const EXIT_STANDING_REFUSAL = 78;

/**
 * How much the heap may grow between two collections. By default it triples: running requests survive young collections, and
 * nothing else would free them. Set first of all, because each collection decides when the next one is: set at the end of a
 * start, some desks grew to 128 MiB once.
 */
const HEAP_GROWTH_PERCENT = 30;

const SECRET_PATHS = ["apiKey", "privateKeyHex", "operatorKeyHex", "x-api-key"].flatMap((name) => [
  `["${name}"]`,
  `*["${name}"]`,
  `*.*["${name}"]`,
]);

async function main(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  process.umask(OWN_FILES_ONLY);
  const isNew = isNewOrExit(process.argv.slice(2));
  const config = configOrExit();
  const logger = await createLogger(config.logLevel);
  for (const warning of warnings(config)) logger.warn(warning);
  let desk: Desk | undefined;
  let ending = false;
  const end = (status: number) => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(status), SHUTDOWN_MS).unref();
    Promise.resolve(desk?.close()).then(
      () => process.exit(status),
      (error: unknown) => {
        logger.error({ err: error }, "closing failed; the next start resumes");
        process.exit(1);
      },
    );
  };
  const fatal = (reason: string) => {
    logger.fatal({ reason }, "the desk cannot go on");
    end(1);
  };
  const bug = (error: unknown) => fatal((error instanceof Error && error.stack) || reasonOf(error));
  process.on("uncaughtException", bug);
  process.on("unhandledRejection", bug);
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (!ending)
        logger.info({ signal }, "stopping: new orders are refused, what runs is finished");
      end(0);
    });
  }

  // Loaded only now, so that wrong settings are reported at once: loading the desk takes a second on a small machine.
  const [{ startDesk }, { operatorCommands }] = await Promise.all([
    import("./boot/desk.js"),
    import("./cli/commands.js"),
  ]);
  desk = await startDesk(config, logger, fatal, operatorCommands, isNew);
  const { baseUrl, nodeUrl } = desk;
  process.stdout.write(banner(factsOf(desk, config.network)));
  logger.info({ baseUrl, nodeUrl, network: config.network, pid: process.pid }, "open");
}

/** The desk's log: JSON lines on standard error, or pretty ones on a terminal. Secrets are cut out by name. */
async function createLogger(level: string): Promise<Logger> {
  const options = { level, base: null, redact: { paths: SECRET_PATHS, censor: "[secret]" } };
  if (!process.stderr.isTTY) return pino(options, pino.destination({ dest: 2, sync: true }));
  const { default: pretty } = await import("pino-pretty");
  return pino(options, pretty({ destination: 2, sync: true, translateTime: "HH:MM:ss.l" }));
}

/** Whether a new database is to begin. A mistyped argument must not start a desk without what was meant. */
function isNewOrExit(typed: readonly string[]): boolean {
  if (typed.includes("--help") || typed.includes("-h")) {
    process.stdout.write(USAGE);
    process.exit(0);
  }
  const unknown = typed.find((one) => one !== NEW && one !== SERVE);
  if (unknown !== undefined) {
    refuse(
      new StandingRefusal(`The desk takes ${NEW} and nothing else, not ${unknown}.\n\n${USAGE}`),
    );
  }
  return typed.includes(NEW);
}

function configOrExit(): Config {
  try {
    return loadConfig(readEnvironment());
  } catch (error) {
    refuse(error);
  }
}

function refuse(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(error instanceof StandingRefusal ? EXIT_STANDING_REFUSAL : 1);
}

main().catch(refuse);
