/**
 * A customer's spending as a picture for a phone: three panels over the same days. It has its own dark background, so the
 * reader's theme does not matter. Telegram shows it a third as large, so no text is smaller than 34.
 */
import { RESOURCES, type Resource } from "../../domain/resource.js";
import type { SpentOnDay } from "../../domain/spending.js";
import type { Spending } from "../../engine/customers/spending.js";
import { shortFigure, shortMark, shortTime, shortTrx } from "../kit/figures.js";
import type { Messages } from "../text/messages.js";
import type { Picture, Shape } from "../transport/picture.js";
import { type Axis, evenAxis, timeAxis } from "./axis.js";

const WIDTH = 1_080;
const HEIGHT = 1_400;
const MARGIN = 52;
const LEFT = MARGIN;
const RIGHT = WIDTH - MARGIN;
/** The axis is between the days and the right margin. */
const PLOT_WIDTH = 836;
const HEADING_BASE = 94;
const FIRST_PANEL = 128;
const PANEL = 395;
const PLOT_TOP = 136;
const PLOT_HEIGHT = 208;
const DAYS_BASE = HEIGHT - 42;
const TITLE_WIDTH = 560;
const VALUE_WIDTH = RIGHT - LEFT - TITLE_WIDTH - 24;

const INK = "#f3f6fa";
const MUTED = "#a9b6c6";
const GRID = "#2d3a4b";
const GROUND = "#131c28";
const SPENT = "#4fb3ff";
const PAID = "#4fe0a0";
const BURNT = "#ffb057";
const WAITED = "#c8a8ff";
const WAITED_LONG = "#7461ab";
/** The label of those bars, light enough to read. */
const WAITED_LONG_INK = "#ad9be0";

type StatsTexts = Messages["stats"];

/** The resource with the most spending: prices of the two differ too much for one axis. */
function mainResource({ all }: Spending): Resource {
  const [energy, bandwidth] = RESOURCES.map((resource) => all.bought[resource].spentSun);
  return (bandwidth ?? 0) > (energy ?? 0) ? "bandwidth" : "energy";
}

export function spendingChart(spending: Spending, texts: StatsTexts): Picture {
  const { days } = spending;
  const [first, last] = [days[0]?.startsAt ?? 0, days.at(-1)?.startsAt ?? 0];
  return {
    width: WIDTH,
    height: HEIGHT,
    background: GROUND,
    shapes: [
      written(texts.title(days.length), LEFT, HEADING_BASE, { size: 54, weight: 700 }),
      written(texts.range(first, last), RIGHT, HEADING_BASE - 2, { ...FAR, fill: MUTED }),
      ...spentPanel(spending, texts),
      ...pricePanel(spending, texts),
      ...waitedPanel(spending, texts),
      ...dayMarks(days, texts),
    ],
  };
}

interface Style {
  readonly size?: number;
  readonly weight?: 500 | 700;
  readonly fill?: string;
  readonly align?: "left" | "center" | "right";
  readonly maxWidth?: number;
}

const FAR: Style = { align: "right", maxWidth: VALUE_WIDTH };

function written(text: string, x: number, y: number, style: Style = {}): Shape {
  const { size = 36, weight = 500, fill = INK, align = "left", maxWidth = TITLE_WIDTH } = style;
  return { kind: "text", text, at: [x, y], size, weight, fill, align, maxWidth };
}

function spentPanel({ days, all }: Spending, texts: StatsTexts): Shape[] {
  const axis = evenAxis(Math.max(...days.map(({ spentSun }) => spentSun)));
  const place = placeOf(0, days.length, axis);
  return [
    ...heading(0, texts.spent, texts.trx(shortTrx(all.spentSun, texts)), SPENT),
    written(texts.orders(all.orders), LEFT, place.notes, { fill: MUTED }),
    ...axisMarks(place, axis, (mark) => shortMark(mark / 1e6, texts)),
    ...days.flatMap(({ spentSun }, at): Shape[] => {
      if (spentSun === 0) return [];
      // A day with any spending is visible.
      const height = Math.max(4, round(place.foot - place.y(spentSun)));
      const width = round(place.slot * 0.72);
      const corner: [number, number] = [round(place.x(at) - width / 2), round(place.foot - height)];
      return [
        { kind: "box", at: corner, width, height, radius: Math.min(5, height / 2), fill: SPENT },
      ];
    }),
  ];
}

function pricePanel(spending: Spending, texts: StatsTexts): Shape[] {
  const { days, all, burnPriceSun } = spending;
  const resource = mainResource(spending);
  const burnSun = burnPriceSun?.[resource];
  const prices = days.map(({ bought }) => bought[resource].averagePriceSun);
  const averageSun = all.bought[resource].averagePriceSun ?? 0;
  const axis = evenAxis(Math.max(burnSun ?? 0, ...prices.map((price) => price ?? 0)));
  const place = placeOf(1, days.length, axis);
  const sun = (price: number) => texts.sun(shortFigure(price, texts));
  return [
    ...heading(1, texts.price(resource), sun(averageSun), PAID),
    written(texts.average, LEFT, place.notes, { fill: MUTED, maxWidth: RIGHT - LEFT - 520 }),
    ...axisMarks(place, axis, (mark) => shortMark(mark, texts)),
    ...(burnSun === undefined
      ? []
      : [
          written(texts.burning(sun(burnSun)), RIGHT, place.notes, {
            ...FAR,
            fill: BURNT,
            maxWidth: 500,
          }),
          dashed(place, burnSun),
        ]),
    ...linesOf(prices, place),
    ...prices.flatMap((price, at): Shape[] =>
      price === undefined ? [] : [dot(place.x(at), place.y(price), PAID)],
    ),
  ];
}

function waitedPanel({ days, all }: Spending, texts: StatsTexts): Shape[] {
  const times = days.flatMap(({ medianMs, p90Ms }) =>
    medianMs === undefined || p90Ms === undefined ? [] : [medianMs, p90Ms],
  );
  const axis = timeAxis(times.length > 0 ? times : [1_000]);
  const place = placeOf(2, days.length, axis);
  const time = (ms: number) => shortTime(ms, texts);
  const { medianMs = 0, p90Ms = 0 } = all;
  return [
    ...heading(2, texts.delivery, time(medianMs), WAITED),
    written(texts.median, LEFT, place.notes, { fill: MUTED, maxWidth: RIGHT - LEFT - 520 }),
    written(texts.p90(time(p90Ms)), RIGHT, place.notes, {
      ...FAR,
      fill: WAITED_LONG_INK,
      maxWidth: 500,
    }),
    ...axisMarks(place, axis, time),
    ...days.flatMap(({ medianMs: median, p90Ms: p90 }, at): Shape[] => {
      if (median === undefined || p90 === undefined) return [];
      const x = place.x(at);
      const reach = [place.y(median), place.y(p90)] as const;
      return [
        { kind: "line", points: reach.map((y) => [x, y] as const), stroke: WAITED_LONG, width: 12 },
        dot(x, reach[0], WAITED),
      ];
    }),
  ];
}

interface Place {
  /** The baseline of the note under the heading. */
  readonly notes: number;
  readonly foot: number;
  readonly slot: number;
  readonly x: (day: number) => number;
  readonly y: (value: number) => number;
}

function placeOf(panel: number, days: number, axis: Axis): Place {
  const top = FIRST_PANEL + panel * PANEL;
  const foot = top + PLOT_TOP + PLOT_HEIGHT;
  const slot = PLOT_WIDTH / days;
  return {
    notes: top + 100,
    foot,
    slot,
    x: (day) => round(LEFT + (day + 0.5) * slot),
    y: (value) => round(foot - axis.heightOf(value) * PLOT_HEIGHT),
  };
}

function heading(panel: number, title: string, value: string, fill: string): Shape[] {
  const base = FIRST_PANEL + panel * PANEL + 52;
  return [
    written(title, LEFT, base, { size: 44, weight: 700 }),
    written(value, RIGHT, base, { ...FAR, size: 52, weight: 700, fill }),
  ];
}

function axisMarks(place: Place, { marks }: Axis, say: (mark: number) => string): Shape[] {
  const end = LEFT + PLOT_WIDTH;
  return marks.flatMap((mark): Shape[] => {
    const y = place.y(mark);
    return [
      {
        kind: "line",
        points: [
          [LEFT, y],
          [end, y],
        ],
        stroke: GRID,
        width: 2,
      },
      written(say(mark), end + 16, y + 12, { size: 34, fill: MUTED, maxWidth: RIGHT - end - 16 }),
    ];
  });
}

function dashed({ y }: Place, value: number): Shape {
  const points = [
    [LEFT, y(value)],
    [LEFT + PLOT_WIDTH, y(value)],
  ] as const;
  return { kind: "line", points, stroke: BURNT, width: 5, dash: [16, 12] };
}

/** From day to day, and not across a day without purchases. */
function linesOf(prices: readonly (number | undefined)[], { x, y }: Place): Shape[] {
  return prices.flatMap((price, at): Shape[] => {
    const next = prices[at + 1];
    if (price === undefined || next === undefined) return [];
    const points = [
      [x(at), y(price)],
      [x(at + 1), y(next)],
    ] as const;
    return [{ kind: "line", points, stroke: PAID, width: 5 }];
  });
}

function dot(x: number, y: number, fill: string): Shape {
  return { kind: "dot", at: [x, y], radius: 9, fill };
}

/** Today, and every week before. */
function dayMarks(days: readonly SpentOnDay[], { day }: StatsTexts): Shape[] {
  const slot = PLOT_WIDTH / days.length;
  return days.flatMap(({ startsAt }, at) => {
    if ((days.length - 1 - at) % 7 !== 0) return [];
    const x = round(LEFT + (at + 0.5) * slot);
    return [written(day(startsAt), x, DAYS_BASE, { size: 34, fill: MUTED, align: "center" })];
  });
}

/** A tenth of a pixel is enough, and the picture is stored until it is sent. */
function round(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
