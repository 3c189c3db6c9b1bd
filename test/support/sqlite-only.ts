/**
 * A test of what only SQLite has: its planner's plans, its file, its backups, its locks, answers within a turn while the clock stands still. A
 * run on PostgreSQL (DESK_TEST_POSTGRES) skips it by name.
 */
import { test } from "vitest";
import { isOnPostgres } from "../postgres/databases.js";

export const sqliteTest = test.skipIf(isOnPostgres); // DESK_TEST_POSTGRES
