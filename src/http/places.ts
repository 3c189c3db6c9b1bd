/** What the desk says of itself at its own address, and where to go from there. */

export const NAME = "Energy Desk";
export const WHAT = "Sells TRON Energy and Bandwidth.";

/** Of a sandbox only. */
export const CHAT = "/sandbox/chat";

const PLACES = {
  docs: { path: "/docs", says: "the HTTP API, to read and to try" },
  openapi: { path: "/openapi.json", says: "the same as OpenAPI 3.1" },
  prices: { path: "/setting/ui", says: "prices, floors, what is ready to sell" },
  health: { path: "/readyz", says: "whether orders can be taken now" },
  chat: { path: CHAT, says: "the Telegram bot, without Telegram" },
} as const;

const entriesOf = (hasChat: boolean) =>
  Object.entries(PLACES).filter(([name]) => hasChat || name !== "chat");

export function placesOf(hasChat: boolean) {
  const paths = entriesOf(hasChat).map(([name, { path }]) => [name, path]);
  return { name: NAME, what: WHAT, ...Object.fromEntries(paths) };
}

/** Its addresses are relative, so that a proxy may serve the desk below a path. */
export function pageOf(hasChat: boolean): string {
  const links = entriesOf(hasChat).map(
    ([, { path, says }]) => `<li><a href="${path.slice(1)}">${path}</a>: ${says}</li>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${NAME}</title>
<link rel="icon" href="data:,">
</head>
<body>
<h1>${NAME}</h1>
<p>${WHAT}</p>
<ul>
${links.join("\n")}
</ul>
</body>
</html>
`;
}
