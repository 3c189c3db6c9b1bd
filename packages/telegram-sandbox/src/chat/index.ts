/**
 * The sandbox's chat page: a phone with a messenger in the browser, to try the bot without a
 * Telegram account, and a page for each transaction that a card links to.
 */
import type { FastifyInstance, FastifyReply } from "fastify";
import { hostCheck, type PortNames } from "#shared/same-origin.js";
import { browserModules } from "./assets.js";
import { languageOf } from "./browser/words.js";
import { chatPage } from "./page.js";
import { CHAT_CSS, TRANSACTION_CSS } from "./style.js";
import { factsOf } from "./transaction/facts.js";
import { readTransaction } from "./transaction/node.js";
import { awayPage, transactionPage, unknownPage } from "./transaction/page.js";
import { walletRoutes } from "./wallets.js";

/** With the names of the server that it is mounted on. */
export interface ChatPageOptions extends PortNames {
  /** The TRON node's, for transactions and people's wallets; without it there is no page of one, and no wallet. */
  readonly nodeUrl?: string | undefined;
}

const ROOT = "/sandbox/chat";
const TXID = /^[0-9a-f]{64}$/i;

/** Nothing from elsewhere, nothing inline: what a message says can be text only. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

export function mountChatPage(server: FastifyInstance, options: ChatPageOptions): void {
  const checkHost = hostCheck(options);
  server.register(async (scope) => {
    scope.addHook("onRequest", async ({ raw }, reply) => {
      const refusal = checkHost(raw.rawHeaders);
      if (refusal) return reply.code(refusal.status).type("text/plain").send(refusal.text);
    });
    pages(scope, options);
  });
}

function pages(server: FastifyInstance, { nodeUrl }: ChatPageOptions): void {
  const modules = browserModules();
  const parts = [...modules.keys()].filter((name) => name !== "chat.js");
  const addresses = parts.map((name) => `${ROOT}/${name}`);
  server.get(ROOT, ({ headers }, reply) => {
    const [first = ""] = (headers["accept-language"] ?? "").split(/[,;]/);
    const page = chatPage(addresses, languageOf(first), nodeUrl !== undefined);
    return send(reply.header("vary", "accept-language"), "text/html", page);
  });
  server.get(`${ROOT}/chat.css`, (_, reply) => send(reply, "text/css", CHAT_CSS));
  server.get(`${ROOT}/transaction.css`, (_, reply) => send(reply, "text/css", TRANSACTION_CSS));
  for (const [name, source] of modules) {
    server.get(`${ROOT}/${name}`, (_, reply) => send(reply, "text/javascript", source));
  }
  if (nodeUrl === undefined) return;
  walletRoutes(server, nodeUrl);
  server.get<{ Params: { txid: string } }>("/sandbox/tx/:txid", async ({ params }, reply) => {
    const [status, html] = await answerTransaction(nodeUrl, params.txid);
    return send(reply.code(status), "text/html", html);
  });
}

async function answerTransaction(nodeUrl: string, txid: string): Promise<[number, string]> {
  if (!TXID.test(txid)) return [404, unknownPage(txid)];
  try {
    const found = await readTransaction(nodeUrl, txid.toLowerCase());
    if (found === undefined) return [404, unknownPage(txid)];
    return [200, transactionPage(factsOf(found.transaction, found.info))];
  } catch {
    return [503, awayPage()];
  }
}

function send(reply: FastifyReply, type: string, body: string): FastifyReply {
  return reply
    .header("content-type", `${type}; charset=utf-8`)
    .header("content-security-policy", POLICY)
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "no-cache")
    .send(body);
}
