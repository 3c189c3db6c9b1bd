/** Calls of the sandbox node's admin endpoints; its README has them all. */
import { request } from "undici";
import type { z } from "zod";
import { DeskError } from "../domain/errors.js";

export type AskNode = <T>(path: string, body: object, answer: z.ZodType<T>) => Promise<T>;

/** The node's words in a 400 go to the caller: they name the field and what it takes. */
export function sandboxNode(nodeUrl: string): AskNode {
  return async (path, body, schema) => {
    const response = await request(`${nodeUrl}/sandbox/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const text = await response.body.text();
    const answer: unknown = JSON.parse(text);
    const parsed = schema.safeParse(answer);
    if (response.statusCode === 200 && parsed.success) return parsed.data;
    const said = refusalOf(answer) ?? text.slice(0, 500);
    if (response.statusCode !== 400) throw new Error(`the sandbox node refused: ${said}`);
    throw new DeskError("VALIDATION_FAILED", said);
  };
}

function refusalOf(answer: unknown): string | undefined {
  const isRefusal = typeof answer === "object" && answer !== null && "Error" in answer;
  return isRefusal ? String(answer.Error) : undefined;
}
