/** The wallets of what somebody wrote or sent: names stand for their wallets, a file for its lines; and what the chain says of them. */

import { isAddress } from "../../domain/address.js";
import { DeskError } from "../../domain/errors.js";
import type { CustomerId } from "../../domain/ids.js";
import { nameKey, walletName } from "../../domain/wallet-name.js";
import type { ReceiverVerdict } from "../../engine/receiver-check.js";
import type { TelegramUserRow } from "../../store/chat/telegram-users.js";
import type { Phase } from "../../store/phase.js";
import { namesOf, type WalletNameRow } from "../../store/wallet-names.js";
import {
  eachOnce,
  type WithoutNames,
  withChainVerdicts,
  withoutNames,
} from "../intake/addresses.js";
import { bareNames, isAlmost, withSigns, wordsWithoutSign } from "../intake/bare-names.js";
import type { LineProblem, Verdict } from "../intake/findings.js";
import { trimInvisible } from "../intake/invisible.js";
import { type OneLine, parseOneLine } from "../intake/one-line.js";
import {
  decodeText,
  type FileProblem,
  type FileText,
  MAX_FILE_BYTES,
} from "../intake/text-file.js";
import { walletsOfFile } from "../intake/wallet-file.js";
import { asksAmount, readWalletList, type WalletList } from "../intake/wallet-text.js";
import { answer } from "../transport/answer.js";
import type { SentFile } from "../transport/fetch-file.js";
import { shorten } from "../transport/format.js";
import type { BotDeps, ShowCall } from "./deps.js";
import { languageOf } from "./language.js";
import { fileProblemCard } from "./notes.js";

/** Saved as CSV it could be read. */
const SPREADSHEET = /\.(?:xlsx?|xlsm|xlsb|ods|numbers)$/i;

type Asked = Pick<BotDeps, "engine" | "bot">;

/** An order on one line, with the names in it. */
export async function readLine(
  deps: Asked,
  { user, args }: { readonly user: TelegramUserRow; readonly args: string },
): Promise<OneLine> {
  const { text, unknown } = await readNames(deps, user.customer_id, args, bareNames(args));
  const line = await withMeant(deps, user.customer_id, parseOneLine(text));
  if (unknown.length === 0) return line;
  const saysNothing = Object.keys(line.fields).length === 0;
  const fields = saysNothing ? { type: "Fast" as const } : line.fields;
  return { ...line, fields, verdicts: eachOnce([...line.verdicts, ...unknown]) };
}

/** Words that are not understood, and are names without their @; without a wallet, those that are almost one stand for it. */
async function withMeant(
  { engine }: Asked,
  customerId: CustomerId,
  line: OneLine,
): Promise<OneLine> {
  if (!line.problems.some(({ code }) => code === "UNKNOWN_WORD")) return line;
  const names = await engine.database.read(() => namesOf(customerId));
  const verdicts = [...line.verdicts];
  const problems = line.problems.flatMap((problem): LineProblem[] => {
    const { code, word } = problem;
    if (code !== "UNKNOWN_WORD") return [problem];
    if (names.some(({ name }) => nameKey(name) === nameKey(word))) {
      return [{ ...problem, hint: [`@${word}`] }];
    }
    if (line.verdicts.length > 0 || !isNear(word, names)) return [problem];
    verdicts.push({ address: word, bad: "no such name" });
    return [];
  });
  return { ...line, verdicts, problems };
}

function isNear(word: string, names: readonly Pick<WalletNameRow, "name">[]): boolean {
  return names.some(({ name }) => isAlmost(name, word));
}

/** A line with the wallets of a list. Where the list asks for amounts, the line's is not taken for them. */
export function withList(line: OneLine, { verdicts, problems }: WalletList): OneLine {
  return {
    fields: asksAmount(problems) ? { ...line.fields, amount: undefined } : line.fields,
    verdicts: eachOnce([...line.verdicts, ...verdicts]),
    problems: [...line.problems, ...problems],
  };
}

/** The wallets of a text, by address and by name, with their own amounts; and the text with wallets in the place of names. */
export async function readWallets(
  deps: Asked,
  customerId: CustomerId,
  said: string,
): Promise<WalletList & { readonly text: string }> {
  const { text, unknown } = await readNames(deps, customerId, said, bareNames(said));
  const { verdicts, problems } = readWalletList(text);
  return { verdicts: eachOnce([...verdicts, ...unknown]), problems, text };
}

/** The same for a question that needs so many: where there are fewer, words that are names count without their @. */
export async function readNeeded(
  deps: Asked,
  customerId: CustomerId,
  said: string,
  needed: number,
): Promise<WalletList & { readonly text: string }> {
  const read = await readWallets(deps, customerId, said);
  if (read.verdicts.length >= needed) return read;
  const addressOf = await deps.engine.database.read(() => addressesByName(customerId));
  const names = wordsWithoutSign(said).filter((word) => addressOf(word) !== undefined);
  return names.length === 0 ? read : readWallets(deps, customerId, withSigns(said, names));
}

/** A text with the customer's wallets in the place of their names; of `bare` words if all are names. */
export async function readNames(
  { engine, bot }: Asked,
  customerId: CustomerId,
  text: string,
  bare: readonly string[] = [],
): Promise<WithoutNames> {
  if (!text.includes("@") && bare.length === 0) return { text, unknown: [] };
  const addressOf = await engine.database.read(() => addressesByName(customerId));
  const areNames = bare.every((word) => addressOf(word) !== undefined);
  return withoutNames(areNames ? withSigns(text, bare) : text, bot.username, addressOf);
}

function* addressesByName(customerId: CustomerId): Phase<(word: string) => string | undefined> {
  const names = yield* namesOf(customerId);
  const byKey = new Map(names.map(({ name, address }) => [nameKey(name), address as string]));
  return (word) => {
    const name = walletName(word);
    return name && byKey.get(nameKey(name));
  };
}

/** The customer's name for a wallet that differs from this one in one letter. */
export async function nearestName(
  { engine }: Asked,
  customerId: CustomerId,
  word: string,
): Promise<string | undefined> {
  const names = await engine.database.read(() => namesOf(customerId));
  return names.find(({ name }) => isAlmost(name, word))?.name;
}

export async function readTextFile(
  { fetchFile }: Pick<BotDeps, "fetchFile">,
  file: SentFile,
): Promise<FileText | FileProblem> {
  const fetched = await fetchFile(file, MAX_FILE_BYTES);
  if ("problem" in fetched) return fetched.problem;
  return decodeText(fetched.bytes) ?? (SPREADSHEET.test(file.name) ? "spreadsheet" : "notText");
}

/** A verdict for each line; at least one of them is of something like a wallet. */
async function readWalletFile(
  deps: Pick<BotDeps, "fetchFile">,
  file: SentFile,
): Promise<WalletList | FileProblem> {
  const read = await readTextFile(deps, file);
  if (typeof read === "string") return read;
  const list = walletsOfFile(read.text);
  return list.verdicts.length > 0 ? list : "noWallets";
}

/** Undefined when the file cannot be read: then that is said, and the update is answered. */
export async function walletsOf(
  deps: BotDeps,
  { updateId, place, messageId }: ShowCall,
  file: SentFile,
): Promise<WalletList | undefined> {
  const read = await readWalletFile(deps, file);
  if (typeof read !== "string") return read;
  const card = fileProblemCard(read, await languageOf(deps, place.chatId));
  await answer(deps, updateId, place, card, { replyTo: messageId });
  return undefined;
}

/** Asks the node about the sound addresses; when it is away they are asked about again before anything is quoted. */
export async function judgedByChain(
  deps: BotDeps,
  verdicts: readonly Verdict[],
): Promise<Verdict[]> {
  const sound = verdicts.flatMap(({ address, bad }) =>
    !bad && isAddress(address) ? [address] : [],
  );
  if (sound.length === 0) return [...verdicts];
  const asked = sound.slice(0, MAX_ASKED);
  const answers = await deps.engine.receivers.verdicts(asked).catch(nodeIsAway);
  const byAddress = new Map(asked.map((address, at) => [address as string, answers[at] ?? "ok"]));
  return withChainVerdicts(verdicts, byAddress);
}

function nodeIsAway(error: unknown): ReceiverVerdict[] {
  if (error instanceof DeskError && error.code === "CHAIN_UNAVAILABLE") return [];
  throw error;
}

/** A pasted list of thousands is not asked about one by one. */
const MAX_ASKED = 40;

const LONGEST_SAID = 40;

/** What a card may repeat of an answer: the beginning of it, and nothing that is hidden (a private key) or has several lines. */
export function repeatable(text: string): string | undefined {
  const said = trimInvisible(text);
  if (said === "" || said.includes("\n") || /•{8}|[0-9a-f]{64}/i.test(said)) return undefined;
  return shorten(said, LONGEST_SAID);
}
