/** What receivers have already from the desk, before it is paid for again. */
import type { Resource } from "../../../domain/resource.js";
import type { Part } from "../../format.js";

export interface OverlapTexts {
  readonly holds: (held: HeldFacts, until: Part) => Part;
  /** Not all of it ends at the same time. */
  readonly holdsParts: (held: HeldFacts, first: Part, last: Part) => Part;
  /** Paid, and in no block yet. */
  readonly gets: (held: HeldFacts) => Part;
  readonly more: (count: number) => string;
}

export interface HeldFacts {
  readonly wallet: Part;
  readonly units: number;
  readonly resource: Resource;
}
