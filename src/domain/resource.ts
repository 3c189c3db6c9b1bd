/** The two resources a TRON account can delegate, and the smallest amounts of them that are traded (in units). */
export const RESOURCES = ["energy", "bandwidth"] as const;
export type Resource = (typeof RESOURCES)[number];

export type PerResource<T> = Record<Resource, T>;

/** Smallest `resourceAmount` of an order, per receiver. */
export const MIN_AMOUNT: PerResource<number> = { energy: 32_000, bandwidth: 1_000 };

/** Smallest part of an order that one owner may deliver, and the least `options.partial_min`. */
export const MIN_CHUNK: PerResource<number> = { energy: 20_000, bandwidth: 1_000 };

/** "Energy" for people. */
export function resourceTitle(resource: Resource): string {
  return resource === "energy" ? "Energy" : "Bandwidth";
}
