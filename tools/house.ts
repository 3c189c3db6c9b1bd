/** `npm run house`: prints how large the project is, and what in it goes round in circles. Run at its root. */
import { report } from "./report.js";

process.stdout.write(report(process.cwd()));
