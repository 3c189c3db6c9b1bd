/** The texts of /sell. */
import type { Delegating, Power } from "../../../domain/permission.js";
import { resourceTitle } from "../../../domain/resource.js";
import { code, join, rich } from "../../format.js";
import type { SellTexts } from "../messages/sell.js";

const operations: Record<Delegating, string> = {
  delegate: "Delegate Resources (DelegateResource)",
  undelegate: "Reclaim Resources (UnDelegateResource)",
};

const powers: Record<Power, string> = {
  owner: "do anything, as an owner key",
  transfer: "transfer TRX",
  contracts: "call contracts",
  permissions: "change permissions",
  stake: "stake",
  unstake: "unstake",
  withdraw: "withdraw unstaked TRX",
};

export const sell: SellTexts = {
  title: "Sell Energy and Bandwidth",
  list: "Your accounts that sell:",
  account: (address, earned, isPaused) =>
    rich`${address}\n${isPaused ? "⏸ paused" : "✅ sells"}, ${earned} TRX to be paid out`,
  moreAccounts: (count) => `and ${count} more`,
  address: join([
    "Which account do you want to sell from?",
    "Send its address. It needs staked TRX; your TRX stay in it, and you can stop at any time.",
  ]),
  units: { energy: resourceTitle("energy"), bandwidth: resourceTitle("bandwidth") },
  permission: {
    title: "Let the desk delegate",
    account: (address) => rich`Account ${address}`,
    noKey: "❌ No active permission of the account names the desk yet.",
    missing: (lacking) => `❌ Not allowed yet: ${lacking.map((one) => operations[one]).join(", ")}`,
    weight: (has, needs) =>
      `❌ The threshold is ${needs}, the desk's weight ${has}: one must reach the other.`,
    fine: "✅ The desk can delegate and take back.",
    tooMuch: (more) =>
      `⚠️ Too much: the desk could also ${more.map((one) => powers[one]).join(", ")}. Take that out of the permission: selling does not need it.`,
    steps: (operator) =>
      join([
        "Give the desk an active permission for two operations and no more:",
        "1. TronLink: Settings, Permission management. TronScan: connect the wallet, then Permissions of your account.",
        "2. Add an active permission. Leave the owner permission as it is.",
        `3. Operations: only ${operations.delegate} and ${operations.undelegate}.`,
        rich`4. Key: ${operator}, weight 1. Threshold: 1.`,
        "5. Confirm; the network charges 100 TRX for it. Then tap Check.",
      ]),
  },
  challenge: {
    title: "Show that the account is yours",
    ask: "Sign this text as it is, with the account's own key. It moves nothing. Tap it to copy:",
    how: join([
      "Sign it as a message (signMessageV2, TIP-191) in any wallet that can.",
      rich`With TronLink in a browser: open a page it is connected to and run ${code("await tronWeb.trx.signMessageV2(text)")} in the console.`,
    ]),
    sandbox: (command) => rich`In the sandbox run ${command}, paste the text and press Ctrl-D.`,
    until: (end) => rich`Send me the signature, by ${end}.`,
  },
  seller: {
    state: (isPaused) => (isPaused ? "⏸ Paused" : "✅ Sells"),
    pause: {
      permission: "The account no longer lets the desk delegate. Tap Permission.",
      bandwidth: "It has too little for the fee of a delegation: send it 2 TRX or more.",
      activation: "It is not activated: send it some TRX.",
      other: "The operator of the desk knows why.",
    },
    capacity: (energy, bandwidth) => `Can sell now: ${energy} Energy, ${bandwidth} Bandwidth`,
    money: (earned, paidOut) => `Earned: ${earned} TRX to be paid out, ${paidOut} TRX paid out`,
    open: (count) => (count === 0 ? "No open delegations" : `Open delegations: ${count}`),
    delegation: (amount, price, earns, end) =>
      end
        ? rich`${amount} at ${String(price)} SUN, earns ${earns} TRX, until ${end}`
        : `${amount} at ${price} SUN, earns ${earns} TRX, on its way`,
    moreDelegations: (count) => `and ${count} more`,
    offer: ({ resource, price, shortest, longest, chunk, keep, isOn }) =>
      `${isOn ? "✅" : "⏸"} ${resourceTitle(resource)}: ${price} SUN, ${shortest} to ${longest}, parts of ${chunk} or more, keeps ${keep}`,
    noOffer: "It offers nothing yet.",
    allowsMore: "⚠️ The account allows the desk more than selling needs. Tap Permission.",
  },
  offer: {
    title: (resource) => `Offer ${resourceTitle(resource)}`,
    about: "Tap what you want to change, then Put on sale.",
    question: {
      price: "The least price, in SUN per unit and day? Tap one, or type 1 to 1000.",
      shortest: "The shortest rental?",
      longest: "The longest rental? Your stake is bound that long.",
      chunk: "The smallest part of it that you sell, in units? Tap one, or type a number.",
      keep: "How much do you keep for yourself, in units? Tap one, or type a number.",
    },
    field: {
      price: (value) => `Price: ${value}`,
      shortest: (value) => `Shortest: ${value}`,
      longest: (value) => `Longest: ${value}`,
      chunk: (value) => `Parts from ${value}`,
      keep: (value) => `Keep ${value}`,
    },
    price: (sun) => `${sun} SUN`,
  },
  notices: {
    NO_ADDRESS: "There is no TRON address in that. Addresses start with T.",
    BAD_ADDRESS: "That address is mistyped: its checksum is wrong.",
    SEVERAL_ADDRESSES: "One account at a time, please.",
    NOT_ACTIVATED: "That account is not activated: send it TRX, and stake some of it.",
    CONTRACT: "That is a contract. Only a wallet can sell.",
    DESKS_OWN: "That account belongs to the desk. Send one of your own.",
    NO_SIGNATURE: "That is no signature: it has 130 hex characters, 0x before them or not.",
    SIGNATURE_INVALID:
      "That signature does not prove that the account is yours. Sign the text exactly as it is, with the account's own key.",
    CHALLENGE_EXPIRED: "That text has lapsed or was replaced. Tap New text, and sign that.",
    PERMISSION_MISSING: "The account does not let the desk delegate any more. Tap Check.",
    PRICE_RANGE: "The price must be a whole number from 1 to 1000.",
    CHUNK_RANGE: "That is too little, or no number of units: the desk delegates no smaller parts.",
    KEEP_RANGE: "That is no number of units.",
    CHAIN_UNAVAILABLE: "The desk cannot ask the network now. Try again.",
    NOT_YOURS: "You do not sell from that account (any more).",
    FAILED: "That did not work. Nothing has changed; try again.",
  },
  closed: {
    closed: "Closed. What sells goes on selling. Open it again with /sell.",
    replaced: "This card was replaced by a newer one.",
  },
  toasts: {
    notYours: "This card belongs to somebody else. Open your own with /sell.",
    closed: "This card is closed. Open a new one with /sell.",
    saved: "Saved.",
    unchanged: "Read again: nothing has changed yet.",
  },
  buttons: {
    add: "Add an account",
    list: "All accounts",
    check: "Check",
    copyDesk: "Copy the desk's address",
    goOn: "Go on all the same",
    newText: "New text",
    offer: (resource, isKnown) => `${isKnown ? "Change" : "Offer"} ${resourceTitle(resource)}`,
    turn: (resource, isOn) => `${resourceTitle(resource)} ${isOn ? "off" : "on"}`,
    permission: "Permission",
    save: "Put on sale",
    close: "Close",
  },
};
