/** The card of /settings: notifications and language. */
import { parseTrx, SUN_PER_TRX, type Sun } from "../../domain/money.js";
import { modesOf, type NewsKind, type NewsMode } from "../../domain/notification.js";
import type { NewsSettings } from "../../engine/chat/notification-settings.js";
import { encodeTap, type SettingTap } from "../kit/buttons.js";
import { cardOf, type Row, rowsOf } from "../kit/parts.js";
import type { Messages } from "../text/messages.js";
import { blocks, bold } from "../transport/format.js";
import type { Button, Card } from "../transport/message.js";

export interface LanguageChoice {
  readonly code: string;
  /** Its name in the language itself. */
  readonly name: string;
  readonly isChosen: boolean;
}

export interface SettingsView extends NewsSettings {
  readonly isGroup: boolean;
  readonly languages: readonly LanguageChoice[];
  /** What is to be chosen, on a keyboard of its own. */
  readonly choosing?: "askAbove" | "language" | undefined;
}

export function settingsCard(view: SettingsView, messages: Messages): Card {
  if (view.asking) return questionCard(view, view.asking, messages);
  return view.choosing ? choicesCard(view, view.choosing, messages) : overviewCard(view, messages);
}

function overviewCard(view: SettingsView, messages: Messages): Card {
  const { settings } = messages;
  const { isGroup, modes, limitSun, tellOrdersSun, languages } = view;
  const limit = limitSun && messages.trx(limitSun);
  const orders = tellOrdersSun && messages.trx(tellOrdersSun);
  return cardOf(
    blocks(
      [bold(isGroup ? settings.groupTitle : settings.title)],
      [
        ...(isGroup
          ? []
          : [settings.limit(limit), settings.orders(orders), askLine(view, messages)]),
        settings.language(chosenLanguage(languages, messages)),
      ],
      [
        isGroup ? settings.groupHint : settings.hint,
        modes.get("completed") === "late" ? settings.lateHint : undefined,
      ],
      // Last, because the keyboard leaves little of the text on a low screen.
      [isGroup ? undefined : belowLine(view, messages)],
    ),
    [
      ...[...modes].map(([kind, mode]) =>
        kind === "balance" ? balanceRow(mode, limit, messages) : [kindButton(kind, mode, messages)],
      ),
      isGroup ? [] : [button(settings.ordersButton(orders), { what: "askOrders" })],
      ...choicesRows(view, messages),
    ],
  );
}

/** Without a limit there is nothing to be told of. */
function balanceRow(mode: NewsMode, limit: string | undefined, messages: Messages): Row {
  const { settings } = messages;
  const ask = { what: "question" } as const;
  if (limit === undefined) return [button(settings.noLimitYet, ask)];
  return [kindButton("balance", mode, messages), button(settings.limitButton(limit), ask)];
}

/** What is chosen leads to what else there is. */
function choicesRows({ isGroup, askAboveSun }: SettingsView, { settings }: Messages): Row[] {
  const above = askAboveSun === undefined ? undefined : choiceOf(askAboveSun);
  return [
    isGroup ? [] : [button(settings.askAboveButton(above), { what: "choices", of: "askAbove" })],
    [button(settings.languageButton, { what: "choices", of: "language" })],
  ];
}

function chosenLanguage(languages: readonly LanguageChoice[], { settings }: Messages): string {
  return languages.find(({ isChosen }) => isChosen)?.name ?? settings.asClient;
}

function choicesCard(
  view: SettingsView,
  of: NonNullable<SettingsView["choosing"]>,
  messages: Messages,
): Card {
  const { settings, buttons } = messages;
  const isLanguage = of === "language";
  const chosen = settings.language(chosenLanguage(view.languages, messages));
  return cardOf(isLanguage ? chosen : (askLine(view, messages) ?? ""), [
    ...(isLanguage ? languageRows(view, messages) : askRows(view, messages)),
    [button(buttons.back, { what: "back" })],
  ]);
}

/** Nobody waits for a notification of what is so already. */
function belowLine({ belowSun }: SettingsView, { settings, trx }: Messages): string | undefined {
  return belowSun === undefined ? undefined : settings.alreadyBelow(trx(belowSun));
}

function questionCard(
  { limitSun, tellOrdersSun }: SettingsView,
  about: "balance" | "orders",
  { settings, buttons }: Messages,
): Card {
  const isBalance = about === "balance";
  const none = button(settings.noLimit, { what: isBalance ? "noLimit" : "noOrders" });
  const isSet = (isBalance ? limitSun : tellOrdersSun) !== undefined;
  return cardOf(isBalance ? settings.askLimit : settings.askOrders, [
    [...(isSet ? [none] : []), button(buttons.back, { what: "back" })],
  ]);
}

/** Beside the question what a limit that was typed means: a tap answers it. */
export function readingsCard(
  question: string,
  readings: readonly string[],
  about: "balance" | "orders",
  { trx }: Messages,
): Card {
  const sums = readings.flatMap((reading) => parseTrx(reading) ?? []);
  return cardOf(question, [
    sums.map((limit) => button(`${trx(limit)} TRX`, { what: "limit", about, limit })),
  ]);
}

/** Above so many TRX; undefined is never. */
const ASK_ABOVE_TRX = [0, 100, 500, 2_000, undefined];

/** The choice of a setting. */
function choiceOf(aboveSun: Sun): number | undefined {
  return ASK_ABOVE_TRX.find((trx) => trx !== undefined && aboveSun <= trx * SUN_PER_TRX);
}

function askLine({ askAboveSun }: SettingsView, { settings }: Messages): string | undefined {
  return askAboveSun === undefined ? undefined : settings.askAbove(choiceOf(askAboveSun));
}

function askRows({ askAboveSun }: SettingsView, { settings }: Messages): Row[] {
  if (askAboveSun === undefined) return [];
  const chosen = choiceOf(askAboveSun);
  const choices = ASK_ABOVE_TRX.map((trx) =>
    button(ticked(settings.askAboveButton(trx), trx === chosen), { what: "askAbove", trx }),
  );
  return choices.map((choice) => [choice]);
}

function ticked(text: string, isChosen: boolean): string {
  return isChosen ? `✓ ${text}` : text;
}

/** A button names the value it sets, so two taps on it set the same. */
function kindButton(kind: NewsKind, mode: NewsMode, { settings }: Messages): Button {
  const modes = modesOf(kind);
  const next = modes[(modes.indexOf(mode) + 1) % modes.length] ?? "on";
  const text = settings.kindButton(settings.kind(kind), settings.mode(mode));
  return button(text, { what: "mode", kind, mode: next });
}

/** A group has no client to follow. */
function languageRows({ isGroup, languages }: SettingsView, { settings }: Messages): Row[] {
  const isFollowing = languages.every(({ isChosen }) => !isChosen);
  const named = languages.map(({ code, name, isChosen }) =>
    button(ticked(name, isChosen), { what: "language", code }),
  );
  const client = button(ticked(settings.asClient, isFollowing), {
    what: "language",
    code: undefined,
  });
  return [...rowsOf(named, 2), isGroup ? [] : [client]];
}

function button(text: string, setting: SettingTap): Button {
  return { text, callback_data: encodeTap({ on: "settings", setting }) };
}
