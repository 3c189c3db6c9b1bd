/**
 * One request and its whole answer, by undici's own events: reading a short answer through its streams costs twice as much, and a
 * delivery is some calls.
 */
import type { Dispatcher } from "undici";

export interface WholeAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
}

/**
 * Fails with the signal's reason when that comes first, with what `check` throws, which is told how many bytes have come, and with
 * undici's error. The request is then cut off, also when it has not begun.
 */
export function wholeAnswer(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  signal: AbortSignal,
  check: (bytes: number) => void,
): Promise<WholeAnswer> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let failure: Error | undefined;
    let status = 0;
    let headers: WholeAnswer["headers"] = {};
    let size = 0;
    const parts: Buffer[] = [];
    const fail = (error: Error) => {
      signal.removeEventListener("abort", onAbort);
      failure ??= error;
      controller?.abort(failure);
      reject(failure);
    };
    const onAbort = () => fail(signal.reason as Error);
    signal.addEventListener("abort", onAbort);
    dispatcher.dispatch(request, {
      onRequestStart(begun) {
        controller = begun;
        if (failure) begun.abort(failure);
      },
      onResponseStart(_controller, statusCode, received) {
        status = statusCode;
        headers = received;
      },
      onResponseData(_controller, part) {
        size += part.length;
        try {
          check(size);
        } catch (error) {
          fail(error as Error);
        }
        parts.push(part);
      },
      onResponseEnd() {
        signal.removeEventListener("abort", onAbort);
        resolve({ status, headers, bytes: Buffer.concat(parts, size) });
      },
      onResponseError: (_controller, error) => fail(error),
    });
  });
}
