/** Commands, as Telegram marks them: only at the very start of a message, and only when they are for this bot. */

export interface Command {
  /** Lower case, without slash and name: "buy". */
  readonly command: string;
  /** What follows, as it was written. */
  readonly args: string;
  /** It names the bot: "/buy@name". */
  readonly isAddressed: boolean;
}

interface CommandEntity {
  readonly type: string;
  readonly offset: number;
  readonly length: number;
}

/** Undefined when the text is no command, or one for another bot. */
export function splitCommand(
  text: string,
  entities: readonly CommandEntity[] | undefined,
  botUsername: string,
): Command | undefined {
  const { name, username, args } = partsOf(text, entities) ?? {};
  if (!name || args === undefined) return undefined;
  const isOurs = username === undefined || username.toLowerCase() === botUsername.toLowerCase();
  if (!isOurs) return undefined;
  return { command: name.toLowerCase(), args, isAddressed: username !== undefined };
}

/** A command that names another bot, as it is written: "buy@name". */
export function othersCommand(
  text: string,
  entities: readonly CommandEntity[] | undefined,
  botUsername: string,
): string | undefined {
  const { name, username } = partsOf(text, entities) ?? {};
  if (!username || username.toLowerCase() === botUsername.toLowerCase()) return undefined;
  return `${name}@${username}`;
}

function partsOf(text: string, entities: readonly CommandEntity[] | undefined) {
  const entity = entities?.find(({ type, offset }) => type === "bot_command" && offset === 0);
  if (!entity) return undefined;
  const [name = "", username, ...rest] = text.slice(1, entity.length).split("@");
  if (!text.startsWith("/") || name === "" || rest.length > 0) return undefined;
  return { name, username, args: text.slice(entity.length).trim() };
}
