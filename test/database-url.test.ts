/** DATABASE_URL: what it takes, and that nothing of a wrong one is shown. */
import { describe, expect, it } from "vitest";
import { loadConfig } from "../src/config.js";
import { problemsOf } from "./support/config-problems.js";

describe("DATABASE_URL", () => {
  const placeOf = (DATABASE_URL: string, DATABASE_PASSWORD = "") =>
    loadConfig({ DATABASE_URL, DATABASE_PASSWORD }).postgres;

  it("names hosts, a user and a database", () => {
    expect(
      placeOf("postgresql://desk@one,[::1]:6432/d%20b?sslmode=verify-full&sslrootcert=/ca.pem"),
    ).toEqual({
      hosts: [
        { host: "one", port: 5432 },
        { host: "::1", port: 6432 },
      ],
      ...{ user: "desk", password: undefined, database: "d b" },
      ...{ tls: "verified", authority: "/ca.pem" },
    });
    expect(placeOf("postgres://desk:p%40ss@%2Frun%2Fpg/desk")).toMatchObject({
      hosts: [{ host: "/run/pg", port: 5432 }],
      ...{ password: "p@ss", tls: "off" },
    });
    expect(placeOf("postgres://desk:one@host/desk", "other")?.password).toBe("other");
  });

  it.each([
    ["mysql://SECRET@host/desk", "is no URL of PostgreSQL"],
    ["postgresql://host/desk", "names no user"],
    ["postgresql://SECRET@host", "names no database"],
    ["postgresql://u:SECRET@one,/desk", "wrong host or port (entry 2)"],
    ["postgresql://u:SECRET@host/desk?sslmode=perhaps", "an sslmode that is none of"],
    ["postgresql://u:SECRET@host/desk?SECRET=1", "a parameter behind ?"],
    ["postgresql://u:SECRET@host/desk?sslmode=require&sslrootcert=/SECRET", "only sslmode=verify"],
    ["postgresql://u:SECRET@host/desk?sslmode=verify-full&sslrootcert=", "without a file"],
    ["postgresql://u:%SECRET@host/desk", "an invalid %-encoding"],
  ])("is refused as %s, and not shown", (url, why) => {
    const problem = problemsOf({ DATABASE_URL: url })[0];
    expect(problem).toMatch(/^DATABASE_URL /);
    expect(problem).toContain(why);
    expect(problem).not.toContain("SECRET");
  });

  it("is needed for DATABASE_PASSWORD", () => {
    expect(problemsOf({ DATABASE_PASSWORD: "x" })).toHaveLength(1);
  });
});
