/** The desk itself: its health, this document, and where Telegram comes in. */
import { z } from "zod";
import { DOCS_FILES } from "../docs/files.js";
import { readiness } from "./errors.js";
import type { RouteContract } from "./route.js";
import { named } from "./shapes.js";

const alive = named("Alive", z.object({ status: z.literal("ok") }));

const ready = named("Ready", z.object({ status: z.literal("ready"), ...readiness.shape }));

const PUBLIC = { method: "get", tag: "Desk", caller: "anybody" } as const;

export const DESK_ROUTES: readonly RouteContract[] = [
  {
    ...PUBLIC,
    path: "/healthz",
    id: "healthz",
    summary: "The process answers",
    answer: { data: alive, example: { status: "ok" } },
  },
  {
    ...PUBLIC,
    path: "/readyz",
    id: "readyz",
    summary: "The desk could take an order now, or what is in the way",
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
    isCached: true,
    answer: { contentTypes: ["application/json"] },
  },
  {
    ...PUBLIC,
    path: "/docs",
    id: "docs",
    summary: "This document as a page, to read and to try",
    isCached: true,
    answer: { contentTypes: ["text/html"] },
  },
  {
    ...PUBLIC,
    path: "/docs/{file}",
    id: "docsFile",
    summary: "What that page is made of",
    params: { file: z.enum(DOCS_FILES) },
    isCached: true,
    answer: { contentTypes: ["text/javascript", "text/css"] },
    errors: ["NOT_FOUND"],
  },
  {
    method: "get",
    path: "/metrics",
    id: "metrics",
    tag: "Desk",
    summary: "The desk in numbers, for the operator's Prometheus; served where he has set a token",
    caller: "operator",
    answer: { contentTypes: ["text/plain"] },
    errors: ["FORBIDDEN", "NOT_FOUND"],
  },
  {
    method: "post",
    path: "/telegram/webhook",
    id: "telegramWebhook",
    tag: "Desk",
    summary: "Where Telegram brings updates, and nobody else; served in webhook mode only",
    caller: "telegram",
    body: { schema: { type: "object" }, examples: { Update: { update_id: 1 } } },
    answer: { contentTypes: [] },
    errors: ["NOT_FOUND", "BUSY"],
  },
];
