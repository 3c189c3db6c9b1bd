/** The sellers of a customer: to register one in two steps, to set what it offers, and to look at it. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { fillsAnswer, sellerAnswer, summaryAnswer } from "../../answers/seller.js";
import { parseAddress, parseOffer, parseProof, parseRegistration } from "../../domain/seller.js";
import { challengeSeller, verifySeller } from "../../engine/sellers/register-seller.js";
import { readFills, readSeller, readSellers } from "../../engine/sellers/seller-resource.js";
import { setOffer } from "../../engine/sellers/sellers.js";
import { admit } from "../admit.js";
import type { HttpDeps } from "../deps.js";
import { readBody } from "../json-body.js";
import { cursorOf, limit, ownQuery, parseQuery } from "../query.js";

type OfSeller = { Params: { address: string } };

export const fillsQuery = z.object({
  limit,
  cursor: cursorOf((given) => given),
});

export function sellerRoutes(scope: FastifyInstance, door: HttpDeps): void {
  const { quote, read } = door.engine.admission;
  registering(scope, door, { onRequest: admit(quote) });
  offering(scope, door, { onRequest: admit(quote) });
  reading(scope, door, { onRequest: admit(read) });
}

type Counted = { readonly onRequest: ReturnType<typeof admit> };

/** POST /v1/seller and POST /v1/seller/verify. */
function registering(scope: FastifyInstance, { engine }: HttpDeps, counted: Counted): void {
  scope.post("/seller", counted, async (request) => {
    const { address } = readBody(request, parseRegistration);
    return { success: true, data: await challengeSeller(engine, request.customerId, address) };
  });
  scope.post("/seller/verify", counted, async (request) => {
    const proof = readBody(request, parseProof);
    return {
      success: true,
      data: sellerAnswer(await verifySeller(engine, request.customerId, proof)),
    };
  });
}

/** PUT /v1/seller/:address/offer: one resource's terms, all of them. */
function offering(scope: FastifyInstance, { engine }: HttpDeps, counted: Counted): void {
  scope.put<OfSeller>("/seller/:address/offer", counted, async (request) => {
    const { customerId } = request;
    const address = parseAddress(request.params.address);
    await setOffer(engine, { address, customerId, offer: readBody(request, parseOffer) });
    return { success: true, data: sellerAnswer(await readSeller(engine, address, customerId)) };
  });
}

/** GET /v1/seller, GET /v1/seller/:address and its fills. */
function reading(scope: FastifyInstance, { engine }: HttpDeps, counted: Counted): void {
  scope.get("/seller", counted, async ({ customerId }) => {
    const sellers = (await readSellers(engine, customerId)).map(summaryAnswer);
    return { success: true, data: { sellers } };
  });
  scope.get<OfSeller>("/seller/:address", counted, async ({ customerId, params }) => {
    const address = parseAddress(params.address);
    return { success: true, data: sellerAnswer(await readSeller(engine, address, customerId)) };
  });
  scope.get<OfSeller>(
    "/seller/:address/fills",
    { ...counted, config: ownQuery },
    async (request) => {
      const address = parseAddress(request.params.address);
      const page = parseQuery(fillsQuery, request.query);
      return {
        success: true,
        data: fillsAnswer(
          await readFills(engine, { address, customerId: request.customerId, ...page }),
        ),
      };
    },
  );
}
