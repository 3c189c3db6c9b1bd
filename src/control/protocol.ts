/**
 * The protocol of the control socket: the caller writes one line of JSON, a command's name and its texts, and gets one line
 * back, the result or a refusal.
 */
import type { Socket } from "node:net";
import { z } from "zod";

export const requestSchema = z.strictObject({
  command: z.string(),
  /** As on the command line; the command's own schema checks it. */
  input: z.record(z.string(), z.unknown()),
});
export type ControlRequest = z.infer<typeof requestSchema>;

export const answerSchema = z.union([
  z.strictObject({ result: z.unknown() }),
  z.strictObject({
    error: z.object({ code: z.string(), message: z.string(), details: z.unknown().optional() }),
  }),
]);
export type ControlAnswer = z.infer<typeof answerSchema>;

/** Resolves with the first line of the other side; undefined when it ends without one. */
export function readLine(socket: Socket, maxBytes: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const end = (line: string | undefined) => {
      socket.off("data", take).off("close", ended).off("end", ended);
      resolve(line);
    };
    const ended = () => end(undefined);
    const take = (chunk: Buffer) => {
      const at = chunk.indexOf(10);
      chunks.push(at === -1 ? chunk : chunk.subarray(0, at));
      bytes += chunk.length;
      if (bytes > maxBytes) ended();
      else if (at !== -1) end(Buffer.concat(chunks).toString("utf8"));
    };
    socket.on("data", take).on("close", ended).on("end", ended);
  });
}
