/** What happens to the primary of a cluster. Each gives what is done once another server has taken over. */
import type { Cluster, Member } from "./patroni.js";

export function signalAll(pids: readonly (number | undefined)[], name: NodeJS.Signals): void {
  // A process of the server may end by itself between being listed and being signalled.
  for (const pid of pids) if (pid !== undefined && isThere(pid)) process.kill(pid, name);
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export const SERVER_FAULTS: Readonly<
  Record<string, (cluster: Cluster, primary: Member) => () => void>
> = {
  "the server is killed": (cluster, primary) => {
    signalAll(cluster.serverOf(primary).slice(0, 1), "SIGKILL");
    return () => {};
  },
  "the machine dies": (cluster, primary) => {
    signalAll([primary.patroni.pid, ...cluster.serverOf(primary)], "SIGKILL");
    return () => cluster.start(primary);
  },
  "the server stands still": (cluster, primary) => {
    const pids = cluster.serverOf(primary);
    signalAll(pids, "SIGSTOP");
    return () => signalAll(pids, "SIGCONT");
  },
  "the machine is frozen, and thaws": (cluster, primary) => {
    const pids = [...cluster.serverOf(primary), primary.patroni.pid ?? 0];
    signalAll(pids, "SIGSTOP");
    return () => signalAll(pids, "SIGCONT");
  },
};
