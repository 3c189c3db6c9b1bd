/** The chat page as HTML. Everything that changes is filled in by the page's own module. */
import { CHATS, type ChatOption, PEOPLE } from "./browser/place.js";
import { type Language, WORDS, type Words } from "./browser/words.js";

const people = PEOPLE.map(({ id, name }) => `<option value="${id}">${name} (${id})</option>`);

/** Two circles and a bolt: no file to ask for. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" ' +
    'fill="#1560a8"/><path d="M18 4 8 18h6l-2 10 11-15h-7z" fill="#fff"/></svg>',
)}`;

/** `parts` are the addresses of the modules the page's module imports. */
export function chatPage(
  parts: readonly string[],
  language: Language,
  hasWallets: boolean,
): string {
  const words = WORDS[language];
  const chats = CHATS.map((one) => `<option value="${one.value}">${labelOf(one, words)}</option>`);
  const preloads = parts.map((part) => `<link rel="modulepreload" href="${part}">`);
  return `<!doctype html>
<html lang="${words.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport"
  content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<title>${words.title}</title>
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="/sandbox/chat/chat.css">
${preloads.join("\n")}
<script type="module" src="/sandbox/chat/chat.js"></script>
</head>
<body>
<header class="choices">
  <h1>${words.heading}</h1>
  <div><label for="person">${words.person}</label><select id="person">${people.join("")}</select></div>
  <div><label for="chat">${words.chat}</label><select id="chat">${chats.join("")}</select></div>
</header>
<main class="phone">
${head(words, hasWallets)}
${conversation(words)}
${composer(words)}
</main>
${alert(words)}
${hasWallets ? walletSheet(words) : ""}
<noscript><p class="no-script">${words.needsScript}</p></noscript>
</body>
</html>
`;
}

function labelOf({ kind, name }: ChatOption, words: Words): string {
  if (kind === "private") return name;
  return kind === "group" ? words.group(name) : words.forum(name);
}

const head = (words: Words, hasWallet: boolean) => `
  <div class="status-bar" aria-hidden="true">
    <span id="clock"></span><span class="island"></span><span class="battery"></span>
  </div>
  <div class="head">
    <span id="avatar" class="avatar" aria-hidden="true"></span>
    <div class="names"><h2 id="title"></h2><p id="subtitle"></p></div>
    ${hasWallet ? '<button id="wallet" class="wallet" type="button" hidden></button>' : ""}
  </div>
  <p id="away" class="away" role="alert" hidden>${words.away}</p>
`;

const conversation = (words: Words) => `
  <div class="conversation">
    <div id="log" class="log" role="log" aria-label="${words.conversation}"></div>
    <div id="hint" class="hint" hidden></div>
    <button id="newest" class="newest" type="button" aria-label="${words.toNewest}" hidden></button>
    <div id="toast" class="toast" role="status"></div>
  </div>
`;

const composer = (words: Words) => `
  <form id="composer" class="composer">
    <div id="commands" class="commands" role="listbox" aria-label="${words.commands}" hidden></div>
    <div id="about" class="about" hidden>
      <div><strong id="about-title"></strong><span id="about-text"></span></div>
      <button id="stop-about" class="stop" type="button"></button>
    </div>
    <div id="staged" class="about" hidden>
      <div><strong>${words.file}</strong><span id="staged-name"></span></div>
      <button id="unstage" class="stop" type="button" aria-label="${words.leaveOut}"></button>
    </div>
    <div class="line">
      <span class="attach"><input id="file" type="file" aria-label="${words.attach}" title="${words.attach}"></span>
      <textarea id="text" rows="1" aria-label="${words.message}" placeholder="${words.message}"
        aria-autocomplete="list" aria-controls="commands" autocomplete="off" enterkeyhint="send" autofocus></textarea>
      <button class="send" type="submit" aria-label="${words.send}" title="${words.send}"></button>
    </div>
  </form>
`;

const alert = (words: Words) => `
<dialog id="alert" class="alert" role="alertdialog" aria-labelledby="alert-text">
  <form method="dialog">
    <p id="alert-text"></p>
    <button class="key primary" autofocus>${words.ok}</button>
  </form>
</dialog>
`;

const walletSheet = (words: Words) => `
<dialog id="wallet-sheet" class="alert wallet-sheet" aria-labelledby="wallet-title">
  <form id="wallet-form">
    <div class="sheet-head">
      <h2 id="wallet-title"></h2>
      <button id="wallet-close" class="stop" type="button" aria-label="${words.close}"></button>
    </div>
    <p id="wallet-holds" class="holds"></p>
    <button id="wallet-address" class="address" type="button" title="${words.clickToCopy}"></button>
    <label for="wallet-to">${words.payTo}</label>
    <input id="wallet-to" type="text" required maxlength="60" autocomplete="off" spellcheck="false">
    <label for="wallet-amount">${words.amount}</label>
    <div class="sum">
      <input id="wallet-amount" type="text" required inputmode="decimal" pattern="[0-9]+([.,][0-9]{1,6})?"
        maxlength="20" autocomplete="off" placeholder="0.00">
      <input id="wallet-trx" type="radio" name="asset" class="unseen" checked><label for="wallet-trx">TRX</label>
      <input id="wallet-usdt" type="radio" name="asset" class="unseen"><label for="wallet-usdt">USDT</label>
    </div>
    <p id="wallet-said" class="said" role="status"></p>
    <button id="wallet-send" class="key primary" type="submit">${words.pay}</button>
  </form>
</dialog>
`;
