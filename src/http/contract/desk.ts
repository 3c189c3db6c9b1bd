/** The desk itself: its health, this document, and the routes of the operator's programs and Telegram. */
import { z } from "zod";
import { named } from "../../answers/shapes.js";
import { DOCS_FILES } from "../docs/files.js";
import { NAME, placesOf, WHAT } from "../places.js";
import { readiness } from "./errors.js";
import type { RouteContract } from "./route.js";

const alive = named("Alive", z.object({ status: z.literal("ok") }));

const ready = named("Ready", z.object({ status: z.literal("ready"), ...readiness.shape }));

const path = z.string();
const places = named(
  "Places",
  z.object({
    name: z.literal(NAME),
    what: z.literal(WHAT),
    docs: path,
    openapi: path,
    prices: path,
    health: path,
    chat: path.optional().describe("In a sandbox: the bot, without Telegram."),
  }),
);

const PUBLIC = { method: "get", tag: "Desk", caller: "anybody" } as const;

export const DESK_ROUTES: readonly RouteContract[] = [
  {
    ...PUBLIC,
    path: "/",
    id: "root",
    summary: "What this is and where to go",
    description: "JSON, or a page of links for whoever asks for HTML.",
    isCached: true,
    answer: { data: places, example: placesOf(false), isPageToo: true },
  },
  {
    ...PUBLIC,
    path: "/healthz",
    id: "healthz",
    summary: "The process answers",
    description: "Asks nothing else; see `/readyz` for whether it can sell.",
    answer: { data: alive, example: { status: "ok" } },
  },
  {
    ...PUBLIC,
    path: "/readyz",
    id: "readyz",
    summary: "The desk could take an order now, or what is in the way",
    description:
      "Asks the database, and tells of TRON what the desk has seen last. A 503 tells the same in `details`.",
    answer: {
      data: ready,
      example: {
        status: "ready",
        database: "ok",
        node: "ok",
        telegram: "ok",
        halted: false,
        paused: false,
      },
    },
    errors: ["CHAIN_UNAVAILABLE", "DESK_HALTED"],
  },
  {
    ...PUBLIC,
    path: "/openapi.json",
    id: "openapi",
    summary: "This document",
    description:
      "OpenAPI 3.1, made from the schemas that check the requests. Its server is the address you asked.",
    isCached: true,
    answer: { contentTypes: ["application/json"] },
  },
  {
    ...PUBLIC,
    path: "/docs",
    id: "docs",
    summary: "This document as a page, to read and to try",
    description: "It calls nothing but this desk, with real money wherever that is no sandbox.",
    isCached: true,
    answer: { contentTypes: ["text/html"] },
  },
  {
    ...PUBLIC,
    path: "/docs/{file}",
    id: "docsFile",
    summary: "What that page is made of",
    description: "The viewer and its style sheet, served by the desk itself.",
    params: { file: z.enum(DOCS_FILES) },
    isCached: true,
    answer: { contentTypes: ["text/javascript", "text/css"] },
    errors: ["NOT_FOUND"],
  },
  {
    method: "get",
    path: "/metrics",
    id: "metrics",
    tag: "Operator",
    summary: "The desk in numbers, for the operator's Prometheus; served where he has set a token",
    description:
      "Prometheus text, for whoever sends the operator's token as `Authorization: Bearer`.",
    caller: "operator",
    answer: { contentTypes: ["text/plain"] },
    errors: ["FORBIDDEN", "NOT_FOUND"],
  },
  {
    method: "post",
    path: "/telegram/webhook",
    id: "telegramWebhook",
    tag: "Operator",
    summary: "Where Telegram brings updates, and nobody else; served in webhook mode only",
    description:
      "Telegram shows the secret that the desk has given it. An update that comes again is taken once.",
    caller: "telegram",
    body: { schema: () => ({ type: "object" }), examples: { Update: { update_id: 1 } } },
    answer: { contentTypes: [] },
    errors: ["NOT_FOUND", "BUSY"],
  },
];
