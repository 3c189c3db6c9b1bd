/** Unmodified grammY as the bot. */
import { Bot, InlineKeyboard } from "grammy";
import { expect, onTestFinished, test } from "vitest";
import { ALICE, type Sandbox, type SeenMessage, startSandbox, TOKEN } from "./support.js";

interface Tapped {
  readonly update_id: number;
  readonly answered: boolean;
  readonly text?: string;
}

function botOn({ base }: Sandbox): Bot {
  return new Bot(TOKEN, { client: { apiRoot: base } });
}

/** Runs until the test ends. */
async function poll(bot: Bot): Promise<void> {
  const started = new Promise<void>((resolve) => {
    void bot.start({ onStart: () => resolve() });
  });
  onTestFinished(() => bot.stop());
  await started;
}

test("a conversation: message, card, tap, toast, edited card", async () => {
  const sandbox = await startSandbox();
  const bot = botOn(sandbox);
  bot.command("start", (context) =>
    context.reply("Order?", { reply_markup: new InlineKeyboard().text("Pay 3.9 TRX", "pay:1") }),
  );
  bot.callbackQuery("pay:1", async (context) => {
    await context.editMessageText("Paid");
    await context.answerCallbackQuery({ text: "Thank you" });
  });
  await bot.api.setMyCommands([{ command: "start", description: "Begin" }]);
  await poll(bot);

  await sandbox.say(ALICE, "/start");
  const tapped = await tapWhenThere(sandbox, "pay");
  expect(tapped).toMatchObject({ answered: true, text: "Thank you" });
  const { messages } = await sandbox.user<{ messages: SeenMessage[] }>(`/chats/${ALICE}`);
  expect(messages.map(({ text }) => text)).toEqual(["/start", "Paid"]);
  expect(messages[1]?.reply_markup).toBeUndefined();
});

/** The card comes when the bot sends it, so a 404 before that is no failure. */
async function tapWhenThere(sandbox: Sandbox, label: string): Promise<Tapped> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    try {
      return await sandbox.user<Tapped>(`/chats/${ALICE}/taps`, { from: ALICE, label });
    } catch {
      await new Promise(setImmediate);
    }
  }
  throw new Error(`no button "${label}" came`);
}
