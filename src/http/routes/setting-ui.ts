/** GET /setting/ui: what the desk sells and for how much; public. */
import type { FastifyInstance } from "fastify";
import { durationSeconds } from "../../domain/duration.js";
import { MIN_AMOUNT, MIN_CHUNK } from "../../domain/resource.js";
import { readPublicTerms } from "../../engine/prices/rates.js";
import type { HttpDeps } from "../deps.js";
import { refuseQuery } from "../query.js";

export function settingUiRoute(scope: FastifyInstance, { engine }: HttpDeps): void {
  scope.get("/setting/ui", { preHandler: refuseQuery }, async () => {
    const { fastSun, readyUnits, floors } = await readPublicTerms(engine);
    const data = {
      minAmount: MIN_AMOUNT,
      fastSellRate: fastSun,
      settingsOrder: { partialFill: MIN_CHUNK },
      readyResource: readyUnits,
      ratesByDuration: floors.map(({ duration, floorSun }) => ({
        duration,
        exactDurationSeconds: durationSeconds(duration),
        rate: floorSun,
      })),
    };
    return { success: true, data };
  });
}
