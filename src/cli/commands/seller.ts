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
import { fields, moment, tableOf, trx, type Width } from "../print.js";

const registering = () => import("../../engine/sellers/register-seller.js");
const selling = () => import("../../engine/sellers/sellers.js");
const reading = () => import("../../engine/sellers/seller-resource.js");

const args = { ADDRESS: ["the seller's TRON address", addressField] } as const;
const customer = ["<id>", "whose seller it is", idField] as const;

const register = defineCommand({
  name: "seller register",
  about: "Print the text that the account's owner must sign to become a seller.",
  args,
  options: { customer },
  example: "seller register TADDRESS --customer ID",
  needsRunningDesk: true,
  run: async ({ engine }, { address, customer }): Promise<Challenge> =>
    (await registering()).challengeSeller(engine, customer, address),
  logged: ({ address }) => ({ address }),
  print: ({ challenge, expiresAt }) =>
    `${challenge}\n\nSign this text as it is until ${moment(expiresAt)} (signMessageV2), then \`desk seller verify\`.`,
});

const verify = defineCommand({
  name: "seller verify",
  about: "Register an account as a seller, with the signature of the text.",
  args,
  options: { customer, signature: ["<hex>", "the signature of the text", z.string()] },
  example: "seller verify TADDRESS --customer ID --signature HEX",
  needsRunningDesk: true,
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
  args,
  options: {
    resource: ["<name>", "energy or bandwidth", choiceField(RESOURCES)],
    minPrice: ["<sun>", "the least price, in SUN per unit", rateField],
    shortest: ["<duration>", "shortest rental; default 15m", choiceField(DURATIONS).default("15m")],
    longest: ["<duration>", "longest rental; default 1d", choiceField(DURATIONS).default("1d")],
    minChunk: [
      "<units>",
      "smallest part in units; default: the desk's minimum",
      countField.optional(),
    ],
    keep: ["<units>", "units that the seller keeps; default 0", unitsField.default(0)],
    active: [
      "<yes|no>",
      "whether the offer is active; default yes",
      choiceField(["yes", "no"]).default("yes"),
    ],
  },
  example: "seller offer TADDRESS --resource energy --min-price 45",
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
  args,
  example: "seller show TADDRESS",
  run: async ({ engine }, { address }): Promise<SellerAnswer> =>
    sellerAnswer(await (await reading()).readSeller(engine, address)),
  print: sellerText,
});

const MOST_FILLS = 100;

const fills = defineCommand({
  name: "seller fills",
  about: "List a seller's delegations, newest first.",
  args,
  options: {
    limit: [
      "<count>",
      `how many, up to ${MOST_FILLS}; default 20`,
      wholeField(1, MOST_FILLS).default(20),
    ],
    cursor: [
      "<text>",
      "continue from here: the nextCursor of the previous page",
      idField.optional(),
    ],
  },
  example: "seller fills TADDRESS --limit 50",
  run: async ({ engine }, filter): Promise<FillsAnswer> =>
    fillsAnswer(await (await reading()).readFills(engine, filter)),
  print: ({ fills: rows, nextCursor }, width) =>
    `${fillsText(rows, width)}${nextCursor === null ? "" : `\n\nMore: --cursor ${nextCursor}`}`,
});

const list = defineCommand({
  name: "seller list",
  about: "List sellers.",
  options: { customer: ["<id>", "only this customer's", idField.optional()] },
  example: "seller list",
  async run({ engine }, { customer }) {
    const sellers = await (await reading()).readSellers(engine, customer);
    return {
      sellers: sellers.map((one) => ({ ...summaryAnswer(one), customerId: one.customerId })),
    };
  },
  print: ({ sellers }, width) =>
    tableOf(
      sellers,
      [
        "seller: address",
        "customer: customerId",
        "state: status",
        ["earned TRX", ({ earned }) => trx(earned)],
        "registered: registeredAt",
        "why paused: pauseReason",
      ],
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
  const sells = ({ active, tooDear, mostPrice }: (typeof offers)[number]) =>
    active && tooDear ? `no, nothing above ${mostPrice} SUN` : active ? "yes" : "no";
  const terms = tableOf(
    offers,
    [
      "resource: resourceType",
      "price SUN: minPrice",
      ["rentals", (one) => `${one.shortestDuration} to ${one.longestDuration}`],
      "least part: minChunk",
      "kept: keep",
      ["sells", sells],
    ],
    "It offers nothing yet. `desk seller offer` sets an offer.",
    width,
  );
  return [fields(facts, width), ...warnings, terms, fillsText(openDelegations.newest, width)].join(
    "\n\n",
  );
}

function fillsText(rows: FillsAnswer["fills"], width: Width): string {
  return tableOf(
    rows,
    [
      "receiver",
      "resource: resourceType",
      "amount",
      "price SUN: price",
      ["earns TRX", ({ earns }) => trx(earns)],
      "state",
      ["until", ({ expiresAt }) => (expiresAt === null ? "-" : moment(expiresAt))],
      ["txid", ({ txid }) => txid ?? "-"],
    ],
    "No delegations.",
    width,
  );
}

export const sellerCommands: readonly Command[] = [register, verify, offer, show, fills, list];
