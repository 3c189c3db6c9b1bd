/** The person's own wallet: what it holds, in the head of their private chat, and the sheet that pays from it. */
import { post, Refusal } from "./api.js";
import { copyText } from "./clipboard.js";
import { byId, element } from "./dom.js";
import type { Notices } from "./notices.js";
import { words } from "./reader.js";

export interface Wallet {
  /** Undefined where none is shown: in a group. */
  show(person: Person | undefined): void;
  /** Something has happened in the chat: it may hold less or more. */
  refresh(): void;
  /** Opens the sheet, with the address to pay to. */
  payIn(address: string): void;
}

interface Person {
  readonly id: number;
  readonly name: string;
}

type Asset = "trx" | "usdt";

/** In whole coins. */
interface Holdings {
  readonly address: string;
  readonly trx: number;
  readonly usdt: number;
}

interface Payment {
  readonly to: string;
  readonly asset: Asset;
  readonly amount: string;
}

interface Paid {
  readonly txid: string;
  /** Null while the chain stands still. */
  readonly blockNumber: number | null;
  /** "SUCCESS", or why nothing moved. */
  readonly result: string | null;
}

const TITLES: Readonly<Record<Asset, string>> = { trx: "TRX", usdt: "USDT" };

/** Undefined where the page has none: no TRON node is there to keep it. */
export function createWallet(notices: Notices): Wallet | undefined {
  return document.getElementById("wallet") === null ? undefined : new Sheet(notices);
}

class Sheet implements Wallet {
  readonly #notices: Notices;
  readonly #open = byId("wallet", HTMLButtonElement);
  readonly #dialog = byId("wallet-sheet", HTMLDialogElement);
  readonly #form = byId("wallet-form", HTMLFormElement);
  readonly #to = byId("wallet-to", HTMLInputElement);
  readonly #amount = byId("wallet-amount", HTMLInputElement);
  readonly #send = byId("wallet-send", HTMLButtonElement);
  readonly #said = byId("wallet-said", HTMLElement);
  #person: Person | undefined;

  constructor(notices: Notices) {
    this.#notices = notices;
    this.#open.addEventListener("click", () => this.#show());
    byId("wallet-close", HTMLButtonElement).addEventListener("click", () => this.#dialog.close());
    byId("wallet-address", HTMLButtonElement).addEventListener("click", ({ currentTarget }) => {
      if (currentTarget instanceof HTMLElement) {
        void copyText(currentTarget.textContent ?? "", notices);
      }
    });
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      void this.#pay();
    });
  }

  show(person: Person | undefined): void {
    if (person?.id === this.#person?.id) return;
    this.#person = person;
    this.#open.hidden = true;
    this.#dialog.close();
    this.#form.reset();
    this.refresh();
  }

  refresh(): void {
    const person = this.#person;
    if (person === undefined) return;
    readWallet(person.id).then(
      (holdings) => {
        if (person === this.#person) this.#draw(person, holdings);
      },
      // It stays as it was: the next message asks again.
      () => {},
    );
  }

  payIn(address: string): void {
    this.#to.value = address;
    this.#show();
  }

  #show(): void {
    this.#said.replaceChildren();
    this.refresh();
    if (!this.#dialog.open) this.#dialog.showModal();
    (this.#to.value === "" ? this.#to : this.#amount).focus();
  }

  #draw({ name }: Person, { address, trx, usdt }: Holdings): void {
    const holds = [`${coins(trx)} TRX`, `${coins(usdt)} USDT`];
    const short = [`${coins(hundredths(trx))} TRX`, `${coins(hundredths(usdt))} USDT`];
    this.#open.replaceChildren(
      element("strong", {}, words.wallet),
      ...short.map((one) => element("span", {}, one)),
    );
    this.#open.setAttribute("aria-label", words.walletHolds(name, holds.join(", ")));
    this.#open.hidden = false;
    byId("wallet-title", HTMLElement).textContent = words.walletOf(name);
    byId("wallet-holds", HTMLElement).textContent = holds.join(" · ");
    byId("wallet-address", HTMLButtonElement).textContent = address;
  }

  async #pay(): Promise<void> {
    const person = this.#person;
    if (person === undefined || this.#send.disabled) return;
    const asset: Asset = byId("wallet-usdt", HTMLInputElement).checked ? "usdt" : "trx";
    const amount = this.#amount.value.trim().replace(",", ".");
    const what = `${amount} ${TITLES[asset]}`;
    this.#send.disabled = true;
    this.#said.textContent = words.waitsForBlock;
    try {
      const payment = { to: this.#to.value.trim(), asset, amount };
      this.#tell(what, await payFrom(person.id, payment));
    } catch (error) {
      this.#said.textContent = error instanceof Refusal ? error.message : words.unreachable;
    } finally {
      this.#send.disabled = false;
      this.refresh();
    }
  }

  /** What is in a block needs the sheet no more; the bot continues in the chat. */
  #tell(what: string, { txid, blockNumber, result }: Paid): void {
    if (result === "SUCCESS" && blockNumber !== null) {
      this.#amount.value = "";
      this.#dialog.close();
      this.#notices.toast(words.paid(what, blockNumber));
      return;
    }
    const said = result === null ? words.sentNotYet : words.notPaid(result);
    const page = { href: `/sandbox/tx/${txid}`, target: "_blank", rel: "noopener" };
    this.#said.replaceChildren(`${said} `, element("a", page, words.transaction));
  }
}

/** 1,000.5, as the bot writes it. */
function coins(amount: number): string {
  return amount.toLocaleString("en-US", { maximumFractionDigits: 6 });
}

/** The head of a phone has no room for more; the sheet has all. Never more than there is. */
function hundredths(amount: number): number {
  return Math.floor(Math.round(amount * 1_000_000) / 10_000) / 100;
}

/** The TRON node keeps it; the desk's server hands on what is asked. */
async function readWallet(person: number): Promise<Holdings> {
  return (await post("/sandbox/chat/wallet", { person })) as Holdings;
}

async function payFrom(person: number, payment: Payment): Promise<Paid> {
  return (await post("/sandbox/chat/pay", { person, ...payment })) as Paid;
}
