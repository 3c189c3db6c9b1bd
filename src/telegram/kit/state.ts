/** What every flow keeps, whatever it is about: the state that one card shows, whose buttons carry its version. */
import { assert } from "../../domain/assert.js";
import type { CustomerId } from "../../domain/ids.js";
import type { FlowRow } from "../../store/chat/flows.js";

export interface FlowState<Status extends FlowRow["status"], Step extends string, Data> {
  readonly id: string;
  readonly version: number;
  readonly ownerUserId: number;
  readonly customerId: CustomerId;
  readonly chatId: number;
  readonly threadId: number | undefined;
  /** A group: no balance may be shown, typed answers must be replies. */
  readonly isGroup: boolean;
  readonly status: Status;
  readonly step: Step;
  readonly data: Data;
}

/** The state of any flow. */
export type AnyState = FlowState<FlowRow["status"], string, unknown>;

/** How the states of a flow are kept in rows. */
export interface FlowCodec<S extends AnyState> {
  readonly kind: string;
  readonly statuses: readonly S["status"][];
  readonly steps: readonly S["step"][];
  /** Reads what a row holds as JSON; throws when it is something else. */
  readonly data: { parse(json: unknown): S["data"] };
  /** When the clock changes it, or its card, next after `at`, or has changed it last; never unless given. */
  readonly dueAt?: (state: S, at: number) => number | undefined;
  /** The balance that it waits for; none unless given. */
  readonly needsSun?: (state: S) => number | undefined;
}

export function stateOf<S extends AnyState>(kept: FlowCodec<S>, row: FlowRow): S {
  // The desk itself drops what is open; most kinds know that only as closed.
  const isOf = (wanted: string) => kept.statuses.find((name) => name === wanted);
  const status = isOf(row.status) ?? (row.status === "dropped" ? isOf("closed") : undefined);
  const step = kept.steps.find((name) => name === row.step);
  assert(status && step, `${row.kind} ${row.id} is at an unknown step ${row.status}, ${row.step}`);
  const state: FlowState<S["status"], S["step"], S["data"]> = {
    id: row.id,
    version: row.version,
    ownerUserId: row.owner_user_id,
    customerId: row.customer_id,
    chatId: row.chat_id,
    threadId: row.thread_id ?? undefined,
    isGroup: row.is_group === 1,
    status,
    step,
    data: kept.data.parse(JSON.parse(row.data)),
  };
  return state as S;
}

/** What a state writes of its row; a payment adds the batch. */
export function rowOf<S extends AnyState>(
  kept: FlowCodec<S>,
  state: S,
  at: number,
  batchId: FlowRow["batch_id"] = null,
): FlowRow {
  return {
    id: state.id,
    kind: kept.kind,
    version: state.version,
    owner_user_id: state.ownerUserId,
    customer_id: state.customerId,
    chat_id: state.chatId,
    thread_id: state.threadId ?? null,
    is_group: state.isGroup ? 1 : 0,
    status: state.status,
    step: state.step,
    data: JSON.stringify(state.data),
    batch_id: batchId,
    due_at: kept.dueAt?.(state, at) ?? null,
    needs_sun: kept.needsSun?.(state) ?? null,
    updated_at: at,
  };
}
