/** Which nodes the operator has taken out of use; survives a restart. */
import type { Phase } from "../../store/phase.js";
import { deleteSetting, readSetting, writeSetting } from "../../store/settings.js";
import type { Engine } from "../context.js";

/** Each by its number and origin, without path and key. */
export async function ignoredNodes({ database }: Engine): Promise<readonly string[]> {
  return (
    ((await database.read(() => readSetting("ignored-nodes"))) as readonly string[] | undefined) ??
    []
  );
}

export async function saveIgnoredNodes(
  { database, now }: Engine,
  nodes: readonly string[],
): Promise<void> {
  await database.commit(function* (): Phase<void> {
    if (nodes.length === 0) yield* deleteSetting("ignored-nodes");
    else yield* writeSetting("ignored-nodes", nodes, "operator", now());
  });
}
