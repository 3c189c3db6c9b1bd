/** The bytes of a signed transaction, as nodes pass them on. */

/** Field 1 is the raw part, each field 2 one signature of 65 bytes; nothing else. As `wallet/broadcasthex` takes it. */
export function wireHex(raw: Uint8Array, signatures: readonly Uint8Array[]): string {
  const parts = [Buffer.from([0x0a, ...varint(raw.length)]), raw];
  for (const signature of signatures) parts.push(Buffer.from([0x12, 65]), signature);
  return Buffer.concat(parts).toString("hex");
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
