/** All that customers, sellers and the operator can read of a desk's orders, so that two moments can be compared. */
import type { Address } from "../../src/domain/address.js";
import { readHistory } from "../../src/engine/customers/history.js";
import { readSpending } from "../../src/engine/customers/spending.js";
import {
  findOrders,
  readAnyOrder,
  readBatch,
  readBatchId,
  readOrder,
  readOrders,
} from "../../src/engine/orders/read-orders.js";
import { readOverlaps } from "../../src/engine/receivers/address-resource.js";
import { readFills, readSeller } from "../../src/engine/sellers/seller-resource.js";
import type { Desk } from "./desk.js";

/** The pages of a list, each asked for with the cursor of the one before. */
async function pagesOf<T extends { readonly nextCursor: string | null }>(
  read: (cursor: string | undefined) => Promise<T>,
): Promise<T[]> {
  const pages = [await read(undefined)];
  for (;;) {
    const cursor = pages.at(-1)?.nextCursor ?? null;
    if (cursor === null) return pages;
    pages.push(await read(cursor));
  }
}

const STATUSES = [undefined, "processing", "completed", "cancelled"] as const;

export async function historyOf(desk: Desk, customerId = desk.customerId, from = 0) {
  const entries = [];
  const period = { customerId, from, to: desk.clock.nowMs };
  for await (const page of readHistory(desk.engine, period)) entries.push(...page);
  return entries;
}

export interface Known {
  readonly customers: readonly string[];
  readonly orderIds: readonly string[];
  readonly receivers: readonly Address[];
  /** Between which two moments lists are asked for too. */
  readonly from: number;
  readonly to: number;
}

export async function readable(desk: Desk, known: Known): Promise<Record<string, unknown>> {
  const { engine } = desk;
  const { customers, orderIds, receivers, from, to } = known;
  const seen: Record<string, unknown> = {};
  const filters = STATUSES.flatMap((status) => [
    { status },
    { status, from, to },
    ...receivers.map((receiver) => ({ status, receiver })),
  ]);
  for (const customerId of customers) {
    seen[`money of ${customerId}`] = desk.moneySunOf(customerId);
    seen[`history of ${customerId}`] = await historyOf(desk, customerId);
    seen[`late history of ${customerId}`] = await historyOf(desk, customerId, from);
    for (const days of [1, 30]) {
      seen[`spending of ${customerId}, ${days}`] = await readSpending(engine, customerId, days);
    }
    for (const limit of [1, 3, 100]) {
      for (const filter of filters) {
        const name = `${customerId}, ${limit} of ${JSON.stringify(filter)}`;
        seen[`orders of ${name}`] = await pagesOf((before) =>
          readOrders(engine, { ...filter, customerId, before, limit }),
        );
        seen[`found of ${name}`] = await pagesOf((before) =>
          findOrders(engine, { ...filter, customerId, before, limit }),
        );
      }
    }
    for (const id of orderIds) {
      seen[`batch of ${id} for ${customerId}`] =
        (await readBatchId(engine, { customerId }, id)) ?? "none";
      seen[`${id} for ${customerId}`] = await orRefusal(() => readOrder(engine, customerId, id));
    }
    for (const resource of ["energy", "bandwidth"] as const) {
      seen[`overlaps of ${customerId}, ${resource}`] = [
        ...(await readOverlaps(engine, customerId, resource, receivers)),
      ];
    }
  }
  for (const limit of [2, 100]) {
    for (const filter of filters) {
      seen[`found, ${limit} of ${JSON.stringify(filter)}`] = await pagesOf((before) =>
        findOrders(engine, { ...filter, before, limit }),
      );
    }
  }
  for (const id of orderIds) {
    seen[`any ${id}`] = await readAnyOrder(engine, id);
    for (const customerId of customers) {
      const batchId = await readBatchId(engine, { customerId }, id);
      if (batchId) seen[`all of the call of ${id}`] = await readBatch(engine, batchId);
    }
  }
  for (const address of desk.sellers) {
    seen[`seller ${address}`] = await readSeller(engine, address);
    seen[`fills of ${address}`] = await pagesOf((cursor) =>
      readFills(engine, { address, limit: 2, cursor }),
    );
  }
  return seen;
}

async function orRefusal(read: () => Promise<unknown>): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    return String(error);
  }
}
