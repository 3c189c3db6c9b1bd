/** GET /v1/address/:address: what the chain says about an address, and the customer's own rentals there. */
import type { FastifyInstance } from "fastify";
import { parseAddress } from "../../domain/seller.js";
import { Addresses, type AddressLook } from "../../engine/receivers/address-resource.js";
import { admit } from "../admit.js";
import type { HttpDeps } from "../deps.js";

export function addressRoute(scope: FastifyInstance, { engine }: HttpDeps): void {
  const addresses = new Addresses(engine);
  const counted = { onRequest: admit(engine.admission.quote) };
  scope.get<{ Params: { address: string } }>("/address/:address", counted, async (request) => {
    const address = parseAddress(request.params.address);
    return {
      success: true,
      data: addressAnswer(await addresses.read(request.customerId, address)),
    };
  });
}

export type AddressAnswer = ReturnType<typeof addressAnswer>;

function addressAnswer({ rentals, ...account }: AddressLook) {
  const rented = rentals.map(({ orderId, resource, units, ...rest }) => {
    return { orderId, resourceType: resource, amount: units, ...rest };
  });
  return { ...account, rentals: rented };
}
