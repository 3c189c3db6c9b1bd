/** People who make a team in the chat. */
import { must } from "../../../src/domain/assert.js";
import { readCustomers } from "../../../src/engine/customers/customers.js";
import { until } from "../../support/until.js";
import type { Person } from "./people.js";
import type { Rig } from "./rig.js";

export const customerNamed = async (desk: Rig, name: string) =>
  must(
    (await readCustomers(desk.engine)).find((one) => one.name === name),
    `customer ${name}`,
  );

/** The invitation that the owner was sent last. */
export async function linkOf(owner: Person): Promise<string> {
  const { text = "" } = await owner.see("joins as");
  return must(/t_[0-9a-f]{32}/.exec(text.slice(text.lastIndexOf("t_")))?.[0], "a token");
}

export async function invited(owner: Person, guest: Person, role: string): Promise<void> {
  const before = (await owner.cards()).length;
  await owner.say("/team");
  await owner.tap("Invite…");
  await owner.see("Invite as what?");
  await owner.tap(role);
  await until("the link is there", async () => (await owner.cards()).length > before + 1);
  await guest.say(`/start ${await linkOf(owner)}`);
}
