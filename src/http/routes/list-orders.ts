/** GET /v1/orders: the customer's orders, newest first, page by page. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { addressProblem } from "../../domain/address.js";
import { validationFailed } from "../../domain/errors.js";
import { problemsOf, show } from "../../domain/fields.js";
import { isOrderId } from "../../domain/ids.js";
import { readOrders } from "../../engine/order-resource.js";
import type { Door } from "../door.js";
import { showOrder } from "../show-order.js";

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 20;
const STATUSES = ["processing", "completed", "cancelled"] as const;

/** What a value must be, and what it was. */
const problem = (mustBe: string) => (issue: { input?: unknown }) =>
  `${mustBe}; it was ${show(issue.input)}`;

/** A query holds text only, so numbers are read from digits, and from nothing but digits. */
const wholeNumber = (least: number, most: number, what: string) => {
  const error = problem(`must be ${what}, given once and in digits`);
  return z
    .string({ error })
    .regex(/^\d{1,16}$/, { error })
    .refine((digits) => Number(digits) >= least && Number(digits) <= most, { error })
    .transform(Number);
};

const unixMs = wholeNumber(0, Number.MAX_SAFE_INTEGER, "a time in Unix milliseconds");
const text = (mustBe: string) => z.string({ error: problem(`${mustBe}, given once`) });

const querySchema = z.object({
  status: z.enum(STATUSES, { error: problem(`must be one of ${STATUSES.join(", ")}`) }).optional(),
  receiver: text("must be an address")
    .superRefine((value, context) => {
      const wrong = addressProblem(value);
      if (wrong) context.addIssue(problem(wrong)({ input: value }));
    })
    .optional(),
  from: unixMs.optional(),
  to: unixMs.optional(),
  limit: wholeNumber(1, MAX_LIMIT, `a number from 1 to ${MAX_LIMIT}`).default(DEFAULT_LIMIT),
  cursor: text("must be the nextCursor of a page")
    .refine(isOrderId, { error: problem("must be the nextCursor of a page") })
    .optional(),
});

export function listOrdersRoute(scope: FastifyInstance, { engine }: Door): void {
  scope.get("/orders", async (request) => {
    const { cursor: before, ...filter } = parseQuery(request.query);
    const { customerId } = request;
    const page = readOrders(engine, { ...filter, before, customerId });
    return { success: true, data: { ...page, orders: page.orders.map(showOrder) } };
  });
}

function parseQuery(query: unknown): z.infer<typeof querySchema> {
  const parsed = querySchema.safeParse(query);
  if (parsed.success) return parsed.data;
  throw validationFailed(problemsOf(parsed.error));
}
