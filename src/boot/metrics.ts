/** Who may read the desk's metrics. */
import type { Config } from "../config.js";
import type { MetricsDoor } from "../http/door.js";

/** Undefined: off. A sandbox has nothing to hide, so it serves them without a token. */
export function metricsOf(
  { metricsToken: token, network }: Config,
  sources: Omit<MetricsDoor, "token">,
): MetricsDoor | undefined {
  if (token === undefined && network !== "sandbox") return undefined;
  return { token, ...sources };
}
