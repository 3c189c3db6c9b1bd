/** GET /v1/address/:address: what the chain says about an address, and the customer's own rentals there. */
import type { FastifyInstance } from "fastify";
import { parseAddress } from "../../domain/seller.js";
import { Addresses } from "../../engine/receivers/address-resource.js";
import { admit } from "../admit.js";
import type { Door } from "../door.js";

export function addressRoute(scope: FastifyInstance, { engine }: Door): void {
  const addresses = new Addresses(engine);
  const counted = { onRequest: admit(engine.admission.quote) };
  scope.get<{ Params: { address: string } }>("/address/:address", counted, async (request) => {
    const address = parseAddress(request.params.address);
    return { success: true, data: await addresses.read(request.customerId, address) };
  });
}
