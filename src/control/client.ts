/** Asks the running desk to run a command, over its control socket. */
import { connect, type Socket } from "node:net";
import { answerSchema, type ControlRequest, readLine } from "./protocol.js";
import { Refusal } from "./refusal.js";

/** The chain may be slow, and so may a large audit. */
const ANSWER_TIMEOUT_MS = 60_000;
const MAX_ANSWER_BYTES = 256 * 1024 * 1024;

/** The result wrapped, because it may be anything; undefined when no desk listens. */
export async function askDesk(
  socketPath: string,
  request: ControlRequest,
  timeoutMs = ANSWER_TIMEOUT_MS,
): Promise<{ readonly result: unknown } | undefined> {
  const socket = await open(socketPath);
  if (!socket) return undefined;
  try {
    socket.setTimeout(timeoutMs, () => socket.destroy());
    socket.write(`${JSON.stringify(request)}\n`);
    const line = await readLine(socket, MAX_ANSWER_BYTES);
    if (line === undefined) throw noAnswer(request);
    const answer = answerSchema.parse(JSON.parse(line));
    if ("result" in answer) return answer;
    const { code, message, details } = answer.error;
    throw new Refusal(code, message, details);
  } finally {
    socket.destroy();
  }
}

/** Nobody listens: the file is missing, or was left by a desk that was killed. */
const NOBODY = new Set(["ENOENT", "ECONNREFUSED"]);

function open(path: string): Promise<Socket | undefined> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    socket.once("connect", () => {
      // From here on a failure shows as a missing answer.
      socket.off("error", failed).on("error", () => {});
      resolve(socket);
    });
    const failed = (error: NodeJS.ErrnoException) => {
      if (NOBODY.has(error.code ?? "")) return resolve(undefined);
      const why = `The desk's socket ${path}: ${error.message}.`;
      const advice = error.code === "EACCES" ? " Run the command as the user of the desk." : "";
      reject(new Refusal("FORBIDDEN", why + advice));
    };
    socket.on("error", failed);
  });
}

function noAnswer({ input }: ControlRequest): Refusal {
  const repeat =
    input.reference === undefined
      ? "Look before you repeat it"
      : `Repeat it with --reference ${input.reference}: that moves the money once`;
  return new Refusal(
    "NO_ANSWER",
    `The desk did not answer, so the command may be done or not. ${repeat}.`,
  );
}
