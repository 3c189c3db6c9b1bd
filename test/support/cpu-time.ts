/** How long something takes by the processor's clock: what else the machine does counts for nothing. */

/** Of code that waits for nothing; other threads of this process count too. */
export function cpuMsOf(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}
