/** What each alert is for, and what looks like it: series of metrics, and the minute in which it fires. */

/** Values of series, one a minute, as promtool writes them: `1+2x3` is 1, 3, 5, 7. */
export type Series = Readonly<Record<string, string>>;

export interface Case {
  readonly alert: string;
  /** Minute in which it fires, and before which it does not. */
  readonly at: number;
  readonly fires: Series;
  /** Each on its own: nothing fires at any time. */
  readonly quiet: readonly Series[];
}

const desk = (metric: string, labels = "") =>
  `${metric}{job="energy-desk",instance="a"${labels === "" ? "" : `,${labels}`}}`;
const gauge = (metric: string, values: string, labels = ""): Series => ({
  [desk(metric, labels)]: values,
});
const finished = (outcome: string, values: string, type = "Fast"): Series =>
  gauge("desk_orders_finished_total", values, `type="${type}",outcome="${outcome}"`);
const delivered = (within60: string, all: string, type = "Fast"): Series => ({
  ...gauge("desk_delivery_seconds_bucket", within60, `type="${type}",le="60"`),
  ...gauge("desk_delivery_seconds_bucket", all, `type="${type}",le="120"`),
  ...gauge("desk_delivery_seconds_bucket", all, `type="${type}",le="+Inf"`),
});
const calls = (all: string, errors: string, number = 1): Series => {
  const labels = `${host(number)},path="wallet/getblock"`;
  return {
    ...gauge("desk_node_calls_total", all, labels),
    ...gauge("desk_node_errors_total", errors, labels),
  };
};
const host = (number: number) => `host="${number} http://node${number}"`;
const inStep = (...values: string[]): Series =>
  Object.assign({}, ...values.map((one, at) => gauge("desk_node_in_step", one, host(at + 1))));
const queue = (name: string, values: string) =>
  gauge("desk_queue_length", values, `queue="${name}"`);
const ledger = (available: string, external: string): Series => ({
  ...gauge("desk_ledger_sun", available, 'kind="available"'),
  ...gauge("desk_ledger_sun", external, 'kind="external"'),
});
const auditor = 'worker="auditor"';

export const CASES: readonly Case[] = [
  {
    alert: "DeskDown",
    at: 1,
    fires: gauge("up", "0x10"),
    quiet: [gauge("up", "1x10"), gauge("up", "1 0 1 0 1"), { 'up{job="node"}': "0x10" }],
  },
  {
    alert: "DeskHalted",
    at: 2,
    fires: gauge("desk_halted", "0 0 1x10"),
    quiet: [gauge("desk_halted", "0x10")],
  },
  {
    alert: "DeskPaused",
    at: 60,
    fires: gauge("desk_paused", "1x70"),
    quiet: [gauge("desk_paused", "1x50 0x10")],
  },
  {
    alert: "ChainOutOfSight",
    at: 1,
    fires: gauge("desk_chain_in_sight", "0x10"),
    quiet: [gauge("desk_chain_in_sight", "1x10"), gauge("desk_chain_in_sight", "0 1 0 1x10")],
  },
  {
    alert: "SolidStandsStill",
    at: 1,
    fires: gauge("desk_solid_still_seconds", "181x10"),
    quiet: [
      gauge("desk_solid_still_seconds", "180x10"),
      gauge("desk_solid_still_seconds", "181 0 181 0x10"),
    ],
  },
  {
    alert: "NodeErrors",
    at: 6,
    fires: calls("0+60x30", "0+7x30"),
    quiet: [calls("0+60x30", "0+5x30"), calls("0x30", "0x30"), calls("0+60x30", "0 30x29")],
  },
  {
    alert: "NodeErrors",
    at: 6,
    // A node that is rarely asked, beside one that answers all.
    fires: { ...calls("0+600x30", "0x30"), ...calls("0+4x30", "0+2x30", 2) },
    quiet: [{ ...calls("0+600x30", "0x30"), ...calls("0+40x30", "0+2x30", 2) }],
  },
  {
    alert: "NodeRests",
    at: 11,
    fires: {
      ...gauge("desk_node_resting_seconds", "0x30", host(1)),
      ...gauge("desk_node_resting_seconds", "0+60x30", host(2)),
    },
    quiet: [
      gauge("desk_node_resting_seconds", "0+60x10 0x20", host(2)),
      // Failures with answers between them.
      gauge("desk_node_resting_seconds", "0+60x5 0+60x5 0+60x5", host(2)),
    ],
  },
  {
    alert: "NoNodeInStep",
    at: 4,
    fires: inStep("1x2 0x20", "0x20"),
    quiet: [inStep("1x20", "0x20"), inStep("1 0 1 0 1", "0x4"), inStep("0x20")],
  },
  {
    alert: "SigningBacklog",
    at: 2,
    fires: queue("planned", "501x10"),
    quiet: [queue("planned", "500x10"), queue("resting", "5000x10")],
  },
  {
    alert: "InFlightStuck",
    at: 5,
    fires: queue("in_flight", "201x10"),
    quiet: [queue("in_flight", "200x10"), queue("in_flight", "201x3 0x10")],
  },
  {
    alert: "ReclaimsDue",
    at: 15,
    fires: queue("reclaim_due", "101x20"),
    quiet: [queue("reclaim_due", "100x20"), queue("reclaiming", "5000x20")],
  },
  {
    alert: "PoolNearlyFull",
    at: 15,
    fires: gauge("desk_pool_utilisation_ratio", "0.91x20", 'resource="energy"'),
    quiet: [gauge("desk_pool_utilisation_ratio", "0.9x20", 'resource="energy"')],
  },
  {
    alert: "OwnerPaused",
    at: 5,
    fires: gauge("desk_pool_owners", "1x10", 'state="paused"'),
    quiet: [
      gauge("desk_pool_owners", "0x20", 'state="paused"'),
      gauge("desk_pool_owners", "3x20", 'state="draining"'),
    ],
  },
  {
    alert: "SlowDelivery",
    at: 11,
    fires: delivered("0+90x40", "0+100x40"),
    quiet: [delivered("0+96x40", "0+100x40"), delivered("0x40", "0+100x40", "Manual")],
  },
  {
    alert: "OrdersNotDelivered",
    at: 16,
    fires: { ...finished("completed", "0+8x40"), ...finished("cancelled", "0+1x40") },
    quiet: [
      { ...finished("completed", "0+10x40"), ...finished("partly", "0+1x40") },
      {
        ...finished("completed", "0+8x40", "Manual"),
        ...finished("cancelled", "0+8x40", "Manual"),
      },
      { ...finished("completed", "0x40"), ...finished("cancelled", "0x40") },
    ],
  },
  {
    alert: "WorkerFails",
    at: 5,
    fires: gauge("desk_worker_ok", "0x10", 'worker="signer"'),
    quiet: [gauge("desk_worker_ok", "1x10", 'worker="signer"')],
  },
  {
    alert: "AuditLate",
    at: 21,
    fires: gauge("desk_worker_last_round_seconds", "0x30", auditor),
    quiet: [
      gauge("desk_worker_last_round_seconds", "0+60x40", auditor),
      {
        ...gauge("process_start_time_seconds", "0x40"),
        ...gauge("desk_worker_last_round_seconds", "0+60x40", auditor),
      },
      gauge("desk_worker_last_round_seconds", "0x40", 'worker="payer"'),
    ],
  },
  {
    alert: "AuditLate",
    at: 21,
    // It has not ended a single one.
    fires: gauge("process_start_time_seconds", "0x30"),
    quiet: [{ 'process_start_time_seconds{job="node"}': "0x40" }],
  },
  {
    alert: "NewIncident",
    at: 6,
    fires: gauge("desk_incidents", "0x5 1x5"),
    quiet: [gauge("desk_incidents", "7x30")],
  },
  {
    alert: "PayoutsHeld",
    at: 1440,
    fires: gauge("desk_payouts_held", "1x1500"),
    quiet: [gauge("desk_payouts_held", "1x1400 0x10")],
  },
  {
    alert: "WithdrawalsUnpaid",
    at: 10,
    fires: queue("withdrawals_due", "1x20"),
    quiet: [queue("withdrawals_due", "0x20"), queue("withdrawals_due", "1x8 0 1x8 0")],
  },
  {
    alert: "WithdrawalsToApprove",
    at: 60,
    fires: queue("withdrawals_approval", "2x70"),
    quiet: [queue("withdrawals_approval", "0x70"), queue("withdrawals_approval", "1x50 0x20")],
  },
  {
    alert: "SellersToApprove",
    at: 60,
    fires: gauge("desk_sellers_to_approve", "1x70"),
    quiet: [
      gauge("desk_sellers_to_approve", "0x70"),
      gauge("desk_sellers_to_approve", "1x50 0x20"),
    ],
  },
  {
    alert: "WithdrawalsToNewAddresses",
    at: 1,
    fires: queue("withdrawals_new_address", "0 1x10"),
    quiet: [queue("withdrawals_new_address", "0x10")],
  },
  {
    alert: "LedgerUnbalanced",
    at: 5,
    fires: ledger("1000000001x10", "-1000000000x10"),
    quiet: [ledger("1000000000x10", "-1000000000x10"), ledger("5 3x10", "-4 -3x10")],
  },
  {
    alert: "CoverShort",
    at: 1,
    fires: gauge("desk_cover_shortfall_sun", "0 1x5"),
    quiet: [gauge("desk_cover_shortfall_sun", "0x5")],
  },
  {
    alert: "DepositsInReview",
    at: 60,
    fires: gauge("desk_deposits_in_review", "2x70"),
    quiet: [
      gauge("desk_deposits_in_review", "0x70"),
      gauge("desk_deposits_in_review", "1x50 0x20"),
    ],
  },
  {
    alert: "CoverOld",
    at: 66,
    fires: gauge("desk_cover_age_seconds", "0+60x90"),
    quiet: [gauge("desk_cover_age_seconds", "600x90")],
  },
  {
    alert: "DepositsLate",
    at: 5,
    fires: gauge("desk_deposit_lag_blocks", "21x10"),
    quiet: [gauge("desk_deposit_lag_blocks", "20x10")],
  },
  {
    alert: "NotRead",
    at: 2,
    fires: gauge("desk_not_read", "0 0 1x10", 'what="transactions"'),
    quiet: [gauge("desk_not_read", "0x10", 'what="blocks"')],
  },
  {
    alert: "OrdersAtRisk",
    at: 2,
    fires: gauge("desk_orders_at_risk", "0 1x10"),
    quiet: [gauge("desk_orders_at_risk", "0x10"), gauge("desk_orders_at_risk", "0 1 0x10")],
  },
];
