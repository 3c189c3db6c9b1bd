/** A server with a certificate of the operator's own authority: whom a desk takes it for, by its `sslmode`. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { freePort } from "../../bench/free-ports.js";
import {
  type PostgresServer,
  postgresPrograms,
  startPostgres,
  unprivileged,
} from "../../bench/postgres-server.js";
import { must } from "../../src/domain/assert.js";
import type { Server } from "../../src/store/database.js";
import { PostgresBooks } from "../../src/store/move/postgres-books.js";
import { openSession, serverOf } from "./databases.js";

const directory = mkdtempSync(join(tmpdir(), "certificate-"));
const [key, authority] = [join(directory, "key"), join(directory, "certificate")];
let server: PostgresServer | undefined;
let port = 0;

/** It is for the name localhost alone. */
function makeCertificate(): void {
  const what = "-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=desk";
  const words = `req ${what} -addext subjectAltName=DNS:localhost -keyout ${key} -out ${authority}`;
  const made = spawnSync("openssl", words.split(" "));
  expect(made.status, String(made.stderr)).toBe(0);
  const user = unprivileged();
  if (!user) return;
  for (const path of [directory, key, authority]) chownSync(path, user.uid, user.gid);
  chmodSync(key, 0o600);
}

beforeAll(async () => {
  makeCertificate();
  port = await freePort();
  server = await startPostgres(must(postgresPrograms(), "the programs of the run's server"), {
    within: tmpdir(),
    settings: {
      ...{ listen_addresses: "localhost", port: String(port), fsync: "off" },
      ...{ ssl: "on", ssl_cert_file: authority, ssl_key_file: key },
    },
  });
});

afterAll(async () => {
  await server?.stop();
  rmSync(directory, { recursive: true });
});

const open = (at: Partial<Server>) => openSession("postgres", { port, ...at });

test.each<readonly [string, Partial<Server>]>([
  ["whoever it is", { host: "127.0.0.1", tls: "any" }],
  ["once it is verified", { host: "localhost", tls: "verified", authority }],
])("is spoken to in secret, %s", async (_when, at) => {
  const session = await open(at);
  onTestFinished(() => session.close());
  const sql = "SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()";
  expect(await session.rows({ sql, params: [] })).toEqual([{ ssl: 1 }]);
  session.lose("no more is needed");
  expect(session.isSure()).toBe(false);
});

test("is verified by a move of the books, too", async () => {
  const { host: _, port: __, ...login } = serverOf("postgres");
  const place = {
    ...login,
    tls: "verified" as const,
    authority,
    hosts: [{ host: "localhost", port }],
  };
  const books = await PostgresBooks.open(place, "postgres", "a test");
  onTestFinished(() => books.close());
  expect(await books.isEmpty()).toBe(true);
});

test.each<readonly [string, Partial<Server>, RegExp]>([
  ["another host", { host: "127.0.0.1", authority }, /does not match certificate's altnames/],
  ["an unknown authority", { host: "localhost" }, /self.signed certificate/],
  ["a missing file", { host: "localhost", authority: "/none" }, /ENOENT.*\/none/],
])("is refused, where it is verified, for %s", async (_whose, at, why) => {
  await expect(open({ ...at, tls: "verified" })).rejects.toThrow(why);
});
