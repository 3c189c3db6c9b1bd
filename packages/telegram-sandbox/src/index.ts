/** What `telegram-sandbox` exports: the whole sandbox on a port of its own, or its two parts for a Fastify server of yours. */
export { openTelegramApi, type TelegramApi, type TelegramApiOptions } from "./api/index.js";
export { type ChatPageOptions, mountChatPage } from "./chat/index.js";
export {
  startTelegramSandbox,
  type TelegramSandbox,
  type TelegramSandboxOptions,
} from "./start.js";
