/** Asks the TRON node for one transaction. */
import { request } from "undici";
import { z } from "zod";

const TIMEOUT_MS = 5_000;

const whole = z.number().int().optional();
const text = z.string().optional();

const transactionSchema = z.object({
  txID: z.string(),
  raw_data: z.object({
    contract: z.array(
      z.object({
        type: z.string(),
        parameter: z.object({
          value: z.object({
            owner_address: text,
            receiver_address: text,
            to_address: text,
            resource: text,
            balance: whole,
            amount: whole,
            lock: z.boolean().optional(),
            lock_period: whole,
          }),
        }),
      }),
    ),
    timestamp: whole,
    expiration: whole,
  }),
  ret: z.array(z.object({ contractRet: text })).optional(),
});

const infoSchema = z.object({
  blockNumber: whole,
  blockTimeStamp: whole,
  fee: whole,
  result: text,
});

/** A node answers an empty object when it knows no such transaction. */
const nothing = z.strictObject({});

export type NodeTransaction = z.infer<typeof transactionSchema>;
export type NodeTransactionInfo = z.infer<typeof infoSchema>;

export interface Found {
  readonly transaction: NodeTransaction;
  readonly info: NodeTransactionInfo | undefined;
}

/** Undefined when the node knows no such transaction; throws when it does not answer. */
export async function readTransaction(nodeUrl: string, txid: string): Promise<Found | undefined> {
  const [transaction, info] = await Promise.all([
    ask(`${nodeUrl}/wallet/gettransactionbyid`, txid),
    ask(`${nodeUrl}/wallet/gettransactioninfobyid`, txid),
  ]);
  if (nothing.safeParse(transaction).success) return undefined;
  return {
    transaction: transactionSchema.parse(transaction),
    info: nothing.safeParse(info).success ? undefined : infoSchema.parse(info),
  };
}

async function ask(url: string, txid: string): Promise<unknown> {
  const answer = await request(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ value: txid, visible: true }),
    headersTimeout: TIMEOUT_MS,
    bodyTimeout: TIMEOUT_MS,
  });
  return answer.body.json();
}
