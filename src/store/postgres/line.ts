/** A database that went back, once it is confirmed as restored: what was seen of it before proves nothing any more. */
import { run } from "../phase.js";

export const beginLine = () => run("UPDATE desk_epoch SET line = line + 1");
