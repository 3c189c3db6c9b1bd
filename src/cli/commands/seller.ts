/** `desk seller …`: customers' accounts whose stake the desk sells for them. */
import { z } from "zod";
import {
  type FillsAnswer,
  fillsAnswer,
  type SellerAnswer,
  sellerAnswer,
  summaryAnswer,
} from "../../answers/seller.js";
import { DURATIONS } from "../../domain/duration.js";
import { formatInteger } from "../../domain/money.js";
import { RESOURCES } from "../../domain/resource.js";
import { parseOffer, parseProof } from "../../domain/seller.js";
import type { Challenge } from "../../engine/sellers/register-seller.js";
import { type Command, defineCommand } from "../command.js";
import {
  addressField,
  choiceField,
  countField,
  idField,
  rateField,
  unitsField,
  wholeField,
} from "../inputs.js";
import { fields, moment, trx, type Width } from "../print.js";
import { table } from "../table.js";

const registering = () => import("../../engine/sellers/register-seller.js");
const selling = () => import("../../engine/sellers/sellers.js");
const reading = () => import("../../engine/sellers/seller-resource.js");

const argument = { name: "ADDRESS", about: "the seller's TRON address" };
const ofCustomer = { flags: "--customer <id>", about: "whose seller it is", required: true };

const register = defineCommand({
  name: "seller register",
  about: "Print the text that the account's owner must sign to become a seller.",
  argument,
  options: [ofCustomer],
  example: "seller register TADDRESS --customer ID",
  needsRunningDesk: true,
  input: z.strictObject({ address: addressField, customer: idField }),
  async run({ engine }, { address, customer }): Promise<Challenge> {
    return (await registering()).challengeSeller(engine, customer, address);
  },
  logged: ({ address }) => ({ address }),
  print: ({ challenge, expiresAt }) =>
    `${challenge}\n\nSign this text as it is until ${moment(expiresAt)} (signMessageV2), then \`desk seller verify\`.`,
});

const verify = defineCommand({
  name: "seller verify",
  about: "Register an account as a seller, with the signature of the text.",
  argument,
  options: [
    ofCustomer,
    { flags: "--signature <hex>", about: "the signature of the text", required: true },
  ],
  example: "seller verify TADDRESS --customer ID --signature HEX",
  needsRunningDesk: true,
  input: z.strictObject({ address: addressField, customer: idField, signature: z.string() }),
  async run({ engine }, { address, customer, signature }): Promise<SellerAnswer> {
    const proof = parseProof({ address, signature });
    return sellerAnswer(await (await registering()).verifySeller(engine, customer, proof));
  },
  logged: ({ address }) => ({ address }),
  print: (seller, width) =>
    `${seller.address} is a seller. \`desk seller offer\` says what it sells.\n\n${sellerText(seller, width)}`,
});

const offer = defineCommand({
  name: "seller offer",
  about: "Set a seller's offer for one resource.",
  argument,
  options: [
    { flags: "--resource <name>", about: "energy or bandwidth", required: true },
    { flags: "--min-price <sun>", about: "the least price, in SUN per unit", required: true },
    { flags: "--shortest <duration>", about: "shortest rental; default 15m" },
    { flags: "--longest <duration>", about: "longest rental; default 30d" },
    { flags: "--min-chunk <units>", about: "smallest part in units; default: the desk's minimum" },
    { flags: "--keep <units>", about: "units that the seller keeps; default 0" },
    { flags: "--active <yes|no>", about: "whether the offer is active; default yes" },
  ],
  example: "seller offer TADDRESS --resource energy --min-price 45",
  input: z.strictObject({
    address: addressField,
    resource: choiceField(RESOURCES),
    minPrice: rateField,
    shortest: choiceField(DURATIONS).default("15m"),
    longest: choiceField(DURATIONS).default("30d"),
    minChunk: countField.optional(),
    keep: unitsField.default(0),
    active: choiceField(["yes", "no"]).default("yes"),
  }),
  async run({ engine }, { address, resource, active, shortest, longest, ...terms }) {
    const read = parseOffer({
      ...terms,
      resourceType: resource,
      shortestDuration: shortest,
      longestDuration: longest,
      active: active === "yes",
    });
    await (await selling()).setOffer(engine, { address, offer: read });
    return sellerAnswer(await (await reading()).readSeller(engine, address));
  },
  logged: ({ address }) => ({ address }),
  print: sellerText,
});

const show = defineCommand({
  name: "seller show",
  about:
    "Show a seller: offers, free stake, running rentals, earnings. A paused seller is checked again.",
  argument,
  example: "seller show TADDRESS",
  input: z.strictObject({ address: addressField }),
  async run({ engine }, { address }): Promise<SellerAnswer> {
    return sellerAnswer(await (await reading()).readSeller(engine, address));
  },
  print: sellerText,
});

const MOST_FILLS = 100;

const fills = defineCommand({
  name: "seller fills",
  about: "List a seller's delegations, newest first.",
  argument,
  options: [
    { flags: "--limit <count>", about: `how many, up to ${MOST_FILLS}; default 20` },
    { flags: "--cursor <text>", about: "continue from here: the nextCursor of the previous page" },
  ],
  example: "seller fills TADDRESS --limit 50",
  input: z.strictObject({
    address: addressField,
    limit: wholeField(1, MOST_FILLS).default(20),
    cursor: idField.optional(),
  }),
  async run({ engine }, filter): Promise<FillsAnswer> {
    return fillsAnswer(await (await reading()).readFills(engine, filter));
  },
  print: ({ fills: rows, nextCursor }, width) =>
    `${fillsText(rows, width)}${nextCursor === null ? "" : `\n\nMore: --cursor ${nextCursor}`}`,
});

const list = defineCommand({
  name: "seller list",
  about: "List sellers.",
  options: [{ flags: "--customer <id>", about: "only this customer's" }],
  example: "seller list",
  input: z.strictObject({ customer: idField.optional() }),
  async run({ engine }, { customer }) {
    const sellers = await (await reading()).readSellers(engine, customer);
    return {
      sellers: sellers.map((one) => ({ ...summaryAnswer(one), customerId: one.customerId })),
    };
  },
  print: ({ sellers }, width) =>
    table(
      ["seller", "customer", "state", "earned TRX", "registered", "why paused"],
      sellers.map((one) => [
        one.address,
        one.customerId,
        one.status,
        trx(one.earned),
        moment(one.registeredAt),
        one.pauseReason ?? "",
      ]),
      "No sellers yet. `desk seller register` adds one.",
      width,
    ),
});

function sellerText(seller: SellerAnswer, width: Width): string {
  const { capacity, openDelegations, offers, warnings } = seller;
  const facts = {
    address: seller.address,
    status: seller.status,
    ...(seller.pauseReason === null ? {} : { "why paused": seller.pauseReason }),
    "earned TRX": trx(seller.earned),
    "paid out TRX": trx(seller.paidOut),
    "can sell now": `${formatInteger(capacity.energy)} Energy, ${formatInteger(capacity.bandwidth)} Bandwidth`,
    "open delegations": openDelegations.count,
  };
  const terms = table(
    ["resource", "price SUN", "rentals", "least part", "kept", "sells"],
    offers.map((one) => [
      one.resourceType,
      one.minPrice,
      `${one.shortestDuration} to ${one.longestDuration}`,
      one.minChunk,
      one.keep,
      one.active && one.tooDear
        ? `no, nothing above ${one.mostPrice} SUN`
        : one.active
          ? "yes"
          : "no",
    ]),
    "It offers nothing yet. `desk seller offer` sets an offer.",
    width,
  );
  return [fields(facts, width), ...warnings, terms, fillsText(openDelegations.newest, width)].join(
    "\n\n",
  );
}

function fillsText(rows: FillsAnswer["fills"], width: Width): string {
  return table(
    ["receiver", "resource", "amount", "price SUN", "earns TRX", "state", "until", "txid"],
    rows.map((one) => [
      one.receiver,
      one.resourceType,
      one.amount,
      one.price,
      trx(one.earns),
      one.state,
      one.expiresAt === null ? "-" : moment(one.expiresAt),
      one.txid ?? "-",
    ]),
    "No delegations.",
    width,
  );
}

export const sellerCommands: readonly Command[] = [register, verify, offer, show, fills, list];
