/** GET /openapi.json: the document of this API; public. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { digestOf, sendCached } from "../cached.js";
import { JSON_TYPE } from "../error-answer.js";

/** The document says where the desk is, so a cache keeps one for each way there. */
const VARY = "Host, X-Forwarded-Proto";

export function openApiRoute(scope: FastifyInstance): void {
  let known: Promise<Written> | undefined;
  scope.get("/openapi.json", async (request, reply) => {
    known ??= write();
    const { head, rest, digest } = await known;
    const servers = JSON.stringify([{ url: baseOf(request), description: "This desk" }]);
    return sendCached(request, reply.header("vary", VARY), {
      type: JSON_TYPE,
      digest: `${digest}-${digestOf(servers)}`,
      text: () => `${head}"servers":${servers},${rest}`,
    });
  });
}

interface Written {
  /** The document's text in two parts, for the servers to stand between. */
  readonly head: string;
  readonly rest: string;
  readonly digest: string;
}

/** Made, and its program loaded, when first asked for: a start need not wait for it. */
async function write(): Promise<Written> {
  const { openApiDocument } = await import("../contract/document.js");
  const { openapi, ...more } = openApiDocument();
  const rest = JSON.stringify(more).slice(1);
  return { head: `{"openapi":${JSON.stringify(openapi)},`, rest, digest: digestOf(rest) };
}

/** What a Host may be; anything else would make another address of it. */
const HOST = /^([\w.-]+|\[[\da-fA-F:.]+\])(:\d+)?$/;

/** Where the client found the desk: behind a proxy that ends TLS, as the proxy says. */
function baseOf({ protocol, headers }: FastifyRequest): string {
  const { host = "", "x-forwarded-proto": forwarded = protocol } = headers;
  return HOST.test(host) ? `${forwarded === "https" ? "https" : "http"}://${host}` : "/";
}
