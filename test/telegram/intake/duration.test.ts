/** Durations as they are typed. */
import { expect, test } from "vitest";
import { DURATIONS } from "../../../src/domain/duration.js";
import { parseDuration } from "../../../src/telegram/intake/duration.js";

test.each(DURATIONS)("%s is itself", (duration) => {
  expect(parseDuration(duration)).toEqual({ kind: "duration", duration });
  expect(parseDuration(` ${duration.toUpperCase()}\u200b`)).toEqual({ kind: "duration", duration });
});

test.each([
  ["1 h", "1h"],
  ["1 hour", "1h"],
  ["60m", "1h"],
  ["60 min", "1h"],
  ["3 hrs", "3h"],
  ["15 minutes", "15m"],
  ["24h", "1d"],
  ["1 day", "1d"],
  ["1\u00a0Day", "1d"],
  ["72 hours", "3d"],
  ["1 week", "7d"],
  ["2w", "14d"],
  ["01d", "1d"],
  ["1小时", "1h"],
  ["1个小时", "1h"],
  ["一小时", "1h"],
  ["３小时", "3h"],
  ["١ h", "1h"],
  ["۳h", "3h"],
  ["15分钟", "15m"],
  ["1天", "1d"],
  ["七天", "7d"],
  ["两周", "14d"],
  ["1 час", "1h"],
  ["3 часа", "3h"],
  ["24ч", "1d"],
  ["15 минут", "15m"],
  ["7 дн", "7d"],
  ["3 дня", "3d"],
  ["2 недели", "14d"],
  ["1 hora", "1h"],
  ["3 horas", "3h"],
  ["15 minutos", "15m"],
  ["1 día", "1d"],
  ["7 dias", "7d"],
  ["2 semanas", "14d"],
  ["сутки", "1d"],
  ["1小時", "1h"],
  ["15分鐘", "15m"],
  ["两週", "14d"],
  ["一个月", "30d"],
  ["1 месяц", "30d"],
  ["1 mes", "30d"],
  ["1month", "30d"],
])("%s is %s", (text, duration) => {
  expect(parseDuration(text)).toEqual({ kind: "duration", duration });
});

test.each([
  ["2h", ["1h", "3h"]],
  ["5m", ["15m"]],
  ["0h", ["15m"]],
  ["2 days", ["1d", "3d"]],
  ["31d", ["30d"]],
  ["2小时", ["1h", "3h"]],
  ["30分钟", ["15m", "1h"]],
  ["2 часа", ["1h", "3h"]],
  ["0.5h", ["15m", "1h"]],
  ["1,5 días", ["1d", "3d"]],
  ["半天", ["3h", "1d"]],
  ["полчаса", ["15m", "1h"]],
  ["2 months", ["30d"]],
])("%s is not rounded: next to it are %j", (text, near) => {
  expect(parseDuration(text)).toEqual({ kind: "other", near });
});

test.each(["", "1", "h", "one hour", "1h 30m", "-1h", "1.5m", "month", "65k", "x".repeat(4_000)])(
  "%j is none",
  (text) => {
    expect(parseDuration(text)).toEqual({ kind: "none" });
  },
);
