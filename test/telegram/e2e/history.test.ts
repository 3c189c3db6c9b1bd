/** /history through real polling: a CSV file that adds up to the balance, once; and a sentence where there is none to send. */

import { expect, test } from "vitest";
import type { Phase, Row } from "../../../src/store/phase.js";
import { readCsv } from "../../support/csv.js";
import { readNow } from "../../support/read-now.js";
import { until } from "../../support/until.js";
import { GROUP, type Person, type Seen } from "./people.js";
import { type Rig, sharedRig } from "./rig.js";
import { active } from "./wallets.js";

const rig = sharedRig();
let lastPerson = 9_900;

function stranger(chatId?: number): Person {
  lastPerson += 1;
  return rig().person(lastPerson, chatId);
}

type Filed = Seen & {
  readonly document?: {
    readonly file_id: string;
    readonly file_name: string;
    readonly mime_type: string;
  };
  readonly caption?: string;
};

const filesOf = async (person: Person) =>
  ((await person.cards()) as Filed[]).filter(({ document }) => document !== undefined);

async function seeFile(person: Person, count = 1): Promise<Filed> {
  return until(
    async () => `a file is seen\n${JSON.stringify(await person.cards())}`,
    async () => (await filesOf(person))[count - 1],
  );
}

async function linesOf(desk: Rig, { document }: Filed): Promise<Record<string, string>[]> {
  const id = encodeURIComponent(document?.file_id ?? "");
  const text = await (await fetch(`${desk.apiRoot}/files/${id}`)).text();
  const [columns = [], ...lines] = readCsv(text);
  return lines.map((line) => Object.fromEntries(columns.map((name, at) => [name, line[at] ?? ""])));
}

test("every movement is in the file, with what it leaves", async () => {
  const person = stranger();
  await person.say(`/book cold1 ${active(0)}`);
  await person.say(`/buy 65k energy 1h ${active(0)}`);
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
  await person.say("/history");
  const file = await seeFile(person);
  const today = new Date().toISOString().slice(0, 10);
  expect(file.document).toMatchObject({
    file_name: `history-${today}.csv`,
    mime_type: "text/csv",
  });
  const [title, ...latest] = (file.caption ?? "").split("\n");
  expect(title).toBe("Account history");
  expect(latest.map((line) => line.replace(/^20\d\d-\S+ \S+ UTC {2}/, ""))).toEqual([
    "+1,000 TRX · payment received",
    "−3.9 TRX · order",
    "Balance after that: 996.1 TRX",
    "",
    `Every movement up to ${today} is in the file; times there in UTC, amounts in TRX.`,
  ]);
  const lines = await linesOf(rig(), file);
  expect(
    lines.map(({ entry, available_change_trx: change, available_trx, held_trx }) =>
      [entry, change, available_trx, held_trx].join(" "),
    ),
  ).toEqual(["payment 1000 1000 0", "hold -3.9 996.1 3.9", "delivered 0 996.1 0"]);
  expect(lines[2]).toMatchObject({
    ...{ receiver: active(0), type: "Fast", resource: "energy", units: "65000", duration: "1h" },
    ...{ price_sun: "60", order_status: "completed", note: "", receiver_name: "cold1" },
  });
  expect(lines[2]?.transaction).toMatch(/^[0-9a-f]{64}$/);
  expect(lines[0]?.time).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
});

test("a period without a movement, one that is none, and a group get a sentence", async () => {
  const person = stranger();
  await person.say("/history 2020-01-01 2020-12-31");
  await person.see("No movement of the balance from 2020-01-01 to 2020-12-31.");
  await person.say("/history since monday");
  await person.see("“since” is not a date: write 20");
  await person.say("/history 2026-02-02 2026-02-01");
  await person.see("The end is before the beginning");
  const inGroup = stranger(GROUP);
  await inGroup.say("/history");
  await inGroup.see("private chat");
  expect(await filesOf(inGroup)).toEqual([]);
  expect(await filesOf(person)).toEqual([]);
});

test("a cut connection repeats the file once, a restart not at all", async () => {
  const person = stranger();
  await person.say("/help");
  await person.see("How it works");
  await person.fault({ method: "sendDocument", times: 1, cut: "before" });
  const { update_id: updateId } = await person.say("/history");
  await seeFile(person);
  await rig().restartDesk();
  await rig().redeliver(Number(updateId));
  await person.say("/balance");
  await person.see("Balance 1,000 TRX");
  expect(await filesOf(person)).toHaveLength(1);
});

test("no table holds the lines of a file", async () => {
  const held = readNow(rig().engine.database, function* (): Phase<Row[]> {
    return yield {
      sql: "SELECT payload FROM outbox WHERE payload LIKE '%history%' AND payload LIKE '%hold%'",
      params: [],
    };
  });
  expect(held).toEqual([]);
});
