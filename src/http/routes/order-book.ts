/** GET /v1/orderbook: what rests and what is offered for a resource and a duration; public. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { DURATIONS } from "../../domain/duration.js";
import { validationFailed } from "../../domain/errors.js";
import { RESOURCES } from "../../domain/resource.js";
import { OrderBooks } from "../../engine/order-book.js";
import type { Door } from "../door.js";

const resourceNames = RESOURCES.join(", ");

export const orderBookQuery = z.object({
  resource: z
    .string({ error: `must be one of ${resourceNames}, given once` })
    .toLowerCase()
    .pipe(z.enum(RESOURCES, { error: `must be one of ${resourceNames}, given once` })),
  duration: z.enum(DURATIONS, { error: `must be one of ${DURATIONS.join(", ")}, given once` }),
});

export function orderBookRoute(scope: FastifyInstance, { engine }: Door): void {
  const books = new OrderBooks(engine);
  scope.get("/v1/orderbook", async (request) => {
    const parsed = orderBookQuery.safeParse(request.query);
    if (!parsed.success) {
      throw validationFailed(
        parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message })),
      );
    }
    return { success: true, data: books.read(parsed.data.resource, parsed.data.duration) };
  });
}
