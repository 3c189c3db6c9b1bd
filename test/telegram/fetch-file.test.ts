/** Fetching what people send: limits of size and time, failures without the token, and an end that does not wait. */
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createApi } from "../../src/telegram/transport/api.js";
import { fileFetcher } from "../../src/telegram/transport/fetch-file.js";

const TOKEN = "77:a-token-that-is-a-secret";
const FILE = { id: "file", name: "list.csv", bytes: undefined };

interface Asked {
  readonly paths: string[];
  readonly root: string;
}

/** A server of the Bot API that gives one file, whatever it is asked for. */
async function serve(file: object, bytes: RequestListener): Promise<Asked> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    if (request.url?.startsWith("/file/")) return bytes(request, response);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ ok: true, result: { file_id: "file", ...file } }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { paths, root: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function fetcher(root: string, stopping = new AbortController().signal) {
  const api = createApi(TOKEN, root);
  return fileFetcher({ api, token: TOKEN, apiRoot: `${root}/`, retryMs: 1 }, stopping);
}

test("a file comes from the path that Telegram gives", async () => {
  const { root, paths } = await serve({ file_path: "documents/a b.csv" }, (_, response) =>
    response.end("hello"),
  );
  const fetched = await fetcher(root)(FILE, 5);
  expect("bytes" in fetched && Buffer.from(fetched.bytes).toString()).toBe("hello");
  expect(paths).toEqual([`/bot${TOKEN}/getFile`, `/file/bot${TOKEN}/documents/a%20b.csv`]);
});

test("what is too large is not asked for, or not read on", async () => {
  let sent = 0;
  const flood: RequestListener = (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write("x".repeat(65_536))) sent += 65_536;
      if (!response.destroyed) response.once("drain", more);
    };
    more();
  };
  const { root, paths } = await serve({ file_path: "f" }, flood);
  const fetchFile = fetcher(root);
  expect(await fetchFile({ ...FILE, bytes: 11 }, 10)).toEqual({ problem: "tooLarge" });
  expect(paths).toEqual([]);
  expect(await fetchFile(FILE, 10)).toEqual({ problem: "tooLarge" });
  expect(sent).toBeLessThan(64 * 1_048_576);
  const said = await serve({ file_path: "f", file_size: 11 }, flood);
  expect(await fetcher(said.root)(FILE, 10)).toEqual({ problem: "tooLarge" });
  expect(said.paths).toHaveLength(1);
});

test.each<[string, object, RequestListener]>([
  ["is gone", { file_path: "f" }, (_, response) => response.writeHead(404).end("no")],
  ["has no path", {}, (_, response) => response.end()],
  ["breaks off", { file_path: "f" }, (request) => request.socket.destroy()],
  [
    "is somewhere else",
    { file_path: "f" },
    (_, response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
  ],
])(
  "a file that %s is tried twice and then unavailable, without a word of why",
  async (...given) => {
    const [, file, bytes] = given;
    const { root, paths } = await serve(file, bytes);
    const fetched = await fetcher(root)(FILE, 10);
    expect(fetched).toEqual({ problem: "unavailable" });
    expect(JSON.stringify(fetched)).not.toContain(TOKEN);
    expect(paths.filter((path) => path.endsWith("getFile"))).toHaveLength(2);
  },
);

test("one that hangs is given up when the desk stops", async () => {
  const stopping = new AbortController();
  const { root } = await serve({ file_path: "f" }, () => stopping.abort());
  expect(await fetcher(root, stopping.signal)(FILE, 10)).toEqual({ problem: "unavailable" });
});
