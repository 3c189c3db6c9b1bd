/** What `energy-desk/client` exports. */

export type { Duration } from "../domain/duration.js";
export type { FieldProblem } from "../domain/errors.js";
export type { PerResource, Resource } from "../domain/resource.js";
export type * from "./answers.js";
export { EnergyDesk } from "./energy-desk.js";
export { type ClientErrorCode, EnergyDeskError, type EnergyDeskErrorCode } from "./error.js";
export type * from "./requests.js";
export type * from "./seller-answers.js";
export type { Sellers } from "./sellers.js";
