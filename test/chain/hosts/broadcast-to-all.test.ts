/** What several hosts' answers to the same bytes mean: accepted by any, refused only where nobody can have passed them on. */
import { expect, onTestFinished, test, vi } from "vitest";
import { joinedOutcome } from "../../../src/chain/hosts/several-hosts.js";
import type { BroadcastOutcome } from "../../../src/chain/port.js";
import { rigOf } from "./rig.js";

const accepted: BroadcastOutcome = { kind: "accepted" };
const seen: BroadcastOutcome = { kind: "seen" };
const retry: BroadcastOutcome = { kind: "retry", message: "NO_CONNECTION: No connection." };
const unknown: BroadcastOutcome = { kind: "unknown", message: "did not answer" };
const rejected: BroadcastOutcome = {
  kind: "rejected",
  reason: "lock",
  code: "CONTRACT_VALIDATE_ERROR",
  message: "lock period",
};

const inStep = (outcome: BroadcastOutcome) => ({ outcome, isInStep: true });
const behind = (outcome: BroadcastOutcome) => ({ outcome, isInStep: false });

test.each([
  ["one accepts while others are waited for", [inStep(accepted)], 2, "accepted"],
  ["one accepts after a refusal", [inStep(rejected), inStep(accepted)], 1, "accepted"],
  ["one that is behind accepts", [behind(accepted)], 1, "accepted"],
  ["one refuses, another is waited for", [inStep(rejected)], 1, undefined],
  ["both refuse", [inStep(rejected), inStep(rejected)], 0, "rejected"],
  ["one refuses, the other did not push", [inStep(rejected), inStep(retry)], 0, "rejected"],
  [
    "one refuses, the other, behind, did not push",
    [inStep(rejected), behind(retry)],
    0,
    "rejected",
  ],
  ["one refuses, the other has it", [inStep(rejected), inStep(seen)], 0, "seen"],
  ["one refuses, the other cannot be read", [inStep(rejected), inStep(unknown)], 0, "unknown"],
  ["only one that is behind refuses", [behind(rejected)], 0, "unknown"],
  [
    "one that is behind refuses, one in step did not push",
    [behind(rejected), inStep(retry)],
    0,
    "retry",
  ],
  ["nobody pushed", [inStep(retry), inStep(retry)], 0, "retry"],
  ["one has it", [inStep(seen), inStep(retry)], 0, "seen"],
] as const)("%s", (_, told, waiting, kind) => {
  expect(joinedOutcome(told, waiting)?.kind).toBe(kind);
});

test("nobody waits for a host that is silent once another has accepted", async () => {
  const { chain, answers, tell } = rigOf(3);
  await tell();
  const [first, second, third] = answers;
  if (first) first.broadcast = () => new Promise(() => {});
  if (second) second.broadcast = async () => rejected;
  if (third) third.broadcast = async () => accepted;
  const transaction = { txid: "00", hex: "00" };
  expect(await chain.broadcast(transaction, "T" as never)).toEqual(accepted);
});

test.each([
  ["fails", async () => unknown],
  ["did not push", async () => retry],
  ["is silent", () => new Promise<BroadcastOutcome>(() => {})],
])("a host that rests is sent the bytes too where the other %s", async (_, broadcast) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { chain, answers, hosts, tell } = rigOf(2);
  await tell();
  const [first, second] = answers;
  if (!first || !second || !hosts.all[0]) throw new Error("there are two");
  hosts.failed(hosts.all[0], "did not answer");
  second.broadcast = broadcast;
  const outcome = chain.broadcast({ txid: "00", hex: "00" }, "T" as never);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await outcome).toEqual(accepted);
});

test("a refusal by all that do not rest is one, and nobody else is sent it", async () => {
  const { chain, answers, hosts, tell } = rigOf(2);
  await tell();
  const [first, second] = answers;
  if (!first || !second || !hosts.all[0]) throw new Error("there are two");
  hosts.failed(hosts.all[0], "did not answer");
  first.broadcast = () => Promise.reject(new Error("it was sent"));
  second.broadcast = async () => rejected;
  expect(await chain.broadcast({ txid: "00", hex: "00" }, "T" as never)).toEqual(rejected);
});

test("a host that rests is sent what another has taken, and nobody waits for it", async () => {
  const { chain, answers, hosts, tell } = rigOf(2);
  await tell();
  const sent: number[] = [];
  answers.forEach((answer, at) => {
    answer.broadcast = async () => {
      sent.push(at + 1);
      return accepted;
    };
  });
  const [first, second] = hosts.all;
  if (!first || !second) throw new Error("there are two");
  hosts.failed(first, "did not answer");
  const [silent] = answers;
  if (!silent) throw new Error("there are two");
  silent.broadcast = () => {
    sent.push(1);
    return new Promise(() => {});
  };
  await chain.broadcast({ txid: "00", hex: "00" }, "T" as never);
  expect(sent).toEqual([2, 1]);
  hosts.failed(second, "did not answer");
  await chain.broadcast({ txid: "00", hex: "00" }, "T" as never);
  expect(sent).toEqual([2, 1, 1, 2]);
});
