/** The labels of buttons. */
import { formatInteger } from "../../../domain/money.js";
import { resourceTitle } from "../../../domain/resource.js";
import type { Buttons, PresetUse } from "../messages/buttons.js";
import { units, wallets } from "./words.js";

export const buttons: Buttons = {
  buyEnergy: "Buy Energy",
  buyBandwidth: "Buy Bandwidth",
  orders: "Orders",
  balance: "Balance",
  help: "Help",
  back: "Back",
  cancel: "Cancel",
  other: "Other",
  type: { Fast: "Fast", Manual: "Manual" },
  resource: { energy: resourceTitle("energy"), bandwidth: resourceTitle("bandwidth") },
  duration: (duration) => duration,
  next: (count) => `Go on with ${wallets(count)}`,
  preset: (amount, use, times) => formatInteger(amount) + (use ? presetUses[use](times) : ""),
  field: (value) => `✏️ ${value}`,
  receiversField: (count, first) => (count === 1 ? `Receiver ${first}` : `Receivers: ${count}`),
  pay: (total) => `Pay ${total} TRX`,
  lapsed: "Price lapsed",
  newQuote: "New quote",
  buy: "Buy",
  take: (amount) => `Take ${formatInteger(amount)}`,
  tryAgain: "Try again",
  retry: "Retry",
  privateChat: "Open private chat",
  repeat: "Repeat",
  refresh: "Refresh",
  copyOrderIds: (first, last, of) => {
    if (of === 1) return "Copy order id";
    if (first === 1 && last === of) return "Copy order ids";
    return first === last ? `Copy id ${first}` : `Copy ids ${first}–${last}`;
  },
  copyReceiver: "Copy wallet",
  order: (amount, resource, receiver) => `${units(amount, resource)} → ${receiver}`,
  older: "Older",
  newest: "Newest",
};

const presetUses: Record<PresetUse, (times: number) => string> = {
  usdt: (times) => ` · ${times > 1 ? `${times} USDT transfers` : "USDT transfer"}`,
  usdtNew: (times) => ` · ${times > 1 ? times : "wallet"} that never held USDT`,
};
