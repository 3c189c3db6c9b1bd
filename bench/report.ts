/** Collects the figures of a run; each is told as soon as it is there. */
import type { Figure, Target } from "./figures.js";

export class Report {
  readonly figures: Figure[] = [];
  readonly targets: Target[] = [];

  add(figure: Figure): void {
    this.figures.push(figure);
    process.stderr.write(`  measured: ${figure.name}\n`);
  }

  aim(target: Target): void {
    this.targets.push(target);
  }
}
