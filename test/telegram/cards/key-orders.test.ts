/** What customers are told of orders that their keys place, as it is drawn. */
import { expect, test } from "vitest";
import { sun } from "../../../src/domain/money.js";
import type { HourNews, OrderedNews } from "../../../src/engine/orders/tell-ordered.js";
import { hourCard, orderedCard } from "../../../src/telegram/news/notification-card.js";
import { golden } from "./drawn.js";

test("an order by a key", () => {
  const news: OrderedNews = {
    ...{ event: "ordered", keyHint: "edk_Ab12…", paidSun: sun(11_700_000), priceSun: 60 },
    ...{ units: 195_000, receivers: 3, resource: "energy", duration: "1h" },
  };
  expect(golden((messages) => orderedCard(news, messages))).toMatchInlineSnapshot(`
    "*🔔 11.7 TRX ordered with an API key*
    3 wallets: 195,000 Energy, 1 hour, at 60 SUN
    Key: |edk_Ab12…|
    Not you? Revoke it with /key."
  `);
});

test("a price that a key has raised", () => {
  const news: OrderedNews = {
    ...{ event: "ordered", keyHint: "edk_Ab12…", paidSun: sun(11_700_000), priceSun: 60 },
    ...{
      units: 195_000,
      receivers: 1,
      resource: "energy",
      duration: "1h",
      moreSun: sun(2_000_000),
    },
  };
  expect(golden((messages) => orderedCard(news, messages))).toMatchInlineSnapshot(`
    "*🔔 An API key raised the price of an order: now 11.7 TRX (+2)*
    195,000 Energy, 1 hour, at 60 SUN
    Key: |edk_Ab12…|
    Not you? Revoke it with /key."
  `);
});

test("much ordered by keys within an hour", () => {
  const news: HourNews = {
    event: "orderedInHour",
    paidSun: sun(11_700_000),
    fromSun: sun(10_000_000),
  };
  expect(golden((messages) => hourCard(news, messages))).toMatchInlineSnapshot(`
    "*🔔 11.7 TRX ordered with API keys within an hour*
    Each order by itself is below the 10 TRX you chose; /orders lists them.
    Not you? Revoke the key with /key."
  `);
});
