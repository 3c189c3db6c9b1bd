/** A person in a private chat with the bot, who goes back and forth in the first steps of an order. */
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { z } from "zod";

const FIRST_USER = 900_001;
const CARD_WITHIN_MS = 20_000;
const POLL_MS = 50;

const chatSchema = z.object({
  messages: z.array(
    z.object({
      message_id: z.number(),
      reply_markup: z
        .object({
          inline_keyboard: z.array(
            z.array(z.object({ text: z.string(), callback_data: z.string().optional() })),
          ),
        })
        .optional(),
    }),
  ),
});
const tappedSchema = z.object({ answered: z.boolean(), text: z.string().optional() });

interface Button {
  readonly messageId: number;
  readonly data: string;
}

export interface TappingChat {
  /** What the card shows now. */
  nextButton(): Promise<Button>;
  /** Resolves once the desk has answered the tap. */
  tap(button: Button): Promise<{ readonly isStale: boolean }>;
}

/** Each writes /buy and waits for the card. */
export async function openChats(apiRoot: string, count: number): Promise<TappingChat[]> {
  const { origin, pathname } = new URL(apiRoot);
  const pool = new Pool(origin, { connections: count });
  const ask: Ask = async (path, body) => {
    const { statusCode, body: answer } = await pool.request({
      method: body ? "POST" : "GET",
      path: pathname + path,
      ...(body && {
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
    if (statusCode === 200) return answer.json();
    throw new Error(`${path}: ${statusCode} ${await answer.text()}`);
  };
  return Promise.all(Array.from({ length: count }, (_, at) => openChat(ask, FIRST_USER + at)));
}

type Ask = (path: string, body?: Readonly<Record<string, unknown>>) => Promise<unknown>;

async function openChat(ask: Ask, userId: number): Promise<TappingChat> {
  const path = `/chats/${userId}`;
  await ask(`${path}/messages`, { from: userId, text: "/buy" });
  const giveUpAtMs = performance.now() + CARD_WITHIN_MS;
  const chat: TappingChat = {
    async nextButton() {
      for (;;) {
        const { messages } = chatSchema.parse(await ask(path));
        const button = messages.map(buttonOf).findLast((found) => found !== undefined);
        if (button) return button;
        if (performance.now() > giveUpAtMs) throw new Error(`no card came to chat ${userId}`);
        await sleep(POLL_MS);
      }
    },
    async tap({ messageId, data }) {
      const body = { from: userId, message_id: messageId, callback_data: data };
      const { answered, text } = tappedSchema.parse(await ask(`${path}/taps`, body));
      if (!answered) throw new Error(`a tap in chat ${userId} was never answered`);
      return { isStale: text !== undefined };
    },
  };
  await chat.nextButton();
  return chat;
}

type Message = z.infer<typeof chatSchema>["messages"][number];

/** One step on where the card asks for the resource, one step back where it asks for more. */
function buttonOf({ message_id: messageId, reply_markup: markup }: Message): Button | undefined {
  const buttons = (markup?.inline_keyboard ?? []).flat();
  const labelled = (label: string) => buttons.find(({ text }) => text === label)?.callback_data;
  const data = labelled("Energy") ?? labelled("Back");
  return data === undefined ? undefined : { messageId, data };
}
