/** The list fields of `rates set`; the engine checks the rates as a whole. */
import { z } from "zod";

/** Means the presets of the environment. */
export const AS_SET = "default";

/** The operator's own word is believed: nobody else can open the socket. */
export const whoField = z
  .string()
  .trim()
  .min(1, "must have 1 to 100 characters")
  .max(100, "must have 1 to 100 characters")
  .default("operator");

export const commissionField = z
  .string()
  .regex(/^\d{1,4}$/, "must be a whole number of basis points from 0 to 9000, 100 to the percent")
  .transform(Number);

const POINT = /^(\d{1,3}):(\d{1,4})$/;

export const curveField = z.string().transform((text, context) => {
  const points = text.split(",").map((part) => POINT.exec(part.trim()));
  if (points.every((point) => point !== null)) {
    return points.map(([, taken, charged]) => ({
      utilisationPercent: Number(taken),
      multiplierPercent: Number(charged),
    }));
  }
  context.addIssue({
    code: "custom",
    message:
      "must be points with commas between them, each the percent of the pool that is taken and the percent charged from there on, such as 0:100,80:125",
  });
  return z.NEVER;
});

export const presetsField = z.string().transform((text, context) => {
  if (text === AS_SET) return AS_SET;
  const parts = text.split(",").map((part) => part.trim());
  if (parts.every((part) => /^[1-9]\d{3,10}$/.test(part))) return parts.map(Number);
  context.addIssue({
    code: "custom",
    message: `must be up to 8 amounts of 1000 units or more with commas between them, such as 65000,131000, or ${AS_SET}`,
  });
  return z.NEVER;
});
