/** What receivers have already from the desk, before it is paid for again. */
import type { Resource } from "../../../domain/resource.js";
import type { Part } from "../../format.js";

export interface OverlapTexts {
  readonly holds: (wallet: Part, units: number, resource: Resource, until: Part) => Part;
  /** Paid, and in no block yet. */
  readonly gets: (wallet: Part, units: number, resource: Resource) => Part;
  readonly more: (count: number) => string;
}
