/** Selling from accounts of one's own: the calls about sellers, with what each takes, answers and throws. */

import type { Fill, Seller, SellerChallenge, SellerSummary } from "./answers.js";
import type { Caller } from "./call.js";
import { has, isFillPage, isSellerList } from "./expected.js";
import { pagesOf } from "./pages.js";
import { queryOf, segment } from "./paths.js";
import { reading } from "./read-answer.js";
import type { CallOptions, OfferTerms, SellerProof } from "./requests.js";

const PAGE_SIZE = 100;
const isSeller = has<Seller>("address", "status", "offers", "capacity");

/**
 * What a customer sells. What changes something is paced at 30 a second, together with `quote` and `address`, what reads at 60,
 * together with all other reads; every call may throw what every call of an `EnergyDesk` may, `RATE_LIMITED` and `NOT_FOUND` for an account that is none of the customer's.
 */
export class Sellers {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /**
   * A text whose signature shows that an account is yours; good for 10 minutes, and a newer one takes its place. The account
   * needs an active permission for the desk's key too: threshold 1, weight 1, the operations 57 and 58 and no others.
   *
   * Throws `VALIDATION_FAILED`, `CHAIN_UNAVAILABLE`. Source: `POST /v1/seller`.
   */
  async challenge(address: string, options?: CallOptions): Promise<SellerChallenge> {
    const read = reading(has<SellerChallenge>("challenge", "expiresAt"));
    const body = JSON.stringify({ address });
    const call = { method: "POST", path: "/v1/seller", body, pace: "quote", read } as const;
    return this.#caller.run(call, options);
  }

  /**
   * Registers the account with its signed text. A wrong signature or a missing permission can be fixed and tried again with
   * the same text. Where `outcomeUnknown` is true, `read` tells whether it is registered.
   *
   * Throws `SIGNATURE_INVALID` (`details.signer` is whose key made it, where it can be read), `PERMISSION_MISSING`
   * (`details.operator` is the desk's key), `CHALLENGE_EXPIRED`, `CHAIN_UNAVAILABLE`. Source: `POST /v1/seller/verify`.
   */
  async verify(proof: SellerProof, options?: CallOptions): Promise<Seller> {
    const body = JSON.stringify(proof);
    const call = { method: "POST", path: "/v1/seller/verify", body, isChange: true } as const;
    return this.#caller.run({ ...call, pace: "quote", read: reading(isSeller) }, options);
  }

  /**
   * Sets all terms of one resource; a new price, or putting it on again, goes to the end of its price. The same terms again
   * change nothing.
   *
   * Throws `VALIDATION_FAILED`, `CHAIN_UNAVAILABLE`. Source: `PUT /v1/seller/:address/offer`.
   */
  async setOffer(address: string, terms: OfferTerms, options?: CallOptions): Promise<Seller> {
    const path = `/v1/seller/${segment(address)}/offer`;
    const call = { method: "PUT", path, body: JSON.stringify(terms), isChange: true } as const;
    return this.#caller.run({ ...call, pace: "quote", read: reading(isSeller) }, options);
  }

  /** Your sellers, without their offers. Source: `GET /v1/seller`. */
  async list(options?: CallOptions): Promise<readonly SellerSummary[]> {
    const read = reading(isSellerList);
    const call = { method: "GET", path: "/v1/seller", pace: "read", read } as const;
    return (await this.#caller.run(call, options)).sellers;
  }

  /** One of them with its offers, capacity and money. Source: `GET /v1/seller/:address`. */
  async read(address: string, options?: CallOptions): Promise<Seller> {
    const path = `/v1/seller/${segment(address)}`;
    const call = { method: "GET", path, pace: "read", read: reading(isSeller) } as const;
    return this.#caller.run(call, options);
  }

  /**
   * What it has delegated one by one, newest first, fetched page by page as you read on. Source:
   * `GET /v1/seller/:address/fills`.
   */
  fills(address: string, options?: CallOptions): AsyncGenerator<Fill, void, undefined> {
    return pagesOf(async (cursor) => {
      const path = `/v1/seller/${segment(address)}/fills${queryOf({ limit: PAGE_SIZE, cursor })}`;
      const call = { method: "GET", path, pace: "read", read: reading(isFillPage) } as const;
      const { fills, nextCursor } = await this.#caller.run(call, options);
      return { items: fills, nextCursor };
    });
  }
}
