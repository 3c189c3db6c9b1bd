/**
 * Spanish of Latin America: what English has, in the same order, and as long. Numbers are written as everywhere in the product:
 * 65,000 and 3.9.
 */
import { type Duration, oneDayDurations } from "../../domain/duration.js";
import { formatInteger, formatTrx } from "../../domain/money.js";
import { MAX_AMOUNT } from "../../domain/order-request.js";
import type { Delegating, Power } from "../../domain/permission.js";
import type { Cost } from "../../domain/price.js";
import { MAX_RECEIVERS } from "../../domain/receivers.js";
import { MIN_AMOUNT, type PerResource, RESOURCES, type Resource } from "../../domain/resource.js";
import { USDT_NEW_ENERGY } from "../../domain/usdt.js";
import { MAX_NAMES } from "../../domain/wallet-name.js";
import { blocks, bold, code, join, type Part, rich, whatFits } from "../transport/format.js";
import type { DepthText, HeldFacts, NoticeFacts, OrderedFacts, Rental, SizeFacts } from "./en.js";
import type { Messages } from "./messages.js";

// Words of several sections

/** Behind 1; behind any other number. */
type Forms = readonly [one: string, other: string];

const form = (count: number, [one, other]: Forms) => (count === 1 ? one : other);

/** "3 billeteras". */
const counted = (count: number, forms: Forms) => `${formatInteger(count)} ${form(count, forms)}`;

const wallets = (count: number) => counted(count, ["billetera", "billeteras"]);

const resources: Record<Resource, string> = { energy: "Energía", bandwidth: "Ancho de banda" };

/** On a button without room for more. */
const shortResources: Record<Resource, string> = { energy: "Energía", bandwidth: "Bandwidth" };

const units = (amount: number, resource: Resource) =>
  `${formatInteger(amount)} de ${resources[resource]}`;

const TIME_UNITS: Record<"m" | "h" | "d", Forms> = {
  m: ["minuto", "minutos"],
  h: ["hora", "horas"],
  d: ["día", "días"],
};

const inDays = (count: number) => counted(count, TIME_UNITS.d);

/** "3 horas". */
function durationTitle(duration: Duration): string {
  return counted(Number.parseInt(duration, 10), TIME_UNITS[duration.at(-1) as "m" | "h" | "d"]);
}

const rented = ({ amount, resource, bandwidth }: Rental) =>
  units(amount, resource) + (bandwidth === undefined ? "" : ` + ${units(bandwidth, "bandwidth")}`);

const rental = (what: Rental) => {
  const { duration, receivers, isSum } = what;
  const each = isSum ? `${wallets(receivers)}: ` : receivers > 1 ? `${receivers} × ` : "";
  return `${each}${rented(what)}, ${durationTitle(duration)}`;
};

/** Behind what several get. */
const forAll = (receivers: number) => (receivers > 1 ? ` para ${wallets(receivers)}` : "");

/** The same as a sentence says it. */
const rentalFor = (what: Rental) => {
  const { duration, receivers, isSum } = what;
  return `${rented(what)}${isSum ? " en total" : ""}${forAll(receivers)}, ${durationTitle(duration)}`;
};

/** "a, b y c". */
const allOf = new Intl.ListFormat("es");

/** "7 u 8". */
const oneOf = new Intl.ListFormat("es", { type: "disjunction" });

const NOTHING_CHARGED = "No se cobró nada.";

const SUCH_AS = "un número, por ejemplo 65000 o 65k.";

const WHOLE_SUN = "un número entero de SUN, por ejemplo 55.";

const ETHEREUM = "Es una dirección de tipo Ethereum. Las de TRON empiezan con T.";

const DROPPED = `Orden descartada. ${NOTHING_CHARGED} Empieza de nuevo con /buy.`;

function deliverable(
  free: number,
  resource: Resource,
  receivers: number,
  isLocked: boolean,
): string {
  const all = receivers > 1 ? " en total" : "";
  if (isLocked) {
    return free > 0
      ? `Ahora solo se pueden bloquear ${units(free, resource)}${all} por este plazo.`
      : `Ahora no se puede bloquear ${resources[resource]} por este plazo.`;
  }
  return free > 0
    ? `Ahora solo se pueden entregar ${units(free, resource)}${all}.`
    : `Ahora no hay ${resources[resource]} disponible.`;
}

// The menu and the money of an account

const topUp: Messages["topUp"] = ({ takesDeposits, contact, customerId: id }) =>
  takesDeposits
    ? "Para recargar: /deposit"
    : rich`Para recargar, escribe ${contact === undefined ? "al operador" : `a ${contact}`} e indica tu ID de cliente ${code(id)}`;

const account = {
  notUnderstood: (said) => (said === undefined ? "No entendí eso." : `No entendí “${said}”.`),
  unknownNames: (names) => `No hay ninguna billetera llamada ${names.join(", ")} en tu /book.`,
  menu: (gift) =>
    join([
      bold("Energy Desk"),
      gift
        ? `Tienes ${gift} TRX para probar.`
        : "Alquila Energía y Ancho de banda de TRON en segundos.",
      "Toca “Comprar Energía” o pega la dirección de una billetera.",
    ]),
  balance: (available, forOrders, forWithdrawals) =>
    join([
      bold(`Saldo: ${available} TRX`),
      forOrders && `Retenido por órdenes: ${forOrders} TRX`,
      forWithdrawals && `Retenido por retiros: ${forWithdrawals} TRX`,
    ]),
  topUp,
  credited: (amount, available) =>
    join([bold(`+${amount} TRX`), `Ahora tu saldo es de ${available} TRX. Compra con /buy.`]),
} satisfies Partial<Messages>;

// Deposits

const deposit: Messages["deposit"] = {
  card: ({ network, address, minimumTrx, usdt }) =>
    blocks(
      [bold(`Tu dirección de depósito, solo red ${network} (TRC20)`), address],
      [
        `TRX: mínimo ${minimumTrx} TRX`,
        usdt
          ? `USDT: mínimo ${usdt.minimum} USDT. ${usdt.rate ? `Ahora 1 USDT = ${usdt.rate} TRX; cuenta la cotización del bloque de tu envío.` : "Ahora no hay cotización: lo que envíes espera a la próxima."}`
          : "USDT: ahora no se acepta",
      ],
      [
        "Se acredita alrededor de un minuto después de que tu envío entre en un bloque, cuando ya es definitivo. La dirección es siempre tuya.",
        "⚠️ Otros tokens, o lo enviado por otra red, no se acreditan.",
      ],
    ),
  off: "Aquí los depósitos no se acreditan automáticamente.",
  copy: "Copiar dirección",
  seen: (amount) =>
    join([
      bold(`🔔 En camino: ${amount}`),
      "Tu envío ya está en un bloque. Se acredita en un minuto más o menos.",
    ]),
  credited: ({ amount, creditedTrx, rate, available }) =>
    join([
      bold(`🔔 Depósito acreditado: +${creditedTrx} TRX`),
      rate ? `${amount} a ${rate} TRX cada uno` : undefined,
      `Ahora tu saldo es de ${available} TRX. Compra con /buy.`,
    ]),
  atRetired: (amount) =>
    join([
      bold(`🔔 Enviado a una dirección antigua: ${amount}`),
      "Esa dirección ya no debe usarse, así que el operador decide si se acredita. Deposita solo en la que muestra /deposit.",
    ]),
  addressRetired: (address) =>
    join([
      bold("⚠️ No uses más tu antigua dirección de depósito"),
      address,
      "Lo que se envíe allí puede perderse. Bórrala de donde la tengas guardada; /deposit muestra la nueva.",
    ]),
  review: (amount) =>
    join([
      bold(`🔔 En revisión: ${amount}`),
      "Tu envío llegó. Se acredita después de una revisión; te avisaremos.",
    ]),
  tiny: (amount) =>
    `🔔 No acreditado: ${amount} es mucho menos que el mínimo. Otros envíos así de hoy solo se listan, sin aviso.`,
  waitsForRate: (amount) =>
    join([
      bold(`🔔 A la espera de cotización: ${amount}`),
      "Tu envío llegó. Se acredita en cuanto haya una nueva cotización de USDT, y a esa cotización.",
    ]),
  refused: ({ amount, contact, customerId }) =>
    join([
      bold(`🔔 No acreditado: ${amount}`),
      "El operador revisó este envío y no lo acreditó.",
      rich`Escribe ${contact === undefined ? "al operador" : `a ${contact}`} e indica tu ID de cliente ${code(customerId)}`,
    ]),
  uncredited: ({ amount, minimum, asset, contact, customerId }) =>
    join([
      bold(`🔔 No acreditado: ${amount}`),
      minimum
        ? `Tu envío llegó, pero es menos que el mínimo de ${minimum}.`
        : `Tu envío llegó, pero ahora no se acepta ${asset}.`,
      rich`Escribe ${contact === undefined ? "al operador" : `a ${contact}`} e indica tu ID de cliente ${code(customerId)}`,
    ]),
};

// Labels of buttons; the types of an order are called as in a line

const presetUses = {
  usdt: (times: number) => ` · ${times > 1 ? `${times} envíos de USDT` : "envío de USDT"}`,
  usdtNew: (times: number) => ` · ${times > 1 ? `${times} destinos` : "destino"} sin USDT`,
};

const buttons: Messages["buttons"] = {
  buyEnergy: "Comprar Energía",
  buyBandwidth: `Comprar ${shortResources.bandwidth}`,
  orders: "Órdenes",
  balance: "Saldo",
  deposit: "Recargar",
  withdraw: "Retirar",
  help: "Ayuda",
  back: "Atrás",
  cancel: "Cancelar",
  other: "Otro",
  type: { Fast: "Fast", Manual: "Manual" },
  resource: resources,
  duration: (duration) => (duration === "15m" ? "15 min" : durationTitle(duration)),
  next: (count) => `Seguir con ${wallets(count)}`,
  inOrder: (amounts, isMore) => `En orden: ${amounts.join(" · ")}${isMore ? " …" : ""}`,
  preset: (amount, use, times) => formatInteger(amount) + (use ? presetUses[use](times) : ""),
  field: (value) => `✏️ ${value}`,
  change: "✏️ Cambiar",
  receiversField: (count, first) =>
    count === 1 && first ? `Billetera ${first}` : `Billeteras: ${count}`,
  pay: (total) => `Pagar ${total} TRX`,
  takeOffers: (priceSun, total, isMost) =>
    `A ${priceSun} SUN: ${isMost ? "máx. " : ""}${total} TRX`,
  payAgain: (total) => `Sí, pagar ${total} TRX`,
  nameYourPrice: "Manual: mi precio",
  ask: (contact) => `Escribir a ${contact}`,
  checkAgain: "Revisar el saldo de nuevo",
  backToOrder: "Volver a la orden",
  newQuote: "Nuevo precio",
  buy: "Comprar",
  take: (amount) => `Tomar ${formatInteger(amount)}`,
  addBandwidth: `+ ${shortResources.bandwidth}`,
  dropBandwidth: `Sin ${shortResources.bandwidth}`,
  takeAffordable: (amount) => `Tomar ${formatInteger(amount)}: tu saldo alcanza`,
  tryAgain: "Probar otra vez",
  retry: "Reintentar",
  privateChat: "Abrir chat privado",
  repeat: "Repetir",
  rentMissing: (amount) => `Alquilar ${formatInteger(amount)} más`,
  refresh: "Actualizar",
  copyOrderIds: (first, last, of) => {
    if (of === 1) return "Copiar ID";
    if (first === 1 && last === of) return "Copiar los ID";
    return first === last ? `Copiar ID ${first}` : `Copiar ID ${first}–${last}`;
  },
  copyReceiver: "Copiar billetera",
  order: ({ amount, resource, receivers, isSum }, receiver) =>
    isSum
      ? `${wallets(receivers)}: ${formatInteger(amount)} ${shortResources[resource]}`
      : `${formatInteger(amount)} ${shortResources[resource]} → ${receivers > 1 ? wallets(receivers) : receiver}`,
  older: "Anteriores",
  newest: "Recientes",
};

// What each command does, as its menu says it

const commands: Messages["commands"] = {
  start: "Menú",
  buy: "Comprar, paso a paso o en una línea",
  quote: "Solo consultar el precio",
  again: "Repetir tu última orden, u otra por su ID",
  orders: "Tus órdenes",
  order: "Una orden, por su ID",
  balance: "Tu saldo",
  deposit: "Recargar con TRX o USDT",
  withdraw: "Retirar TRX a tu billetera",
  stats: "Lo que gastaste en 30 días, en una imagen",
  history: "Los movimientos de tu saldo, en un CSV",
  settings: "Notificaciones, pagos e idioma",
  book: "Tus nombres para billeteras",
  usdt: "Energía para una transferencia de USDT",
  sell: "Vender tu Energía y tu Ancho de banda",
  key: "Tus claves de API",
  cancel: "Descartar la tarjeta abierta",
  help: "Cómo funciona",
};

// The questions of an order, what was typed in answer, and a closed card

const leastAmounts = RESOURCES.map((one) => units(MIN_AMOUNT[one], one)).join(" o ");

const badReasons = {
  checksum: "está mal escrita (la suma de control no coincide)",
  "not activated": "no está activada. Envíale antes algo de TRX.",
  contract: "es un contrato. Solo las billeteras pueden recibir.",
  refused: "es del servicio o de nadie. Indica una billetera tuya.",
  duplicate: "está repetida; cuenta una sola vez",
  "no address": "no es una dirección",
  "no such name": "no está en tu agenda. Mira /book.",
  ethereum: "es una dirección de tipo Ethereum. Las de TRON empiezan con T.",
  hex: "es una dirección hexadecimal. Envíala como la muestra la billetera: empieza con T.",
  "no amount": "no tiene una cantidad clara; escríbela como 65000 o 65k",
  "too little": `es muy poco; el mínimo es ${leastAmounts}`,
  "too much": `es demasiado; el máximo es ${formatInteger(MAX_AMOUNT)}`,
};

const howMuch: Record<Resource, string> = {
  energy: "¿Cuánta Energía",
  bandwidth: "¿Cuánto Ancho de banda",
};

const listed = (hint: readonly string[]) => hint.join(", ");

const wizard: Messages["wizard"] = {
  title: (resource) => (resource ? `Comprar ${resources[resource]}` : "Nueva orden"),
  question: {
    type: () =>
      "¿Qué tipo de orden?\nFast se entrega al instante, al precio del servicio. Manual espera tu precio.",
    resource: () =>
      "¿Qué necesitas?\nEnergía: USDT y contratos. Ancho de banda: transferencias de TRX.",
    receivers: ({ isGroup, hasWallets }) =>
      join([
        "¿Qué billeteras lo reciben?",
        isGroup
          ? `Responde a mi pregunta con hasta ${MAX_RECEIVERS} direcciones o un archivo CSV o TXT.`
          : `Pega hasta ${MAX_RECEIVERS} direcciones o envía un archivo CSV o TXT.`,
        hasWallets ? "O elige una de las últimas." : undefined,
      ]),
    amount: ({ resource, receivers, isGroup, awaitsText, others, replacesAll }) =>
      join([
        `${howMuch[resource]}${others > 0 ? ` para ${others > 1 ? `cada una de las otras ${others} billeteras` : "la otra billetera"}` : receivers > 1 ? " para cada billetera" : ""}?`,
        replacesAll ? "Reemplaza las cantidades de todas las billeteras." : undefined,
        awaitsText ? `${isGroup ? "Responde a mi pregunta con" : "Escribe"} ${SUCH_AS}` : undefined,
        `Mínimo ${formatInteger(MIN_AMOUNT[resource])}.`,
      ]),
    duration: () =>
      `¿Por cuánto tiempo?\n${allOf.format(oneDayDurations().map(durationTitle))} cuestan lo mismo.`,
    price: ({ resource, isGroup, awaitsText }) =>
      join([
        `¿Tu precio por unidad de ${resources[resource]}, en SUN?`,
        awaitsText
          ? `${isGroup ? "Responde a mi pregunta con" : "Escribe"} ${WHOLE_SUN}`
          : undefined,
      ]),
    options: ({ isGroup, awaitsText }) =>
      join([
        "¿Puede llegar en partes, de varios vendedores?",
        awaitsText
          ? `${isGroup ? "Responde a mi pregunta con" : "Escribe"} la parte mínima, por ejemplo 20000 o 20k.`
          : "“Solo completa” espera a un vendedor que tenga todo.",
      ]),
  },
  walletsNow: (count) => `Ahora son ${wallets(count)}`,
  taken: (count) => `✅ ${counted(count, ["billetera aceptada", "billeteras aceptadas"])}`,
  ownAmounts: (count, total) =>
    count === 1
      ? `1 billetera tiene su propia cantidad: ${formatInteger(total)}`
      : `${count} billeteras tienen su propia cantidad: ${formatInteger(total)} en total`,
  refused: (address, reason) => rich`❌\u00a0${code(address)} ${badReasons[reason]}`,
  moreRefused: (count) => `❌ y ${formatInteger(count)} más que no se pueden usar`,
  beyondLimit: (count) =>
    `⚠️ En espera: ${formatInteger(count)} más. El máximo es ${MAX_RECEIVERS} por vez; siguen cuando pagues estas.`,
  lowEnergy: (least) =>
    `⚠️ Con menos de ${formatInteger(least)}, una transferencia de USDT sigue quemando TRX.`,
  lineProblem: {
    UNKNOWN_WORD: (word) => `❌ “${word}”: no se entiende`,
    TWO_AMOUNTS: (word, hint) => `❌ “${word}”: más de una cantidad (${listed(hint)})`,
    TWO_DURATIONS: (word, hint) => `❌ “${word}”: más de una duración (${listed(hint)})`,
    TWO_RESOURCES: (word, hint) => `❌ “${word}”: más de un recurso (${listed(hint)})`,
    AMOUNT_NOT_UNDERSTOOD: (word) => `❌ “${word}”: no es una cantidad; escribe 65000 o 65k`,
    AMOUNT_AMBIGUOUS: (word, hint) => `❌ “${word}”: ¿${oneOf.format(hint)}?`,
    AMOUNT_TOO_SMALL: (word, hint) => `❌ “${word}”: es muy poco; mínimo ${hint[0]}`,
    AMOUNT_TOO_LARGE: (word, hint) => `❌ “${word}”: es demasiado; máximo ${hint[0]}`,
    MILLIONS: (word, hint) => `${word} = ${hint[0]}`,
    DURATION_NOT_OFFERED: (word, hint) => `❌ “${word}” no se ofrece. Elige ${oneOf.format(hint)}.`,
    DURATION_NEEDS_UNIT: (word, hint) =>
      `❌ “${word}”: ¿en qué unidad? Escribe ${oneOf.format(hint)}`,
    TWO_TYPES: (word, hint) => `❌ “${word}”: ¿${oneOf.format(hint)}?`,
    NOT_WITH_FAST: (word) => `❌ “${word}”: solo para órdenes Manual`,
    TWO_PRICES: (word, hint) => `❌ “${word}”: más de un precio (${listed(hint)})`,
    PRICE_NOT_UNDERSTOOD: (word, hint) => `❌ “${word}”: no es un precio; escribe ${hint[0]}`,
    PRICE_NOT_WHOLE: (word, hint) => `❌ “${word}”: solo SUN enteros: ¿${oneOf.format(hint)}?`,
    PRICE_TOO_HIGH: (word, hint) => `❌ “${word}”: es muy alto; máximo ${hint[0]} SUN`,
    PARTIAL_OR_WHOLE: (word, hint) => `❌ “${word}”: ¿${oneOf.format(hint)}?`,
    TWO_CHUNKS: (word, hint) => `❌ “${word}”: más de una parte mínima (${listed(hint)})`,
    CHUNK_NOT_UNDERSTOOD: (word, hint) =>
      `❌ “${word}”: no es una parte mínima; escribe ${hint[0]}`,
    CHUNK_AMBIGUOUS: (word, hint) => `❌ “${word}”: ¿${oneOf.format(hint)}?`,
    CHUNK_TOO_SMALL: (word, hint) => `❌ “${word}”: la parte mínima es de ${hint[0]} o más`,
    CHUNK_TOO_LARGE: (word, hint) => `❌ “${word}”: es más que toda la orden (${hint[0]})`,
    WHOSE_AMOUNTS: (word) =>
      `❓ “${word}”: ¿cuánto para cada billetera? Indica una cantidad para todas o envía una billetera con su cantidad por línea.`,
    COLUMN_NOT_READ: (word, [title]) =>
      `❓ “${word}”: ¿son las cantidades? Indica una para todas o envía de nuevo ${title ? `el archivo con el título “${title}” y` : "la lista con"} números como 65000.`,
    NOT_TWO_WALLETS: () =>
      "❌ Hacen falta dos billeteras: primero la que envía, luego la que recibe",
  },
  moreProblems: "❌ y más palabras",
};

const closed: Messages["closed"] = {
  dropped: DROPPED,
  replaced: "Una tarjeta nueva reemplazó a esta. Aquí no se cobró nada.",
  paid: "Pagado. La tarjeta de la orden muestra cómo va.",
  replacedUnanswered: "↓ reemplazada por otra tarjeta",
  continued: "↓ continúa abajo",
  closed: "Esta tarjeta está cerrada. Empieza de nuevo con /buy.",
};

// The price, and why it is what it is

const eachDay = (days: number) => (days > 1 ? ` cada uno de ${days} días` : "");

function explanation(
  { resource, units: each, priceSun, ...cost }: Cost,
  isSameForDay: boolean,
): string {
  const { days, isPartOfDay, receivers, totalSun } = cost;
  const factors = [
    units(each, resource),
    `${formatInteger(priceSun)} SUN`,
    ...(isPartOfDay ? [] : [inDays(days)]),
    ...(receivers > 1 ? [wallets(receivers)] : []),
  ];
  const sum = `${factors.join(" × ")} = ${formatTrx(totalSun)} TRX`;
  if (!isPartOfDay) return sum;
  const why = isSameForDay
    ? "Cualquier duración de hasta 1 día cuesta lo mismo"
    : "Hasta un día se paga el precio de un día";
  return `${sum}\n${why}`;
}

const confirm: Messages["confirm"] = {
  explanation,
  locked: "🔒 Solo bloqueado en la cadena durante todo el plazo",
  capacityShort: (...free) => `⚠️ ${deliverable(...free)}`,
  title: (total, what) => bold(`${total} TRX por ${rental(what)}`),
  titleAtMost: (total, now, what) =>
    bold(
      now === undefined
        ? `Como máximo ${total} TRX por ${rental(what)}`
        : `Como máximo ${total} TRX, ahora unos ${now}, por ${rental(what)}`,
    ),
  quoteTitle: (total, what) => bold(`Precio: ${total} TRX por ${rental(what)}`),
  noPriceTitle: (what) => bold(rental(what)),
  asking: "⏳ Consultando el precio…",
  perReceiver: (each, total) => `${each} TRX por cada billetera, ${total} TRX en total`,
  balance: (before, after) => `Saldo ${before} → ${after} TRX`,
  short: (before, missing) => `⚠️ Saldo ${before} TRX: faltan ${missing} TRX`,
  shortInGroup: "⚠️ El saldo no alcanza; los detalles, por privado.",
  ends: (at) => rich`Termina aprox. ${at}`,
  extension: (from, to, minutes) =>
    minutes > 0
      ? rich`Va de ${from} a ${to}. ${minutes === 1 ? "El minuto" : `Los ${formatInteger(minutes)} minutos`} hasta el fin de tu alquiler actual se ${form(minutes, ["paga", "pagan"])} dos veces.`
      : rich`Va de ${from} a ${to}. Tu alquiler actual termina antes.`,
  burn: (burn, saved, days) =>
    `Quemar TRX${eachDay(days)} costaría ${burn} TRX: ahorras ${saved} TRX`,
  burnCheaper: (burn, more, days) =>
    `⚠️ Quemar TRX${eachDay(days)} es más barato ahora: ${burn} TRX, ${more} TRX menos`,
  burnUnknown: "Ahora no se sabe cuánto costaría quemar TRX",
  receivers: (count) => (count === 1 ? "Para esta billetera:" : `Para estas ${count} billeteras:`),
  payer: (name) => `Paga ${name}`,
  heldUntil: (at) => rich`Precio válido hasta ${at}`,
  lapsed: "⚠️ Este precio venció. Toca “Nuevo precio”.",
  offers: (cost, saved) =>
    `Los vendedores lo ofrecen todo ya por ${cost} TRX: ahorras ${saved} TRX`,
  offersGone: "⚠️ Las ofertas más baratas ya no están; no se cobró nada. Este es el precio actual.",
  asksAgain: (total) => `⚠️ Confirma: ¿pagar ${total} TRX?`,
};

// Why there is no Pay: a button in its place that takes no tap

const noPay: Messages["noPay"] = {
  asking: "Consultando el precio…",
  lapsed: "Precio vencido",
  asksAgain: "Confirma arriba",
  changes: "Toca lo que quieras cambiar",
  balance: (missing) => (missing === undefined ? "Saldo insuficiente" : `Faltan ${missing} TRX`),
  capacity: (free, resource) =>
    free > 0
      ? `Solo hay ${formatInteger(free)} de ${shortResources[resource]}`
      : `No hay ${shortResources[resource]} disponible`,
  wallets: "Una billetera no puede recibirlo",
  floor: "Precio por debajo del mínimo",
  offers: "Ahora no hay ofertas más baratas",
  other: "Ahora no se puede pagar",
};

// What went wrong, and what to do next

const unreadable = () =>
  `El servicio no pudo leer eso. ${NOTHING_CHARGED} Empieza de nuevo con /buy.`;

const lapsed = () => `El precio venció. ${NOTHING_CHARGED} Toca “Nuevo precio”.`;

const badWallets = ({ wallets: lines }: NoticeFacts) =>
  join(["Estas billeteras no pueden recibirlo:", ...lines, `Cámbialas. ${NOTHING_CHARGED}`]);

function noCapacity({
  availableUnits = 0,
  takeUnits,
  resource,
  receivers,
  requireLock,
}: NoticeFacts) {
  const each = receivers > 1 ? " para cada billetera" : "";
  return join([
    `${deliverable(availableUnits, resource, receivers, requireLock)} ${NOTHING_CHARGED}`,
    takeUnits === undefined
      ? "Pide menos o prueba en unos minutos."
      : `Toma ${formatInteger(takeUnits)}${each} o prueba en unos minutos.`,
  ]);
}

/** What was typed, as the subject of a sentence. */
const that = (said: string | undefined) => (said === undefined ? "Eso" : `“${said}”`);

const twoReadings: Messages["twoReadings"] = (said, readings) =>
  `¿${that(said)} son ${oneOf.format(readings)} TRX? Toca o escribe una de las dos cifras.`;

/** What was typed with what is wrong with it; nothing for a button. */
const quoted = (said: string | undefined, what: string) =>
  said === undefined ? "" : `“${said}” ${what}.`;

const notices: Messages["notices"] = {
  MALFORMED_JSON: unreadable,
  METHOD_NOT_ALLOWED: unreadable,
  UNSUPPORTED_MEDIA_TYPE: unreadable,
  HEADERS_TOO_LARGE: unreadable,
  VALIDATION_FAILED: ({ problems }) =>
    join([
      "No se puede crear esta orden.",
      ...problems,
      `${NOTHING_CHARGED} Cámbialo y prueba otra vez.`,
    ]),
  UNAUTHORIZED: () => "Aún no tienes cuenta aquí. Envía /start al bot por privado.",
  INSUFFICIENT_BALANCE: ({ isGroup, missing, ...whose }) =>
    isGroup
      ? "El saldo no alcanza; los detalles, por privado."
      : join([
          `El saldo no alcanza. ${NOTHING_CHARGED}`,
          missing ? `Faltan ${missing.amount} de ${missing.required} TRX` : undefined,
          topUp(whose),
        ]),
  FORBIDDEN: () => `No tienes permiso para esto. ${NOTHING_CHARGED} Consulta al operador.`,
  NOT_FOUND: () => "Eso ya no está. Empieza de nuevo con /buy.",
  ORDER_NOT_FOUND: ({ isGroup }) =>
    isGroup
      ? "No tienes ninguna orden con este ID. Las tuyas están en /orders, en nuestro chat privado; la de otra persona solo la abre su dueño."
      : "No tienes ninguna orden con este ID. Mira /orders.",
  NO_CAPACITY: noCapacity,
  NOT_CANCELABLE: () => "Ya se entregó todo: no hay nada que cancelar.",
  NOT_CHANGEABLE: () => "La orden ya no está en espera: no hay nada que cambiar.",
  REFERENCE_USED: () => "Otra orden tuya ya tiene esta referencia.",
  QUOTE_EXPIRED: lapsed,
  QUOTE_MISMATCH: lapsed,
  IDEMPOTENCY_IN_PROGRESS: () => "Esta orden ya se está creando. Mira /orders en un momento.",
  IDEMPOTENCY_KEY_REUSED: () => "Esta tarjeta ya creó una orden. Mira /orders.",
  TOO_MANY_OPEN: () =>
    "Tienes 20 retiros sin terminar. Cancela uno o espera a que se pague alguno.",
  BODY_TOO_LARGE: () => "Es demasiado de una vez. Envía menos direcciones.",
  RECEIVER_NOT_ACTIVATED: badWallets,
  RECEIVER_IS_CONTRACT: badWallets,
  RECEIVER_REFUSED: badWallets,
  CHALLENGE_EXPIRED: () => "Ese texto para firmar venció. Pide otro por la API.",
  SIGNATURE_INVALID: () => "Esa firma no es de la clave de la cuenta. Firma el texto tal cual.",
  PERMISSION_MISSING: () =>
    "La cuenta no permite que el servicio delegue. La API explica cómo permitirlo.",
  RATE_LIMITED: ({ limit }) =>
    limit
      ? `Como máximo ${limit} órdenes tuyas pueden estar abiertas, canceladas o vencidas en un día. ${NOTHING_CHARGED} Espera a que se entreguen algunas, o prueba mañana (UTC).`
      : `Demasiado a la vez. ${NOTHING_CHARGED} Prueba en un momento.`,
  INTERNAL: () => "Algo salió mal aquí. Mira /orders y prueba otra vez.",
  CHAIN_UNAVAILABLE: () =>
    "El servicio no puede revisar billeteras ahora, no se cobró nada. Prueba otra vez.",
  BUSY: () => `Muchas órdenes esperan a la red. ${NOTHING_CHARGED} Prueba en un minuto.`,
  DESK_HALTED: () =>
    `No se aceptan órdenes nuevas, las que están en curso siguen. ${NOTHING_CHARGED} Prueba más tarde.`,
  SHUTTING_DOWN: () => `El servicio se está reiniciando. ${NOTHING_CHARGED} Prueba en un momento.`,
  AMOUNT_TOO_SMALL: ({ said, limit }) =>
    `${quoted(said, "es muy poco")} Mínimo ${limit} para cada billetera.`.trim(),
  AMOUNT_TOO_LARGE: ({ said, limit }) =>
    `${quoted(said, "es demasiado")} Máximo ${limit} para cada billetera.`.trim(),
  AMOUNT_AMBIGUOUS: ({ said, readings }) =>
    `¿${that(said)} es ${oneOf.format(readings)}? Escribe ${SUCH_AS}`,
  AMOUNT_NOT_UNDERSTOOD: ({ said }) => `${that(said)} no es una cantidad. Escribe ${SUCH_AS}`,
  DURATION_NOT_OFFERED: ({ said, readings }) =>
    readings.length > 0
      ? `${that(said)} no se ofrece. Elige ${oneOf.format(readings)}.`
      : `${that(said)} no es una duración. Toca una, o escribe por ejemplo 1h o 3d.`,
  NO_ADDRESS: ({ said }) =>
    `${said === undefined ? "Ahí" : `En “${said}”`} no hay ninguna dirección de TRON. Las direcciones empiezan con T.`,
  PRICE_BELOW_FLOOR: ({ price }) =>
    price
      ? `${price.asked} SUN está por debajo del mínimo de ${price.floor} SUN. ${NOTHING_CHARGED} Súbelo.`
      : `El precio está por debajo del mínimo. ${NOTHING_CHARGED} Súbelo.`,
  PRICE_NOT_UNDERSTOOD: ({ said }) => `${that(said)} no es un precio. Escribe ${WHOLE_SUN}`,
  PRICE_NOT_WHOLE: ({ said, readings }) =>
    readings.length > 0
      ? `${quoted(said, "no es entero")} Solo SUN enteros: ¿${oneOf.format(readings)}?`.trim()
      : `${quoted(said, "no es entero")} El precio va en SUN enteros. Escribe ${WHOLE_SUN}`.trim(),
  PRICE_TOO_HIGH: ({ said, limit }) => `${quoted(said, "es muy alto")} Máximo ${limit} SUN.`.trim(),
  CHUNK_TOO_SMALL: ({ said, limit }) =>
    `${quoted(said, "es muy poco")} Una parte es de ${limit} o más.`.trim(),
  CHUNK_TOO_LARGE: ({ said, limit }) =>
    `${quoted(said, "es demasiado")} Una parte es, como máximo, los ${limit} de la orden.`.trim(),
};

// The card of orders

const cancelReasons: Record<string, string> = {
  "cancelled by the customer": "cancelada por ti",
  "the receiver is not activated": "cancelada: billetera sin activar",
  "the receiver is a contract": "cancelada: la billetera es un contrato",
  "no owner could deliver in time": "cancelada: no se entregó a tiempo",
  "TRON could not be read in time": "cancelada: no se pudo leer TRON a tiempo",
  "its deadline has passed": "vencida",
};

const progress = (count: number, of: number) => (of > 1 ? `: ${count} de ${of} billeteras` : "");

const batch: Messages["batch"] = {
  headline: {
    safe: (_, of) => `✅ ${of > 1 ? `Entregado a las ${of}` : "Entregado"}: ya puedes enviar`,
    underWay: (delivered, of) => `⏳ En camino${progress(delivered, of)}`,
    resting: (delivered, of) => `⏳ Esperando en el libro de órdenes${progress(delivered, of)}`,
    partlyFilled: (delivered, of) =>
      `⏳ Ejecutada en parte, el resto en espera${progress(delivered, of)}`,
    cancelling: (delivered, of) => `⏳ Cancelando${progress(delivered, of)}`,
    ending: () => "⌛ Los alquileres están terminando",
    ended: () => "El alquiler terminó",
    partlyDelivered: (delivered, of) => `⚠️ Entregado en parte${progress(delivered, of)}`,
    cancelled: () => "❌ Cancelada, no se entregó nada",
  },
  part: units,
  delivered: (what) =>
    what.receivers > 1
      ? `✅ Entregado a las ${what.receivers}: ${rented(what)} ${what.isSum ? "en total" : "a cada una"}`
      : `✅ Entregado: ${rented(what)}`,
  safeToHolders: (of) =>
    `✅ ${of > 1 ? `Entregado a las ${of}` : "Entregado"}: ya puedes enviar USDT a una billetera que ya tiene USDT`,
  tooLittle: ({ amount, receivers: of, isSum }, isFirst) =>
    `⚠️ ${of > 1 ? `Entregado a las ${of}` : "Entregado"}${isSum ? "" : `: ${units(amount, "energy")}${of > 1 ? " a cada una" : ""}`}, no alcanza para una transferencia de USDT${isFirst ? " a una billetera que no tiene" : ""}`,
  safeForSome: (safe, of) => `⚠️ Entregado a las ${of}, ya puedes enviar desde ${safe}`,
  sends: ({ resource, transfers, lacks, isFirst, burn }) => {
    const to = isFirst ? " a una billetera con USDT" : "";
    const times = `${counted(transfers, ["transferencia", "transferencias"])} de USDT${to}`;
    const missing = isFirst ? "Para una sin USDT falta" : "Falta";
    const bandwidth = units(lacks.bandwidth, "bandwidth");
    const what = [
      lacks.energy > 0 ? units(lacks.energy, "energy") : undefined,
      lacks.bandwidth > 0
        ? `${bandwidth}${burn === undefined ? "" : ` (se quemarán ${burn} TRX)`}`
        : undefined,
    ];
    const list = what.filter((one) => one !== undefined).join(", ");
    if (transfers === 0) {
      return `${resources[resource]}: no alcanza para una transferencia de USDT. ${missing}: ${list}`;
    }
    return `${resources[resource]}: alcanza para ${times}. ${missing}: ${list}`;
  },
  notSafe: "⚠️ No alcanza para una transferencia de USDT",
  terms: (what, paid) => `${rental(what)} · ${paid} TRX`,
  ends: (at) => rich`Termina ${at}`,
  endsBetween: (first, last) => rich`Termina entre ${first} y ${last}`,
  ended: (at) => rich`Terminó ${at}`,
  legState: {
    planned: "enviándose",
    signed: "enviándose",
    sent: "enviada, esperando un bloque",
    included: "entregada",
    solidified: "entregada, confirmada",
    over: "alquiler terminado",
    dead: "falló, no se cobró",
  },
  unplanned: "buscando otro vendedor",
  transaction: "transacción",
  order: (id) => rich`Orden ${id}`,
  orders: (ids) => `Órdenes\n${ids.join("\n")}`,
  delegation: (amount, state, transaction) =>
    transaction ? rich`${amount}${state} · ${transaction}` : `${amount}${state}`,
  moreDelegations: (count) => `+ ${counted(count, ["parte", "partes"])}`,
  cancelRequested: "cancelando; las partes ya firmadas se entregarán igual",
  cancelled: (reason) => (reason ? (cancelReasons[reason] ?? `cancelada: ${reason}`) : "cancelada"),
  improved: (amount) => `${amount} TRX menos que tu límite`,
  refunded: (amount) => `devueltos ${amount} TRX`,
  waitsForNetwork: "⚠️ Sigue esperando a la red. Esta tarjeta se actualiza sola.",
};

// The list of orders

const orders: Messages["orders"] = {
  title: "Tus órdenes",
  question: join([bold("¿Qué orden?"), "Tócala abajo o envía su ID."]),
  empty: join([
    bold("Aún no hay órdenes"),
    "Compra la primera con /buy o pega la dirección de una billetera.",
  ]),
  line: (at, what, paid, state) => rich`${at} · ${rentalFor(what)} · ${paid} TRX · ${state}`,
  state: {
    safe: "✅ entregada",
    underWay: "⏳ en camino",
    resting: "⏳ esperando en el libro de órdenes",
    partlyFilled: "⏳ ejecutada en parte",
    cancelling: "⏳ cancelando",
    ending: "⌛ terminando",
    ended: "terminada",
    partlyDelivered: "⚠️ entregada en parte",
    cancelled: "❌ cancelada",
  },
};

// /settings

const settings: Messages["settings"] = {
  title: "Ajustes",
  groupTitle: "Notificaciones en este grupo",
  hint: "Toca una para cambiarla: sí, en silencio, no.",
  groupHint: "Para las órdenes hechas en este grupo. Solo los administradores pueden cambiarlo.",
  kind: {
    completed: "Entregas",
    partial: "Entregas en parte",
    cancelled: "Cancelaciones y devoluciones",
    ending: "Fin del alquiler",
    balance: "Saldo",
    sale: "Ventas",
  },
  mode: { on: "sí", silent: "en silencio", off: "no" },
  kindButton: (kind, mode) => `${kind}: ${mode}`,
  limit: (limit) =>
    limit ? `Avisarme cuando mi saldo baje de ${limit} TRX` : "Sin aviso de saldo bajo",
  alreadyBelow: (available) =>
    `⚠️ Tu saldo ya está por debajo: ${available} TRX. Te avisaré la próxima vez que baje del límite.`,
  limitButton: (limit) => `Límite: ${limit} TRX`,
  orders: (from) =>
    from
      ? `Avisarme cuando se pidan ${from} TRX o más por API, de una vez o en una hora`
      : "Sin aviso de pedidos por API",
  ordersButton: (from) => (from ? `Pedidos por API: desde ${from} TRX` : "Pedidos por API: no"),
  askOrders:
    "¿Desde cuántos TRX pedidos por API, de una vez o en una hora, te aviso? Escribe una cantidad, por ejemplo 50.",
  noLimit: "Sin límite",
  noLimitYet: "Saldo: fijar un límite",
  askAbove: (trx) =>
    trx === undefined
      ? "No pedirme que confirme los pagos"
      : trx === 0
        ? "Pedirme que confirme cada pago"
        : `Pedirme que confirme los pagos de más de ${formatInteger(trx)} TRX`,
  askAboveButton: (trx) =>
    trx === undefined
      ? "No confirmar"
      : trx === 0
        ? "Confirmar siempre"
        : `Confirmar > ${formatInteger(trx)}`,
  askLimit: "¿Con menos de cuántos TRX te aviso? Escribe una cantidad, por ejemplo 50.",
  badLimit: (said) =>
    `${said === undefined ? "Eso" : `“${said}”`} no es una cantidad de TRX. Escribe un número como 50 o 12.5, con 6 decimales como máximo.`,
  language: (name) => `Idioma: ${name}`,
  asClient: "como en Telegram",
  languageButton: "🌐 Idioma",
  adminsOnly: "Solo los administradores de este grupo pueden cambiarlo.",
  cannotAsk: "No se pudo consultar a Telegram si eres administrador. Prueba en un momento.",
};

// /sell

const operations: Record<Delegating, string> = {
  delegate: "Delegate Resources (DelegateResource)",
  undelegate: "Reclaim Resources (UnDelegateResource)",
};

const powers: Record<Power, string> = {
  owner: "hacer cualquier cosa, como una clave de propietario",
  transfer: "transferir TRX",
  contracts: "llamar contratos",
  permissions: "cambiar permisos",
  stake: "poner en stake",
  unstake: "quitar del stake",
  withdraw: "retirar los TRX fuera del stake",
};

const sell: Messages["sell"] = {
  title: "Vender Energía y Ancho de banda",
  list: "Tus cuentas que venden:",
  account: (address, earned, state) =>
    rich`${address}\n${{ onSale: "✅ a la venta", paused: "⏸ en pausa", idle: "⏸ nada a la venta" }[state]}, ${earned} TRX por pagar`,
  moreAccounts: (count) => `y ${count} más`,
  address: (commission) =>
    join([
      "¿Desde qué cuenta quieres vender?",
      "Envía su dirección. Necesita TRX en stake; tus TRX se quedan en ella y puedes parar cuando quieras.",
      `El servicio se queda con el ${commission} % de cada venta.`,
    ]),
  units: { energy: `de ${resources.energy}`, bandwidth: `de ${resources.bandwidth}` },
  permission: {
    title: "Permite que el servicio delegue",
    account: (address) => rich`Cuenta ${address}`,
    noKey: "❌ Ningún permiso activo de la cuenta incluye todavía al servicio.",
    missing: (lacking) => `❌ Aún sin permiso: ${lacking.map((one) => operations[one]).join(", ")}`,
    weight: (has, needs) =>
      `❌ El umbral es ${needs} y el peso del servicio es ${has}: el peso debe alcanzar el umbral.`,
    fine: "✅ El servicio puede delegar y recuperar.",
    tooMuch: (more) =>
      `⚠️ Sobra: el servicio también podría ${more.map((one) => powers[one]).join(", ")}. Quítalo del permiso: para vender no hace falta.`,
    steps: (operator) =>
      join([
        "Dale al servicio un permiso activo para dos operaciones y nada más:",
        "1. TronLink: configuración, gestión de permisos. TronScan: conecta la billetera y abre los permisos de tu cuenta.",
        "2. Agrega un permiso activo. Deja el permiso de propietario como está.",
        `3. Operaciones: solo ${operations.delegate} y ${operations.undelegate}.`,
        rich`4. Clave: ${operator}, peso 1. Umbral: 1.`,
        "5. Confirma; la red cobra 100 TRX por eso. Luego toca “Revisar”.",
      ]),
  },
  challenge: {
    title: "Demuestra que la cuenta es tuya",
    ask: "Firma este texto tal cual, con la clave de la propia cuenta. No mueve nada. Tócalo para copiarlo:",
    how: join([
      "Fírmalo como mensaje (signMessageV2, TIP-191) en cualquier billetera que pueda.",
      rich`Con TronLink en un navegador: abre una página a la que esté conectado y ejecuta ${code("await tronWeb.trx.signMessageV2(text)")} en la consola.`,
    ]),
    sandbox: (command) =>
      rich`En el entorno de pruebas ejecuta ${command}, pega el texto y presiona Ctrl-D.`,
    until: (end) => rich`Envíame la firma antes de ${end}.`,
    code: "El mismo texto como código QR, para una billetera en otro dispositivo.",
  },
  seller: {
    state: (isPaused) => (isPaused ? "⏸ En pausa" : "✅ A la venta"),
    idle: "⏸ Nada a la venta",
    pause: {
      permission: "La cuenta ya no permite que el servicio delegue. Toca “Permiso”.",
      bandwidth: "No le alcanzan los TRX para pagar una delegación: envíale 2 TRX o más.",
      activation: "No está activada: envíale algo de TRX.",
      other: "El operador del servicio sabe por qué.",
    },
    capacity: (energy, bandwidth) =>
      `Puede vender ahora: ${energy} de Energía, ${bandwidth} de Ancho de banda`,
    money: (earned, paidOut) => `Ganado: ${earned} TRX por pagar, ${paidOut} TRX ya pagados`,
    payout: {
      minimum: (least) => `Se paga a partir de ${least} TRX`,
      next: "Se paga en la próxima ronda de pagos",
      first: (from) => rich`Por seguridad, el primer pago espera: no antes de ${from}`,
      approval: (from) =>
        from
          ? rich`Supera lo que el servicio paga solo en un día: el operador debe aprobarlo. No antes de ${from}`
          : "Supera lo que el servicio paga solo en un día: el operador debe aprobarlo",
    },
    open: (count) =>
      count === 0 ? "Sin delegaciones abiertas" : `Delegaciones abiertas: ${count}`,
    delegation: (amount, price, earns, end) =>
      end
        ? rich`${amount} a ${String(price)} SUN, gana ${earns} TRX, hasta ${end}`
        : `${amount} a ${price} SUN, gana ${earns} TRX, en camino`,
    moreDelegations: (count) => `y ${count} más`,
    offer: ({ resource, price, shortest, longest, chunk, keep, isOn, ...more }) =>
      `${isOn ? "✅" : "⏸"} ${resources[resource]}: ${price} SUN, de ${durationTitle(shortest)} a ${durationTitle(longest)}, partes de ${chunk} o más${keep === undefined ? "" : `, reserva ${keep}`}${more.tooDearAbove === undefined ? "" : `\n⚠️ No vende nada: ahora nadie recibe más de ${more.tooDearAbove} SUN. Baja el precio.`}`,
    noOffer: "Aún no ofrece nada.",
    allowsMore: "⚠️ La cuenta le permite al servicio más de lo que hace falta. Toca “Permiso”.",
  },
  offer: {
    title: (resource) => `Ofrecer ${resources[resource]}`,
    about: "Toca lo que quieras cambiar y luego “Poner a la venta”.",
    take: (facts) =>
      `Recibes ${facts.gets} de ${facts.costs} TRX por ${rental(facts.rental)} (comisión\u00a0${facts.commission}\u00a0%).`,
    question: {
      price: "¿Tu precio mínimo, en SUN por unidad y día? Toca uno o escribe de 1 a 1000.",
      shortest: "¿El alquiler más corto?",
      longest: "¿El alquiler más largo? Tu stake queda ocupado ese tiempo.",
      chunk: "¿La parte más pequeña que vendes, en unidades? Toca una o escribe un número.",
      keep: "¿Cuánto te reservas, en unidades? Toca una opción o escribe un número.",
    },
    field: {
      price: (value) => `Precio: ${value}`,
      shortest: (value) => `Mínimo: ${value}`,
      longest: (value) => `Máximo: ${value}`,
      chunk: (value) => `Partes: ${value}+`,
      keep: (value) => `Me reservo: ${value}`,
    },
    price: (sun) => `${sun} SUN`,
  },
  typed: (said) => `Escribiste “${said}”.`,
  signedBy: (signer) =>
    rich`Es de ${signer}. Si no conoces esa cuenta, se firmó un texto distinto: firma este exactamente como está.`,
  notices: {
    NO_ADDRESS: "Ahí no hay ninguna dirección de TRON. Las direcciones empiezan con T.",
    BAD_ADDRESS: "Esa dirección está mal escrita: no coincide su suma de control.",
    SEVERAL_ADDRESSES: "Una cuenta a la vez, por favor.",
    NOT_ACTIVATED: "Esa cuenta no está activada: envíale TRX y pon una parte en stake.",
    CONTRACT: "Eso es un contrato. Solo una billetera puede vender.",
    NOT_STAKED:
      "Esa cuenta no tiene TRX en stake, así que aún no hay nada que vender: pon algo en stake primero.",
    DESKS_OWN: "Esa cuenta es del servicio. Envía una tuya.",
    NO_SIGNATURE:
      "Eso no es una firma: tiene 130 caracteres hexadecimales, con 0x delante o sin él.",
    SIGNATURE_INVALID:
      "No se puede leer esa firma. Firma el texto exactamente como está, con la clave de la propia cuenta.",
    OTHER_KEY: "Esta firma se hizo con otra clave.",
    WEAK_KEY: "Esa clave sola no basta: el permiso de propietario de la cuenta pide más.",
    CHALLENGE_EXPIRED: "Ese texto venció o fue reemplazado. Toca “Nuevo texto” y firma ese.",
    PERMISSION_MISSING: "La cuenta ya no permite que el servicio delegue. Toca “Revisar”.",
    PRICE_RANGE: "El precio debe ser un número entero de 1 a 1000.",
    CHUNK_RANGE: "Es muy poco, o no es un número: el servicio no delega partes más pequeñas.",
    KEEP_RANGE: "Eso no es un número de unidades.",
    CHAIN_UNAVAILABLE: "El servicio no puede consultar la red ahora. Prueba otra vez.",
    NOT_YOURS: "No vendes desde esa cuenta (o ya no).",
    FAILED: "No funcionó. No cambió nada; prueba otra vez.",
  },
  closed: {
    closed: "Cerrado. Tus ofertas siguen a la venta. Ábrelo de nuevo con /sell.",
    idle: "Cerrado. Ábrelo de nuevo con /sell.",
    replaced: "Una tarjeta nueva reemplazó a esta.",
  },
  toasts: {
    notYours: "Esta tarjeta es de otra persona. Abre la tuya con /sell.",
    closed: "Esta tarjeta está cerrada. Abre otra con /sell.",
    saved: "Guardado.",
    unchanged: "Leído de nuevo: aún no cambió nada.",
    fine: "✅ Leído de nuevo: el servicio puede delegar y recuperar, nada más.",
  },
  buttons: {
    add: "Agregar una cuenta",
    list: "Todas las cuentas",
    check: "Revisar",
    copyDesk: "Copiar dirección del servicio",
    goOn: "Continuar de todos modos",
    newText: "Nuevo texto",
    offer: (resource, isKnown) => `${isKnown ? "✏️" : "Ofrecer"} ${resources[resource]}`,
    turn: (resource, isOn) => `${isOn ? "⏸" : "▶️"} ${resources[resource]}`,
    permission: "Permiso",
    save: "Poner a la venta",
    close: "Cerrar",
  },
};

// /stats: on the picture of what was spent, and under it

const day = (at: number) =>
  new Date(at).toLocaleDateString("es-419", { day: "numeric", month: "short", timeZone: "UTC" });

const timeUnits = { second: "s", minute: "min", hour: "h", day: "d" };

const delivered = (count: number) => counted(count, ["orden entregada", "órdenes entregadas"]);

const stats: Messages["stats"] = {
  title: (days) => `Últimos ${inDays(days)}`,
  range: (first, last) => `${day(first)} – ${day(last)}, UTC`,
  day,
  spent: "Gastado",
  orders: delivered,
  price: (resource) => `Precio: ${resources[resource]}`,
  average: "promedio que pagaste",
  burning: (price) => `quemar cuesta ${price}`,
  delivery: "Tiempo de entrega",
  median: "mediana",
  p90: (time) => `9 de 10 en ${time}`,
  trx: (amount) => `${amount} TRX`,
  sun: (price) => `${price} SUN`,
  duration: (count, unit) => `${count}\u00a0${timeUnits[unit]}`,
  large: ["k", "M", "B", "T", "Q"],
  caption: ({ days, all, bought, median, p90, against }) =>
    join([
      bold(`${formatTrx(all.spentSun)} TRX gastados en ${inDays(days)}`),
      against &&
        (against.isSaved
          ? `Ahorraste ${against.amount} TRX frente a quemar, al precio de hoy`
          : `Quemar habría costado ${against.amount} TRX menos, al precio de hoy`),
      ...bought.map(
        ({ units: amount, resource, price, burnPrice }) =>
          `${units(amount, resource)} a ${price} SUN en promedio${
            burnPrice === undefined ? "" : `; quemar cuesta ${burnPrice} SUN`
          }`,
      ),
      `${delivered(all.orders)}: la mitad en ${median}, 9 de 10 en ${p90}`,
    ]),
  nothing: (days) =>
    join([
      bold(`Sin compras en los últimos ${inDays(days)}`),
      "Cuando algo se entregue, /stats dibujará lo que gastaste. Compra con /buy.",
    ]),
};

// /help

const help: Messages["help"] = {
  title: "Cómo funciona",
  oneLine: (buy) => rich`En una línea: ${code(`${buy} 65k energy 1h T…`)}`,
  ownAmounts: (buy) => rich`Cantidades distintas: ${code(`${buy} energy 1h\nT… 65k\nT… 131k`)}`,
  locked: (buy) => rich`Solo bloqueado en la cadena: ${code(`${buy} 65k energy 1h T… locked`)}`,
  paying: "Solo pagas con el botón que muestra el precio.",
  group: "Una tarjeta es de quien la abrió. Saldo y órdenes: por privado.",
  contact: (contact) => `Preguntas: ${contact}`,
};

// /history

const period = (from: string | undefined, to: string) => {
  if (from === to) return `del ${to}`;
  return from ? `del ${from} al ${to}` : `hasta el ${to}`;
};

const history: Messages["history"] = {
  title: "Historial de la cuenta",
  line: (at, amount, what) => rich`${at}  ${amount} TRX · ${what}`,
  kinds: {
    deposit: "depósito",
    gift: "abono",
    payment: "pago",
    correction: "corrección",
    booked: "retenido por una reserva",
    unbooked: "reserva terminada",
    hold: "orden",
    raised: "precio de una orden subido",
    lowered: "precio de una orden bajado",
    improved: "mejor precio",
    refund: "reembolso",
    withdrawal_hold: "retiro y su comisión",
    withdrawal_returned: "retiro devuelto",
    withdrawal: "retiro",
  },
  left: (balance) => `Saldo después: ${balance} TRX`,
  inFile: (from, to) =>
    `En el archivo están todos los movimientos ${period(from, to)}; allí las horas en UTC, los montos en TRX.`,
  nothing: (from, to) => `No hay movimientos ${period(from, to)} en tu saldo.`,
  tooLarge: (command) =>
    command
      ? rich`Es más de lo que cabe en un archivo. Esto sí cabe: ${command}`
      : "Un solo día es más de lo que cabe en un archivo. Lee las órdenes por HTTP, con una clave tuya.",
  wrongDay: (word, example) => rich`“${word}” no es una fecha: escribe ${example}.`,
  backwards: (example) => rich`El final es anterior al inicio. Escríbelo así: ${example}`,
};

// Notifications: each begins with the bell, so that nobody takes one for a card

const inAll = ({ rental: { amount, receivers, isSum } }: OrderedFacts) =>
  isSum ? amount : amount * receivers;

const soldUnits = (sold: PerResource<number>) =>
  RESOURCES.flatMap((one) => (sold[one] > 0 ? [units(sold[one], one)] : []));

const booking: Messages["booking"] = {
  hint: "Si empieza cuando termine el actual, el dinero queda retenido hasta entonces y solo un minuto se paga doble.",
  book: (total) =>
    whatFits(36, `Empezar al terminar, retener ${total} TRX`, `Al terminar, retener ${total} TRX`),
  open: (due) => rich`${bold("🕓 Reservado:")} la orden se crea ${due}`,
  terms: (what, held, isHeld) =>
    `${rental(what)} · ${held} TRX ${isHeld ? "retenidos" : "devueltos"}`,
  old: (end) => rich`El alquiler actual termina ${end}`,
  returned: "La reserva terminó, te devolvimos el dinero",
  reason: {
    cancelled: "cancelada por ti",
    noCapacity: "llegada la hora, nadie podía entregarlo",
    closed: "llegada la hora, no se aceptaban órdenes nuevas",
    belowFloor: "su precio quedó por debajo del mínimo",
    receiver: "una billetera no podía recibirlo",
    late: "llegada la hora, el servicio no funcionaba",
    restored: "el servicio se restauró desde una copia de seguridad",
  },
};

/** What a delivery by itself is enough for. */
const enough = {
  nobody: "⚠️ Por sí solo no alcanza para una transferencia de USDT",
  holders: "Alcanza para enviar USDT a una billetera que ya tiene USDT",
  anyone: undefined,
};

const news: Messages["news"] = {
  booking: (facts) =>
    join([
      bold("🔔 No se extendió, te devolvimos el dinero"),
      `${rental(facts.rental)} · ${facts.held} TRX devueltos`,
      facts.reason,
      facts.wallet,
    ]),
  completed: (facts) =>
    join([
      bold("🔔 Entregado"),
      `${rentalFor(facts.rental)} · ${facts.paid} TRX${facts.improved ? `, ${facts.improved}` : ""}`,
      facts.sends && enough[facts.sends],
      facts.wallet,
    ]),
  partial: (facts) =>
    join([
      bold("🔔 Entregado en parte"),
      `${formatInteger(facts.filledUnits)} de ${formatInteger(inAll(facts))} (${resources[facts.rental.resource]})${forAll(facts.rental.receivers)}, ${formatInteger(inAll(facts) - facts.filledUnits)} en espera`,
      facts.wallet,
    ]),
  cancelled: (facts) =>
    join([
      bold(
        facts.delivered ? "🔔 Entregado en parte, el resto devuelto" : "🔔 Cancelada y devuelta",
      ),
      rentalFor(facts.rental),
      `Pagado ${facts.paid}, entregado ${facts.delivered ?? "0"}, devuelto ${facts.refunded} TRX`,
      facts.improved,
      facts.reason,
      facts.wallet,
    ]),
  ending: ({ at, units: sum, each, resource, wallets: count, wallet }) =>
    join([
      bold("🔔 Un alquiler termina pronto"),
      rich`${units(each ?? sum, resource)}${each === undefined ? " en total" : ""}${forAll(count)} hasta ${at}`,
      wallet,
    ]),
  balance: (available, limit) =>
    join([
      bold("🔔 Saldo bajo"),
      `${available} TRX disponibles, menos de ${limit} TRX.`,
      "Cómo recargar: /balance. El límite: /settings.",
    ]),
  sale: (sold, count, earned) =>
    join([
      bold("🔔 Venta"),
      `${soldUnits(sold).join(" y ")} en ${counted(count, ["orden", "órdenes"])}: ${earned} TRX para ti`,
      "Todo lo que vendes: /sell. Estos mensajes: /settings.",
    ]),
  open: "Abrir orden",
  extend: "Extender",
};

// Manual orders

const depth = (levels: readonly DepthText[]) =>
  levels.map(({ priceSun, units: free }) => `${formatInteger(free)} a ${priceSun}`).join(" · ");

const sellers = (count: number) => counted(count, ["vendedor omitido", "vendedores omitidos"]);

const manual: Messages["manual"] = {
  buttons: {
    price: (priceSun, total, fills, of) => {
      const now = fills >= of ? "todo ya" : fills > 0 ? `${formatInteger(fills)} ya` : "en espera";
      return whatFits(34, `${priceSun} SUN · ${total} TRX · ${now}`, `${priceSun} SUN · ${now}`);
    },
    parts: (least) => `En partes, mínimo ${formatInteger(least)}`,
    whole: "Solo completa",
    otherChunk: "Otra parte mínima",
    bulk: (isOn) => `${isOn ? "☑" : "☐"} Todas las billeteras juntas`,
    priceField: (priceSun) => `${priceSun} SUN`,
    optionsField: (least, bulk) => {
      if (least === undefined) return bulk ? "Todo o nada" : "Solo completa";
      const from = `≥ ${formatInteger(least)}`;
      const of = bulk ? "Todas" : "Partes";
      return whatFits(15, `${of} ${from}`, whatFits(13, from, of));
    },
    takeFast: (total) => `Tomar Fast: ${total} TRX`,
  },
  market: {
    prices: (floorSun, fastSun) => `Mínimo ${floorSun} SUN · Fast ${fastSun} SUN`,
    asks: (levels) => `En venta: ${depth(levels)}`,
    noAsks: "Nadie ofrece nada en este momento.",
    bids: (levels) => `En espera: ${depth(levels)}`,
    fastIsBetter: "⚠️ Fast no cuesta más que un precio que ejecuta todo ya.",
  },
  confirm: {
    fillsAll: "Las ofertas actuales lo ejecutan todo ya",
    fillsSome: (fills, rests, cost) =>
      `Con las ofertas actuales, ${formatInteger(fills)} se ejecutan ya${cost === undefined ? "" : ` por unos ${cost} TRX`} y ${formatInteger(rests)} esperarán`,
    fillsNone: "Ninguna oferta encaja ahora: todo esperará",
    waitsForAll: "Nada empieza hasta que alcance para todas las billeteras",
    parts: (least) => `En partes de ${formatInteger(least)} como mínimo`,
    whole: "Solo completa: un vendedor entrega todo",
    bulk: "Todas las billeteras empiezan juntas",
    held: (total, until) =>
      rich`Espera hasta ${until}: se retienen ${total} TRX y lo que no se entregue se devuelve`,
    runs: (duration) => `Cada parte dura ${durationTitle(duration)} desde su entrega`,
    fastDearer: (fast, saved) => `Fast costaría ${fast} TRX, ${saved} TRX más`,
    fastSame: "⚠️ Fast cuesta lo mismo y se entrega al instante",
    fastCheaper: (fast, less) =>
      `⚠️ Fast es más barato: ${fast} TRX, ${less} TRX menos, y al instante`,
  },
  order: {
    price: (priceSun) => `${priceSun} SUN`,
    progress: (done, of, onTheWay, rests) =>
      [
        `${formatInteger(done)} de ${formatInteger(of)} entregados`,
        ...(onTheWay > 0 ? [`${formatInteger(onTheWay)} en camino`] : []),
        `${formatInteger(rests)} en espera`,
      ].join(", "),
    restsUntil: (at) => rich`Espera hasta ${at}, luego se devuelve el resto`,
    itemised: (paid, done, held, refunded) =>
      [
        `pagado ${paid}`,
        `entregado ${done}`,
        ...(held === undefined ? [] : [`en camino ${held}`]),
        `devuelto ${refunded} TRX`,
      ].join(", "),
  },
  resting: {
    heldUp: "La ejecución está en pausa; sigue por sí sola",
    overdue: "Vencida: se está devolviendo el resto",
    ofPool: "Esta billetera ahora es del servicio: cancela y vuelve el resto",
    fillsNow: "Un vendedor acaba de quedar libre: se está ejecutando",
    locked: (owners, until) =>
      rich`${sellers(owners)}: un bloqueo más largo a esta billetera hasta ${until}`,
    underWay: (owners) => `${sellers(owners)}: otra delegación a esta billetera está en camino`,
    unlockable: (owners) => `${sellers(owners)}: no se puede bloquear nada por tanto tiempo`,
    tooLittle: (owners) => `${sellers(owners)}: muy poco libre para una parte que aceptas`,
    tooCoarse: (owners) => `${sellers(owners)}: sin partes tan pequeñas como necesitas`,
    giftsOnly: (owners) =>
      `${sellers(owners)}: lo que abona el operador solo compra al propio servicio`,
    failedLately: (owners) => `${sellers(owners)}: falló una entrega, pronto se prueba otra vez`,
    bulk: "Las billeteras empiezan juntas, cuando alcance para todas",
    nobody: (priceSun, nextSun, isElse) =>
      `Nadie ${isElse ? "más " : ""}ofrece a ${priceSun} SUN o menos${
        nextSun === undefined ? "" : `; el siguiente precio es ${nextSun} SUN`
      }`,
  },
};

// /key

const keys: Messages["keys"] = {
  title: "Claves de API",
  about: "Con una clave, tus programas crean órdenes por HTTP, con tu saldo.",
  none: "No tienes ninguna.",
  line: (startsWith, issued) => rich`${startsWith}, creada ${issued}`,
  disabledLine: (startsWith, issued) =>
    rich`${startsWith}, creada ${issued}, desactivada hasta que la active el operador`,
  full: (most) => `Tienes ${most}, el máximo. Revoca una para crear otra.`,
  issue: "Crear una clave",
  revoke: (startsWith) => `Revocar ${startsWith}`,
  askRevoke: (startsWith) =>
    join([
      rich`¿Revocar la clave ${startsWith}?`,
      "Los programas que la usan dejan de tener acceso al instante. No se puede deshacer.",
    ]),
  confirmRevoke: "Revocar",
  revoked: (startsWith) => rich`✅ La clave ${startsWith} quedó revocada.`,
  gone: "Esa clave ya no está en uso.",
  shown: (key) =>
    join([
      bold("Tu nueva clave de API"),
      key,
      "Se muestra una sola vez: guárdala ahora, el servicio no la conserva. Quien la tenga puede gastar tu saldo. Borra este mensaje cuando la hayas guardado.",
    ]),
  copy: "Copiar la clave",
  notShown: (startsWith) =>
    rich`⚠️ No es seguro que la nueva clave (${startsWith}) se haya mostrado, así que se revocó. Crea otra con /key.`,
};

// Plain messages

const AS_YOURSELF =
  "Escribe con tu propia cuenta (sin el modo anónimo) o crea la orden por privado.";

const notes: Messages["notes"] = {
  anonymousAdmin: `Eres administrador anónimo, así que no puedo saber quién paga.\n${AS_YOURSELF}`,
  channel: `Un canal no tiene saldo y no puede crear órdenes.\n${AS_YOURSELF}`,
  linkedPost: `En una publicación de un canal vinculado no hay quien pague.\n${AS_YOURSELF}`,
  editedAfterPayment: "Esta orden ya está pagada: editar el mensaje no cambia nada.",
  deadLetter: "Lo siento, algo salió mal, no se cobró nada; mira /orders.",
  cannotWrite:
    "El servicio no puede atender esto ahora mismo. Tendrás tu respuesta en cuanto pueda; no se cobró nada.",
  draftDropped: DROPPED,
  nothingToCancel:
    "No hay ninguna tarjeta abierta. Una orden se cancela en su propia tarjeta: mira /orders.",
  nothingToRepeat: "Aún no tienes una orden que repetir. Empieza con /buy.",
  anothersOrder: "Esta orden es de otra persona del grupo; solo ella puede abrirla.",
  addressLater:
    "Ahora no se puede mostrar la dirección. No se ha perdido nada: repite /deposit dentro de unos minutos.",
  privateOnly: "Eso solo se muestra por privado.",
  groupHint:
    "En un grupo: /buy, /quote, /again, /order, /settings, /usdt, /cancel y /help. Lo demás, por privado.",
};

const unknownCommand: Messages["unknownCommand"] = (typed, meant, known) =>
  meant === undefined
    ? `/${typed} no es un comando. Hay ${allOf.format(known.map((name) => `/${name}`))}.`
    : `/${typed} no es un comando. ¿Quisiste decir /${meant}?`;

// What the bot says of itself

const profile: Messages["profile"] = {
  description: [
    "Alquila Energía y Ancho de banda de TRON en segundos y envía USDT sin quemar TRX.",
    "Pega la dirección de una billetera o toca Iniciar. Primero ves el precio y pagas con el botón que lo muestra; la tarjeta te dice cuándo ya puedes enviar.",
  ].join("\n\n"),
  shortDescription: "Energía y Ancho de banda de TRON en segundos: envía USDT sin quemar TRX.",
};

// Questions that force a reply

const prompts: Messages["prompts"] = {
  receivers: {
    text: () => "¿Qué billeteras? Responde con sus direcciones o un archivo.",
    placeholder: "T… T…",
  },
  amount: {
    text: (resource) => `${howMuch[resource]}? Responde con ${SUCH_AS}`,
    placeholder: "65000",
  },
  price: { text: () => `¿Qué precio? Responde con ${WHOLE_SUN}`, placeholder: "55" },
  partialMin: {
    text: () => "¿Cuál es la parte mínima? Responde con un número, por ejemplo 20000 o 20k.",
    placeholder: "20000",
  },
  order: { text: () => "¿Qué orden? Responde con su ID.", placeholder: "24 letras y números" },
};

// Answers to a tap

const toasts: Messages["toasts"] = {
  notYours: "Esta tarjeta es de otra persona. Abre la tuya con /buy.",
  stale: "La tarjeta cambió mientras tanto. Esta es la nueva.",
  alreadyPaid: "Ya está pagada: nada se cobra dos veces.",
  alreadyDropped: "Esta tarjeta está cerrada. Abre otra con /buy.",
  readFirst: "Léela primero y luego toca “Pagar” otra vez.",
  stillMissing: (amount) => `Aún faltan ${amount} TRX.`,
  quoteLapsed: "Ese precio venció, no se cobró nada. Aquí está el nuevo.",
  refreshed: "Actualizado.",
  nothingToGoBackTo: "Esta es la primera pregunta.",
};

// Files of wallets

const AS_CSV = "Guárdalo como CSV (UTF-8) con las billeteras en la primera columna y envíalo.";

const files: Messages["files"] = {
  problem: {
    tooLarge:
      "⚠️ Ese archivo pesa más de 64 KiB. Divídelo o envía solo la columna de billeteras: caben 1,800.",
    unavailable: "⚠️ Telegram no entregó ese archivo. Envíalo otra vez.",
    spreadsheet: `⚠️ Es una hoja de cálculo y no puedo leerla. ${AS_CSV}`,
    notText: `⚠️ Ese archivo no es de texto. ${AS_CSV}`,
    noWallets: `⚠️ En ese archivo no hay ninguna dirección de TRON. ${AS_CSV}`,
  },
  next: (next, left) =>
    `${next === 1 ? "Siguiente billetera" : `Siguientes ${next} billeteras`}${left > next ? ` (quedan ${left})` : ""}`,
};

// /book

const HEX = "Es una dirección hexadecimal. Envíala como la muestra la billetera: empieza con T.";

const LETTERS = "de 1 a 32 letras, números, - y _, con al menos una letra";

const howTo = join([
  rich`Agregar: ${code("/book cold1 T…")}`,
  rich`Usar donde se pide una billetera: ${code("@cold1")}`,
  "Muchas a la vez: un CSV de nombres y billeteras con el comentario /book",
]);

/** Why a line of a file gives no name. */
const nameProblems = {
  noWallet: "falta la billetera",
  checksum: "la billetera está mal escrita",
  ethereum: "es una dirección de tipo Ethereum",
  hex: "es una dirección hexadecimal",
  noName: "falta el nombre",
  badName: `nombre no válido (${LETTERS})`,
  twice: "más arriba ese nombre es de otra billetera",
};

const book: Messages["book"] = {
  title: (names) => `Agenda · ${wallets(names)}`,
  page: (page, pages) => `Página ${page} de ${pages}`,
  empty: join([bold("Tu agenda está vacía"), howTo]),
  howTo,
  entry: (uses) => (uses > 0 ? `Usada ${counted(uses, ["vez", "veces"])}` : undefined),
  added: (name, wallet) => rich`✅ ${name} es ${wallet}`,
  same: (name, wallet) => rich`${name} ya es ${wallet}`,
  changed: (name, wallet, before) => rich`✅ ${name} ahora es ${wallet}. Antes era ${before}`,
  full: `⚠️ Tu agenda tiene ${MAX_NAMES} nombres, el máximo. Quita uno primero: /book remove cold1`,
  removed: (name, wallet, again) =>
    rich`Se quitó ${name}; era ${wallet}. Para recuperarlo: ${again}`,
  noSuchName: (name) => `⚠️ ${name} no está en tu agenda. Mira /book.`,
  badName: (name) => `⚠️ “${name}” no es un nombre válido. Un nombre tiene ${LETTERS}.`,
  badWallet: (wallet) => rich`⚠️ ${wallet} no es una dirección de TRON. Cópiala otra vez.`,
  ethereum: `⚠️ ${ETHEREUM}`,
  hex: `⚠️ ${HEX}`,
  usage: join([
    "⚠️ No entendí eso.",
    howTo,
    rich`Quitar: ${code("/book remove cold1")}`,
    rich`Todo en un archivo: ${code("/book export")}`,
  ]),
  imported: ({ outcomes, badLines, moreBadLines }) => {
    const { added, changed, same, full } = outcomes;
    return join([
      bold("Nombres del archivo"),
      `✅ ${counted(added, ["nuevo", "nuevos"])}, ${counted(changed, ["cambiado", "cambiados"])}, ${formatInteger(same)} sin cambios`,
      full > 0
        ? `⚠️ Sin lugar: ${formatInteger(full)}. El máximo es ${MAX_NAMES} nombres.`
        : undefined,
      ...badLines.map(({ line, why }) => `❌ Línea ${formatInteger(line)}: ${nameProblems[why]}`),
      moreBadLines > 0 ? `❌ y ${counted(moreBadLines, ["línea más", "líneas más"])}` : undefined,
    ]);
  },
  notUtf8:
    "⚠️ Los nombres de ese archivo no se leen con certeza. Guárdalo como CSV (UTF-8) y envíalo.",
  caption: (names) => `Agenda · ${wallets(names)}. Para cargarla de nuevo: comentario /book.`,
  buttons: {
    buy: "Comprar para esta billetera",
    remove: "Quitar",
    back: "Atrás",
    export: "Exportar CSV",
    earlier: "Anterior",
    later: "Siguiente",
  },
};

// What receivers have already

const heldAmount = (held: HeldFacts) => units(held.units, held.resource);

const holder = ({ wallet }: HeldFacts): Part => wallet ?? "Esta billetera";

const overlaps: Messages["overlaps"] = {
  several: (count, of, resource) =>
    `⚠️ ${formatInteger(count)} de ${wallets(of)} ya ${count === 1 ? "tiene" : "tienen"} ${resources[resource]}`,
  holds: (held, until) => rich`⚠️ ${holder(held)} ya tiene ${heldAmount(held)} hasta ${until}`,
  holdsParts: (held, first, last) =>
    rich`⚠️ ${holder(held)} ya tiene ${heldAmount(held)}, termina entre ${first} y ${last}`,
  gets: (held) => rich`⚠️ ${holder(held)} ya está recibiendo ${heldAmount(held)}`,
  more: (count) => `⚠️ y ${wallets(count)} más`,
};

// /usdt

const energy = (amount: number) => units(amount, "energy");

/** `wayOut` where the recipient may need more than is proposed. */
function transferTakes(
  { basis, triedUnits = 0, neededUnits, to }: SizeFacts,
  wayOut: string | undefined,
): Part {
  const needed = energy(neededUnits);
  switch (basis) {
    case "tried":
      return rich`Según una prueba en el contrato, una transferencia de USDT a ${to} consume ${energy(triedUnits)}: bastan ${needed}.`;
    case "holdsSome":
      return rich`${to} tiene USDT, así que una transferencia consume ${needed}.`;
    case "holdsNone":
      return rich`${to} no tiene USDT, así que una transferencia consume ${needed}.`;
    case "notActivated":
      return rich`${to} no está activada, así que no tiene USDT: ${needed} para la primera transferencia.`;
    case "usual":
      return rich`Una transferencia de USDT suele consumir ${needed}. Si ${to} nunca tuvo USDT, consume ${formatInteger(USDT_NEW_ENERGY)}${wayOut === undefined ? "" : `: ${wayOut}`}.`;
  }
}

function senderHolds({ heldUnits, rentUnits, neededUnits }: SizeFacts): string | undefined {
  if (heldUnits === 0) return undefined;
  const missing = neededUnits - heldUnits;
  const less = `Quien envía tiene ${formatInteger(heldUnits)} sin usar, así que faltan ${formatInteger(missing)}.`;
  return rentUnits > missing
    ? `${less} El alquiler mínimo es ${formatInteger(MIN_AMOUNT.energy)}.`
    : less;
}

const usdt: Messages["usdt"] = {
  question: (isGroup) =>
    join([
      "¿Cuánta Energía consume una transferencia de USDT?",
      `${isGroup ? "Responde a mi pregunta con" : "Envía"} dos billeteras: quien envía y luego quien recibe.`,
      rich`Por ejemplo: T… T…, o ${code("@hot @cold")}`,
    ]),
  askRecipient: (from, isGroup) =>
    join([
      rich`¿Quién recibe los USDT de ${from}?`,
      `${isGroup ? "Responde a mi pregunta con" : "Envía"} la billetera de quien recibe.`,
    ]),
  askSender: (to, isGroup) =>
    join([
      rich`¿Quién envía los USDT a ${to}?`,
      `${isGroup ? "Responde a mi pregunta con" : "Envía"} la billetera de quien envía.`,
    ]),
  prompt: {
    both: "¿Quién envía los USDT y quién los recibe? Responde con dos billeteras, primero quien envía.",
    recipient: "¿Quién recibe los USDT? Responde con su billetera.",
    sender: "¿Quién envía los USDT? Responde con su billetera.",
  },
  sized: (facts) => join([transferTakes(facts, undefined), senderHolds(facts)]),
  enough: (facts) => {
    const { basis, heldUnits } = facts;
    const isShortForNew = basis === "usual" && heldUnits < USDT_NEW_ENERGY;
    return join([
      bold(`No hace falta alquilar: quien envía tiene ${energy(heldUnits)}`),
      transferTakes(facts, isShortForNew ? "alquila lo que falte con /buy" : undefined),
    ]);
  },
  lacksBandwidth: (burn, amount, cost) =>
    `A quien envía le falta ancho de banda: quemar TRX cuesta ${burn}; alquilar ${formatInteger(amount)} aquí, ${cost}.`,
  onlyBandwidth: (line) =>
    rich`⚠️ Pero le falta ancho de banda: la transferencia quema TRX por él. Para alquilarlo: ${line}`,
  burnsNothing: "✅ Esta transferencia es gratis: no quema TRX.",
  noBandwidth: "⚠️ Ahora no hay ancho de banda: esto es solo la Energía.",
  notActivated: (from) =>
    rich`⚠️ ${from} no está activada en TRON, así que no puede enviar USDT. Envíale antes algo de TRX.`,
};

// Changes of orders that rest

const amend: Messages["amend"] = {
  title: "Cambiar la orden",
  terms: (what, priceSun) => `${rental(what)} · ${priceSun} SUN`,
  question: "¿Qué quieres cambiar?",
  price: "Precio",
  lifetime: "Tiempo de espera",
  askLifetime: (created) => rich`¿Cuánto puede esperar, contando desde ${created}?`,
  hours: (hours) => (hours < 24 ? `${hours} h` : `${hours / 24} d`),
  more: (priceSun, more) =>
    `⚠️ A ${priceSun} SUN se retienen ${more} TRX más. Lo que no haga falta se devuelve.`,
  hold: (more) => `Retener ${more} TRX más`,
  close: "Dejarla como está",
  priceChanged: (priceSun) => `✅ Nuevo precio: ${priceSun} SUN`,
  lifetimeChanged: (until) => rich`✅ Cambiado: espera hasta ${until}`,
  closed: "Cerrada, sin cambios.",
  readFirst: "Léelo primero y luego toca otra vez.",
  over: "Esta tarjeta está cerrada. La orden tiene el botón para cambiarla.",
};

// What happens to withdrawals

const ordered: Messages["ordered"] = ({ what, paid, more, priceSun, key }) =>
  join([
    bold(
      more
        ? `🔔 Una clave de API subió el precio de un pedido: ahora ${paid} TRX (+${more})`
        : `🔔 Pedido de ${paid} TRX con una clave de API`,
    ),
    `${rental(what)}, a ${priceSun} SUN`,
    rich`Clave: ${key}`,
    "¿No fuiste tú? Revócala con /key.",
  ]);

const orderedInHour: Messages["orderedInHour"] = (paid, from) =>
  join([
    bold(`🔔 Pedidos por ${paid} TRX con claves de API en una hora`),
    `Cada uno es menor que los ${from} TRX que elegiste; míralos en /orders.`,
    "¿No fuiste tú? Revoca la clave con /key.",
  ]);

const withdrawalNews: Messages["withdrawalNews"] = {
  asked: ({ amount, address, from, approval }) =>
    join([
      bold(`🔔 Retiro de ${amount} TRX solicitado con una clave de API`),
      rich`A ${address}, una dirección que no habías usado.`,
      approval ? "Primero debe aprobarlo el operador." : undefined,
      from ? rich`Se envía como pronto: ${from}.` : undefined,
      "¿No fuiste tú? Cancélalo y revoca tus claves con /key.",
    ]),
  paid: (amount, address, transaction) =>
    join([bold(`🔔 ${amount} TRX pagados`), rich`A ${address}`, transaction]),
  refused: (amount, address, reason) =>
    join([
      bold(`🔔 Retiro de ${amount} TRX rechazado`),
      rich`A ${address}`,
      reason && `El motivo: ${reason}`,
      "El dinero está otra vez en tu saldo.",
    ]),
  delayed: (amount, address) =>
    join([
      bold(`🔔 El retiro de ${amount} TRX tarda más`),
      rich`A ${address}`,
      "El operador debe recargar primero la cuenta que paga. Después se envía solo; hasta entonces puedes cancelarlo.",
    ]),
  unpaid: (amount, address) =>
    join([
      bold(`🔔 El retiro de ${amount} TRX no se envió`),
      rich`A ${address}`,
      "Su transferencia no llegó a tiempo a ningún bloque. El dinero sigue retenido y el operador debe aprobarlo de nuevo; hasta entonces puedes cancelarlo.",
    ]),
  unbooked: (amount, address) =>
    join([
      bold(`🔔 El retiro de ${amount} TRX vuelve a estar pendiente`),
      rich`A ${address}`,
      "Se había marcado como pagado por error. El dinero vuelve a estar retenido y el operador debe aprobarlo de nuevo; hasta entonces puedes cancelarlo.",
    ]),
};

// /withdraw

const withdraw: Messages["withdraw"] = {
  title: "Retirar TRX",
  titleOf: (amount) => `Retirar ${amount} TRX`,
  off: (contact) =>
    `Los retiros están desactivados aquí. Para sacar dinero, escribe ${contact === undefined ? "al operador" : `a ${contact}`}.`,
  withdrawable: (amount) => `Puedes retirar: ${amount} TRX`,
  gifts: "Lo que abona el operador se puede gastar aquí, no retirar.",
  least: (least, fee) => `El mínimo es de ${least} TRX más una comisión de ${fee} TRX.`,
  askAddress: (hasWallets) =>
    hasWallets
      ? "¿A qué dirección? Toca una de tus billeteras o envía otra."
      : "¿A qué dirección? Envíala aquí.",
  askAmount: (least, most) => `¿Cuántos TRX deben llegar? De ${least} a ${most}.`,
  all: (amount) => `Todo: ${amount} TRX`,
  to: (address) => rich`A ${address}`,
  fee: (fee) => `Comisión: ${fee} TRX`,
  feeWithActivation: (fee, activation) =>
    `Comisión: ${fee} TRX; de ellos, ${activation} TRX activan la cuenta nueva`,
  arrives: (amount) => `Llegan: ${amount} TRX`,
  taken: (amount) => `Sale de tu saldo: ${amount} TRX`,
  atOnce: "Se envía enseguida.",
  newAddress: (hours) =>
    `⏳ Dirección nueva: se envía pasadas ${hours} h; hasta entonces puedes cancelarlo.`,
  needsOperator: "⏳ Primero debe aprobarlo el operador.",
  asksAgain: "⚠️ Un retiro enviado no se puede deshacer. Comprueba la dirección.",
  sendAgain: (amount) => `Sí, enviar ${amount} TRX`,
  close: "Cerrar",
  closed: "Cerrada, no se retiró nada.",
  over: "Esta tarjeta está cerrada. Abre otra con /withdraw.",
  readFirst: "Léelo primero y luego toca otra vez.",
  status: {
    waiting: (amount) => `🕓 Retiro de ${amount} TRX`,
    approval: (amount) => `🕓 Retiro de ${amount} TRX`,
    signed: (amount) => `⏳ Retiro de ${amount} TRX`,
    paid: (amount) => `✅ ${amount} TRX pagados`,
    refused: (amount) => `❌ Retiro de ${amount} TRX rechazado`,
    cancelled: (amount) => `Retiro de ${amount} TRX cancelado`,
  },
  awaitsOperator: "Espera la aprobación del operador.",
  notBefore: (due) => rich`Se envía como pronto: ${due}.`,
  soon: "Se envía lo antes posible.",
  paused: "Los pagos están en pausa; se envía cuando se reanuden.",
  canCancel: "Hasta entonces puedes cancelarlo.",
  onItsWay: "Enviado; será definitivo en un minuto.",
  reason: (reason) => `El motivo: ${reason}`,
  isBack: (amount) => `${amount} TRX están otra vez en tu saldo.`,
  openTitle: "Aún no enviado",
  openLine: ({ amount, address, due, isApproved }) =>
    rich`${amount} TRX a ${address}${due ? rich`, como pronto: ${due}` : ""}${isApproved ? "" : ", espera la aprobación del operador"}`,
  transaction: "Transacción",
  cancelOne: (amount, wallet) =>
    whatFits(36, `Cancelar ${amount} TRX a ${wallet}`, `Cancelar ${amount} TRX`),
  cancelledToast: (amount) => `Cancelado: ${amount} TRX están otra vez en tu saldo.`,
  tooLate: "Ya no se puede cancelar. /withdraw muestra lo que aún se puede.",
  notices: {
    NO_ADDRESS: ({ said }) => `${that(said)} no es una dirección de TRON. Empiezan con T.`,
    BAD_ADDRESS: () => "Esta dirección está mal escrita. Cópiala otra vez.",
    ETHEREUM: () => ETHEREUM,
    HEX: () => HEX,
    NO_SUCH_NAME: ({ said }) =>
      `No hay billetera con ese nombre en tu /book${said ? `: ${said}` : ""}.`,
    SEVERAL: () => "Una dirección por retiro.",
    CONTRACT: () => "Esta dirección es un contrato. Solo se paga a billeteras.",
    DESKS_OWN: () =>
      "Esta dirección es del servicio, como tu dirección de depósito, o de nadie. Envía la de una billetera tuya.",
    TWO_READINGS: ({ said, readings }) => twoReadings(said, readings),
    NOT_AMOUNT: ({ said }) => `${that(said)} no es un importe. Escribe TRX, como 10 o 12.5.`,
    TOO_SMALL: ({ least }) => `Al menos ${least} TRX.`,
    TOO_LARGE: ({ most, fee }) =>
      `Pueden llegar como máximo ${most} TRX, tras la comisión de ${fee} TRX.`,
    FEE_TAKES_ALL: ({ fee }) =>
      `A esta dirección la comisión es de ${fee} TRX, porque su cuenta es nueva: quedaría muy poco. Da otra dirección.`,
    FEE_CHANGED: () => "La comisión subió. No se envió nada.",
    BALANCE: ({ most }) =>
      `Tu saldo cambió: pueden llegar como máximo ${most} TRX. No se envió nada.`,
    TOO_MANY: () =>
      "Tienes 20 retiros aún sin pagar. Cancela uno o espera a que se pague alguno. No se cobró nada.",
    OFF: ({ contact }) =>
      `Los retiros están desactivados. Escribe ${contact === undefined ? "al operador" : `a ${contact}`}.`,
    HALTED: () => "Ahora no se hacen retiros. No se cobró nada. Inténtalo más tarde.",
    CHAIN_UNAVAILABLE: () =>
      "El servicio no puede leer TRON ahora. No se cobró nada. Inténtalo en un minuto.",
    FAILED: () => "No funcionó. No se cobró nada. Inténtalo en un momento.",
  },
};

export const es: Messages = {
  ...account,
  deposit,
  buttons,
  commands,
  wizard,
  confirm,
  noPay,
  closed,
  notices,
  batch,
  booking,
  orders,
  settings,
  sell,
  stats,
  help,
  history,
  news,
  manual,
  keys,
  notes,
  twoReadings,
  unknownCommand,
  profile,
  prompts,
  toasts,
  files,
  book,
  overlaps,
  usdt,
  amend,
  ordered,
  orderedInHour,
  withdrawalNews,
  withdraw,
};
