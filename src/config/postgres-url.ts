/** The place of a desk's database on PostgreSQL, read from its URL. What is wrong is told without anything of the URL: it may hold a password. */

export interface PostgresPlace {
  /** Each may be the primary; they are asked all at once. */
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  readonly user: string;
  /** Secret. */
  readonly password: string | undefined;
  readonly database: string;
  readonly tls: "off" | "any" | "verified";
  /** The file of the authority's certificate. */
  readonly authority?: string | undefined;
}

export const POSTGRES_URL =
  "postgresql://USER[:PASSWORD]@HOST[:PORT][,HOST[:PORT]…]/DATABASE[?sslmode=require]";

const SHAPE = /^postgres(?:ql)?:\/\/(?:([^@/]*)@)?([^/@?]*)(?:\/([^/?]*))?(?:\?(.*))?$/;
const HOST = /^(\[[\da-f:.]+\]|[\w.%-]+)(?::(\d{1,5}))?$/i;
const DEFAULT_PORT = 5432;

/** As libpq names them; without a setting nothing is encrypted. */
const TLS: ReadonlyMap<string, PostgresPlace["tls"]> = new Map([
  ["disable", "off"],
  ["require", "any"],
  ["verify-full", "verified"],
]);

const PARAMETERS = ["sslmode", "sslrootcert"];

/** What is wrong with the URL; undefined for a right one. */
export function postgresUrlProblem(text: string): string | undefined {
  const read = readPostgresUrl(text);
  return "wrong" in read ? read.wrong : undefined;
}

/** The place, or what is wrong as the end of a sentence that begins with the setting. */
export function readPostgresUrl(text: string): PostgresPlace | { readonly wrong: string } {
  const [, who = "", where = "", database = "", query = ""] = SHAPE.exec(text) ?? [];
  if (!SHAPE.test(text)) return { wrong: "is no URL of PostgreSQL" };
  const [user = "", ...rest] = who.split(":");
  const password = rest.length > 0 ? rest.join(":") : undefined;
  if (user === "") return { wrong: "names no user" };
  if (database === "") return { wrong: "names no database behind the hosts" };
  const hosts = where.split(",").map(hostOf);
  const wrongAt = hosts.indexOf(undefined);
  if (wrongAt >= 0) return { wrong: `has a wrong host or port (entry ${wrongAt + 1})` };
  const params = new URLSearchParams(query);
  if ([...params.keys()].some((name) => !PARAMETERS.includes(name)))
    return { wrong: `has a parameter behind ? that is none of ${PARAMETERS.join(", ")}` };
  const tls = TLS.get(params.get("sslmode") ?? "disable");
  if (tls === undefined)
    return { wrong: `has an sslmode that is none of ${[...TLS.keys()].join(", ")}` };
  const authority = params.get("sslrootcert") ?? undefined;
  if (authority === "") return { wrong: "has an sslrootcert without a file" };
  if (authority !== undefined && tls !== "verified")
    return { wrong: "has an sslrootcert, which only sslmode=verify-full looks at" };
  try {
    return {
      hosts: hosts.filter((one) => one !== undefined),
      user: decodeURIComponent(user),
      password: password === undefined ? undefined : decodeURIComponent(password),
      database: decodeURIComponent(database),
      ...{ tls, authority },
    };
  } catch {
    return { wrong: "contains an invalid %-encoding" };
  }
}

/** The directory of a socket is written with %2F for each slash. */
function hostOf(text: string): PostgresPlace["hosts"][number] | undefined {
  const [, name = "", digits] = HOST.exec(text) ?? [];
  const port = digits === undefined ? DEFAULT_PORT : Number(digits);
  if (name === "" || port < 1 || port > 65_535) return undefined;
  try {
    return { host: decodeURIComponent(name.replace(/^\[|\]$/g, "")), port };
  } catch {
    return undefined;
  }
}

/** For people: the hosts and the database. */
export function shownPostgres({ hosts, database }: PostgresPlace): string {
  return `${hosts.map(shownHost).join(",")}/${database}`;
}

function shownHost({ host, port }: PostgresPlace["hosts"][number]): string {
  const name = host.includes(":") ? `[${host}]` : host;
  return port === DEFAULT_PORT ? name : `${name}:${port}`;
}
