/** Asks whether large moves of rates are meant: a zero too many must not be set. */
import { type FieldProblem, validationFailed } from "../../domain/errors.js";
import { formatTrx } from "../../domain/money.js";
import { isLargeMove, largeMoves, ratesSchema } from "../../domain/rates.js";
import { usdtRates } from "../../store/deposits.js";
import type { Engine } from "../context.js";

interface NewRates {
  readonly rates?: unknown;
  /** SUN for a USDT. */
  readonly usdtSun?: number | undefined;
}

/** Throws VALIDATION_FAILED with every large move. What is no rates at all is refused by who sets them. */
export async function assertMeant(engine: Engine, { rates, usdtSun }: NewRates): Promise<void> {
  const problems: FieldProblem[] = [];
  const parsed = ratesSchema.safeParse(rates);
  if (parsed.success) {
    const { market } = engine;
    for (const { what, from, to } of largeMoves(market.rates, parsed.data, market.utilisation)) {
      problems.push(moveOf(what, `${from}`, `${to} SUN`, to / from));
    }
  }
  const [newest] = await engine.database.read(() => usdtRates(1));
  if (newest && usdtSun !== undefined && isLargeMove(newest.rate_sun, usdtSun)) {
    const share = usdtSun / newest.rate_sun;
    problems.push(moveOf("usdt", formatTrx(newest.rate_sun), `${formatTrx(usdtSun)} TRX`, share));
  }
  if (problems.length > 0) throw validationFailed(problems);
}

function moveOf(path: string, from: string, to: string, share: number): FieldProblem {
  const percent = Math.round((share - 1) * 100);
  const by = `${percent > 0 ? "+" : ""}${percent} %`;
  return { path, message: `moves from ${from} to ${to} (${by}); if that is meant, add --confirm` };
}
