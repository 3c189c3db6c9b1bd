/** Sellers with keys of their own on a rig's chain: accounts with stake that let the desk delegate, and their offers. */

import type { Address } from "../../src/domain/address.js";
import { parseOffer } from "../../src/domain/seller.js";
import { readSeller, type Seller } from "../../src/engine/sellers/seller-resource.js";
import { enrolSeller, setOffer } from "../../src/engine/sellers/sellers.js";
import { listCustomers } from "../../src/store/customers.js";
import type { Rig } from "../workers/rig.js";
import { readNow } from "./read-now.js";
import { until } from "./until.js";
import { type Wallet, walletsOn } from "./wallets.js";

/** Of Energy, about 320,000 units in the sandbox. */
const STAKE_SUN = 30_000_000_000;

export async function sellersOf(rig: Rig) {
  const wallets = walletsOn(rig.url, () => rig.mine());
  const { operator } = await rig.state();
  const customer = () => readNow(rig.desk.database, listCustomers)[0]?.id ?? "";

  const show = (seller: Address): Promise<Seller> => readSeller(rig.desk.engine, seller);

  async function offer(seller: Address, change: Record<string, unknown> = {}): Promise<void> {
    const body = {
      resourceType: "Energy",
      minPrice: 60,
      shortestDuration: "15m",
      longestDuration: "30d",
      ...change,
    };
    await setOffer(rig.desk.engine, { address: seller, offer: parseOffer(body) });
  }

  return {
    ...wallets,
    operator: operator as Address,
    offer,
    customer,
    /** Open, permitted, enrolled and read, with an offer at 60 SUN. */
    async sell(change: Record<string, unknown> = {}, stakeSun = STAKE_SUN): Promise<Wallet> {
      const wallet = await wallets.open({ energy: stakeSun });
      const { address } = wallet;
      await wallets.permit(address, operator as Address);
      await enrolSeller(rig.desk.engine, { address, customerId: customer() });
      await until("its stake is read", async () => (await show(address)).capacity.energy > 0);
      await offer(address, change);
      return wallet;
    },
    show,
  };
}
