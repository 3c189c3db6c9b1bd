/** What a method gets and answers. */
import type { Params } from "../wire/params.js";
import type { World } from "../world.js";

/** Runs within one transaction; throws an ApiError to refuse. */
export type Method = (world: World, params: Params) => unknown;
