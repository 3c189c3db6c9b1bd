/** What a message orders, and so the card that it begins; also when it is edited. */
import type { TelegramUserRow } from "../../store/chat/telegram-users.js";
import type { OneLine, TypedLine } from "../intake/one-line.js";
import type { WalletList } from "../intake/wallet-text.js";
import type { BotDeps, CommandCall } from "../kit/deps.js";
import { readLine, walletsOf, withList } from "../kit/said.js";
import type { Opening } from "./open.js";
import { saysOnlyWallets } from "./typed.js";
import { withUsual } from "./usual.js";

/** Of `/buy`. Undefined when its file cannot be read: then that is said, and the update is answered. */
export async function buyOpening(deps: BotDeps, call: CommandCall): Promise<Opening | undefined> {
  const said = await readLine(deps, call);
  const { user, messageId, file } = call;
  const listed = file && (await walletsOf(deps, call, file));
  if (file && !listed) return undefined;
  const line = await withUsual(deps, user, listed ? withList(said, listed) : said);
  const { fields, problems } = line;
  // Whoever names no price gets the desk's; the card has the other way as a button.
  const asksType = problems.some(({ field }) => field === "type");
  const type = asksType ? fields.type : (fields.type ?? "Fast");
  return { ...line, fields: { ...fields, type }, messageId };
}

interface Read {
  readonly said: OneLine;
  /** The same, when it is not chatter. */
  readonly line: TypedLine | undefined;
  readonly list: WalletList;
}

/** A text without a command orders something: unknown names by themselves do not. */
export function isOrder({ line, list }: Omit<Read, "said">): boolean {
  return line !== undefined || list.verdicts.some(({ bad }) => bad !== "no such name");
}

/** Of a text without a command. */
export async function textOpening(
  deps: BotDeps,
  user: TelegramUserRow,
  read: Read,
): Promise<Opening | undefined> {
  const { said, line, list } = read;
  if (!isOrder(read)) return undefined;
  if (line) return withUsual(deps, user, line);
  const wallets = { fields: { type: "Fast" as const }, ...list };
  return saysOnlyWallets(said) ? withUsual(deps, user, wallets) : wallets;
}
