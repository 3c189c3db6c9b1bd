/** Accounts on the sandbox's chain whose keys a test holds, as their owners would. */
import { randomBytes } from "node:crypto";
import { TronWeb, type Types } from "tronweb";
import type { Address } from "../../src/domain/address.js";
import { addressOfKey } from "../../src/domain/public-key.js";
import { postTaken } from "./http.js";

/** Operations 57 and 58: delegate and take back. */
export const DELEGATING = `${"0".repeat(14)}06${"0".repeat(48)}`;
/** The same, and 1: transfer TRX. */
export const DELEGATING_AND_SENDING = `02${"0".repeat(12)}06${"0".repeat(48)}`;

export interface Wallet {
  readonly address: Address;
  readonly privateKeyHex: string;
}

export function newWallet(): Wallet {
  const privateKeyHex = `0${randomBytes(32).toString("hex").slice(1)}`;
  return { address: addressOfKey(privateKeyHex), privateKeyHex };
}

/** What an owner does with their account, and the sandbox for them. */
export function walletsOn(url: string, mine: () => Promise<unknown>) {
  const admin = (path: string, body: object) => postTaken(`${url}/sandbox/${path}`, body);

  return {
    /** An activated account with TRX, and stake where it is asked for. */
    async open(stakeSun: { readonly energy?: number; readonly bandwidth?: number } = {}) {
      const wallet = newWallet();
      const { address } = wallet;
      const funded = admin("fund", { address, amountSun: 1_000_000_000 });
      await mine();
      await funded;
      for (const [resource, amountSun] of Object.entries(stakeSun)) {
        await admin("freeze", { address, resource, amountSun });
      }
      return wallet;
    },
    /** Lets a key act by an active permission, the only one from now on. */
    permit: (address: Address, key: Address, operations = DELEGATING) =>
      admin("permission", { address, actives: [{ operations, keys: [{ address: key }] }] }),
    revoke: (address: Address) => admin("revoke-permission", { address }),
    makeContract: (address: Address) => admin("contract", { address }),
    /** Sends its TRX away but for half of one, and with that most of the day's free bandwidth. */
    async empty({ address, privateKeyHex }: Wallet, receiver: Address) {
      const tronweb = new TronWeb({ fullHost: url, privateKey: privateKeyHex });
      const balanceSun = await tronweb.trx.getUnconfirmedBalance(address);
      await tronweb.trx.sendTransaction(receiver, balanceSun - 500_000);
      await mine();
    },
    /** Gives the account to other keys, as AccountPermissionUpdate does. */
    async own(wallet: Wallet, threshold: number, keys: readonly (readonly [Address, number])[]) {
      const tronweb = new TronWeb({ fullHost: url });
      const ring = keys.map(([address, weight]) => ({ address, weight }));
      const owner: Types.Permission = { type: 0, permission_name: "owner", threshold, keys: ring };
      const active: Types.Permission = {
        type: 2,
        permission_name: "active",
        threshold: 1,
        operations: DELEGATING,
        keys: [{ address: wallet.address, weight: 1 }],
      };
      const { address, privateKeyHex } = wallet;
      const unsigned = await tronweb.transactionBuilder.updateAccountPermissions(
        address,
        owner,
        undefined,
        active,
      );
      const signed = await tronweb.trx.sign(unsigned, privateKeyHex);
      const sent = await tronweb.trx.sendRawTransaction(signed);
      if (!sent.result) throw new Error(`not accepted: ${JSON.stringify(sent)}`);
      await mine();
    },
  };
}
