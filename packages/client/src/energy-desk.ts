/** The typed client: every call of a customer, with what each takes, answers and throws. */
import { randomUUID } from "node:crypto";
import type {
  Balance,
  CreatedOrders,
  Deposit,
  DepositOffer,
  Duration,
  Order,
  OrderBook,
  Quote,
  Settings,
  StatementLine,
  WalletState,
  Withdrawal,
} from "./answers.js";
import { Caller } from "./call.js";
import { checkIdempotencyKey, checkOptions, parseBaseUrl } from "./check-options.js";
import {
  has,
  isCreated,
  isDepositPage,
  isOrder,
  isOrderPage,
  isStatementPage,
  isWithdrawal,
  isWithdrawalPage,
} from "./expected.js";
import { pagesOf } from "./pages.js";
import { queryOf, segment } from "./paths.js";
import { reading } from "./read-answer.js";
import type {
  CallOptions,
  CreateOptions,
  EnergyDeskOptions,
  OrderChange,
  OrderFilter,
  OrderRequest,
  ResourceName,
  StatementPeriod,
  WaitOptions,
  WithdrawalRequest,
} from "./requests.js";
import { createScrub } from "./scrub.js";
import { Sellers } from "./sellers.js";
import { waitForOrder } from "./wait-for-order.js";

const PAGE_SIZE = 100;

/**
 * A customer of one service. Every call may throw an `EnergyDeskError`: `UNAUTHORIZED`, `NETWORK`, `TIMEOUT`,
 * `ABORTED`, `CLOSED`, `BAD_ANSWER`, `UNAVAILABLE`, `SHUTTING_DOWN`, `OUTCOME_UNKNOWN` and `INTERNAL`, beside what it names itself. Failed
 * connections, 429 and 503 are tried again, an order only where it cannot be paid twice. Share one client, it keeps its
 * connections; `close()` it at the end.
 *
 * A service that knows nothing but the creation of orders answers `NOT_FOUND` to the rest.
 */
export class EnergyDesk {
  /** Selling from accounts of your own. */
  readonly sellers: Sellers;
  readonly #caller: Caller;

  /** Throws a TypeError that names the option which is wrong. Nothing is sent yet. */
  constructor(options: EnergyDeskOptions) {
    const checked = checkOptions(options);
    const scrub = createScrub(checked.apiKey);
    this.#caller = new Caller(parseBaseUrl(options.baseUrl), checked, scrub);
    this.sellers = new Sellers(this.#caller);
  }

  /**
   * Orders for 1 to 20 wallets, all or nothing, and debits `resourceAmount × price × days` SUN for each (1 TRX is 1,000,000
   * SUN; anything up to a day counts as one). Paced: 15 creations in any second, the rest wait their turn.
   *
   * Throws `VALIDATION_FAILED`, `INSUFFICIENT_BALANCE` (`details`: `{required, available}` in TRX), `NO_CAPACITY`
   * (`{available}` in units; with `requireLock` what could be locked), `RECEIVER_NOT_ACTIVATED`, `RECEIVER_IS_CONTRACT`, `RECEIVER_REFUSED`, `PRICE_BELOW_FLOOR` (`{floor}` in SUN per
   * unit), `QUOTE_EXPIRED`, `QUOTE_MISMATCH`, `IDEMPOTENCY_KEY_REUSED`, `RATE_LIMITED`, `FORBIDDEN`, `CHAIN_UNAVAILABLE`,
   * `BUSY`, `DESK_HALTED`. Where `outcomeUnknown` is true the order may exist: send it again with the error's
   * `idempotencyKey`, or look for it in `orders()`.
   *
   * Source: `POST /v1/order/create`.
   */
  async createOrder(order: OrderRequest, options: CreateOptions = {}): Promise<CreatedOrders> {
    const { idempotencyKey = randomUUID(), ...callOptions } = options;
    checkIdempotencyKey(idempotencyKey);
    return this.#caller.run(
      {
        method: "POST",
        path: "/v1/order/create",
        body: JSON.stringify(order),
        pace: "create",
        isChange: true,
        idempotencyKey,
        read: reading(isCreated),
      },
      callOptions,
    );
  }

  /**
   * What an order would cost, in TRX, wallet by wallet; debits and reserves nothing. Its `quoteId` binds the price for one
   * order of the same body, until `expiresAt` (30 s). Paced at 30 a second, together with `address` and
   * what changes `sellers`.
   *
   * Throws `VALIDATION_FAILED`, `PRICE_BELOW_FLOOR`, `RATE_LIMITED`, `CHAIN_UNAVAILABLE`; a wallet that cannot be served is
   * no error but a line with `ok: false`.
   *
   * Source: `POST /v1/order/quote`.
   */
  async quote(order: OrderRequest, options?: CallOptions): Promise<Quote> {
    const body = JSON.stringify(order);
    const read = reading(has<Quote>("price", "totalAmount"));
    const call = { method: "POST", path: "/v1/order/quote", body, pace: "quote", read } as const;
    return this.#caller.run(call, options);
  }

  /**
   * One order with its delegations: money in TRX, amounts in units, times in Unix milliseconds.
   *
   * Throws `ORDER_NOT_FOUND`, for somebody else's order too. Source: `GET /v1/order/:orderId`.
   */
  async order(orderId: string, options?: CallOptions): Promise<Order> {
    return this.#get(`/v1/order/${segment(orderId)}`, isOrder, options);
  }

  /**
   * Your orders one by one, newest first, fetched page by page as you read on. Orders that arrive meanwhile do not move the
   * pages. Break out of the loop when you have enough.
   *
   * Throws `VALIDATION_FAILED` for a filter that cannot be. Source: `GET /v1/orders`.
   */
  orders(filter: OrderFilter = {}, options?: CallOptions): AsyncGenerator<Order, void, undefined> {
    const { pageSize = PAGE_SIZE, ...fields } = filter;
    const query = { ...fields, limit: pageSize };
    return pagesOf(async (cursor) => {
      const path = `/v1/orders${queryOf({ ...query, cursor })}`;
      const { orders, nextCursor } = await this.#get(path, isOrderPage, options);
      return { items: orders, nextCursor };
    });
  }

  /**
   * Stops an order: what is not under way is given back at once, for free; what is runs to its end, and until then the
   * order is `processing` with `cancelRequested: true`. Cancelling again changes nothing.
   *
   * Throws `ORDER_NOT_FOUND`, and `NOT_CANCELABLE` when it is completed. Source: `POST /v1/order/:orderId/cancel`.
   */
  async cancel(orderId: string, options?: CallOptions): Promise<Order> {
    const path = `/v1/order/${segment(orderId)}/cancel`;
    const call = { method: "POST", path, pace: "cancel", isChange: true } as const;
    return this.#caller.run({ ...call, read: reading(isOrder) }, options);
  }

  /**
   * Another price or end for an order that rests; what is held for it follows. Another price takes what is offered at once, at the
   * sellers' prices.
   *
   * Throws `VALIDATION_FAILED`, `ORDER_NOT_FOUND`, `NOT_CHANGEABLE` when nothing of it rests, `PRICE_BELOW_FLOOR`,
   * `INSUFFICIENT_BALANCE`. Source: `PATCH /v1/order/:orderId`.
   */
  async change(orderId: string, change: OrderChange, options?: CallOptions): Promise<Order> {
    const path = `/v1/order/${segment(orderId)}`;
    const body = JSON.stringify(change);
    const read = reading(isOrder);
    const call = { method: "PATCH", path, body, pace: "quote", isChange: true, read } as const;
    return this.#caller.run(call, options);
  }

  /** Your money in TRX, exact to 6 decimals. Source: `GET /v1/balance`. */
  async balance(options?: CallOptions): Promise<Balance> {
    return this.#get("/v1/balance", has<Balance>("available", "held"), options);
  }

  /**
   * Your address to pay in at, and what it takes. The same address forever, until the service tells another.
   *
   * Throws `NOT_FOUND` where the service takes no deposits by itself. Source: `GET /v1/deposit`.
   */
  async depositOffer(options?: CallOptions): Promise<DepositOffer> {
    return this.#get("/v1/deposit", has<DepositOffer>("address", "accepts"), options);
  }

  /**
   * What you have paid in, one by one, newest first, fetched page by page as you read on.
   *
   * Throws `VALIDATION_FAILED`. Source: `GET /v1/deposits`.
   */
  deposits(
    { pageSize = PAGE_SIZE }: { readonly pageSize?: number } = {},
    options?: CallOptions,
  ): AsyncGenerator<Deposit, void, undefined> {
    return pagesOf(async (cursor) => {
      const path = `/v1/deposits${queryOf({ limit: pageSize, cursor })}`;
      const { deposits, nextCursor } = await this.#get(path, isDepositPage, options);
      return { items: deposits, nextCursor };
    });
  }

  /**
   * Every movement of your money, one by one in the order in which it was booked, with the balances after it; fetched page by page as
   * you read on. `from` and `to` are Unix milliseconds, both included.
   *
   * Throws `VALIDATION_FAILED`. Source: `GET /v1/statement`.
   */
  statement(
    period: StatementPeriod = {},
    options?: CallOptions,
  ): AsyncGenerator<StatementLine, void, undefined> {
    const { pageSize = PAGE_SIZE, ...fields } = period;
    return pagesOf(async (cursor) => {
      const path = `/v1/statement${queryOf({ ...fields, limit: pageSize, cursor })}`;
      const { lines, nextCursor } = await this.#get(path, isStatementPage, options);
      return { items: lines, nextCursor };
    });
  }

  /**
   * Takes TRX out; the amount and the fee are held at once. An address that is new to you waits, and large sums wait for the
   * operator: `dueAt` and `status` say so. Needs a key that may withdraw. Paced with quotes.
   *
   * Throws `VALIDATION_FAILED`, `INSUFFICIENT_BALANCE` (`details`: `{required, available}` in TRX, `available` being what can be
   * withdrawn), `FORBIDDEN` where the key may not or withdrawals are off, `RECEIVER_IS_CONTRACT`, `RECEIVER_REFUSED`, `IDEMPOTENCY_KEY_REUSED`,
   * `CHAIN_UNAVAILABLE`, `DESK_HALTED`. Where `outcomeUnknown` is true it may exist: send it again with the error's
   * `idempotencyKey`, or look for it in `withdrawals()`.
   *
   * Source: `POST /v1/withdrawals`.
   */
  async withdraw(request: WithdrawalRequest, options: CreateOptions = {}): Promise<Withdrawal> {
    const { idempotencyKey = randomUUID(), ...callOptions } = options;
    checkIdempotencyKey(idempotencyKey);
    const call = {
      method: "POST",
      path: "/v1/withdrawals",
      pace: "quote",
      isChange: true,
    } as const;
    const body = JSON.stringify(request);
    const read = reading(isWithdrawal);
    return this.#caller.run({ ...call, body, idempotencyKey, read }, callOptions);
  }

  /**
   * Your withdrawals one by one, newest first, fetched page by page as you read on; `pageSize` is 1 to 100, 100 unless given.
   * Source: `GET /v1/withdrawals`.
   */
  withdrawals(
    { pageSize = PAGE_SIZE }: { readonly pageSize?: number | undefined } = {},
    options?: CallOptions,
  ): AsyncGenerator<Withdrawal, void, undefined> {
    return pagesOf(async (cursor) => {
      const path = `/v1/withdrawals${queryOf({ limit: pageSize, cursor })}`;
      const { withdrawals, nextCursor } = await this.#get(path, isWithdrawalPage, options);
      return { items: withdrawals, nextCursor };
    });
  }

  /**
   * Gives the money of a withdrawal back that is not signed yet; cancelling again changes nothing.
   *
   * Throws `NOT_FOUND`, and `NOT_CANCELABLE` with its status in `details`. Source: `POST /v1/withdrawals/:withdrawalId/cancel`.
   */
  async cancelWithdrawal(withdrawalId: string, options?: CallOptions): Promise<Withdrawal> {
    const path = `/v1/withdrawals/${segment(withdrawalId)}/cancel`;
    const call = { method: "POST", path, pace: "cancel", isChange: true } as const;
    return this.#caller.run({ ...call, read: reading(isWithdrawal) }, options);
  }

  /**
   * A wallet on chain: whether it is activated or a contract, its Energy and Bandwidth in units, and your own rentals of it
   * that have not ended. Paced at 30 a second, together with `quote` and what changes `sellers`.
   *
   * Throws `VALIDATION_FAILED` for what is no address, `RATE_LIMITED`, `CHAIN_UNAVAILABLE`. Source:
   * `GET /v1/address/:address`.
   */
  async address(address: string, options?: CallOptions): Promise<WalletState> {
    const path = `/v1/address/${segment(address)}`;
    const read = reading(has<WalletState>("address", "activated", "energy", "bandwidth"));
    return this.#caller.run({ method: "GET", path, pace: "quote", read }, options);
  }

  /**
   * What is sold and for how much: prices in SUN per unit, amounts in units. Public, asked for without the key. Only
   * `ratesByDuration` is part of the contract. Source: `GET /setting/ui`.
   */
  async settings(options?: CallOptions): Promise<Settings> {
    const read = reading(has<Settings>("ratesByDuration"));
    return this.#caller.run({ method: "GET", path: "/setting/ui", isPublic: true, read }, options);
  }

  /**
   * What rests and what is offered, by price in SUN per unit, amounts in units. Public, asked for without the key; at most a
   * second old. Throws `VALIDATION_FAILED`. Source: `GET /v1/orderbook`.
   */
  async orderBook(
    book: { readonly resource: ResourceName; readonly duration: Duration },
    options?: CallOptions,
  ): Promise<OrderBook> {
    const { resource, duration } = book;
    const path = `/v1/orderbook${queryOf({ resource, duration })}`;
    const read = reading(has<OrderBook>("bids", "asks"));
    return this.#caller.run({ method: "GET", path, isPublic: true, read }, options);
  }

  /**
   * Looks at an order every second until it is what is waited for, and answers it as it is then. A service that is away for
   * a while does not end the wait.
   *
   * Throws `TIMEOUT` and `ORDER_CANCELLED`, both with the order as it was last seen in `details`, and `ORDER_NOT_FOUND`.
   * Source: `GET /v1/order/:orderId`.
   */
  async waitForOrder(orderId: string, options: WaitOptions = {}): Promise<Order> {
    const watched = {
      look: (callOptions: CallOptions) => this.order(orderId, callOptions),
      pause: (ms: number, signal: AbortSignal) => this.#caller.pause(ms, signal),
    };
    return waitForOrder(watched, options);
  }

  /** What has not been sent yet fails with `CLOSED`; resolves when what was sent has been answered. */
  async close(): Promise<void> {
    await this.#caller.close();
  }

  #get<T>(
    path: string,
    isExpected: (data: unknown) => data is T,
    options: CallOptions | undefined,
  ): Promise<T> {
    return this.#caller.run(
      { method: "GET", path, pace: "read", read: reading(isExpected) },
      options,
    );
  }
}
