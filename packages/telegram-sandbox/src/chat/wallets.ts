/** The wallets of the people on the page: the TRON node keeps them and pays from them, the page asks through here. */
import type { FastifyInstance } from "fastify";
import { request } from "undici";
import { z } from "zod";
import { foreignPage, unlessJson } from "#shared/same-origin.js";

/** A payment is answered when a block has it. */
const TIMEOUT_MS = 25_000;
const MOST_BYTES = 10_000;
const AWAY = "The TRON node does not answer.";

const person = z.int().positive();
const walletBody = z.object({ person });
const paymentBody = z.object({
  person,
  to: z.string().max(100),
  asset: z.enum(["trx", "usdt"]),
  /** Whole coins, as typed: the node says what is wrong with it. */
  amount: z.string().max(100),
});

const wallet = z.object({ address: z.string(), trx: z.number(), usdt: z.number() });
/** Both null while the chain stands still. */
const payment = z.object({
  txid: z.string(),
  blockNumber: z.number().nullable(),
  result: z.string().nullable(),
});
const refusal = z.object({ Error: z.string() });

export function walletRoutes(server: FastifyInstance, nodeUrl: string): void {
  server.register((scope, _options, done) => {
    // Its own: the server's may read JSON in another way.
    scope.removeAllContentTypeParsers();
    const whole = { parseAs: "string", bodyLimit: MOST_BYTES } as const;
    scope.addContentTypeParser<string>("*", whole, (_request, text, parsed) => {
      parsed(null, parse(text));
    });
    // Whoever asks spends: no page from elsewhere may.
    scope.addHook("onRequest", async ({ raw: { rawHeaders } }, reply) => {
      const refused = foreignPage(rawHeaders) ?? unlessJson(rawHeaders);
      if (refused) return reply.code(refused.status).send({ error: refused.text });
    });
    scope.post("/sandbox/chat/wallet", async ({ body }, reply) => {
      const asked = walletBody.safeParse(body);
      if (!asked.success) return reply.code(400).send({ error: "Give a person." });
      const { status, json } = await ask(nodeUrl, "wallet", walletOf(asked.data));
      return reply.code(status).send(told(wallet, json));
    });
    scope.post("/sandbox/chat/pay", async ({ body }, reply) => {
      const asked = paymentBody.safeParse(body);
      if (!asked.success) return reply.code(400).send({ error: "Give person, to, asset, amount." });
      const { to, asset, amount } = asked.data;
      const paid = { to, [asset]: amount, ...walletOf(asked.data) };
      const { status, json } = await ask(nodeUrl, "pay", paid);
      return reply.code(status).send(told(payment, json));
    });
    done();
  });
}

/** Undefined for what is no JSON: no request is. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function walletOf({ person: id }: z.infer<typeof walletBody>) {
  return { wallet: String(id) };
}

async function ask(nodeUrl: string, what: string, body: object) {
  try {
    const answer = await request(`${nodeUrl}/sandbox/${what}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
    });
    const json = await answer.body.json();
    return { status: answer.statusCode, json };
  } catch {
    return { status: 503, json: { Error: AWAY } };
  }
}

/** What the page needs of an answer, or the node's own words. */
function told(expected: z.ZodType, json: unknown): unknown {
  const found = expected.safeParse(json);
  if (found.success) return found.data;
  const refused = refusal.safeParse(json);
  return { error: refused.success ? refused.data.Error : AWAY };
}
