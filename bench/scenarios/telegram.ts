/** Taps in Telegram: 50 people with open cards, through the sandbox's Bot API on the desk's own port. */
import { setTimeout as sleep } from "node:timers/promises";
import { spawnDesk } from "../desk.js";
import type { BenchOptions } from "../options.js";
import type { Report } from "../report.js";
import { latencyOf } from "../statistics.js";
import { openChats, type TappingChat } from "../tapping-chat.js";
import type { Workspace } from "../workspace.js";

const CHATS = 50;
/** A person who reads the card before the next tap. */
const THINKING_MS = 2_000;
const WARM_UP_SECONDS = 2;
const TARGET_P99_MS = 100;

export async function measureTelegram(
  workspace: Workspace,
  report: Report,
  { seconds }: BenchOptions,
): Promise<void> {
  const settings = { SANDBOX_NODE_PORT: "0" };
  const { program, baseUrl } = await spawnDesk(workspace, workspace.fresh(), settings);
  const chats = await openChats(`${baseUrl}/sandbox/telegram`, CHATS);
  const measure = async (name: string, thinkingMs: number) => {
    await tapAll(chats, Math.min(WARM_UP_SECONDS, seconds), thinkingMs);
    const beforeMs = program.cpuMs ?? Number.NaN;
    const taps = await tapAll(chats, seconds, thinkingMs);
    const usedMs = (program.cpuMs ?? Number.NaN) - beforeMs;
    const busy = Math.round((usedMs / 1_000 / taps.seconds) * 100);
    const cpuMs = (usedMs / taps.latenciesMs.length).toFixed(1);
    const { p50Ms, p99Ms } = latencyOf(taps.latenciesMs);
    report.add({
      name,
      perSecond: taps.latenciesMs.length / taps.seconds,
      p50Ms,
      p99Ms,
      note: `${cpuMs} ms of CPU a tap, Telegram's side included; desk ${busy}% of a core; ${taps.stale} on a card just changed`,
    });
    return p99Ms;
  };
  const p99Ms = await measure(`Telegram taps, ${CHATS} chats, a tap in 2 s each`, THINKING_MS);
  await measure(`Telegram taps, ${CHATS} chats, the next at once`, 0);
  report.aim({
    name: `a tap answered within ${TARGET_P99_MS} ms, p99, ${CHATS} busy chats`,
    measured: `${p99Ms.toFixed(1)} ms`,
    met: p99Ms < TARGET_P99_MS,
  });
}

interface Taps {
  readonly latenciesMs: readonly number[];
  readonly seconds: number;
  /** Answered with "changed meanwhile": the new keyboard was not there yet. */
  readonly stale: number;
}

async function tapAll(
  chats: readonly TappingChat[],
  seconds: number,
  thinkingMs: number,
): Promise<Taps> {
  const latenciesMs: number[] = [];
  let stale = 0;
  const startedAtMs = performance.now();
  const endsAtMs = startedAtMs + seconds * 1_000;
  const person = async (chat: TappingChat) => {
    // People do not tap in step.
    await sleep(Math.random() * thinkingMs);
    while (performance.now() < endsAtMs) {
      const button = await chat.nextButton();
      const tappedAtMs = performance.now();
      const { isStale } = await chat.tap(button);
      latenciesMs.push(performance.now() - tappedAtMs);
      if (isStale) stale += 1;
      if (thinkingMs > 0) await sleep(thinkingMs * (0.5 + Math.random()));
    }
  };
  await Promise.all(chats.map(person));
  return { latenciesMs, seconds: (performance.now() - startedAtMs) / 1_000, stale };
}
