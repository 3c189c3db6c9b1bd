/** Whether a seller still lets the desk's key delegate: read anew before each use, for a head block once. */
import type { Address } from "../domain/address.js";
import { PAUSE_NO_PERMISSION } from "../domain/pause.js";
import { delegatePermission } from "../domain/permission.js";
import { type Owner, saveOwnerCheck, savePermission } from "../engine/legs/open-work.js";
import type { WorkerContext } from "./context.js";

export class SellerPermissions {
  #block = 0;
  /** Of this block, those that hold. */
  #ids = new Map<Address, number>();

  constructor(private readonly context: WorkerContext) {}

  /** The permission to sign by; undefined when there is none any more, and then the seller is paused. */
  async idOf({ address, permissionId: known }: Owner): Promise<number | undefined> {
    const { engine, chain, operator, logger } = this.context;
    const block = engine.chainClock.head?.number ?? 0;
    if (block !== this.#block) this.#ids.clear();
    this.#block = block;
    const read = this.#ids.get(address);
    if (read !== undefined) return read;
    const account = await chain.account(address, "broadcast");
    const permission = account && delegatePermission(account.permissions, operator.address);
    if (!permission) {
      await saveOwnerCheck(engine, address, { pauseReason: PAUSE_NO_PERMISSION });
      logger.warn({ seller: address, reason: PAUSE_NO_PERMISSION }, "seller paused");
      return undefined;
    }
    if (permission.id !== known) {
      await savePermission(engine, address, permission.id);
    }
    if (block === this.#block) this.#ids.set(address, permission.id);
    return permission.id;
  }
}
