/** What `energy-desk-client` exports. */

export type * from "./answers.js";
export type { Duration, ErrorCode, FieldProblem, PerResource, Resource } from "./contract.js";
export { EnergyDesk } from "./energy-desk.js";
export { type ClientErrorCode, EnergyDeskError, type EnergyDeskErrorCode } from "./error.js";
export type * from "./requests.js";
export type * from "./seller-answers.js";
export type { Sellers } from "./sellers.js";
