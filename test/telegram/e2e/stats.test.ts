/** /stats through real polling: a photo that is a PNG, once, also over restarts; and a sentence where there is nothing to draw. */

import { expect, test } from "vitest";
import { enqueueAll } from "../../../src/store/chat/outbox.js";
import type { Phase, Row } from "../../../src/store/phase.js";
import { longTest } from "../../support/forms.js";
import { readNow } from "../../support/read-now.js";
import { ALICE, GROUP, type Person, type Seen } from "./people.js";
import { type Rig, startRig } from "./rig.js";
import { until } from "./until.js";
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

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

async function buy(person: Person): Promise<void> {
  await person.say(`/buy 65k energy 1h ${active(0)}`);
  await person.tap("Pay 3.9 TRX");
  await person.see("safe to send");
}

const photosOf = async (person: Person) =>
  ((await person.cards()) as Pictured[]).filter(({ photo }) => photo !== undefined);

async function seePhoto(person: Person): Promise<Pictured> {
  return until(
    async () => (await photosOf(person)).at(-1),
    () => "a photo is seen",
    async () => JSON.stringify(await person.cards()),
  );
}

async function bytesOf(rig: Rig, { file_id }: Photo): Promise<Buffer> {
  const response = await fetch(`${rig.apiRoot}/files/${encodeURIComponent(file_id)}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

test("a photo of what was spent comes once, with its numbers in words, also over a restart", async () => {
  const rig = await startRig();
  const person = rig.person(9_801);
  await buy(person);
  const { update_id: updateId } = await person.say("/stats");
  const { photo = [], caption, caption_entities: entities } = await seePhoto(person);
  expect(photo.at(-1)).toMatchObject({ width: 1_080, height: 1_400 });
  expect(caption).toMatch(
    /^3\.9 TRX spent in 30 days\nSaved against burning: [\d.]+ TRX, at today's price\n65,000 Energy at 60 SUN on average; burning costs \d+ SUN\n1 order/,
  );
  expect(entities?.map(({ type }) => type)).toEqual(["bold"]);
  const png = await bytesOf(rig, photo.at(-1) as Photo);
  expect(png.subarray(0, 8)).toEqual(PNG);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_080, 1_400]);

  await rig.restartDesk();
  await rig.redeliver(updateId ?? 0);
  await person.say("/help");
  await person.see("How it works");
  expect(await photosOf(person)).toHaveLength(1);
});

longTest("a stop while the picture is painted loses nothing and repeats nothing", async () => {
  const rig = await startRig();
  const person = rig.person(9_802);
  await buy(person);
  await person.say("/stats");
  await until(
    () => pictured(rig).length === 1,
    () => "the picture is asked for",
  );
  await rig.stopDesk();
  expect(await photosOf(person)).toEqual([]);
  await rig.startDesk();
  await seePhoto(person);
  expect(pictured(rig)).toEqual([{ attempts: 1 }]);
  await person.say("/help");
  await person.see("How it works");
  expect(await photosOf(person)).toHaveLength(1);
});

longTest("a picture that takes long keeps no card of the same chat waiting", async () => {
  const rig = await startRig();
  const person = rig.person(9_805);
  await person.say("/start");
  await person.see("Buy Energy");
  const shape = { kind: "dot", at: [500, 500], radius: 499, fill: "#4fb3ff" };
  const shapes = Array.from({ length: 4_000 }, () => shape);
  const picture = { width: 1_000, height: 1_000, background: "#131c28", shapes };
  const { chatId } = person;
  const card = { text: "painted", entities: [], keyboard: [] };
  const payload = JSON.stringify({ card, chatId, picture });
  await rig.engine.database.commit(() =>
    enqueueAll([{ key: "large", chatId, payload }], Date.now()),
  );
  await person.say("/buy energy 1h");
  await person.see("Which wallets");
  expect(await photosOf(person)).toEqual([]);
  await seePhoto(person);
});

function pictured({ engine }: Rig): Row[] {
  return readNow(engine.database, function* (): Phase<Row[]> {
    const sql = "SELECT attempts FROM outbox WHERE payload LIKE '%\"picture\"%'";
    return yield { sql, params: [] };
  });
}

test("what cannot be painted is said in words", async () => {
  const rig = await startRig();
  const person = rig.person(9_803);
  await person.say("/start");
  await person.see("Buy Energy");
  const card = { text: "3.9 TRX spent", entities: [], keyboard: [] };
  const payload = JSON.stringify({ card, chatId: person.chatId, picture: { shapes: 5 } });
  await rig.engine.database.commit(() =>
    enqueueAll([{ key: "broken", chatId: person.chatId, payload }], Date.now()),
  );
  await person.say("/help");
  await person.see("3.9 TRX spent");
  expect(await photosOf(person)).toEqual([]);
  expect(rig.log.some((line) => line.includes("a picture could not be painted"))).toBe(true);
});

test("nothing bought is a sentence; a group is told that it is private", async () => {
  const rig = await startRig();
  const person = rig.person(9_804);
  await person.say("/stats");
  await person.see("Nothing bought in the last 30 days");
  expect(await photosOf(person)).toEqual([]);
  const inGroup = rig.person(ALICE, GROUP);
  await inGroup.say("/stats");
  await inGroup.see("That is shown in private only");
  expect(await photosOf(inGroup)).toEqual([]);
});
