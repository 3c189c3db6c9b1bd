/** What java-tron's web server says by itself, in HTML, of paths and methods that it does not serve. */
import type { Asked } from "./request.js";

export interface Page {
  readonly status: number;
  readonly html: string;
}

/** A POST to a path that nobody serves is refused for its method, a GET because nothing is there. */
export function pageNotServed({ method, path }: Asked, isKnown: boolean): Page {
  const reads = method === "GET" || method === "HEAD";
  const status = reads && !isKnown ? 404 : 405;
  const said = status === 404 ? "Not Found" : `HTTP method ${method} is not supported by this URL`;
  const hint = isKnown ? "" : `<p>The sandbox node has nothing at ${path.slice(0, 100)}</p>\n`;
  const title = `<title>Error ${status} ${said}</title>`;
  const body = `<h2>HTTP ERROR ${status} ${said}</h2>\n${hint}`;
  return { status, html: `<html>\n<head>\n${title}\n</head>\n<body>${body}</body>\n</html>\n` };
}
