/** GET /: what this is and where to go; public. JSON, and a page of links for browsers. */
import type { FastifyInstance } from "fastify";
import { publicText, sendCached } from "../cached.js";
import { JSON_TYPE } from "../error-answer.js";
import { CHAT, pageOf, placesOf } from "../places.js";
import { SAFETY } from "./docs.js";

export function rootRoute(scope: FastifyInstance): void {
  let known: ReturnType<typeof textsOf> | undefined;
  scope.get("/", (request, reply) => {
    // The chat page is mounted after these routes.
    known ??= textsOf(scope.hasRoute({ method: "GET", url: CHAT }));
    const isBrowser = /\btext\/html\b/i.test(request.headers.accept ?? "");
    reply.headers({ ...SAFETY, vary: "Accept" });
    return sendCached(request, reply, isBrowser ? known.page : known.json);
  });
}

function textsOf(hasChat: boolean) {
  return {
    page: publicText("text/html; charset=utf-8", pageOf(hasChat)),
    json: publicText(JSON_TYPE, JSON.stringify({ success: true, data: placesOf(hasChat) })),
  };
}
