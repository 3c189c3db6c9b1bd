/** A refusal as the Bot API words it. */

export class ApiError extends Error {
  constructor(
    readonly code: number,
    description: string,
    readonly parameters?: Readonly<Record<string, unknown>>,
  ) {
    super(description);
  }
}

/**
 * The Bot API starts its sentences small, unless the second character says that the first word is a
 * name or a code of Telegram's servers ("BUTTON_DATA_INVALID").
 */
export function badRequest(text: string, parameters?: Readonly<Record<string, unknown>>): ApiError {
  const isCode = /^.[A-Z_]/.test(text);
  const small = isCode ? text : text.charAt(0).toLowerCase() + text.slice(1);
  return new ApiError(400, `Bad Request: ${small}`, parameters);
}

export function forbidden(text: string): ApiError {
  return new ApiError(403, `Forbidden: ${text}`);
}

const CONFLICTS = {
  otherPoll:
    "Conflict: terminated by other getUpdates request; " +
    "make sure that only one bot instance is running",
  setWebhook: "Conflict: terminated by setWebhook request",
  webhook:
    "Conflict: can't use getUpdates method while webhook is active; " +
    "use deleteWebhook to delete the webhook first",
} as const;

export function conflict(which: keyof typeof CONFLICTS): ApiError {
  return new ApiError(409, CONFLICTS[which]);
}
