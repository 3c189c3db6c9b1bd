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
