/** From the start of the process until /readyz says that it can sell, embedded sandbox included. */

import { spawnDesk } from "../desk.js";
import type { Figure, Target } from "../figures.js";
import type { Report } from "../report.js";
import type { Workspace } from "../workspace.js";

const TARGET_MS = 1_500;

export async function measureStart(workspace: Workspace, report: Report): Promise<void> {
  const directory = workspace.fresh();
  const readyMs: number[] = [];
  for (const name of ["first", "second"]) {
    const desk = await spawnDesk(workspace, directory, { SANDBOX_NODE_PORT: "0" });
    await desk.program.stop();
    readyMs.push(desk.readyMs);
    report.add(figure(name, desk.readyMs));
  }
  report.aim(target(Math.max(...readyMs)));
}

function figure(name: string, readyMs: number): Figure {
  return {
    name: `start to ready, ${name} start`,
    p50Ms: readyMs,
    note: "embedded sandbox included",
  };
}

function target(readyMs: number): Target {
  const met = readyMs < TARGET_MS;
  return { name: "start to ready below 1.5 s", measured: `${(readyMs / 1_000).toFixed(2)} s`, met };
}
