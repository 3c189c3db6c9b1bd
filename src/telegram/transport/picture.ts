/** A picture as a list of shapes, later ones above earlier ones: plain values that can be stored, compared and painted. */

export interface Picture {
  /** Pixels, as is every length below; the origin is at the top left. */
  readonly width: number;
  readonly height: number;
  readonly background: string;
  readonly shapes: readonly Shape[];
}

export type Point = readonly [x: number, y: number];

export type Shape =
  | {
      readonly kind: "box";
      readonly at: Point;
      readonly width: number;
      readonly height: number;
      readonly radius: number;
      readonly fill: string;
    }
  | {
      readonly kind: "line";
      readonly points: readonly Point[];
      readonly stroke: string;
      readonly width: number;
      /** Lengths of dash and gap; a solid line without them. */
      readonly dash?: readonly [number, number];
    }
  | {
      readonly kind: "dot";
      readonly at: Point;
      readonly radius: number;
      readonly fill: string;
    }
  | {
      /** A text as a QR code, with the white edge that readers need: dark on what is below it. */
      readonly kind: "code";
      readonly text: string;
      readonly at: Point;
      /** Of each side. The code is in the middle, of squares as large as whole pixels allow. */
      readonly size: number;
      readonly fill: string;
    }
  | {
      readonly kind: "text";
      readonly text: string;
      /** The end named by `align`, on the baseline. */
      readonly at: Point;
      readonly size: number;
      readonly weight: Weight;
      readonly fill: string;
      readonly align: "left" | "center" | "right";
      /** A longer text is narrowed to this. */
      readonly maxWidth: number;
    };

export const WEIGHTS = [500, 700] as const;
export type Weight = (typeof WEIGHTS)[number];

/** A size that phones read from a screen, also where Telegram has made it smaller. */
const CODE_SIZE = 1_000;

/** A text as a QR code by itself. */
export function textCode(text: string): Picture {
  const code = { kind: "code", text, at: [0, 0], size: CODE_SIZE, fill: "#000000" } as const;
  return { width: CODE_SIZE, height: CODE_SIZE, background: "#ffffff", shapes: [code] };
}
