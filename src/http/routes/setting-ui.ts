/** GET /setting/ui: what the desk sells and for how much; public. */
import type { FastifyInstance } from "fastify";
import { readPublicSettings } from "../../engine/prices/rates.js";
import type { Door } from "../door.js";

export function settingUiRoute(scope: FastifyInstance, { engine }: Door): void {
  scope.get("/setting/ui", async () => ({ success: true, data: await readPublicSettings(engine) }));
}
