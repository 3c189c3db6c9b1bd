/** /stats through real polling: a photo that is a PNG, once, also over restarts; and a sentence where there is nothing to draw. */

import { expect, test } from "vitest";
import { enqueueAll } from "../../../src/store/chat/outbox.js";
import type { Phase, Row } from "../../../src/store/phase.js";
import { longTest } from "../../support/forms.js";
import { readNow } from "../../support/read-now.js";
import { until } from "../../support/until.js";
import { ALICE, GROUP, type Person, type Seen } from "./people.js";
import { sharedRig } from "./rig.js";
import { active } from "./wallets.js";

interface Photo {
  readonly file_id: string;
  readonly width: number;
  readonly height: number;
}

type Pictured = Seen & {
  readonly photo?: readonly Photo[];
  readonly caption?: string;
  readonly caption_entities?: readonly { readonly type: string }[];
};

const rig = sharedRig();

async function buy(person: Person): Promise<void> {
  await person.say(`/buy 65k energy 1h ${active(0)}`);
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
}

const photosOf = async (person: Person) =>
  ((await person.cards()) as Pictured[]).filter(({ photo }) => photo !== undefined);

/** The answers to /stats: photos, and the words alone where a busy machine has painted too slowly. */
const answersOf = async (person: Person) =>
  ((await person.cards()) as Pictured[]).filter(({ text, caption }) =>
    (text ?? caption ?? "").includes("TRX spent in 30 days"),
  );

/** Asks until the picture is painted in time. */
async function askForPicture(person: Person) {
  for (let asked = 1; asked <= 3; asked += 1) {
    const { update_id: updateId } = await person.say("/stats");
    const answer = await until(
      "/stats is answered",
      async () => (await answersOf(person))[asked - 1],
    );
    if (answer.photo) return { answer, updateId, asked };
    expect(rig().log.join()).toContain("painting took longer");
  }
  throw new Error("no picture was painted in time, three times");
}

const picturesOf = ({ id }: Person): Row[] =>
  readNow(rig().engine.database, function* (): Phase<Row[]> {
    const sql = `SELECT attempts, sent_at FROM outbox WHERE chat_id = ${id} AND payload LIKE '%"picture"%'`;
    return yield { sql, params: [] };
  });

test("a photo of what was spent comes once, with its numbers in words, also over a restart", async () => {
  const person = rig().person(9_801);
  await buy(person);
  const { answer, updateId, asked } = await askForPicture(person);
  const photo = answer.photo?.at(-1);
  expect(photo).toMatchObject({ width: 1_080, height: 1_400 });
  expect(answer.caption).toMatch(
    /^3\.9 TRX spent in 30 days\nSaved against burning: [\d.]+ TRX, at today's price\n65,000 Energy at 60 SUN on average; burning costs \d+ SUN\n1 order/,
  );
  expect(answer.caption_entities?.map(({ type }) => type)).toEqual(["bold"]);
  const file = `${rig().apiRoot}/files/${encodeURIComponent(photo?.file_id ?? "")}`;
  const png = Buffer.from(await (await fetch(file)).arrayBuffer());
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_080, 1_400]);

  // A stop before the desk knows that it was taken sends it once more.
  await until("it is known to be sent", () =>
    picturesOf(person).every((row) => row.sent_at !== null),
  );
  await rig().restartDesk();
  await rig().redeliver(updateId ?? 0);
  await person.say("/help");
  await person.see("How it works");
  expect(await answersOf(person)).toHaveLength(asked);
});

longTest("a stop while the picture is painted loses nothing and repeats nothing", async () => {
  const person = rig().person(9_802);
  await buy(person);
  await person.say("/stats");
  await until("the picture is asked for", () => picturesOf(person).length === 1);
  await rig().stopDesk();
  expect(await answersOf(person)).toEqual([]);
  await rig().startDesk();
  await until("/stats is answered", async () => (await answersOf(person)).length === 1);
  expect(picturesOf(person)).toMatchObject([{ attempts: 1 }]);
  await person.say("/help");
  await person.see("How it works");
  expect(await answersOf(person)).toHaveLength(1);
});

/** A message with a picture that nothing but the test asks for. */
const send = ({ chatId }: Person, text: string, picture: object) => {
  const card = { text, entities: [], keyboard: [] };
  const payload = JSON.stringify({ card, chatId, picture });
  return rig().engine.database.commit(() =>
    enqueueAll([{ key: text, chatId, payload }], Date.now()),
  );
};

longTest("a picture that takes long keeps no card of the same chat waiting", async () => {
  const person = rig().person(9_805);
  await person.say("/start");
  await person.see("Buy Energy");
  const shape = { kind: "dot", at: [500, 500], radius: 499, fill: "#4fb3ff" };
  const shapes = Array.from({ length: 4_000 }, () => shape);
  await send(person, "painted", { width: 1_000, height: 1_000, background: "#131c28", shapes });
  await person.say("/buy energy 1h");
  await person.see("Which wallets");
  expect(await photosOf(person)).toEqual([]);
  await until("a photo is seen", async () => (await photosOf(person)).at(-1));
});

test("what cannot be painted is said in words, as is that nothing was bought; a group is told that it is private", async () => {
  const person = rig().person(9_803);
  await person.say("/stats");
  await person.see("Nothing bought in the last 30 days");
  await send(person, "3.9 TRX spent", { shapes: 5 });
  await person.say("/help");
  await person.see("3.9 TRX spent");
  expect(await photosOf(person)).toEqual([]);
  expect(rig().log.some((line) => line.includes("a picture could not be painted"))).toBe(true);
  const inGroup = rig().person(ALICE, GROUP);
  await inGroup.say("/stats");
  await inGroup.see("That is shown in private only");
});
