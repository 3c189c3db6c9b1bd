/** The blocks of the documents that their test does not run itself. */
import type { Block } from "./blocks.js";

/** Blocks that are not run here, by how they begin: the test that runs them, or the reason. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  "README.md: npm ci && npm start": "test/e2e/first-order.test.ts",
  "README.md: npm test": "runs this test, too",
  "CONTRIBUTING.md: npm ci && npm start": "test/e2e/first-order.test.ts",
  "CONTRIBUTING.md: npm run build": "runs this test, too",
  "docs/operating.md: cp /var/backups/": "test/e2e/restore.test.ts",
  "docs/operating.md: node  ": "test/docs/nodes.test.ts",
  "docs/operating.md: npm run desk -- node ignore": "test/boot/nodes.test.ts",
  "docs/operating.md: npm run --silent desk -- sweep": "test/e2e/sweep.test.ts",
  "docs/operating.md: import { readFileSync }": "test/docs/sweep.test.ts",
  "docs/operating.md: location = /telegram/webhook": "test/docs/nginx.test.ts",
  "docs/operations/deploying.md: upstream desk {": "test/docs/nginx.test.ts",
  "docs/operations/deploying.md: sudo useradd":
    "needs root and systemd; test/deployment.test.ts reads the unit",
  "docs/operations/deploying.md: docker compose":
    "needs Docker; test/deployment.test.ts reads its files",
  "docs/operations/metrics.md: scrape_configs": "test/docs/prometheus.test.ts",
  "docs/client.md: for (const { orderId }": "test/client/desk.test.ts",
  "docs/client.md: npm ci && npm run build": "test/client/desk.test.ts",
  "packages/client/README.md: npm install": "test/package/packages.ts",
  "packages/client/README.md: import": "packages/client/test/readme.test.ts",
  "packages/telegram-sandbox/README.md: npm install": "test/package/packages.ts",
  "packages/telegram-sandbox/README.md: import": "packages/telegram-sandbox/test/readme.test.ts",
  "packages/telegram-sandbox/README.md: npx": "packages/telegram-sandbox/test/readme.test.ts",
  "packages/tron-sandbox/README.md: npm install": "test/package/packages.ts",
  "packages/tron-sandbox/README.md: import": "packages/tron-sandbox/test/readme.test.ts",
  "packages/tron-sandbox/README.md: npx": "packages/tron-sandbox/test/readme.test.ts",
  "docs/api.md: curl -s -X POST http://127.0.0.1:3000/v1/withdrawa":
    "test/http/withdrawals.test.ts",
  "docs/architecture.md:  Telegram ": "a drawing",
  "docs/architecture.md: planned →": "a drawing",
  "docs/operations/postgresql.md: # Patroni": "test/postgres/patroni.ts",
  "docs/operations/postgresql.md: CREATE ROLE": "of the server's operator",
  "docs/bench.md: npm run bench  ": "takes minutes",
  "docs/bench.md: Machine: ": "figures of one run",
};
const RUN_BY_FILE: Readonly<Record<string, string>> = {
  "examples/curl.md": "test/client/desk.test.ts",
  "docs/operations/going-live.md": "test/docs/going-live.test.ts",
};

export function isElsewhere({ name, file }: Block): boolean {
  return file in RUN_BY_FILE || Object.keys(ELSEWHERE).some((listed) => name.startsWith(listed));
}
