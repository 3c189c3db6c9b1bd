/** The style sheets of the sandbox's pages. */
import { CONTROLS } from "./style/controls.js";
import { FRAME } from "./style/frame.js";
import { MESSAGES } from "./style/messages.js";
import { TOKENS } from "./style/tokens.js";
import { TRANSACTION } from "./style/transaction.js";
import { WALLET } from "./style/wallet.js";

export const CHAT_CSS = TOKENS + FRAME + MESSAGES + CONTROLS + WALLET;
export const TRANSACTION_CSS = TOKENS + TRANSACTION;
