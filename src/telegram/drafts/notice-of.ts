/** A refusal as what a card says of it. */
import type { DeskError } from "../../domain/errors.js";
import type { Notice } from "../state/draft.js";

export function noticeOf({ code, details }: DeskError): Notice {
  const isRecord = typeof details === "object" && details !== null && !Array.isArray(details);
  if (isRecord) return { code, details: { ...details } };
  return Array.isArray(details) ? { code, details: { problems: details } } : { code };
}
