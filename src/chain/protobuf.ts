/**
 * The wire form of protobuf, read as protobuf-java reads it, and with it java-tron: what its bytes mean, not how a writer would
 * have put them. Strangers choose the bytes of their transactions, and a reading of its own would see other acts than the chain.
 */

/** No message of protobuf. */
export class MalformedMessage extends Error {}

const VARINT = 0;
const FIXED64 = 1;
const DELIMITED = 2;
const GROUP = 3;
const GROUP_END = 4;
const FIXED32 = 5;

/** Groups within each other that protobuf-java follows. */
const MOST_NESTED = 100;
const LONGEST_VARINT = 10;

/** A message's fields. One that comes with another wire type than the asked one is none: protobuf takes it for unknown. */
export class Fields {
  #fieldNumbers = new Set<number>();
  #numbers = new Map<number, bigint>();
  #bytes = new Map<number, Uint8Array[]>();

  constructor(message: Uint8Array) {
    const reader = new Reader(message);
    for (let tag = reader.tag(); tag; tag = reader.tag()) {
      const { field, type } = tag;
      this.#fieldNumbers.add(field);
      if (type === VARINT) this.#numbers.set(field, reader.varint());
      else if (type === DELIMITED) {
        const all = this.#bytes.get(field) ?? [];
        all.push(reader.delimited());
        this.#bytes.set(field, all);
      } else reader.pass(tag, 0);
    }
  }

  /** Of all that stands in it, whatever its wire type. */
  get fieldNumbers(): ReadonlySet<number> {
    return this.#fieldNumbers;
  }

  /** 64 bits with a sign; of one that stands there twice, the last. */
  int64(field: number): bigint {
    return BigInt.asIntN(64, this.#numbers.get(field) ?? 0n);
  }

  /** Of an enumeration, too: the low 32 bits, with a sign. */
  int32(field: number): number {
    return Number(BigInt.asIntN(32, this.#numbers.get(field) ?? 0n));
  }

  /** Of one that stands there twice, the last. */
  bytes(field: number): Uint8Array | undefined {
    return this.#bytes.get(field)?.at(-1);
  }

  /** A message within this one: protobuf merges those that stand there twice, which is to read one after the other. */
  message(field: number): Fields | undefined {
    const all = this.#bytes.get(field);
    return all && new Fields(Buffer.concat(all));
  }

  /** Each of a repeated field. */
  messages(field: number): readonly Fields[] {
    return (this.#bytes.get(field) ?? []).map((bytes) => new Fields(bytes));
  }
}

interface Tag {
  readonly field: number;
  readonly type: number;
}

class Reader {
  #at = 0;

  constructor(private readonly message: Uint8Array) {}

  /** Undefined at the end. */
  tag(): Tag | undefined {
    if (this.#at === this.message.length) return undefined;
    const tag = Number(BigInt.asUintN(32, this.varint()));
    const [field, type] = [tag >>> 3, tag & 7];
    if (field === 0) throw new MalformedMessage("a field has the number 0");
    return { field, type };
  }

  varint(): bigint {
    let value = 0n;
    for (let read = 0; read < LONGEST_VARINT; read += 1) {
      const byte = this.message[this.#at];
      if (byte === undefined) throw new MalformedMessage("a number ends early");
      this.#at += 1;
      value |= BigInt(byte & 0x7f) << BigInt(7 * read);
      if (byte < 0x80) return BigInt.asUintN(64, value);
    }
    throw new MalformedMessage("a number has more than ten bytes");
  }

  delimited(): Uint8Array {
    const length = Number(BigInt.asIntN(32, this.varint()));
    return this.#take(length);
  }

  #take(length: number): Uint8Array {
    const end = this.#at + length;
    if (length < 0 || end > this.message.length) throw new MalformedMessage("a field ends early");
    const taken = this.message.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  pass({ field, type }: Tag, depth: number): void {
    if (type === VARINT) this.varint();
    else if (type === FIXED64) this.#take(8);
    else if (type === DELIMITED) this.delimited();
    else if (type === FIXED32) this.#take(4);
    else if (type === GROUP && depth < MOST_NESTED) this.#passGroup(field, depth + 1);
    else throw new MalformedMessage(`a field has the wire type ${type}`);
  }

  #passGroup(field: number, depth: number): void {
    for (let tag = this.tag(); tag; tag = this.tag()) {
      if (tag.type !== GROUP_END) this.pass(tag, depth);
      else if (tag.field === field) return;
      else throw new MalformedMessage("a group ends as another");
    }
    throw new MalformedMessage("a group has no end");
  }
}
