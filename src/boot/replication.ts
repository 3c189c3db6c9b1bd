/** Whether an acknowledged order could be lost: asked of the server now and then, told in the log when it changes. */
import type { Logger } from "pino";
import type { Database } from "../store/database.js";
import { readServerStatus } from "../store/postgres/status.js";

const ASK_EVERY_MS = 10_000;

export class ReplicationWatch {
  readonly #database: Database;
  readonly #logger: Logger;
  readonly #asking: NodeJS.Timeout;
  #lossRisk: string | null | undefined;

  constructor(database: Database, logger: Logger) {
    this.#database = database;
    this.#logger = logger;
    this.#asking = setInterval(() => {
      this.look().catch((error: unknown) => logger.debug({ err: error }, "replication unknown"));
    }, ASK_EVERY_MS).unref();
  }

  /** Null while no acknowledged order can be lost. */
  readonly lossRisk = (): string | null => this.#lossRisk ?? null;

  async look(): Promise<void> {
    const { lossRisk, replicas } = await this.#database.read(readServerStatus);
    if (lossRisk === this.#lossRisk) return;
    this.#lossRisk = lossRisk;
    if (lossRisk) this.#logger.warn({ lossRisk, replicas }, "an acknowledged order could be lost");
    else this.#logger.info({ replicas }, "no acknowledged order can be lost with one server");
  }

  stop(): void {
    clearInterval(this.#asking);
  }
}
