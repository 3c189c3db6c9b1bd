/**
 * Finds the addresses in any pasted text: a list, a table, a message around one. Nothing is repaired, and whatever looks like a
 * mistyped address is reported.
 */

import { isAddress } from "../../domain/address.js";
import { MAX_RECEIVERS } from "../../domain/fields.js";
import { walletName } from "../../domain/wallet-name.js";
import type { AlsoRefused, Verdict } from "./findings.js";

const ADDRESS_LENGTH = 34;
/** Letters of any script: a foreign letter that looks like a Latin one is a mistake to report, not the end of a word. */
const WORD = /[\p{L}\p{N}\p{Cf}]+/gu;
const FIRST_LETTER = /^[Tt\u0422\u0442\u03a4\uff34]/u;
const MISTYPED_LENGTHS = { least: 30, most: 40 };

const EVM_ADDRESS = /^0x[0-9a-f]{40}$/i;
/** As nodes and explorers write it for programs. */
const HEX_ADDRESS = /^(?:0x)?41[0-9a-f]{40}$/i;

/** One line break, or one space, inside a word; the second half is not consumed, so it may be the first half of the next. */
const BROKEN =
  /(?<![0-9A-Za-z])(T[0-9A-Za-z]{0,32})(?:[^\S\r\n]*(?:\r\n?|\n)[^\S\r\n]*|[^\S\r\n])(?=([0-9A-Za-z]{1,33})(?![0-9A-Za-z]))/g;

/** A text in which addresses that a mail or a chat has broken in two are whole: the checksum decides. */
export function withBrokenJoined(text: string): string {
  return text.replace(BROKEN, (whole: string, head: string, tail: string) =>
    head.length + tail.length === ADDRESS_LENGTH && isAddress(head + tail) ? head : whole,
  );
}

/** A verdict on each address, and on each word that looks like one, in their order. */
export function parseAddresses(text: string): Verdict[] {
  const verdicts: Verdict[] = [];
  const seen = new Set<string>();
  for (const [word] of text.matchAll(WORD)) {
    for (const candidate of candidatesOf(word)) {
      if (EVM_ADDRESS.test(candidate)) verdicts.push({ address: candidate, bad: "ethereum" });
      else if (HEX_ADDRESS.test(candidate)) verdicts.push({ address: candidate, bad: "hex" });
      else if (!isAddress(candidate)) verdicts.push({ address: candidate, bad: "checksum" });
      else if (seen.has(candidate)) verdicts.push({ address: candidate, bad: "duplicate" });
      else verdicts.push({ address: candidate });
      seen.add(candidate);
    }
  }
  return verdicts;
}

/** A repeated wallet is not rented for twice. */
export function eachOnce(verdicts: readonly Verdict[]): Verdict[] {
  const seen = new Set<string>();
  return verdicts.map((verdict) => {
    const { address, bad, written } = verdict;
    if (bad) return verdict;
    const isKnown = seen.has(address);
    seen.add(address);
    const line = written === undefined ? address : `${address} ${written}`;
    return isKnown ? { address: line, bad: "duplicate" } : verdict;
  });
}

/** The chain's verdicts on good addresses; others stay as they are. */
export function withChainVerdicts(
  verdicts: readonly Verdict[],
  byAddress: ReadonlyMap<string, "ok" | "not activated" | "contract" | "refused">,
): Verdict[] {
  return verdicts.map((verdict) => {
    const found = byAddress.get(verdict.address);
    if (verdict.bad || found === undefined || found === "ok") return verdict;
    return { address: verdict.address, bad: found };
  });
}

export interface Usable {
  /** Good ones, as many as one call takes. */
  readonly receivers: string[];
  /** Of those of them, and of those that wait, that have one of their own. */
  readonly amounts: Record<string, number>;
  readonly refused: Verdict[];
  /** How many further ones are wrong, by what is wrong with them. */
  readonly alsoRefused: AlsoRefused;
  /** Good ones that are too many for one call: they come next. */
  readonly waiting: string[];
  readonly beyondLimit: number;
}

/** More are counted, and not shown. */
const MAX_REFUSED = 40;

export function keepUsable(verdicts: readonly Verdict[]): Usable {
  const usable = verdicts.filter((verdict) => !verdict.bad);
  const good = usable.map((verdict) => verdict.address);
  const own = usable.flatMap(({ address, amount }) => (amount ? [[address, amount] as const] : []));
  const bad = verdicts.filter((verdict) => verdict.bad);
  const waiting = good.slice(MAX_RECEIVERS);
  return {
    receivers: good.slice(0, MAX_RECEIVERS),
    amounts: Object.fromEntries(own),
    refused: bad.slice(0, MAX_REFUSED),
    alsoRefused: countedByReason(bad.slice(MAX_REFUSED)),
    waiting,
    beyondLimit: waiting.length,
  };
}

function countedByReason(verdicts: readonly Verdict[]): AlsoRefused {
  const counts: AlsoRefused = {};
  for (const { bad } of verdicts) if (bad) counts[bad] = (counts[bad] ?? 0) + 1;
  return counts;
}

/**
 * Without spaces between words an address may be among other letters, and an invisible character may separate two addresses or
 * be inside one: the checksum decides.
 */
function candidatesOf(word: string): string[] {
  const whole = word.replace(/\p{Cf}+/gu, "");
  const parts = word.split(/[^0-9A-Za-z]+/).flatMap(gluedAddresses);
  if (parts.some(isAddress)) return parts.filter(looksLikeAddress);
  return looksLikeAddress(whole) ? [whole] : parts.filter(looksLikeAddress);
}

/** Addresses with nothing between them, as in a table copied without separators. */
function gluedAddresses(piece: string): string[] {
  if (piece.length <= ADDRESS_LENGTH || piece.length % ADDRESS_LENGTH !== 0) return [piece];
  const slices: string[] = [];
  for (let at = 0; at < piece.length; at += ADDRESS_LENGTH) {
    slices.push(piece.slice(at, at + ADDRESS_LENGTH));
  }
  return slices.some(isAddress) ? slices : [piece];
}

function looksLikeAddress(word: string): boolean {
  const { least, most } = MISTYPED_LENGTHS;
  if (EVM_ADDRESS.test(word) || HEX_ADDRESS.test(word)) return true;
  return word.length >= least && word.length <= most && FIRST_LETTER.test(word);
}

/** A name begins where a word can, so it is no part of a link or a mail address. */
const NAME_WORD = /(^|[\s,;|()<>"'«»，；：、（“])@([\p{L}\p{N}\p{M}_-]+)/gu;

/** Stands in a text for an unknown name, so that an amount beside it is not taken for another wallet's. */
export const UNKNOWN_NAME = "\ufffc";

export interface WithoutNames {
  readonly text: string;
  /** Unknown names. */
  readonly unknown: readonly Verdict[];
}

/**
 * Finds names of wallets in a text and replaces them with the addresses. `addressOf` returns undefined for an unknown name;
 * what cannot be a name, such as a price, stays as it is.
 */
export function withoutNames(
  text: string,
  botUsername: string,
  addressOf: (name: string) => string | undefined,
): WithoutNames {
  const unknown: Verdict[] = [];
  const replaced = text.replace(NAME_WORD, (whole: string, before: string, word: string) => {
    const name = walletName(word);
    if (name === undefined) return whole;
    const address = addressOf(name);
    if (address !== undefined) return before + address;
    if (name.toLowerCase() === botUsername.toLowerCase()) return before;
    unknown.push({ address: name, bad: "no such name" });
    return before + UNKNOWN_NAME;
  });
  return { text: replaced, unknown };
}
