/** GET /v1/deposit and /v1/deposits: where and what to pay in, and what has come. */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { toTrx } from "../../domain/money.js";
import {
  DEPOSIT_CURSOR,
  type Deposit,
  readDepositOffer,
  readDeposits,
} from "../../engine/deposits/deposits.js";
import { admit } from "../admit.js";
import type { HttpDeps } from "../deps.js";
import { cursorOf, limit, ownQuery, parseQuery } from "../query.js";

export const depositsQuery = z.object({
  limit,
  cursor: cursorOf((given, wrong) => given.regex(DEPOSIT_CURSOR, wrong)),
});

export function depositRoutes(scope: FastifyInstance, { engine }: HttpDeps): void {
  const onRequest = admit(engine.admission.read);
  scope.get("/deposit", { onRequest }, async (request) => {
    const { address, retired, minimumTrxSun, usdt } = await readDepositOffer(
      engine,
      request.customerId,
    );
    const trx = { asset: "TRX", minimum: toTrx(minimumTrxSun) };
    const { minimumUnits = 0, rateSun } = usdt ?? {};
    const rateTrx = rateSun === undefined ? undefined : toTrx(rateSun);
    const ofUsdt = { asset: "USDT", minimum: toTrx(minimumUnits), rateTrx };
    const accepts = usdt ? [trx, ofUsdt] : [trx];
    const { network } = engine.deposits ?? {};
    const data = { address, retired, network, accepts, credited: "solid" };
    return { success: true, data };
  });
  scope.get("/deposits", { onRequest, config: ownQuery }, async (request) => {
    const { limit, cursor: before } = parseQuery(depositsQuery, request.query);
    const { customerId } = request;
    const page = await readDeposits(engine, { customerId, before, limit });
    const data = { deposits: page.deposits.map(depositAnswer), nextCursor: page.nextCursor };
    return { success: true, data };
  });
}

/** Of another token nobody knows the decimals, and its amount can be larger than JSON's numbers: it is a text. */
function depositAnswer(deposit: Deposit) {
  const { depositId, txid, asset, amount, creditedSun, rateSun, status, blockNumber, at } = deposit;
  const isKnown = asset === "TRX" || asset === "USDT";
  return {
    depositId,
    txid,
    asset,
    amount: isKnown ? toTrx(Number(amount)) : String(amount),
    creditedTrx: toTrx(creditedSun),
    rate: rateSun === null ? null : toTrx(rateSun),
    status,
    blockNumber,
    at,
  };
}
