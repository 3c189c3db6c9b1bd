/** What is common to the transactions that the desk sends. */
import { expect } from "vitest";
import type { Desk } from "../../support/desk.js";
import type { World } from "./world.js";

/** A transaction as the books have it. */
export interface InBooks {
  readonly state: string;
  readonly attempts: number;
  readonly txid: string | null;
}

/** A kind of transaction: how a desk comes to send one, and what may become of it. */
export interface Subject {
  /** The heading of its column. */
  readonly name: string;
  /** A desk just before it signs one. */
  open(): Promise<Desk>;
  /** Has the worker that signs it do so and act on the answer. */
  first(world: World): Promise<void>;
  /** Signs and stores one, as for a first try of which nobody knows how it ended. */
  sign(desk: Desk): Promise<void>;
  /** Marks it as taken by a node. */
  send(desk: Desk): Promise<void>;
  inBooks(desk: Desk): InBooks;
  /** The states of one that is out. */
  readonly states: readonly [signed: string, sent: string];
  /** Nothing but the transaction itself has changed since it was signed. */
  expectOpen(desk: Desk): void;
  /** After its block and the solid one: everything is as it should be. */
  expectDone(desk: Desk): void;
  /** After its provable death. */
  expectDead(desk: Desk): void;
  /** A refusal counts two blocks later only. */
  readonly refusalWaits: boolean;
  /** What may follow from a first try, by the words of the table. */
  readonly ends: Readonly<Record<string, (world: World) => void | Promise<void>>>;
}

/** The customer's money, of 1,000 TRX. */
export function expectMoney(desk: Desk, availableTrx: number, heldTrx: number): void {
  const sunOf = (trx: number) => Math.round(trx * 1_000_000);
  expect(desk.moneySun).toEqual({ available: sunOf(availableTrx), held: sunOf(heldTrx) });
}
