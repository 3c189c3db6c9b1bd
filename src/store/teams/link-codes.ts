/** Codes by which an owner links a group to a team: of each only the hash is kept. */
import type { CustomerId } from "../../domain/ids.js";
import { run } from "../phase.js";
import { integer, table, text } from "../table.js";

export const TEAM_LINK_CODES = table("team_link_code", {
  hash: text().key.check("length(hash) = 64").fixed,
  customer_id: text<CustomerId>().references("team").fixed,
  made_by: integer().fixed,
  expires_at: integer().fixed,
});

/** Those that are over are forgotten by the way. */
export function* insertLinkCode(code: Parameters<typeof TEAM_LINK_CODES.add>[0], at: number) {
  yield* run("DELETE FROM team_link_code WHERE expires_at <= ?", at);
  yield* TEAM_LINK_CODES.add(code);
}

export const findLinkCode = (hash: string, at: number) =>
  TEAM_LINK_CODES.one("WHERE hash = ? AND expires_at > ?", hash, at);

export const deleteAllLinkCodes = () => run("DELETE FROM team_link_code");

export const deleteLinkCode = (hash: string) =>
  run("DELETE FROM team_link_code WHERE hash = ?", hash);
